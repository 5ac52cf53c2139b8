"""Run every count that is claimed, with a fresh seed, and write ``EVIDENCE.md``."""

from __future__ import annotations

import os
import platform
import random
import re
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CLAIMS = (
    (
        "the definition equals its two other readings and the automata; the laws hold",
        ["tests/property"],
    ),
    ("goldens derived by hand; the vectors on disk are what the tests yield", ["tests/vectors"]),
    ("every planted bug is killed", ["tests/quality"]),
    ("bad input gives one line and status 2", ["tests/cli"]),
    ("the models hold and their variants fail, at the size of the tests", ["tests/tlc"]),
    (
        "every branch of spec/ is exercised",
        ["tests/unit", "tests/property", "tests/vectors", "--cov", "--cov-fail-under=100"],
    ),
)  # fmt: skip


def ask(*command: str) -> str:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.strip()


def main() -> int:
    seed = os.environ.get("AUGURY_SEED") or str(random.SystemRandom().randrange(10**9))
    commit = ask("git", "rev-parse", "--short", "HEAD") or "unknown"
    if ask("git", "status", "--porcelain"):
        commit += " with changes"
    rows, status = [], 0
    for claim, arguments in CLAIMS:
        # Coverage is a matter of which branches run, not of how often: the small counts do.
        profile = "check" if "--cov" in arguments else "verify"
        environment = {**os.environ, "AUGURY_PROFILE": profile, "AUGURY_SEED": seed}
        command = [sys.executable, "-P", "-m", "pytest", "-q", "-o", "timeout=3600", *arguments]
        if "tests/tlc" not in arguments:
            command += ["-n", "2", "--dist", "worksteal"]
        print(f"{claim} (seed {seed})", flush=True)
        began = time.monotonic()
        done = subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
        )
        seconds = time.monotonic() - began
        counts = re.findall(
            r"^(?:[^:\n]+: \d+ (?:cases|patterns|runs).*|\d+ passed.*|TOTAL.*)$", done.stdout, re.M
        )
        result = "holds" if done.returncode == 0 else "FAILS"
        status |= done.returncode != 0
        shown = (
            f"AUGURY_PROFILE={profile} AUGURY_SEED={seed} python -P -m pytest {' '.join(arguments)}"
        )
        rows.append(
            (
                claim,
                shown,
                "; ".join(" ".join(c.split()) for c in counts),
                result,
                f"{seconds:.0f} s",
            )
        )
        print(f"  {result} in {seconds:.0f} s: {rows[-1][2]}", flush=True)
        if done.returncode:
            print(done.stdout[-4000:], flush=True)
    rows.append(proofs())
    status |= rows[-1][3] != "holds"
    write(rows, seed, commit)
    return int(status)


def proofs() -> tuple[str, str, str, str, str]:
    """Return the row of ``augury prove``."""
    began = time.monotonic()
    print("every obligation is as expected", flush=True)
    command = [str(Path(sys.executable).with_name("augury")), "prove"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    told = (done.stdout.strip().splitlines() or ["nothing was said"])[-1]
    result = "holds" if done.returncode == 0 else "FAILS"
    seconds = f"{time.monotonic() - began:.0f} s"
    print(f"  {result} in {seconds}: {told}", flush=True)
    return (
        "every obligation is as expected, every canary refuted",
        "augury prove",
        told,
        result,
        seconds,
    )


def write(rows: list[tuple[str, str, str, str, str]], seed: str, commit: str) -> None:
    lines = [
        "# Evidence",
        "",
        f"Written by `make verify`: seed {seed}, commit {commit}, "
        f"Python {platform.python_version()}, {platform.system()} {platform.machine()}, "
        f"{os.cpu_count()} cores.",
        "",
        "| claim | command | count | result | time |",
        "|---|---|---|---|---|",
        *(
            f"| {claim} | `{command}` | {count} | {result} | {seconds} |"
            for claim, command, count, result, seconds in rows
        ),
    ]
    (ROOT / "EVIDENCE.md").write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    sys.exit(main())
