"""Seconds of Siconos' nonsmooth Gauss-Seidel on frictional contact files (JSON, W as triplets), one thread.

Prints one JSON object a file: {"file": ..., "seconds": best of some runs, "converged": 1 or 0, "r": its reactions}.
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

# Above this part of filled entries dense storage is tried too; with few of them it is several times slower.
FILLED = 0.2


def solve(contacts, matrix, q, mu):
    problem = sn.FrictionContactProblem(3, contacts, matrix, q, mu)
    options = sn.SolverOptions(sn.SICONOS_FRICTION_3D_NSGS)
    options.dparam[sn.SICONOS_DPARAM_TOL] = TOLERANCE
    options.iparam[sn.SICONOS_IPARAM_MAX_ITER] = SWEEPS
    r, u = np.zeros(3 * contacts), np.zeros(3 * contacts)
    start = time.perf_counter()
    sn.fc3d_nsgs(problem, r, u, options)
    seconds = time.perf_counter() - start
    return seconds, r, options.dparam[sn.SICONOS_DPARAM_RESIDU] <= TOLERANCE


def measure(path):
    with open(path) as file:
        data = json.load(file)
    contacts, w = data["contacts"], data["W"]
    size = 3 * contacts
    sparse = csc_matrix((w["v"], (w["i"], w["j"])), shape=(size, size))
    best = None
    dense = [sparse.toarray()] if sparse.nnz > FILLED * size * size else []
    for matrix in [*dense, sparse]:
        for _ in range(RUNS):
            seconds, r, converged = solve(contacts, matrix, np.array(data["q"]), np.array(data["mu"]))
            if best is None or seconds < best[0]:
                best = (seconds, r, converged)
            if seconds > LONG:
                break
    return {"file": path, "seconds": best[0], "converged": int(best[2]), "r": best[1].tolist()}


for name in sys.argv[1:]:
    print(json.dumps(measure(name)), flush=True)
