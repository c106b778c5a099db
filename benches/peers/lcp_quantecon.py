"""Solves a second of quantecon's Lemke on files of problems, one thread.

A file holds two numbers (count, n), then per problem M row by row and q, all 64-bit little-endian floats.
Prints one JSON object a file: {"file": ..., "rate": solves a second, "solved": share}.
"""

import json
import sys
import time

import numpy as np
from quantecon.optimize import lcp_lemke
from quantecon.optimize.linprog_simplex import PivOptions

# Seconds spent on each file; the best round counts, since a disturbance only ever adds.
SECONDS = 1.0


def problems(path):
    numbers = np.fromfile(path, dtype="<f8")
    n = int(numbers[1])
    for part in numbers[2:].reshape(-1, n * n + n):
        yield part[: n * n].reshape(n, n).copy(), part[n * n :].copy()


def solved(m, q, z):
    w = m @ z + q
    scale = max(1.0, np.abs(q).max(), np.abs(z).max())
    return max(-z.min(), -w.min(), np.abs(np.minimum(z, w)).max()) <= 1e-6 * scale


def rate(path):
    cases = list(problems(path))
    n = len(cases[0][1])
    options = PivOptions()
    best, count, start = 0.0, 0, time.perf_counter()
    while best == 0.0 or time.perf_counter() - start < SECONDS:
        began = time.perf_counter()
        results = [lcp_lemke(m, q, max_iter=50 * n + 1000, piv_options=options) for m, q in cases]
        best = max(best, len(cases) / (time.perf_counter() - began))
        count = sum(bool(r.success) and solved(m, q, r.z) for (m, q), r in zip(cases, results))
    return {"file": path, "rate": best, "solved": count / len(cases)}


def main():
    # Compiles before anything is timed.
    lcp_lemke(np.eye(2), -np.ones(2))
    for path in sys.argv[1:]:
        print(json.dumps(rate(path)), flush=True)


main()
