"""What ``augury explain`` shows: the normal form of a pattern, or an automaton that finds it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast, get_args

from augury.cli.output import note
from augury.pictures import (
    as_mermaid,
    as_svg,
    as_text,
    automaton_mermaid,
    automaton_svg,
    automaton_text,
)
from augury.pictures.automaton import STATES
from augury.reference.nfa.automaton import Automaton, expanded
from augury.reference.nfa.engine import orders_for
from augury.reference.nfa.topology import Chain, Eager, Negation, Tree
from augury.schema import likely_mistakes
from augury.spec.errors import InputError, UnsupportedError
from augury.spec.events import Stream
from augury.spec.language.ast import Pattern
from augury.spec.language.normal import normal_form
from augury.spec.semantics import count_candidates

FORMATS: Final = ("text", "svg", "mermaid")
TITLES: Final = {"eager": "Eager automaton", "chain": "Lazy chain", "tree": "Lazy tree"}
"""The engines that are automata, and what is written over their pictures."""


def check_options(engine: str | None, order: str | None, format_: str, negation: str) -> None:
    """Refuse options that make no sense, or none together, before anything is read."""
    if format_ not in FORMATS:
        raise InputError(f"--format: choose one of {', '.join(FORMATS)}, not '{format_}'")
    if negation not in get_args(Negation):
        raise InputError(f"--negation: choose post or first, not '{negation}'")
    if engine is not None and engine not in TITLES:
        choice = f"choose one of {', '.join(TITLES)}"
        raise UnsupportedError(f"--engine: '{engine}' has no automaton; {choice}")
    if order is not None and engine is None:
        raise InputError("--order is the order of a chain; add --engine chain or drop --order")
    if order is not None and engine != "chain":
        reason = f"engine {engine} evaluates names in no chosen order"
        raise UnsupportedError(f"{reason}; choose --engine chain or drop --order")


def normal_form_as(format_: str, pattern: Pattern) -> str:
    """Return the normal form of a pattern in a format."""
    renderings = {"text": as_text, "svg": as_svg, "mermaid": as_mermaid}
    return renderings[format_](normal_form(pattern))


def automaton_of(
    pattern: Pattern,
    engine: str,
    order: Sequence[str] | None = None,
    stream: Stream | None = None,
    negation: str = "post",
) -> Automaton:
    """Return the automaton of a pattern; past the states that can be drawn it is refused.

    A chain has the given order, or the rarest name first if there are events, or the order of
    writing.
    """
    branches, when = normal_form(pattern), cast(Negation, negation)
    if engine == "eager":
        return expanded(Eager(branches, negation=when), STATES)
    if engine == "tree":
        return expanded(Tree(branches, when), STATES)
    orders = tuple(branch.positive for branch in branches)
    if order is not None or stream is not None:
        orders = orders_for(pattern, stream or Stream(()), order)
    return expanded(Chain(branches, orders, when), STATES)


def automaton_as(format_: str, automaton: Automaton, engine: str) -> str:
    """Return an automaton in a format."""
    if format_ == "mermaid":
        return automaton_mermaid(automaton)
    draw = automaton_svg if format_ == "svg" else automaton_text
    return draw(automaton, TITLES[engine])


def count_events(pattern: Pattern, stream: Stream) -> None:
    """Print how many events each name has, and how many candidates that makes."""
    for number, branch in enumerate(normal_form(pattern)):
        counts = ", ".join(
            f"{name}: {len(stream.of_type(branch.types[name])):,}" for name in branch.names
        )
        total = count_candidates(branch, stream)
        note(f"branch {number}: events by name {counts}; candidate bindings {total:,}")
    for remark in likely_mistakes(pattern, stream):
        note(f"augury: warning: {remark}")
