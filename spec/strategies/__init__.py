"""Generators of patterns, streams and cases, written once and driven in two ways.

Hypothesis drives them where a failing case should shrink; a seeded ``random.Random`` drives them
in bulk, two hundred times cheaper. Every case bounds its candidate bindings by construction, so
the definition answers each in milliseconds.

Here does not belong: anything an engine needs; a generator may be clever, a definition may not.
"""

from augury.spec.strategies.choices import Choices, RandomChoices, drawn
from augury.spec.strategies.patterns import Size, random_pattern, with_selection
from augury.spec.strategies.shrink import command, shrunk
from augury.spec.strategies.streams import (
    Question,
    blind_stream,
    crowded_stream,
    directed_stream,
    question,
    selecting,
)

__all__ = [
    "Choices",
    "Question",
    "RandomChoices",
    "Size",
    "blind_stream",
    "command",
    "crowded_stream",
    "directed_stream",
    "drawn",
    "question",
    "random_pattern",
    "selecting",
    "shrunk",
    "with_selection",
]
