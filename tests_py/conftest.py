"""What holds for all tests."""

import signal

import pytest

pytest.register_assert_rewrite("browser")


def pytest_configure(config: pytest.Config) -> None:
    """Ctrl-C works in the tests as it does for a user, in their child processes too.

    A shell starts what runs in the background with SIGINT ignored, which is inherited, and Python then leaves it so.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
