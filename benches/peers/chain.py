"""The chain in space for engines called from Python: its numbers, and the loop over numbers of steps.

A program gives `main` a function `prepare(chain, step)` that returns `run(steps)` and `tip()`. Arguments: numbers of steps; the chain is read as JSON from standard input.
Prints a JSON object a number of steps: {"steps", "seconds" (of the processor, the least of some runs), "tip": [x, y, z] at the end}.
"""

import json
import math
import sys
import time

RUNS = 3
LONG = 0.3


class Chain:
    """Links along their x axes; the first is turned about y. Hinges stand across, turned by 45 degrees to either side in turn."""

    def __init__(self, data):
        self.links = data["links"]
        self.length = data["length"]
        self.mass = data["mass"]
        self.moments = data["moments"]
        self.angle = data["angle"]
        self.gravity = data["gravity"]
        self.until = data["until"]

    @property
    def turn(self):
        """The rotation of the links about y at the start."""
        return math.pi / 2 - self.angle

    def axis(self, k):
        """The axis of hinge k in the frame of its links."""
        return [0.0, math.sqrt(0.5) * (-1) ** k, math.sqrt(0.5)]


def main(prepare):
    chain = Chain(json.load(sys.stdin))
    for steps in map(int, sys.argv[1:]):
        best, tip = math.inf, None
        for _ in range(RUNS + 1):
            run, place = prepare(chain, chain.until / steps)
            start = time.process_time()
            run(steps)
            seconds = time.process_time() - start
            best, tip = min(best, seconds), place()
            if seconds > LONG:
                break
        print(json.dumps({"steps": steps, "seconds": best, "tip": [float(x) for x in tip]}), flush=True)
