"""The clock: interleaved runs in one process, a new str for each call, results freed inside the timing.

In a round every contestant reads the same replies, each as a str made for this one call, so that neither a cached
UTF-8 form nor a hash is there for anybody. The order of the contestants turns from round to round. A ratio is taken
within a round, where the machine was the same for both; then the median of these ratios is.

The clock counts the processor time of this process, all its threads together. On a machine that does nothing else it
runs with the one on the wall; on one that does, it stands still while others work. Both are recorded.
"""

from __future__ import annotations

import statistics
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from .inputs import Case

Call = Callable[..., Any]
WARM_UP = 3
FEWEST_ROUNDS = 11
MOST_ROUNDS = 1000
#: Nanoseconds that one contestant may take of a round, so that a slow one leaves time to the others.
SLICE = 20_000_000


def consume(call: Call, texts: list[str]) -> None:
    """Calls, and frees each result before the next call; no bytecode runs in between."""
    deque(map(call, texts), maxlen=0)


def attempt(call: Call, texts: list[str]) -> None:
    """The same where a call may raise."""
    for text in texts:
        try:  # suppress() costs more than a short call
            call(text)
        except Exception:  # noqa: BLE001, S110 - a rival may raise anything
            pass


#: From so many nanoseconds a call on, LONG_ROUNDS rounds are enough.
LONG = 300_000_000
LONG_ROUNDS = 3


def optional(call: Callable[..., Any], texts: list[str]) -> None:
    """The same where nothing need be found."""
    for text in texts:
        call(text, required=False)


@dataclass
class Contestant:
    name: str
    call: Call
    #: Which text of a case it reads.
    reads: str = "reply"
    drive: Callable[[Call, list[str]], None] = consume
    #: Nanoseconds a call, by round.
    samples: dict[int, float] = field(default_factory=dict)
    wall: list[float] = field(default_factory=list)
    share: int = 0
    last: float = 0.0

    def run(self, cases: Sequence[Case], number: int) -> None:
        """Times the calls of a round; those of a slow one are fewer."""
        if self.last > LONG and len(self.samples) >= LONG_ROUNDS:
            return
        if self.share:
            cases = cases[: self.share]
        texts = [getattr(case, self.reads).decode() for case in cases]
        wall, start = time.perf_counter_ns(), time.process_time_ns()
        self.drive(self.call, texts)
        taken = time.process_time_ns() - start
        self.wall.append((time.perf_counter_ns() - wall) / len(texts))
        if taken > SLICE:
            self.share = max(1, len(texts) * SLICE // taken)
        self.last = self.samples[number] = taken / len(texts)

    def forget(self) -> None:
        """A call that is long needs no warming up, and is not repeated for it."""
        if self.last <= LONG:
            self.samples.clear()
            self.wall.clear()


Quartiles = tuple[float, float, float]


def quartiles(samples: Sequence[float]) -> Quartiles:
    if len(samples) == 1:
        return (samples[0],) * 3
    low, middle, high = statistics.quantiles(samples, n=4, method="inclusive")
    return low, middle, high


def compare(contestants: Sequence[Contestant], rounds: Iterator[list[Case]], seconds: float) -> int:
    """Runs rounds until the time is spent; how many."""
    for number in range(-WARM_UP, 0):
        cases = next(rounds)
        for each in contestants:
            each.run(cases, number)
    for each in contestants:
        each.forget()
    end = time.perf_counter() + seconds
    done = 0
    while done < MOST_ROUNDS and (done < FEWEST_ROUNDS or time.perf_counter() < end):
        cases = next(rounds)
        turn = done % len(contestants)
        for each in (*contestants[turn:], *contestants[:turn]):
            each.run(cases, done)
        done += 1
    return done


def against(one: Contestant, other: Contestant) -> dict[str, Quartiles] | None:
    """Of the rounds' ratios and differences in nanoseconds; None where they were never in one round."""
    pairs = [(one.samples[number], other.samples[number]) for number in one.samples if number in other.samples]
    if not pairs:
        return None
    return {"ratio": quartiles([a / b for a, b in pairs]), "difference": quartiles([a - b for a, b in pairs])}
