"""The claims of the evaluation that speak of f_c, each judged by a stated threshold.

A claim of [D] is made for a c that is significantly less frequent than a and b; here that is
``f_c <= RARE``. Values of f_c above are measured too, and shown, and judged only where [D] speaks
of them. No verdict and no number of a note is written down here; all are computed.

Paper: [D] section 7, observations on figures 7 and 8.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from augury.benchmarks.figures_data import TYPES
from augury.benchmarks.figures_run import CHAINS, ENGINES, Point

RARE: Final = 0.1
"""The largest f_c at which c counts as significantly less frequent."""
SAME: Final = 1.25
"""Counts are as good or as poor as each other, or flat, within this factor."""
CLOSE: Final = 1.05
"""The tree is as good as the best chain within this factor."""
LIKE: Final = 2.0
"""Peaks of instances are alike, or all engines have converged, within this factor."""
ORDER: Final = 10.0
"""One order of magnitude."""
TWO_ORDERS: Final = 100.0


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim, where it stands, whether it reproduced, and the figures that say so."""

    id: str
    claim: str
    source: str
    reproduced: bool
    figures: Mapping[str, Any]
    note: str = ""

    def as_json(self) -> dict[str, Any]:
        """Return the claim for a file."""
        return {
            "id": self.id,
            "claim": self.claim,
            "source": self.source,
            "reproduced": self.reproduced,
            "figures": dict(self.figures),
            "note": self.note,
        }


def shown(number: float) -> float:
    """Return a factor with three significant digits."""
    return float(f"{number:.3g}")


def rare(points: Sequence[Point]) -> list[Point]:
    """Return the points at which c is significantly less frequent; there must be some."""
    found = [point for point in points if point.at <= RARE]
    assert found, "a scale needs a rare c"
    return found


def by_share(points: Sequence[Point], ratio: Mapping[float, float]) -> dict[str, float]:
    """Return a factor for each f_c, for a file."""
    return {f"f_c={point.at:g}": shown(ratio[point.at]) for point in points}


def over(points: Sequence[Point], above: str, below: str) -> dict[float, float]:
    """Return the evaluations of one engine over those of another, for each f_c."""
    return {point.at: point.evaluations(above) / point.evaluations(below) for point in points}


def over_best(points: Sequence[Point], name: str) -> dict[float, float]:
    """Return the evaluations of an engine over those of the best chain, for each f_c."""
    return {point.at: point.evaluations(name) / point.evaluations(point.best_chain())
            for point in points}  # fmt: skip


def frequency_claims(
    shares: Mapping[str, Sequence[Point]], repeats: Mapping[int, Sequence[Point]]
) -> Iterator[Claim]:
    """Yield the claims on figures 7 and 8, given the points of each sequence and further seed."""
    points = shares["abc"]
    yield _eager(points)
    yield _poor(points, ("abc", "bac"), "2a", "third")
    yield _poor(points, ("acb", "bca"), "2b", "second")
    yield _first(points)
    yield _hundred(points)
    yield _tree(points, repeats)
    yield _sequence(shares["cba"])
    yield _place(shares)
    yield _anywhere(shares)
    yield _converge(points)


def _eager(points: Sequence[Point]) -> Claim:
    few = rare(points)
    counts = [point.evaluations("eager") for point in few]
    spread = max(counts) / min(counts)
    rarest = min(points, key=lambda point: point.at)
    behind = over_best([rarest], "eager")[rarest.at]
    every = [point.evaluations("eager") for point in points]
    return Claim(
        "1",
        f"eager is flat in f_c (within {SAME:g}x for f_c <= {RARE:g}) and poor (at least "
        f"{ORDER:g}x the best chain at the rarest c)",
        "[D] section 7, figure 7, observation 1",
        spread <= SAME and behind >= ORDER,
        {"largest/smallest": shown(spread), "over best chain at rarest": shown(behind),
         "largest/smallest over all f_c": shown(max(every) / min(every))},
    )  # fmt: skip


def _poor(points: Sequence[Point], chains: Sequence[str], number: str, where: str) -> Claim:
    """Judge whether some chains are as poor as eager, and say what explains it if not."""
    few = rare(points)
    ratios = {name: over(few, "eager", name) for name in chains}
    same = all(1 / SAME <= r <= SAME for ratio in ratios.values() for r in ratio.values())
    figures: dict[str, Any] = {f"eager/{name}": by_share(few, r) for name, r in ratios.items()}
    figures["examined: eager/chain"] = {
        name: by_share(few, {p.at: p.examined("eager") / p.examined(name) for p in few})
        for name in chains
    }
    return Claim(
        number,
        f"chains with c {where} ({', '.join(chains)}) are as poor as eager (within {SAME:g}x "
        f"for f_c <= {RARE:g})",
        "[D] section 7, figure 7, observation 2",
        same,
        figures,
        "" if same or any(name[1] != "c" for name in chains) else _waiting(points, chains),
    )


def _waiting(points: Sequence[Point], chains: Sequence[str]) -> str:
    """Say by how much a chain x-c-y differs from c-x-y, and what another count would say."""
    laws, rarest = [], min(points, key=lambda point: point.at)
    for name in chains:
        swapped, first = f"c{name[0]}{name[2]}", name[0]
        exact = all(
            p.evaluations(name) - p.evaluations(swapped)
            == p.events[TYPES[first]] - p.events[TYPES["c"]]
            for p in points
        )
        how = "exactly" if exact else "not exactly"
        laws.append(f"{name} needs {how} N_{first} - N_c evaluations more than {swapped}")
    factor = min(over([rarest], "eager", name)[rarest.at] for name in chains)
    examined = max(p.examined("eager") / p.examined(n) for p in rare(points) for n in chains)
    return (
        f"{'; '.join(laws)}, at every f_c: a chain that waits with its first event for c evaluates "
        f"nothing until c comes. At the rarest c eager needs {factor:.1f}x as many or more. "
        "Counted instead as pairs of an arriving event and a waiting instance (examined), they "
        f"stay within {examined:.2g}x of eager; whether [D] counted so, it does not say."
    )


def _first(points: Sequence[Point]) -> Claim:
    ratios = {name: over(points, "eager", name) for name in ("cab", "cba")}
    rarest = min(ratios["cab"])
    reach = {
        name: max((at for at, factor in ratio.items() if factor >= ORDER), default=0.0)
        for name, ratio in ratios.items()
    }
    return Claim(
        "3a",
        f"chains that begin with c are one to three orders of magnitude better than eager (both "
        f"at least {ORDER:g}x at the rarest c)",
        "[D] section 7, figure 7, observation 3",
        all(ratio[rarest] >= ORDER for ratio in ratios.values()),
        {f"eager/{name}": by_share(points, ratio) for name, ratio in ratios.items()},
        "; ".join(
            f"{name} reaches {ORDER:g}x at f_c = {at:g}" if at else f"{name} never does"
            for name, at in reach.items()
        ),
    )


def _hundred(points: Sequence[Point]) -> Claim:
    rarest = min(points, key=lambda point: point.at)
    best = rarest.best_chain()
    factor = rarest.evaluations("eager") / rarest.evaluations(best)
    return Claim(
        "3b",
        f"the best chain needs at least {TWO_ORDERS:g}x fewer evaluations than eager at rarest c",
        "[D] section 7, figure 7, observation 3",
        factor >= TWO_ORDERS,
        {"f_c": rarest.at, "best chain": best, "eager": rarest.evaluations("eager"),
         "best": rarest.evaluations(best), "eager/best": shown(factor)},
    )  # fmt: skip


def _tree(points: Sequence[Point], repeats: Mapping[int, Sequence[Point]]) -> Claim:
    """Judge the tree on the stream of figure 7 and on further seeds: its margin is small."""
    few = rare(points)
    ratio = over_best(points, "tree")
    again = {seed: over_best(rare(more), "tree") for seed, more in repeats.items()}
    best = sorted({point.best_chain() for point in few})
    judged = [ratio[point.at] for point in few]
    others = [factor for row in again.values() for factor in row.values()]
    above = "".join(f", {ratio[p.at]:.2f}x at f_c = {p.at:g}" for p in points if p.at > RARE)
    note = (
        f"the best chain is {' or '.join(best)} ([D]: cab); on the stream of figure 7 the tree "
        f"needs {min(judged):.3f}x to {max(judged):.3f}x{above}; on {len(again)} more seeds "
        f"{min(others):.3f}x to {max(others):.3f}x, {sum(f > CLOSE for f in others)} of "
        f"{len(others)} points above {CLOSE:g}x"
    )
    return Claim(
        "4",
        f"the tree is as good as the best chain on static input (within {CLOSE:g}x for f_c <= "
        f"{RARE:g}, on every seed; [D]: slightly better)",
        "[D] section 7, figure 7, observation 4",
        max(judged + others) <= CLOSE,
        {
            "tree/best chain": by_share(points, ratio),
            "best chain": best,
            "further seeds": {str(k): by_share(rare(repeats[k]), row) for k, row in again.items()},
        },
        note,
    )


def _sequence(points: Sequence[Point]) -> Claim:
    ratio = over_best(rare(points), "eager")
    return Claim(
        "5a",
        f"on SEQ(c,b,a) eager is as good as the best chain (within {CLOSE:g}x for f_c <= {RARE:g})",
        "[D] section 7, figure 8",
        all(factor <= CLOSE for factor in ratio.values()),
        {"eager/best chain": by_share(rare(points), ratio)},
    )


def _place(shares: Mapping[str, Sequence[Point]]) -> Claim:
    counts: dict[tuple[str, float], list[int]] = {}
    for points in shares.values():
        for point in rare(points):
            for name in CHAINS:
                counts.setdefault((name, point.at), []).append(point.evaluations(name))
    full = {key: row for key, row in counts.items() if len(row) == len(shares)}
    spread = {
        name: max(max(row) / min(row) for (chain, _), row in full.items() if chain == name)
        for name in CHAINS
    }
    return Claim(
        "5b",
        f"lazy chains do not care where c stands in the sequence (each within {SAME:g}x over "
        f"{', '.join(shares)} for f_c <= {RARE:g})",
        "[D] section 7, figure 8",
        max(spread.values()) <= SAME,
        {"largest/smallest": {name: shown(factor) for name, factor in spread.items()}},
    )


def _anywhere(shares: Mapping[str, Sequence[Point]]) -> Claim:
    ratios = {s: over_best(rare(points), "tree") for s, points in shares.items() if s != "abc"}
    found = all(factor <= CLOSE for ratio in ratios.values() for factor in ratio.values())
    worst = max(ratios, key=lambda s: max(ratios[s].values()))
    return Claim(
        "5c",
        f"on SEQ(c,b,a) and SEQ(a,c,b) the tree remains superior (within {CLOSE:g}x of the best "
        f"chain for f_c <= {RARE:g})",
        "[D] section 7, figure 8",
        found,
        {f"{s}: tree/best chain": by_share(rare(shares[s]), ratio) for s, ratio in ratios.items()},
        "" if found else (
            f"worst on SEQ({','.join(worst)}): an instance of the tree follows one edge for good, "
            "and until it has seen enough of a clause it takes it to halve the events."
        ),
    )  # fmt: skip


def _converge(points: Sequence[Point]) -> Claim:
    most = max(points, key=lambda point: point.at)
    counts = {name: most.evaluations(name) for name in ENGINES}
    spread = max(counts.values()) / min(counts.values())
    worst = sorted(counts, key=lambda name: -counts[name])[:2]
    found = most.at >= 1 and spread <= LIKE
    return Claim(
        "8",
        f"as f_c approaches 1 all engines converge to the same cost (within {LIKE:g}x at f_c = 1)",
        "[D] section 7, after figure 7 (an expectation, not a measurement)",
        found,
        {"f_c": most.at, "evaluations": counts, "largest/smallest": shown(spread)},
        "" if found else f"{' and '.join(worst)} are the dearest{_unguarded(worst)}",
    )  # fmt: skip


def _unguarded(worst: Sequence[str]) -> str:
    """Return why the orders that leave b for last are dear, if it is they that are."""
    if any(name[-1] != "b" for name in worst):
        return ""
    return (
        ": they bind a and c before b, and no clause speaks of a and c alone, so their second edge "
        "lets every pair in the window pass"
    )
