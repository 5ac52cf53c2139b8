"""Patterns that have no meaning are rejected, and the error names the offence."""

from __future__ import annotations


def rejected(table, features=("seq",)):
    """One case for each pattern, with a fragment that its error must contain."""
    yield "features", list(features)
    for name, pattern, fragment, because in table:
        yield "case", name
        yield "pattern", f"PATTERN {pattern}"
        yield "because", because
        yield "reject", fragment


def where(condition, structure="SEQ(A apple, B+ bear, C+ cat)"):
    """A pattern with the condition, on names that only it can make wrong."""
    return f"{structure} WHERE {condition} WITHIN 10"


def test_names():
    yield "clause", "S-2.8"
    unknown = "no name of the pattern is called so"
    yield from rejected(
        (
            ("unknown", where("apple.x < zebra.x"), "zebra", unknown),
            ("unknown-in-aggregate", where("SUM(zebra.x) > 1"), "zebra", unknown),
            ("unknown-index", where("zebra[i].x > zebra[i-1].x"), "zebra", unknown),
            ("type-as-name", where("A.x < 1", "SEQ(A apple, B bear)"), "A", "A is a type"),
            ("duplicate", "SEQ(A apple, B apple) WITHIN 10", "apple", "names are unique"),
            (
                "duplicate-across-branches",
                "OR(A apple, B apple) WITHIN 10",
                "apple",
                "names are unique in the whole pattern, not only in a branch",
            ),
            (
                "duplicate-negated",
                "SEQ(A apple, NOT(N apple)) WITHIN 10",
                "apple",
                "a negated name is a name",
            ),
            ("reserved", "SEQ(A apple, B branch) WITHIN 10", "branch", "branch is reserved"),
            ("type-field", where("apple.type = 'A'"), "type", "type is not an attribute"),
        )
    )


def test_aggregates_and_indices():
    yield "clause", "S-2.10"
    two = "bear[i].x > bear[i-1].x OR cat[i].x > cat[i-1].x"
    yield from rejected(
        (
            ("aggregate", where("SUM(apple.x) > 1"), "apple", "apple is one event"),
            ("count", where("COUNT(apple) > 1"), "apple", "apple is one event"),
            (
                "aggregate-negated",
                where("SUM(nut.x) > 1", "SEQ(A apple, NOT(N nut))"),
                "nut",
                "a negated name is one event",
            ),
            ("index", where("apple[i].x > apple[i-1].x"), "apple", "apple is one event"),
            ("index-alone", where("apple[i].x > 1"), "apple", "apple is one event"),
            ("two-indexed", where(two), "cat", "one indexed name a clause"),
        ),
        ("seq", "kleene", "aggregates", "adjacency"),
    )


def test_clauses_of_no_branch():
    yield "clause", "S-2.5"
    either = "SEQ(A apple, OR(B bear, C cat))"
    none = "no branch has bear and cat together"
    yield from rejected(
        (
            ("joined", where("bear.x < cat.x", either), "bear", none),
            ("or", where("bear.x > 1 OR cat.x > 1", either), "cat", none + "; it is one clause"),
            ("not", where("NOT (bear.x > 1 AND cat.x > 1)", either), "bear", none),
            ("leaves", where("apple.x = bear.x", "OR(A apple, B bear)"), "apple", "two branches"),
        ),
        ("seq", "or", "nesting"),
    )


def test_negation():
    yield "clause", "S-2.10"
    two = "SEQ(A apple, NOT(M moss), NOT(N nut), B bear)"
    yield from rejected(
        (
            ("two-negated", where("moss.x = nut.x", two), "nut", "one negated name a clause"),
            (
                "two-negated-in-or",
                where("moss.x = 1 OR nut.x = apple.x", two),
                "moss",
                "one negated name a clause, whatever stands between",
            ),
            ("group", "SEQ(A apple, NOT(SEQ(B b, C c))) WITHIN 10", "SEQ", "NOT takes one event"),
            ("kleene", "SEQ(A apple, NOT(B+ bear)) WITHIN 10", "+", "NOT takes one event"),
        ),
        ("seq", "not"),
    )


def test_branches_that_bind_nothing():
    yield "clause", "S-2.6"
    yield from rejected(
        (
            ("only-not", "NOT(N nut) WITHIN 10", "branch", "nothing is bound"),
            ("only-nots", "SEQ(NOT(M moss), NOT(N nut)) WITHIN 10", "branch", "nothing is bound"),
            ("only-optional", "B{0,1} bear WITHIN 10", "branch", "the set may be empty"),
            ("optional-and-not", "SEQ(B{0,} b, NOT(N n)) WITHIN 10", "branch", "may be empty"),
            ("one-of-two", "OR(A apple, B{0,} bear) WITHIN 10", "branch", "branch 1 may be empty"),
            (
                "or-with-not",
                "OR(A apple, NOT(N nut)) WITHIN 10",
                "branch",
                "branch 1 binds nothing",
            ),
        ),
        ("seq", "or", "not", "kleene", "bounds"),
    )


def test_structure():
    yield "clause", "S-2.10"
    yield from rejected(
        (
            ("empty-seq", "SEQ() WITHIN 10", ")", "a sequence has parts"),
            ("empty-and", "AND() WITHIN 10", ")", "a conjunction has parts"),
            ("empty-or", "OR() WITHIN 10", ")", "a disjunction has parts"),
            ("falling-bounds", "SEQ(A a, B{2,1} b) WITHIN 10", "2,1", "n is at least m"),
            ("zero-bounds", "SEQ(A a, B{0,0} b) WITHIN 10", "0,0", "n is at least 1"),
            ("negative-bound", "SEQ(A a, B{-1,2} b) WITHIN 10", "-", "m is at least 0"),
            ("without-name", "SEQ(A, B b) WITHIN 10", ",", "every event has a name"),
        ),
        ("seq", "and", "or", "kleene", "bounds"),
    )


def test_window():
    yield "clause", "S-2.7"
    yield from rejected(
        (
            ("missing", "SEQ(A a, B b)", "WITHIN", "a window is mandatory"),
            ("missing-after-where", "SEQ(A a, B b) WHERE a.x = 1", "WITHIN", "it is mandatory"),
            ("negative", "SEQ(A a, B b) WITHIN -1", "-", "a window is at least 0"),
            ("fraction", "SEQ(A a, B b) WITHIN 1.5", ".5", "ticks are whole"),
            ("unknown-unit", "SEQ(A a, B b) WITHIN 5 fortnights", "fortnights", "no such unit"),
            ("too-long", f"SEQ(A a, B b) WITHIN {2**62}", "2^62", "W is below 2^62"),
            ("rest", "SEQ(A a, B b) WITHIN 5 ms zebra", "zebra", "nothing follows the window"),
        )
    )


def test_conditions():
    yield "clause", "S-2.10"
    yield from rejected(
        (
            ("bare", where("apple.flag"), "compar", "write apple.flag = TRUE"),
            ("bare-in-not", where("NOT (apple.flag)"), "compar", "write apple.flag = FALSE"),
            ("chained", where("apple.x < bear.x < cat.x"), "<", "two comparisons need AND"),
            ("constants", where("'one' = 1"), "one", "a text never compares with a number"),
            ("empty-in", where("apple.x IN ()"), ")", "IN needs an option"),
            ("open-text", where("apple.x = 'one"), "'", "the text has no end"),
            ("big-constant", where(f"apple.x = {2**63}"), str(2**63), "not an int64"),
        ),
        ("seq", "in"),
    )


def test_functions():
    yield "clause", "S-3.5"
    yield from rejected(
        (
            ("unknown", where("frobnicate(apple.x) > 1"), "frobnicate", "no such function"),
            ("abs-of-two", where("abs(apple.x, apple.y) > 1"), "abs", "abs takes one argument"),
            ("corr-of-one", where("corr(apple.x) > 1"), "corr", "corr takes two arguments"),
            ("distance-of-one", where("distance(apple.x) > 1"), "distance", "it takes two"),
        ),
        ("seq", "functions"),
    )
