"""When a match is emitted that SELECT or SKIP could still leave out."""

from __future__ import annotations

AB = {"a": 0, "b": 1}


def timeline(*steps):
    """The items in order of arrival, each with the matches that are emitted at it."""
    yield "input", [item for item, _ in steps]
    yield "emits", [matches for _, matches in steps]


def event(id_, type_, ts, **attrs):
    return "event", type_, ts, attrs, id_


def reached(time):
    return "watermark", time


END = ("end",)


def test_next_waits_for_the_time_of_its_last_event():
    yield "clause", "S-6.8"
    yield "features", ["seq", "finality", "select"]
    yield "pattern", "PATTERN SEQ(A a, B b) WITHIN 10 SELECT next"
    begin = (event(0, "A", 1), [])
    yield "case", "watermark"
    yield "because", "until time has reached 3 an earlier B could still come"
    steps = (event(1, "B", 3), []), (reached(2), []), (reached(3), [AB]), (END, [])
    yield from timeline(begin, *steps)
    yield "case", "end"
    yield "because", "the end brings time to +infinity"
    yield from timeline(begin, (event(1, "B", 3), []), (END, [AB]))
    yield "case", "disorder"
    yield "disorder", 0
    yield "because", "B at 3 brings time to 2, X at 4 brings it to 3"
    yield from timeline(begin, (event(1, "B", 3), []), (event(2, "X", 4), [AB]), (END, []))
    yield "case", "an-earlier-event-comes"
    yield "because", "B 2 at 3 could have been taken before B 1 at 5"
    yield from timeline(
        begin,
        (event(1, "B", 5), []),
        (reached(2), []),
        (event(2, "B", 3), []),
        (reached(5), [{"a": 0, "b": 2}]),
        (END, []),
    )


def test_the_default_does_not_wait():
    yield "clause", "S-6.1"
    yield "features", ["seq", "finality", "select"]
    yield "pattern", "PATTERN SEQ(A a, B b) WITHIN 10 SELECT any"
    yield "because", "nothing can take the match away: it is final when B arrives"
    yield from timeline((event(0, "A", 1), []), (event(1, "B", 3), [AB]), (END, []))


def test_strict_and_an_event_that_comes_between():
    yield "clause", "S-6.8"
    yield "features", ["seq", "finality", "select"]
    yield "pattern", "PATTERN SEQ(A a, B b) WITHIN 10 SELECT strict"
    begin = (event(0, "A", 1), []), (event(1, "B", 5), [])
    yield "case", "in-time"
    yield "because", "X at 3 arrives after B and stands between"
    yield from timeline(*begin, (reached(2), []), (event(2, "X", 3), []), (END, []))
    yield "case", "late"
    yield "because", "X at 3 is late: it is set aside"
    yield "late", [2]
    yield from timeline(*begin, (reached(4), []), (event(2, "X", 3), []), (reached(5), [AB]))
    yield "case", "same-tick"
    yield "because", "X at 5 with a larger id than B is after the match"
    yield from timeline(*begin, (reached(4), []), (event(2, "X", 5), []), (reached(5), [AB]))
    yield "case", "same-tick-smaller-id"
    yield "because", "X at 5 with a smaller id than B stands between"
    yield from timeline(*begin, (reached(4), []), (event(-1, "X", 5), []), (reached(5), []))


def test_the_later_of_horizon_and_last_event():
    yield "clause", "S-6.8"
    yield "features", ["seq", "not", "finality", "select"]
    yield "case", "trailing"
    yield "pattern", "PATTERN SEQ(A a, B b, NOT(N n)) WITHIN 10 SELECT next"
    yield "because", "the horizon is 11, the last event is at 3"
    begin = (event(0, "A", 1), []), (event(1, "B", 3), [])
    yield from timeline(*begin, (reached(10), []), (reached(11), [AB]), (END, []))
    yield "case", "leading"
    yield "pattern", "PATTERN SEQ(NOT(N n), A a) WITHIN 10 SELECT strict"
    yield "because", "the horizon is 19, the last event is at 20"
    yield from timeline(
        (event(0, "A", 20), []), (reached(19), []), (reached(20), [{"a": 0}]), (END, [])
    )


def test_past_last_in_time():
    yield "clause", "S-6.9"
    yield "features", ["seq", "finality", "skip"]
    yield "pattern", "PATTERN SEQ(A a, B b) WITHIN 10 SKIP past last"
    yield "case", "in-order"
    yield "because", "0-2 drops 1-2, 0-3 and 1-3; 4-5 begins after it"
    yield from timeline(
        (event(0, "A", 1), []),
        (event(1, "A", 2), []),
        (event(2, "B", 3), []),
        (reached(3), [{"a": 0, "b": 2}]),
        (event(3, "B", 4), []),
        (event(4, "A", 5), []),
        (event(5, "B", 6), []),
        (END, [{"a": 4, "b": 5}]),
    )
    yield "case", "out-of-order"
    yield "because", "B 2 at 4 arrives after B 1 at 5 and completes before it"
    yield from timeline(
        (event(0, "A", 1), []),
        (event(1, "B", 5), []),
        (reached(2), []),
        (event(2, "B", 4), []),
        (reached(4), [{"a": 0, "b": 2}]),
        (END, []),
    )
    yield "case", "late"
    yield "because", "B 2 at 3 is late, so it completes nothing"
    yield "late", [2]
    yield from timeline(
        (event(0, "A", 1), []),
        (event(1, "B", 5), []),
        (reached(4), []),
        (event(2, "B", 3), []),
        (reached(5), [AB]),
        (END, []),
    )


def test_to_next_in_time():
    yield "clause", "S-6.9"
    yield "features", ["seq", "kleene", "finality", "select", "skip"]
    yield "pattern", "PATTERN SEQ(A a, B+ b) WITHIN 10 SELECT next SKIP to next"
    yield "because", "the set of one is settled at 2; the set of two has the same first event"
    yield from timeline(
        (event(0, "A", 1), []),
        (event(1, "B", 2), []),
        (event(2, "B", 3), []),
        (reached(2), [{"a": 0, "b": [1]}]),
        (reached(3), []),
        (END, []),
    )


def test_an_open_match_before_it():
    """A B waits for N until 11; A C is settled at 3, and waits for A B."""
    yield "clause", "S-6.9"
    yield "features", ["seq", "or", "not", "nesting", "finality", "skip"]
    structure = "OR(SEQ(A a, B b, NOT(N n)), SEQ(A x, C y))"
    first, second = {"branch": 0, "a": 0, "b": 1}, {"branch": 1, "x": 0, "y": 2}
    begin = (event(0, "A", 1), []), (event(1, "B", 2), []), (event(2, "C", 3), [])
    for words in ("past last", "to next"):
        name = words.replace(" ", "-")
        yield "case", f"{name}-refuted"
        yield "pattern", f"PATTERN {structure} WITHIN 10 SKIP {words}"
        yield "because", "N refutes A B, and A C comes out at once"
        yield from timeline(*begin, (reached(5), []), (event(3, "N", 6), [second]), (END, []))
        yield "case", f"{name}-final"
        yield "pattern", f"PATTERN {structure} WITHIN 10 SKIP {words}"
        yield "because", "A B is final at 11, and A C is dropped"
        yield from timeline(*begin, (reached(5), []), (reached(11), [first]), (END, []))
    yield "case", "none"
    yield "pattern", f"PATTERN {structure} WITHIN 10 SELECT next SKIP none"
    yield "because", "nothing displaces: each waits for itself alone"
    yield from timeline(*begin, (reached(5), [second]), (reached(11), [first]), (END, []))


def test_a_chain_of_open_matches():
    """A B overlaps C D, which overlaps the second C with D; A B does not overlap the last."""
    yield "clause", "S-6.9"
    yield "features", ["seq", "or", "not", "nesting", "finality", "skip"]
    yield "pattern", "PATTERN OR(SEQ(A a, B b, NOT(N n)), SEQ(C c, D d)) WITHIN 10 SKIP past last"
    ab = {"branch": 0, "a": 0, "b": 2}
    long, short = {"branch": 1, "c": 1, "d": 4}, {"branch": 1, "c": 3, "d": 4}
    begin = [
        (event(0, "A", 1), []),
        (event(1, "C", 2), []),
        (event(2, "B", 3), []),
        (event(3, "C", 4), []),
        (event(4, "D", 5), []),
        (reached(5), []),
    ]
    yield "case", "final"
    yield "because", "A B is final at 11: it drops the long C D, and that frees the short one"
    yield from timeline(*begin, (reached(11), [ab, short]), (END, []))
    yield "case", "refuted"
    yield "because", "N refutes A B: the long C D is reported, and drops the short one"
    yield from timeline(*begin, (event(5, "N", 6), [long]), (END, []))


def test_the_refuted_first_start():
    """Both wait for N; the one that began first is refuted, the other is its own to wait for."""
    yield "clause", "S-6.9"
    yield "features", ["seq", "not", "finality", "skip"]
    yield "pattern", "PATTERN SEQ(A a, B b, NOT(N n)) WHERE n.x = a.x WITHIN 10 SKIP past last"
    begin = (event(0, "A", 1, x=1), []), (event(1, "A", 2, x=2), []), (event(2, "B", 3), [])
    yield "case", "refuted"
    yield "because", "0-2 is refuted at 5; 1-2 is settled at 12"
    yield from timeline(
        *begin,
        (reached(4), []),
        (event(3, "N", 5, x=1), []),
        (reached(11), []),
        (reached(12), [{"a": 1, "b": 2}]),
        (END, []),
    )
    yield "case", "final"
    yield "because", "0-2 is settled at 11 and drops 1-2"
    yield from timeline(
        *begin, (reached(4), []), (reached(11), [{"a": 0, "b": 2}]), (reached(12), []), (END, [])
    )
