"""How the page looks: light and dark, phone and desktop; the pictures follow the colours."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from augury.pictures.markup import COLOURS, FAINT, INK, MUTED, PAPER, RULE

DARK_COLOURS: Final = (
    *("#60a5fa", "#f472b6", "#34d399", "#fbbf24", "#a78bfa", "#22d3ee"),
    *("#f87171", "#a3e635", "#e879f9", "#2dd4bf", "#fb923c", "#818cf8"),
)
DARK: Final[Mapping[str, str]] = {
    INK: "#e6e9ee",
    MUTED: "#a4adba",
    FAINT: "#8b95a3",
    RULE: "#313a46",
    PAPER: "#161b22",
    "#f9fafb": "#1b2129",
    "#f3f4f6": "#202731",
    "#c3c8d0": "#566170",
    "#eff6ff": "#15243d",
    "#ecfdf5": "#11291f",
    "#fef2f2": "#341a1c",
    **dict(zip(COLOURS, DARK_COLOURS, strict=True)),
}
"""What each colour of a picture becomes on a dark page."""

_PAGE: Final = """\
:root {
  color-scheme: light dark;
  --paper: #f6f7f9; --card: #ffffff; --ink: #1b2430; --muted: #5d6878; --rule: #e2e6eb;
  --code: #f4f6f8; --link: #1d4fbf; --good: #05734f; --good-paper: #e7f6ef;
  --bad: #b91c1c; --bad-paper: #fdecec; --quiet-paper: #eef1f4;
  --sans: system-ui, -apple-system, "Segoe UI", "Helvetica Neue", Arial, sans-serif;
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; scroll-behavior: smooth; scroll-padding-top: 1rem; }
body {
  margin: 0 auto; max-width: 70rem; padding: clamp(1.5rem, 5vw, 4rem) clamp(1rem, 4vw, 2.5rem);
  background: var(--paper); color: var(--ink); font: 1.0625rem/1.6 var(--sans);
  overflow-wrap: break-word;
}
h1 { font-size: clamp(1.9rem, 5vw, 2.75rem); line-height: 1.1; letter-spacing: -.025em; margin: 0; }
h2 { font-size: 1.4rem; line-height: 1.25; letter-spacing: -.012em; margin: 0; }
h3 { font-size: .8rem; letter-spacing: .07em; text-transform: uppercase; color: var(--muted);
  margin: 2rem 0 .6rem; }
h3.plain { font-size: 1.05rem; letter-spacing: 0; text-transform: none; color: var(--ink); }
p { max-width: 44rem; margin: .75rem 0; text-wrap: pretty; }
a { color: var(--link); text-underline-offset: .2em; }
code, pre { font-family: var(--mono); font-size: .9em; }
pre { margin: 0; padding: 1rem 1.1rem; background: var(--code); border: 1px solid var(--rule);
  border-radius: .6rem; overflow-x: auto; line-height: 1.55; font-size: .875rem; tab-size: 4; }
.kicker { color: var(--muted); font-size: .8rem; font-weight: 600; letter-spacing: .09em;
  text-transform: uppercase; margin: 0 0 .4rem; }
.lead { font-size: 1.2rem; line-height: 1.5; }
.question { font-size: 1.1rem; }
.note { color: var(--muted); font-size: .95rem; }
nav ul { list-style: none; display: flex; flex-wrap: wrap; gap: .5rem; margin: 1.5rem 0 0;
  padding: 0; }
nav a { display: block; padding: .4rem .85rem; border: 1px solid var(--rule); border-radius: 99px;
  background: var(--card); text-decoration: none; font-size: .95rem; }
nav a:hover { border-color: currentColor; }
section { background: var(--card); border: 1px solid var(--rule); border-radius: 1rem;
  margin-top: 1.75rem; padding: clamp(1.1rem, 3.5vw, 2.25rem); }
.scroll { overflow-x: auto; -webkit-overflow-scrolling: touch; }
.scroll:focus-visible, a:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
svg { display: block; max-width: 100%; height: auto; }
.timeline svg { width: 100%; min-width: 46rem; }
.normal svg { min-width: 30rem; }
.matches td:first-child { width: 3rem; color: var(--muted); }
table { border-collapse: collapse; width: 100%; font-size: .93rem;
  font-variant-numeric: tabular-nums; }
th, td { text-align: left; vertical-align: top; padding: .5rem 1.1rem .5rem 0;
  border-bottom: 1px solid var(--rule); }
th { color: var(--muted); font-weight: 600; font-size: .85rem; white-space: nowrap; }
tr:last-child td { border-bottom: 0; }
td.event span, td.event small { white-space: nowrap; }
td small { color: var(--muted); font-size: .85em; }
ul.engines { list-style: none; display: flex; flex-wrap: wrap; gap: .5rem; margin: 1.1rem 0 0;
  padding: 0; }
ul.engines li { padding: .3rem .8rem; border-radius: 99px; font-size: .9rem; }
.same { background: var(--good-paper); color: var(--good); }
.differs { background: var(--bad-paper); color: var(--bad); font-weight: 700; }
.unasked { background: var(--quiet-paper); color: var(--muted); }
.alarm { border: 2px solid var(--bad); background: var(--bad-paper); color: var(--bad);
  font-weight: 700; padding: .9rem 1.1rem; border-radius: .6rem; max-width: none; }
.rules { list-style: none; margin: 0; padding: 0; }
.rules li { display: grid; grid-template-columns: 3.1rem 4.3rem 1fr; padding: .35rem 0;
  border-bottom: 1px solid var(--rule); font-size: .95rem; overflow-wrap: anywhere; }
.rules li:last-child { border-bottom: 0; }
.rules .rule { color: var(--muted); }
.holds .word { color: var(--good); font-weight: 600; }
.fails .word, .fails .text { color: var(--bad); font-weight: 600; }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 25rem), 1fr));
  gap: 0 2.5rem; }
tr.final td { background: var(--good-paper); }
tr.final td:last-child { color: var(--good); font-weight: 600; }
#finality td:first-child, #finality th:first-child { padding-left: .6rem; white-space: nowrap; }
footer { margin-top: 2.5rem; color: var(--muted); font-size: .9rem; }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
@media (max-width: 36rem) {
  body { font-size: 1rem; }
  .rules li { grid-template-columns: 3.1rem 1fr; }
  .rules .text { grid-column: 1 / -1; }
}
@media print { body { background: none; } nav { display: none; } }
"""
_DARK_PAGE: Final = """\
  :root {
    --paper: #0d1117; --card: #161b22; --ink: #e6e9ee; --muted: #a4adba; --rule: #2b333e;
    --code: #0f141b; --link: #82b1ff; --good: #4ade9b; --good-paper: #12291f;
    --bad: #ff9a94; --bad-paper: #3a1a1c; --quiet-paper: #222933;
  }
"""


def css() -> str:
    """Return the style sheet; on a dark page each colour of a picture has its counterpart."""
    rules = "".join(
        f'  svg [{part}="{light}"] {{ {part}: {dark}; }}\n'
        for light, dark in DARK.items()
        for part in ("fill", "stroke")
    )
    return f"{_PAGE}@media (prefers-color-scheme: dark) {{\n{_DARK_PAGE}{rules}}}\n"
