"""A Python value as JSON text, exactly: integers of any size, decimals, floats as they are spelt shortest."""

from __future__ import annotations

import math
from json.encoder import encode_basestring

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MAX_DEPTH = 512
"""How deep containers may nest, as in a text."""

_DIGITS = 4000
"""An ``int`` of more bits than this many digits have may be refused by ``str`` (``sys.set_int_max_str_digits``)."""


def serialised(value: Any) -> str:
    """The JSON text of a value.

    :raises TypeError: there is something in it that JSON does not have: another type, a key that is no ``str``, a
        ``float`` that is no number, half of a surrogate pair
    :raises ValueError: it nests too deep, or in itself

    >>> serialised({"a": [1, 2.5, None, True], "big": 2**70})
    '{"a":[1,2.5,null,true],"big":1180591620717411303424}'
    """
    out: list[str] = []
    _write(value, out.append, 0)
    text = "".join(out)
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError as error:
            raise TypeError(f"a str with half of a surrogate pair is no JSON: {error.object[error.start]!r}") from None
    return text


def _write(value: Any, out: Any, depth: int) -> None:
    if value is None:
        out("null")
    elif value is True:
        out("true")
    elif value is False:
        out("false")
    elif isinstance(value, str):
        out(encode_basestring(value))
    elif isinstance(value, int):
        out(_integer(value))
    elif isinstance(value, float):
        if not math.isfinite(value):
            raise TypeError(f"a float that is {value!r} is no JSON")
        out(float.__repr__(value))
    elif isinstance(value, (dict, list)):
        if depth == MAX_DEPTH:
            raise ValueError(f"the value nests deeper than {MAX_DEPTH} levels")
        if isinstance(value, dict):
            _write_object(value, out, depth + 1)
        else:
            separator = "["
            for element in value:
                out(separator)
                separator = ","
                _write(element, out, depth + 1)
            out("]" if separator == "," else "[]")
    else:
        out(_decimal(value))


def _write_object(value: dict[Any, Any], out: Any, depth: int) -> None:
    separator = "{"
    for key, member in value.items():
        if not isinstance(key, str):
            raise TypeError(f"a key must be str, not {type(key).__name__}")
        out(separator)
        separator = ","
        out(encode_basestring(key))
        out(":")
        _write(member, out, depth)
    out("}" if separator == "," else "{}")


def _integer(value: int) -> str:
    if value.bit_length() < _DIGITS * 3:
        return int.__repr__(value)
    from decimal import Context, Decimal

    digits = value.bit_length() // 3 + 2
    return format(Context(prec=digits).create_decimal(Decimal(value)), "f")


def _decimal(value: Any) -> str:
    from decimal import Decimal

    if not isinstance(value, Decimal):
        raise TypeError(f"a value of the type {type(value).__name__} is no JSON")
    if not value.is_finite():
        raise TypeError(f"a Decimal that is {value} is no JSON")
    return str(value)
