"""SKIP: which matches are reported, by the matches that were reported before."""

from __future__ import annotations


def letters(text):
    """One event a letter, at the ticks 0, 1, 2 and so on; ids are the same numbers."""
    return [(letter, tick) for tick, letter in enumerate(text)]


def pairs(*ids):
    return [{"a": a, "b": b} for a, b in ids]


def skips(pattern, *, none, to_next, past_last):
    """One case for each form of SKIP, with its matches."""
    for words, expect in (("none", none), ("to next", to_next), ("past last", past_last)):
        yield "case", words.replace(" ", "-")
        yield "pattern", f"{pattern} SKIP {words}"
        yield "expect", expect


def test_words_that_do_not_exist():
    yield "clause", "S-6.1"
    yield "features", ["single", "select", "skip"]
    for name, words, fragment, because in (
        ("select-all", "SELECT ALL", "any, next or strict", "there is no SELECT ALL"),
        ("select-capitals", "SELECT NEXT", "lower case", "the words are in lower case"),
        ("select-nothing", "SELECT", "any, next or strict", "SELECT needs a word"),
        ("select-twice", "SELECT any SELECT next", "SKIP", "SELECT stands once"),
        ("skip-row", "SKIP past last row", "past last", "rows belong to another language"),
        ("skip-half", "SKIP past", "past last", "the words are two"),
        ("skip-nothing", "SKIP", "past last", "SKIP needs a word"),
        ("after-match", "AFTER MATCH SKIP past last", "SKIP past last", "SKIP is enough"),
        ("wrong-order", "SKIP none SELECT next", "before SKIP", "SELECT stands before SKIP"),
    ):
        yield "case", name
        yield "pattern", f"PATTERN A a WITHIN 5 {words}"
        yield "because", because
        yield "reject", fragment


def test_the_default_may_be_written():
    yield "clause", "S-6.1"
    yield "features", ["seq", "select", "skip"]
    yield "pattern", "PATTERN SEQ(A a, B b) WITHIN 10 SELECT any SKIP none"
    yield "events", letters("AAB")
    yield "because", "every match is reported"
    yield "expect", pairs((0, 2), (1, 2))


def test_overlapping_matches():
    yield "clause", "S-6.7"
    yield "features", ["seq", "skip"]
    yield "events", letters("AABB")
    yield "because", "by completion: 0-2, 1-2, 0-3, 1-3; to next keeps one a start"
    yield from skips(
        "PATTERN SEQ(A a, B b) WITHIN 10",
        none=pairs((0, 2), (1, 2), (0, 3), (1, 3)),
        to_next=pairs((0, 2), (1, 2)),
        past_last=pairs((0, 2)),
    )


def test_matches_one_after_the_other():
    yield "clause", "S-6.7"
    yield "features", ["seq", "skip"]
    yield "events", letters("ABAB")
    yield "because", "by completion: 0-1, 0-3, 2-3; 0-3 begins before 1, 2-3 after it"
    yield from skips(
        "PATTERN SEQ(A a, B b) WITHIN 10",
        none=pairs((0, 1), (0, 3), (2, 3)),
        to_next=pairs((0, 1), (2, 3)),
        past_last=pairs((0, 1), (2, 3)),
    )


def test_what_is_dropped_displaces_nothing():
    yield "clause", "S-6.7"
    yield "features", ["seq", "skip"]
    yield "events", letters("AAAA")
    yield "because", "1-2 begins where 0-1 ends and is dropped, so 2-3 stays"
    yield from skips(
        "PATTERN SEQ(A a, A b) WITHIN 10",
        none=pairs((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)),
        to_next=pairs((0, 1), (1, 2), (2, 3)),
        past_last=pairs((0, 1), (2, 3)),
    )


def test_skip_chooses_among_what_is_selected():
    yield "clause", "S-6.6"
    yield "features", ["seq", "select", "skip"]
    yield "events", letters("AAAA")
    yield "because", "next: 0-1, 1-2, 2-3"
    yield from skips(
        "PATTERN SEQ(A a, A b) WITHIN 10 SELECT next",
        none=pairs((0, 1), (1, 2), (2, 3)),
        to_next=pairs((0, 1), (1, 2), (2, 3)),
        past_last=pairs((0, 1), (2, 3)),
    )


def test_what_is_not_selected_displaces_nothing():
    yield "clause", "S-6.6"
    yield "features", ["seq", "select", "skip"]
    yield "events", letters("AXBAB")
    yield "because", "strict: only 3-4; with any, 0-2 would have come first"
    yield from skips(
        "PATTERN SEQ(A a, B b) WITHIN 10 SELECT strict",
        none=pairs((3, 4)),
        to_next=pairs((3, 4)),
        past_last=pairs((3, 4)),
    )


def test_the_inner_match_completes_first():
    yield "clause", "S-6.6"
    yield "features", ["seq", "or", "nesting", "skip"]
    yield "events", letters("ABCD")
    yield "because", "B C completes at 2 and A D at 3: the outer one overlaps it"
    outer, inner = {"branch": 0, "a": 0, "d": 3}, {"branch": 1, "b": 1, "c": 2}
    yield from skips(
        "PATTERN OR(SEQ(A a, D d), SEQ(B b, C c)) WITHIN 10",
        none=[outer, inner],
        to_next=[outer, inner],
        past_last=[inner],
    )


def test_branches_that_bind_the_same_events():
    yield "clause", "S-6.6"
    yield "features", ["seq", "or", "nesting", "skip"]
    yield "events", letters("AB")
    yield "because", "same last, same first: the smaller branch comes first"
    zero, one = {"branch": 0, "a": 0, "b": 1}, {"branch": 1, "x": 0, "y": 1}
    yield from skips(
        "PATTERN OR(SEQ(A a, B b), SEQ(A x, B y)) WITHIN 10",
        none=[zero, one],
        to_next=[zero],
        past_last=[zero],
    )


def test_sets_that_complete_at_the_same_event():
    yield "clause", "S-6.6"
    yield "features", ["seq", "kleene", "skip"]
    yield "events", letters("ABBC")
    yield "because", "same last, same first: the canonical order is [1], [1,2], [2]"
    every = [{"a": 0, "b": b, "c": 3} for b in ([1], [1, 2], [2])]
    yield from skips(
        "PATTERN SEQ(A a, B+ b, C c) WITHIN 10",
        none=every,
        to_next=every[:1],
        past_last=every[:1],
    )


def test_the_longest_set_by_next():
    yield "clause", "S-6.6"
    yield "features", ["seq", "kleene", "select", "skip"]
    yield "events", letters("ABBC")
    yield "because", "next leaves one match, and nothing displaces it"
    longest = [{"a": 0, "b": [1, 2], "c": 3}]
    yield from skips(
        "PATTERN SEQ(A a, B+ b, C c) WITHIN 10 SELECT next",
        none=longest,
        to_next=longest,
        past_last=longest,
    )


def test_a_trailing_set_is_reported_at_its_shortest():
    yield "clause", "S-6.6"
    yield "features", ["seq", "kleene", "select", "skip"]
    yield "events", letters("ABB")
    yield "because", "next: [1] completes at 1 and [1,2] at 2, with the same first event"
    yield from skips(
        "PATTERN SEQ(A a, B+ b) WITHIN 10 SELECT next",
        none=[{"a": 0, "b": [1]}, {"a": 0, "b": [1, 2]}],
        to_next=[{"a": 0, "b": [1]}],
        past_last=[{"a": 0, "b": [1]}],
    )


def test_any_order_of_two_events():
    yield "clause", "S-6.6"
    yield "features", ["and", "skip"]
    yield "events", letters("AA")
    yield "because", "same events: by ids in the order of writing, (0, 1) comes before (1, 0)"
    yield from skips(
        "PATTERN AND(A a, A b) WITHIN 10",
        none=pairs((0, 1), (1, 0)),
        to_next=pairs((0, 1)),
        past_last=pairs((0, 1)),
    )


def test_single_events_at_one_tick():
    yield "clause", "S-6.7"
    yield "features", ["single", "skip"]
    yield "events", [("A", 5), ("A", 5)]
    yield "because", "event 1 is later than event 0 by its id: they do not overlap"
    both = [{"a": 0}, {"a": 1}]
    yield from skips("PATTERN A a WITHIN 10", none=both, to_next=both, past_last=both)


def test_a_refuted_match_displaces_nothing():
    yield "clause", "S-6.7"
    yield "features", ["seq", "not", "skip"]
    yield "events", [("A", 0, {"x": 1}), ("A", 1, {"x": 2}), ("B", 2), ("N", 3, {"x": 1})]
    yield "because", "N 3 refutes 0-2 by its x, and not 1-2"
    only = pairs((1, 2))
    yield from skips(
        "PATTERN SEQ(A a, B b, NOT(N n)) WHERE n.x = a.x WITHIN 10",
        none=only,
        to_next=only,
        past_last=only,
    )
