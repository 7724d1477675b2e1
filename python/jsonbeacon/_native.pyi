"""The extension module. What is documented here is public as ``jsonbeacon.<name>``; the rest is not."""

from collections.abc import Callable, Sequence
from typing import Any, Generic, Literal, Protocol, TypeAlias, TypeVar, overload

from ._errors import JSONBeaconError, MalformedOutputError, SchemaValidationError
from ._extraction import Extraction
from ._repairs import Repaired

_T = TypeVar("_T")
_T_co = TypeVar("_T_co", covariant=True)

class _ValidatesPython(Protocol[_T_co]):
    """A pydantic ``TypeAdapter``."""

    def validate_python(self, object: Any, /) -> _T_co: ...

_Text: TypeAlias = str | bytes | bytearray | memoryview
_Schema: TypeAlias = type[_T] | _ValidatesPython[_T] | Callable[[Any], _T]
_Select: TypeAlias = Literal["first", "last", "largest", "only"]
_Kind: TypeAlias = Literal["auto", "object", "array", "any"]
_Reasoning: TypeAlias = Literal["keep", "skip"]
_Repair: TypeAlias = Literal["syntax", "guess", "all"] | None
_Invisible: TypeAlias = Literal["keep", "syntax", "strip"]
_Blank: TypeAlias = Literal["allow", "reject"]
_Tags: TypeAlias = str | Sequence[str] | None
_Sources: TypeAlias = Literal["fence", "inline"] | Sequence[Literal["fence", "inline"]]

# The checker of stubs wants each option spelt out, as the extension has it.
# fmt: off

@overload
def extract_json(
    text: _Text, *, schema: None = None, select: _Select = "first", kind: _Kind = "auto", required: bool = True,
    tags: _Tags = None, reasoning: _Reasoning = "keep", fallthrough: bool = False, repair: _Repair = None,
    invisible: _Invisible = "keep", blank: _Blank = "allow", sources: _Sources = ("fence", "inline"),
    max_length: int | None = None,
) -> Any: ...
@overload
def extract_json(
    text: _Text, *, schema: _Schema[_T], select: _Select = "first", kind: _Kind = "auto", required: Literal[True] = True,
    tags: _Tags = None, reasoning: _Reasoning = "keep", fallthrough: bool = False, repair: _Repair = None,
    invisible: _Invisible = "keep", blank: _Blank = "allow", sources: _Sources = ("fence", "inline"),
    max_length: int | None = None,
) -> _T: ...
@overload
def extract_json(
    text: _Text, *, schema: _Schema[_T], select: _Select = "first", kind: _Kind = "auto", required: bool,
    tags: _Tags = None, reasoning: _Reasoning = "keep", fallthrough: bool = False, repair: _Repair = None,
    invisible: _Invisible = "keep", blank: _Blank = "allow", sources: _Sources = ("fence", "inline"),
    max_length: int | None = None,
) -> _T | None: ...
@overload
def extract_json_detailed(
    text: _Text, *, schema: None = None, select: _Select = "first", kind: _Kind = "auto",
    tags: _Tags = None, reasoning: _Reasoning = "keep", fallthrough: bool = False, repair: _Repair = None,
    invisible: _Invisible = "keep", blank: _Blank = "allow", sources: _Sources = ("fence", "inline"),
    max_length: int | None = None,
) -> Extraction[Any]: ...
@overload
def extract_json_detailed(
    text: _Text, *, schema: _Schema[_T], select: _Select = "first", kind: _Kind = "auto",
    tags: _Tags = None, reasoning: _Reasoning = "keep", fallthrough: bool = False, repair: _Repair = None,
    invisible: _Invisible = "keep", blank: _Blank = "allow", sources: _Sources = ("fence", "inline"),
    max_length: int | None = None,
) -> Extraction[_T]: ...
@overload
def extract_all(
    text: _Text, *, schema: None = None,
    tags: _Tags = None, reasoning: _Reasoning = "keep", repair: _Repair = None,
    invisible: _Invisible = "keep", blank: _Blank = "allow", sources: _Sources = ("fence", "inline"),
    max_length: int | None = None,
) -> list[Extraction[Any] | JSONBeaconError]: ...
@overload
def extract_all(
    text: _Text, *, schema: _Schema[_T],
    tags: _Tags = None, reasoning: _Reasoning = "keep", repair: _Repair = None,
    invisible: _Invisible = "keep", blank: _Blank = "allow", sources: _Sources = ("fence", "inline"),
    max_length: int | None = None,
) -> list[Extraction[_T] | JSONBeaconError]: ...
def parse_json(text: _Text) -> Any: ...
def repair_json(text: _Text, *, level: Literal["syntax", "guess", "all"] = "all") -> Repaired: ...

# fmt: on

class Extractor(Generic[_T_co]):
    @property
    def schema(self) -> _Schema[Any] | None: ...
    @property
    def select(self) -> _Select: ...
    @property
    def kind(self) -> _Kind: ...
    @property
    def required(self) -> bool: ...
    @property
    def tags(self) -> tuple[str, ...] | None: ...
    @property
    def reasoning(self) -> _Reasoning: ...
    @property
    def fallthrough(self) -> bool: ...
    @property
    def repair(self) -> _Repair: ...
    @property
    def invisible(self) -> _Invisible: ...
    @property
    def blank(self) -> _Blank: ...
    @property
    def sources(self) -> tuple[Literal["fence", "inline"], ...]: ...
    @property
    def max_length(self) -> int | None: ...
    def extract(self, text: _Text) -> _T_co: ...
    def detailed(self, text: _Text) -> Extraction[_T_co]: ...
    def all(self, text: _Text) -> list[Extraction[_T_co] | JSONBeaconError]: ...

# Not public.

def configure(
    *,
    malformed: type[MalformedOutputError],
    not_found: type[MalformedOutputError],
    multiple: type[MalformedOutputError],
    violation: type[SchemaValidationError],
    check: Callable[[Any, Any, str, int, int], Any],
    resolve: Callable[[Any], object],
    repaired: Callable[..., Repaired],
    extraction: type[Extraction[Any]],
) -> None: ...
def explain(text: str, code: str, position: int | None, related: int | None, /) -> tuple[str, int, int]: ...
def epoch() -> int: ...
def bridgeapi_Version(request: str) -> str: ...
def bridgeapi_Limits(request: str) -> str: ...
def bridgeapi_Format(request: str) -> str: ...
def bridgeapi_Contracts(request: str) -> str: ...
def bridgeapi_ExtractJSON(request: str) -> str: ...
def bridgeapi_RepairJSON(request: str) -> str: ...
def bridgeapi_CandidateList(request: str) -> str: ...
