"""The Model protocol, examples as columns, one training loop, checkpoints, and what the networks on the shelf share."""
