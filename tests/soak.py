"""Search for a disagreement between the readings of the definition until the time is over."""

from __future__ import annotations

import argparse
import random
import sys
import time

from augury.engines import ENGINES
from augury.spec.errors import UnsupportedError
from augury.spec.language.functions import BUILTINS
from augury.spec.language.parser import parse
from augury.spec.strategies import RandomChoices, Size, command, question, shrunk

SIZES = (Size(), Size(kleene=False), Size(names=6, depth=4, clauses=5))


def disagree(asked) -> bool:
    answers = set()
    for engine in ENGINES.values():
        try:
            answers.add(engine.run(asked.stream, asked.pattern, asked.dialect, BUILTINS, 10**6))
        except UnsupportedError:
            continue
    return len(answers) != 1 or parse(str(asked.pattern)) != asked.pattern


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--minutes", type=float, default=10)
    arguments.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**9))
    chosen = arguments.parse_args()
    print(f"seed {chosen.seed}, {chosen.minutes} minutes", flush=True)
    end, number = time.monotonic() + 60 * chosen.minutes, 0
    while time.monotonic() < end:
        asked = question(RandomChoices(chosen.seed + number), SIZES[number % len(SIZES)])
        if disagree(asked):
            print(f"seed {chosen.seed + number}: the readings disagree; paste:")
            print(command(shrunk(asked, disagree)))
            return 1
        number += 1
        if sys.stderr.isatty():
            print(f"\r{number:,} cases", end="", file=sys.stderr, flush=True)
    print(f"{number:,} cases, no disagreement")
    return 0


if __name__ == "__main__":
    sys.exit(main())
