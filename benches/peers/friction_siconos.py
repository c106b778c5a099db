"""Seconds of Siconos' nonsmooth Gauss-Seidel on frictional contact files (JSON, W as triplets), one thread.

Prints one JSON object a file: {"file": ..., "seconds": best of some runs, "r": its reactions}.
"""

import json
import sys
import time

import numpy as np
import siconos.numerics as sn
from scipy.sparse import csc_matrix

# Siconos' own error at which it stops, and its sweeps at the most.
TOLERANCE = 1e-7
SWEEPS = 20000

# Runs of each file and storage; the best counts. A file that takes long is run once.
RUNS = 5
LONG = 0.5


def solve(contacts, matrix, q, mu):
    problem = sn.FrictionContactProblem(3, contacts, matrix, q, mu)
    options = sn.SolverOptions(sn.SICONOS_FRICTION_3D_NSGS)
    options.dparam[sn.SICONOS_DPARAM_TOL] = TOLERANCE
    options.iparam[sn.SICONOS_IPARAM_MAX_ITER] = SWEEPS
    r, u = np.zeros(3 * contacts), np.zeros(3 * contacts)
    start = time.perf_counter()
    sn.fc3d_nsgs(problem, r, u, options)
    return time.perf_counter() - start, r


def measure(path):
    with open(path) as file:
        data = json.load(file)
    contacts, w = data["contacts"], data["W"]
    size = 3 * contacts
    sparse = csc_matrix((w["v"], (w["i"], w["j"])), shape=(size, size))
    best = None
    for matrix in (sparse.toarray(), sparse):
        for _ in range(RUNS):
            seconds, r = solve(contacts, matrix, np.array(data["q"]), np.array(data["mu"]))
            if best is None or seconds < best[0]:
                best = (seconds, r)
            if seconds > LONG:
                break
    return {"file": path, "seconds": best[0], "r": best[1].tolist()}


for name in sys.argv[1:]:
    print(json.dumps(measure(name)), flush=True)
