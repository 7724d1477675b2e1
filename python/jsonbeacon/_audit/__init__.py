"""What goes wrong in many stored replies, counted: ``jsonbeacon audit``.

``sources`` says which files there are, ``readers`` gives their replies row by row, ``judge`` says what becomes of each
under the options given and under each ``policy``, ``counts`` keeps the sums, ``state`` writes them down on the way, and
``report`` puts them in one JSON form, which ``text`` and ``page`` show. ``run`` ties them together.
"""

from __future__ import annotations


class Unreadable(Exception):
    """A file of replies cannot be used: its message says what to do."""
