"""Errors are one line: what, where, how to fix; the data are fields too."""

from __future__ import annotations

import copy

import pytest

from augury.spec.errors import (
    AuguryError,
    FunctionFailedError,
    InputError,
    InvalidBindingError,
    InvalidCaseError,
    InvalidDialectError,
    InvalidEventError,
    InvalidPatternError,
    LimitExceededError,
    TooManyCandidates,
    UnsupportedError,
)

SAMPLES = (
    InvalidEventError("no event"),
    InvalidDialectError("no dialect"),
    InvalidBindingError("no binding"),
    InvalidCaseError("no case"),
    FunctionFailedError("no function"),
    UnsupportedError("no feature"),
    LimitExceededError("names of the pattern", 65, 64, "use fewer names"),
    TooManyCandidates(1_048_576, 1_000_000),
    InvalidPatternError("no pattern", 4, "text\nmore", "file.sase"),
    InputError("no number", "events.csv", 7, 3),
)


@pytest.mark.parametrize("error", SAMPLES, ids=lambda error: type(error).__name__)
def test_every_error_has_one_root_and_one_line(error) -> None:
    assert isinstance(error, AuguryError)
    assert str(error)
    assert "\n" not in str(error)


@pytest.mark.parametrize(
    "kind",
    [
        InvalidEventError,
        InvalidDialectError,
        InvalidBindingError,
        InvalidCaseError,
        InvalidPatternError,
        InputError,
    ],
)
def test_bad_data_is_a_value_error(kind) -> None:
    assert issubclass(kind, ValueError)


@pytest.mark.parametrize("error", SAMPLES, ids=lambda error: type(error).__name__)
def test_an_error_can_be_copied_as_a_process_pool_does(error) -> None:
    again = copy.copy(error)
    assert type(again) is type(error)
    assert str(again) == str(error)
    assert vars(again) == vars(error)


# ------------------------------------------------------------------ limits


def test_a_limit_names_both_numbers_and_the_fix() -> None:
    error = LimitExceededError("names of the pattern", 1_065, 64, "use fewer names")
    assert str(error) == "names of the pattern: 1,065 exceeds the limit of 64; use fewer names"
    assert (error.what, error.size, error.limit) == ("names of the pattern", 1_065, 64)


@pytest.mark.parametrize(
    ("size", "said"),
    [
        (10**18 - 1, "999,999,999,999,999,999"),
        (10**18, "about 10^18"),
        (2**1000, "about 10^301"),
        pytest.param(10**5000, "about 10^5000", id="huge"),
    ],
)
def test_a_huge_size_is_said_by_its_order_of_magnitude(size, said) -> None:
    error = LimitExceededError("things", size, 5, "use fewer")
    assert str(error) == f"things: {said} exceeds the limit of 5; use fewer"
    assert error.size == size


def test_too_many_candidates_is_a_limit_with_its_count() -> None:
    error = TooManyCandidates(2_000_000, 1_000_000)
    assert isinstance(error, LimitExceededError)
    assert (error.count, error.size, error.limit) == (2_000_000, 2_000_000, 1_000_000)
    assert str(error) == (
        "candidate bindings: 2,000,000 exceeds the limit of 1,000,000; "
        "raise the limit (--limit, limit=) or shorten the stream"
    )


# ------------------------------------------------------------------ places in a pattern

TEXT = "PATTERN A a\nWHERE a.x = 1\n\nWITHIN x"


@pytest.mark.parametrize(
    ("at", "line", "column"),
    [(0, 1, 1), (10, 1, 11), (11, 1, 12), (12, 2, 1), (25, 2, 14), (26, 3, 1), (27, 4, 1),
     (len(TEXT), 4, 9)],
)  # fmt: skip
def test_line_and_column_count_from_one(at, line, column) -> None:
    error = InvalidPatternError("bad", at, TEXT)
    assert (error.line, error.column) == (line, column)
    assert str(error) == f"pattern:{line}:{column}: bad"


def test_an_error_without_a_place_says_only_what() -> None:
    error = InvalidPatternError("bad")
    assert (error.line, error.column, error.excerpt()) == (0, 0, "")
    assert str(error) == "pattern: bad"


def test_a_source_stands_before_the_place() -> None:
    assert str(InvalidPatternError("bad", 12, TEXT, "my.sase")) == "my.sase:2:1: bad"
    assert str(InvalidPatternError("bad", source="my.sase")) == "my.sase: bad"


def test_located_keeps_reason_and_offset_and_a_known_source() -> None:
    bare = InvalidPatternError("bad", 12)
    found = bare.located(TEXT, "my.sase")
    assert (found.reason, found.at, found.text, found.source) == ("bad", 12, TEXT, "my.sase")
    assert str(found.located(TEXT)) == "my.sase:2:1: bad"
    assert str(found.located(TEXT, "other")) == "other:2:1: bad"
    assert bare.text == ""


def test_the_caret_stands_under_the_offence() -> None:
    assert InvalidPatternError("bad", 18, TEXT).excerpt() == "WHERE a.x = 1\n      ^"
    assert InvalidPatternError("bad", 26, TEXT).excerpt() == "\n^"
    assert InvalidPatternError("bad", len(TEXT), TEXT).excerpt() == "WITHIN x\n        ^"


def test_a_tab_is_one_column_and_a_carriage_return_none() -> None:
    assert InvalidPatternError("bad", 2, "a\tb c\r\nd").excerpt() == "a b c\n  ^"


@pytest.mark.parametrize("at", [0, 35, 36, 37, 150, 299])
def test_a_long_line_is_cut_around_the_offence(at) -> None:
    text = "".join(chr(ord("a") + i % 26) for i in range(300))
    line, caret = InvalidPatternError("bad", at, text).excerpt().split("\n")
    assert len(line) <= 72
    assert line[len(caret) - 1] == text[at]
    assert line in text


def test_the_width_of_an_excerpt_is_a_choice() -> None:
    error = InvalidPatternError("bad", 20, "0123456789" * 4)
    assert error.excerpt(width=10) == "5678901234\n     ^"


def test_an_excerpt_shows_what_a_terminal_would_not_print() -> None:
    def visible(text: str) -> str:
        return text.replace("\x1b", "\\x1b")

    error = InvalidPatternError("bad", 3, "a\x1bb\x1bc")
    assert error.excerpt(visible) == "a\\x1bb\\x1bc\n      ^"


@pytest.mark.parametrize("kind", [InvalidEventError, InvalidPatternError, InputError])
def test_a_reason_is_short_whatever_a_user_put_into_it(kind) -> None:
    error = kind("start " + "x" * 5_000 + " end")
    assert str(error).removeprefix("pattern: ").startswith("start xxx")
    assert str(error).endswith("xxx end")
    assert len(str(error)) < 1_000
    assert str(kind("x" * 300)).endswith("x" * 300)


def test_a_limit_can_be_located() -> None:
    error = LimitExceededError("names", 65, 64, "use fewer").located("my.sase")
    assert str(error) == "my.sase: names: 65 exceeds the limit of 64; use fewer"
    assert (error.what, error.size, error.limit) == ("my.sase: names", 65, 64)


# ------------------------------------------------------------------ places in a file


@pytest.mark.parametrize(
    ("place", "said"),
    [
        (("events.csv", 7, 3), "events.csv:7:3: bad"),
        (("events.csv", 7), "events.csv:7: bad"),
        (("events.csv",), "events.csv: bad"),
        ((), "bad"),
    ],
)
def test_an_input_error_says_what_it_knows_of_the_place(place, said) -> None:
    error = InputError("bad", *place)
    assert str(error) == said
    assert error.reason == "bad"
    assert (error.source, error.line, error.column) == (*place, *("", 0, 0)[len(place) :])
