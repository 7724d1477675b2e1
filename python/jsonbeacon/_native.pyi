"""The extension module. What is documented here is public as ``jsonbeacon.<name>``; the rest is not."""

from collections.abc import Callable
from typing import Any, Generic, Literal, Protocol, TypeAlias, TypeVar, overload

from ._errors import MalformedOutputError
from ._extraction import Extraction

_T = TypeVar("_T")
_T_co = TypeVar("_T_co", covariant=True)

class _ValidatesPython(Protocol[_T_co]):
    """A pydantic ``TypeAdapter``."""

    def validate_python(self, object: Any, /) -> _T_co: ...

_Text: TypeAlias = str | bytes | bytearray | memoryview
_Schema: TypeAlias = type[_T] | _ValidatesPython[_T] | Callable[[Any], _T]
_Select: TypeAlias = Literal["first", "last", "largest", "only"]
_Kind: TypeAlias = Literal["auto", "object", "array", "any"]

@overload
def extract_json(
    text: _Text, *, schema: None = None, select: _Select = "first", kind: _Kind = "auto", required: bool = True
) -> Any: ...
@overload
def extract_json(
    text: _Text, *, schema: _Schema[_T], select: _Select = "first", kind: _Kind = "auto", required: Literal[True] = True
) -> _T: ...
@overload
def extract_json(
    text: _Text, *, schema: _Schema[_T], select: _Select = "first", kind: _Kind = "auto", required: bool
) -> _T | None: ...
@overload
def extract_json_detailed(
    text: _Text, *, schema: None = None, select: _Select = "first", kind: _Kind = "auto"
) -> Extraction[Any]: ...
@overload
def extract_json_detailed(
    text: _Text, *, schema: _Schema[_T], select: _Select = "first", kind: _Kind = "auto"
) -> Extraction[_T]: ...
def parse_json(text: _Text) -> Any: ...

class Extractor(Generic[_T_co]):
    @property
    def schema(self) -> _Schema[Any] | None: ...
    @property
    def select(self) -> _Select: ...
    @property
    def kind(self) -> _Kind: ...
    @property
    def required(self) -> bool: ...
    def extract(self, text: _Text) -> _T_co: ...
    def detailed(self, text: _Text) -> Extraction[_T_co]: ...

# Not public.

def configure(
    *,
    malformed: type[MalformedOutputError],
    not_found: type[MalformedOutputError],
    multiple: type[MalformedOutputError],
    check: Callable[[Any, Any, str, int, int], Any],
    extraction: type[Extraction[Any]],
) -> None: ...
def explain(text: str, code: str, position: int | None, related: int | None, /) -> tuple[str, int, int]: ...
def epoch() -> int: ...
def bridgeapi_Version(request: str) -> str: ...
def bridgeapi_Limits(request: str) -> str: ...
def bridgeapi_Format(request: str) -> str: ...
