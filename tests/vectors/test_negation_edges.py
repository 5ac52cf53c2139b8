"""Negated events at, just inside and just outside the window edge and their neighbours.

Every stream holds one group of events for each time of N, groups being 1000 ticks apart, so
that they never meet. In each group a is at 20, b at 25 unless said otherwise, and W is 10.
A table lists for each of the six dialects the times of N that refute; the other groups match.
Where ids matter (order = arrival) a column stands for the order of arrival in the group.
"""

from __future__ import annotations


def groups(arrival, times, b):
    """The events of all groups; ids follow the order of arrival in the group."""
    for k, n in enumerate(times):
        at = {"a": ("A", 1000 * k + 20), "b": ("B", 1000 * k + b), "n": ("N", 1000 * k + n)}
        yield from (at[name] for name in arrival)


def dialects(times, arrivals, table, b=25):
    """One case for each dialect and order of arrival: the groups whose N does not refute."""
    for (order, window), columns in table.items():
        for arrival, refuting in zip(arrivals, columns, strict=True):
            yield "case", f"{order}-{window}-{arrival}"
            yield "dialect", {"order": order, "window": window}
            default = (order, window) == ("strict", "inclusive")
            yield "level", "required" if default else "dialect"
            yield "events", list(groups(arrival, times, b))
            kept = [k for k, n in enumerate(times) if n not in refuting]
            a, b_ = arrival.index("a"), arrival.index("b")
            yield "expect", [{"a": 3 * k + a, "b": 3 * k + b_} for k in kept]


def test_leading():
    """The window reaches back from the latest event: b at 25 minus 10 is 15."""
    yield "clause", "S-4.6"
    yield "features", ["seq", "not"]
    yield "pattern", "PATTERN SEQ(NOT(N n), A a, B b) WITHIN 10"
    yield (
        "because",
        (
            "n must be before a (at 20), and 25 - n at most 10 (inclusive) or below 10 "
            "(exclusive): 15 is at the edge, 16 inside, 14 outside; at 20 nonstrict refutes, "
            "arrival only if N arrived before A, strict never; 21 is after a"
        ),
    )
    table = {
        # times of N that refute if it arrived:  first             last
        ("strict", "inclusive"): ({15, 16, 19}, {15, 16, 19}),
        ("strict", "exclusive"): ({16, 19}, {16, 19}),
        ("arrival", "inclusive"): ({15, 16, 19, 20}, {15, 16, 19}),
        ("arrival", "exclusive"): ({16, 19, 20}, {16, 19}),
        ("nonstrict", "inclusive"): ({15, 16, 19, 20}, {15, 16, 19, 20}),
        ("nonstrict", "exclusive"): ({16, 19, 20}, {16, 19, 20}),
    }
    yield from dialects((14, 15, 16, 19, 20, 21), ("nab", "abn"), table)


def test_trailing():
    """The window reaches on from the earliest event: a at 20 plus 10 is 30."""
    yield "clause", "S-4.6"
    yield "features", ["seq", "not"]
    yield "pattern", "PATTERN SEQ(A a, B b, NOT(N n)) WITHIN 10"
    yield (
        "because",
        (
            "n must be after b (at 25), and n - 20 at most 10 (inclusive) or below 10 (exclusive): "
            "30 is at the edge, 29 inside, 31 outside; at 25 itself nonstrict refutes, "
            "arrival only if N arrived after B, strict never; 24 is before b"
        ),
    )
    table = {
        # times of N that refute if it arrived:  first             last
        ("strict", "inclusive"): ({26, 29, 30}, {26, 29, 30}),
        ("strict", "exclusive"): ({26, 29}, {26, 29}),
        ("arrival", "inclusive"): ({26, 29, 30}, {25, 26, 29, 30}),
        ("arrival", "exclusive"): ({26, 29}, {25, 26, 29}),
        ("nonstrict", "inclusive"): ({25, 26, 29, 30}, {25, 26, 29, 30}),
        ("nonstrict", "exclusive"): ({25, 26, 29}, {25, 26, 29}),
    }
    yield from dialects((24, 25, 26, 29, 30, 31), ("nab", "abn"), table)


def test_middle():
    """Between its neighbours the window, which already holds both, plays no part."""
    yield "clause", "S-4.6"
    yield "features", ["seq", "not"]
    yield "pattern", "PATTERN SEQ(A a, NOT(N n), B b) WITHIN 10"
    yield (
        "because",
        (
            "n must be after a (at 20) and before b (at 25): 21 and 24 always refute, 19 and 26 "
            "never; at 20 and 25 nonstrict refutes, strict does not, and arrival refutes "
            "at 20 if N arrived after A and at 25 if it arrived before B"
        ),
    )
    strict, nonstrict = {21, 24}, {20, 21, 24, 25}
    arrival = ({21, 24, 25}, {20, 21, 24, 25}, {20, 21, 24})
    table = {
        # if N arrived:            first, between A and B, last
        ("strict", "inclusive"): (strict, strict, strict),
        ("strict", "exclusive"): (strict, strict, strict),
        ("arrival", "inclusive"): arrival,
        ("arrival", "exclusive"): arrival,
        ("nonstrict", "inclusive"): (nonstrict, nonstrict, nonstrict),
        ("nonstrict", "exclusive"): (nonstrict, nonstrict, nonstrict),
    }
    yield from dialects((19, 20, 21, 24, 25, 26), ("nab", "anb", "abn"), table)


def test_middle_of_a_full_window():
    """With a at 20 and b at 30 the neighbours are the edges of the window."""
    yield "clause", "S-4.6"
    yield "features", ["seq", "not"]
    yield "pattern", "PATTERN SEQ(A a, NOT(N n), B b) WITHIN 10"
    yield (
        "because",
        (
            "the span of a and b is 10, which exclusive refuses whatever N does; inclusive takes "
            "it unless N is strictly between, or at 20 or 30 where ties count as order"
        ),
    )
    times = (19, 20, 21, 25, 29, 30, 31)
    table = {
        # times of N that refute, or all if a and b do not fit
        ("strict", "inclusive"): ({21, 25, 29},),
        ("strict", "exclusive"): (set(times),),
        ("arrival", "inclusive"): ({20, 21, 25, 29, 30},),
        ("arrival", "exclusive"): (set(times),),
        ("nonstrict", "inclusive"): ({20, 21, 25, 29, 30},),
        ("nonstrict", "exclusive"): (set(times),),
    }
    yield from dialects(times, ("anb",), table, b=30)


def test_full_window_leaves_no_room():
    """A leading or trailing N of a full window could only tie with its neighbour."""
    yield "clause", "S-4.6"
    yield "features", ["seq", "not"]
    yield (
        "because",
        (
            "a at 20 and b at 30 fill the inclusive window, so N outside [20, 30] never refutes; a "
            "trailing N at 30 (a leading one at 20) refutes where the tie counts as order"
        ),
    )
    table = {
        # times of N that refute; exclusive has no match to refute
        ("strict", "inclusive"): (set(),),
        ("strict", "exclusive"): ({19, 20, 30, 31},),
        ("arrival", "exclusive"): ({19, 20, 30, 31},),
        ("nonstrict", "exclusive"): ({19, 20, 30, 31},),
    }
    ties = ("arrival", "inclusive"), ("nonstrict", "inclusive")
    for name, structure, arrival, tie in (
        ("leading", "SEQ(NOT(N n), A a, B b)", "nab", {20}),
        ("trailing", "SEQ(A a, B b, NOT(N n))", "abn", {30}),
    ):
        whole = table | dict.fromkeys(ties, (tie,))
        for part, value in dialects((19, 20, 30, 31), (arrival,), whole, b=30):
            yield part, f"{name}-{value}" if part == "case" else value
            if part == "case":
                yield "pattern", f"PATTERN {structure} WITHIN 10"


def test_inside_and():
    """Without order only the window bounds N, on both sides."""
    yield "clause", "S-4.6"
    yield "features", ["and", "not"]
    yield "pattern", "PATTERN AND(A a, B b, NOT(N n)) WITHIN 10"
    yield (
        "because",
        (
            "25 - n and n - 20 must fit 10: from 15 to 30 inclusive, from 16 to 29 exclusive; "
            "the order of ties is never asked"
        ),
    )
    inclusive, exclusive = {15, 16, 20, 25, 29, 30}, {16, 20, 25, 29}
    table = {
        ("strict", "inclusive"): (inclusive, inclusive),
        ("strict", "exclusive"): (exclusive, exclusive),
        ("arrival", "inclusive"): (inclusive, inclusive),
        ("arrival", "exclusive"): (exclusive, exclusive),
        ("nonstrict", "inclusive"): (inclusive, inclusive),
        ("nonstrict", "exclusive"): (exclusive, exclusive),
    }
    yield from dialects((14, 15, 16, 20, 25, 29, 30, 31), ("nab", "abn"), table)


def test_beside_a_name_in_a_group():
    """Beside a but before b: bounded by the window behind and by b in front."""
    yield "clause", "S-4.6"
    yield "features", ["seq", "and", "not", "nesting"]
    yield "pattern", "PATTERN SEQ(AND(A a, NOT(N n)), B b) WITHIN 10"
    yield (
        "because",
        (
            "n must be before b (at 25) with 25 - n in the window; a (at 20) has no order with n; "
            "at 25 nonstrict refutes, arrival only if N arrived before B, strict never"
        ),
    )
    table = {
        # times of N that refute if it arrived:  first             last
        ("strict", "inclusive"): ({15, 16, 20, 24}, {15, 16, 20, 24}),
        ("strict", "exclusive"): ({16, 20, 24}, {16, 20, 24}),
        ("arrival", "inclusive"): ({15, 16, 20, 24, 25}, {15, 16, 20, 24}),
        ("arrival", "exclusive"): ({16, 20, 24, 25}, {16, 20, 24}),
        ("nonstrict", "inclusive"): ({15, 16, 20, 24, 25}, {15, 16, 20, 24, 25}),
        ("nonstrict", "exclusive"): ({16, 20, 24, 25}, {16, 20, 24, 25}),
    }
    yield from dialects((14, 15, 16, 20, 24, 25, 26), ("nab", "abn"), table)
