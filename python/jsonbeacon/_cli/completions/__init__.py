"""Scripts for shells, written by ``tests_py/test_cli_completion.py``."""
