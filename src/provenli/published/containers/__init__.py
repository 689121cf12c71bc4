"""How rows lie in a file, whatever they mean: lines with tabs, JSON, XML, Parquet."""
