"""What the package costs, held against the tools people use for the same: `python -m benchmarks --help`."""
