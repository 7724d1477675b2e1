"""A stand-in for ``typing.Generic``, for importing ``typing`` is most of what an import of this package would cost."""

from __future__ import annotations


class Generic:
    """Makes ``Extraction[int]`` an alias that says just that."""

    __slots__ = ()
    __class_getitem__ = classmethod(type(list[int]))  # type: ignore
