"""The pictures of the four figures: logarithmic counts, one line an engine, nothing hidden.

The colours are those of Okabe and Ito, which stay apart for colour-blind readers; every engine
also has a marker and a dash of its own, because some lines coincide.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Final

from augury.benchmarks.figures_run import ENGINES, Point
from augury.benchmarks.figures_verdicts import per_bucket

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from augury.benchmarks.figures import Report

STYLES: Final[Mapping[str, tuple[str, str, str, float]]] = {
    "eager": ("#000000", "s", "-", 4.5),
    "abc": ("#E69F00", "^", "--", 2.0),
    "acb": ("#D55E00", "v", "-", 1.6),
    "bac": ("#CC79A7", "<", ":", 2.4),
    "bca": ("#8C5109", ">", "-", 1.6),
    "cab": ("#56B4E9", "o", "-", 1.6),
    "cba": ("#0072B2", "D", "-", 3.4),
    "tree": ("#009E73", "*", "--", 2.2),
}
"""Colour, marker, dash and width; where lines coincide the later and thinner lies on top."""
SIZE: Final = (7.2, 4.6)
RESOLUTION: Final = 110


def pictures(report: Report) -> dict[int, bytes]:
    """Return each figure as a PNG."""
    drawn = {7: _seven, 8: _eight, 9: _nine, 10: _ten}
    return {number: _png(draw(report), report) for number, draw in drawn.items()}


def _figure(width: float = SIZE[0]) -> Figure:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    layout = ConstrainedLayoutEngine(rect=(0, 0.045, 1, 0.955))
    figure = Figure(figsize=(width, SIZE[1]), layout=layout)
    FigureCanvasAgg(figure)
    return figure


def _png(figure: Figure, report: Report) -> bytes:
    """Return a figure with its seed, scale and commit in small print."""
    about, scale = report.about, report.scale
    print_ = (
        f"seed {report.seed}, scale {scale.name}, augury {about['augury']} at {about['commit']}, "
        f"Python {about['python']}; all engines found the same matches at every point"
    )
    figure.text(0.01, 0.012, print_, fontsize=6.5, color="#555555")
    page = BytesIO()
    figure.savefig(page, format="png", dpi=RESOLUTION, metadata={"Software": None})
    return page.getvalue()


def _lines(axes: Axes, x: Sequence[float], rows: Mapping[str, Iterable[float]]) -> None:
    """Draw one line an engine on a logarithmic scale; a count of 0 leaves a gap."""
    for depth, name in enumerate(ENGINES):
        colour, marker, dash, width = STYLES[name]
        y = [count if count > 0 else float("nan") for count in rows[name]]
        big = 8 if marker == "*" else 4.5
        axes.plot(x, y, color=colour, marker=marker, linestyle=dash, linewidth=width,
                  markersize=big, label=name, zorder=3 + depth)  # fmt: skip
    axes.set_yscale("log")
    axes.grid(which="major", color="#DDDDDD", linewidth=0.6)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)


def _legend(figure: Figure, axes: Axes, last: Mapping[str, float]) -> None:
    """Put the legend beside the picture, in the order in which the lines end."""
    handles, labels = axes.get_legend_handles_labels()
    known = dict(zip(labels, handles, strict=True))
    order = sorted(ENGINES, key=lambda name: -last[name])
    figure.legend([known[name] for name in order], order, loc="outside right center",
                  frameon=False, fontsize=9, handlelength=3.2)  # fmt: skip


def _by_share(axes: Axes, points: Sequence[Point], sequence: str) -> dict[str, float]:
    """Draw evaluations against f_c; return where each line ends at the rarest c."""
    axes.set_xscale("log")
    rows = {name: [float(point.evaluations(name)) for point in points] for name in ENGINES}
    _lines(axes, [point.at for point in points], rows)
    axes.set_xlabel("f_c, the frequency of c relative to a and b")
    axes.set_title(f"SEQ({', '.join(sequence)})", fontsize=10, loc="left")
    return {name: row[-1] for name, row in rows.items()}


def _seven(report: Report) -> Figure:
    figure = _figure()
    axes = figure.subplots()
    last = _by_share(axes, report.measured.shares["abc"], "abc")
    axes.set_ylabel("evaluations")
    axes.set_title("Figure 7: evaluations by f_c, SEQ(a, b, c)", fontsize=10, loc="left")
    _legend(figure, axes, last)
    return figure


def _eight(report: Report) -> Figure:
    figure = _figure(10.0)
    panels = figure.subplots(1, 2, sharey=True)
    series = report.measured.figure(8)
    for axes, (sequence, points) in zip(panels, series.items(), strict=True):
        last = _by_share(axes, points, sequence)
    panels[0].set_ylabel("evaluations")
    figure.suptitle("Figure 8: evaluations by f_c, the rare name elsewhere", fontsize=10)
    _legend(figure, panels[1], last)
    return figure


def _nine(report: Report) -> Figure:
    figure = _figure()
    axes = figure.subplots()
    point = report.measured.memory
    rows = {name: [float(n) for n in r.peak_instances] for name, r in point.readings.items()}
    _lines(axes, point.sizes, rows)
    axes.set_ylim(bottom=1)
    axes.set_xlabel("events of the input")
    axes.set_ylabel("peak instances")
    axes.set_title(
        f"Figure 9: peak instances by input size, SEQ(a, b, c), f_c = {point.at:g}",
        fontsize=10, loc="left",
    )  # fmt: skip
    _legend(figure, axes, {name: row[-1] for name, row in rows.items()})
    return figure


def _ten(report: Report) -> Figure:
    figure = _figure(8.6)
    axes = figure.subplots()
    point, scale = report.measured.switching, report.scale
    rows = per_bucket(point)
    _lines(axes, [size - scale.bucket / 2 for size in point.sizes], rows)
    for number, rarest in enumerate(scale.phases):
        begin, end = number * scale.phase, (number + 1) * scale.phase
        if number % 2:
            axes.axvspan(begin, end, color="#F3F3F3", zorder=0)
        axes.text((begin + end) / 2, 1.0, f"{rarest} rarest", ha="center", va="bottom",
                  fontsize=8.5, transform=axes.get_xaxis_transform())  # fmt: skip
    axes.set_xlim(0, scale.phase * len(scale.phases))
    axes.set_xlabel(f"events; the rarest type changes every {scale.phase:,}")
    axes.set_ylabel(f"evaluations per {scale.bucket:,} events")
    axes.set_title("Figure 10: switching input, SEQ(a, b, c)", fontsize=10, loc="left", pad=16)
    axes.xaxis.set_major_formatter(lambda x, _: f"{x:,.0f}")
    _legend(figure, axes, {name: sum(row) for name, row in rows.items()})
    return figure
