"""The version, for everything that is written: a manifest says which ProveNLI made it."""

VERSION = "0.2.0"
