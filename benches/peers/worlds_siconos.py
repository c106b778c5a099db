"""The benchmark's scenes by Siconos, one thread.

Arguments: `steps` (Moreau and Jean's scheme) or `events`, the scene as JSON, numbers of steps. Prints a JSON object a number of
steps: {"steps", "seconds" (best of some runs), "contacts", "places": [[x, y, angle], ...] at the end}.

Boxes stay flat in these scenes, so each contact is a linear relation that never changes: Siconos is spared the search for contacts
and their geometry. Chains need joints of the plane, which Siconos has only for compiled programs: nothing is printed for them.
"""

import json
import math
import sys
import time

import numpy as np
import siconos.kernel as sk
import siconos.numerics as sn

RUNS = 5
LONG = 0.3
WARM = 3
THETA = 0.5

# Contacts up to which Lemke's method is taken, which is exact and for few of them the faster one.
FEW = 4

# What is taken off the gaps at the start, in metres, so that rounding opens none.
ROUNDING = 1e-8

# Error that the contact solver is asked for, as of Carom on the wall, and its sweeps at the most.
TOLERANCE = 1e-8
SWEEPS = 10000


def dynamics(scene, place):
    if scene["kind"] == "ball":
        moment = 0.5 * scene["radius"] ** 2
    else:
        moment = (scene["size"][0] ** 2 + scene["size"][1] ** 2) / 12
    body = sk.LagrangianLinearTIDS(list(place), [0.0, 0.0, 0.0], np.diag([1.0, 1.0, moment]))
    body.setFExtPtr(np.array([scene["gravity"][0], scene["gravity"][1], 0.0]))
    return body


def row(arm):
    """Normal (y) and tangential (x) velocity of the point of a body with this arm."""
    return [[0.0, 1.0, arm[0]], [1.0, 0.0, -arm[1]]]


def contacts(scene):
    """Contacts as (body, body below or None, arms): the ends of every overlap of two rows, and of the lowest row on the floor."""
    places = scene["places"]
    if scene["kind"] == "ball":
        return [(0, None, (0.0, -scene["radius"]), None)]
    width, height = scene["size"]
    found = []
    for i, (x, y, _) in enumerate(places):
        if y < 0.75 * height:
            found += [(i, None, (side * width / 2, -height / 2), None) for side in (-1, 1)]
        for j, (u, v, _) in enumerate(places):
            if abs(y - v - height) < 0.25 * height and abs(x - u) < width:
                for at in (max(x, u) - width / 2, min(x, u) + width / 2):
                    found.append((i, j, (at - x, -height / 2), (at - u, height / 2)))
    return found


def system(scene):
    whole = sk.NonSmoothDynamicalSystem(0.0, scene["until"])
    bodies = [dynamics(scene, place) for place in scene["places"]]
    for body in bodies:
        whole.insertDynamicalSystem(body)
    law = sk.NewtonImpactFrictionNSL(scene["e"], 0.0, scene["mu"], 2)
    if scene["kind"] == "ball":
        law = sk.NewtonImpactNSL(scene["e"])
    count = 0
    for i, j, arm, other in contacts(scene):
        lines = np.array(row(arm))
        if j is not None:
            lines = np.hstack([-np.array(row(other)), lines])
        at = np.hstack([[] if j is None else scene["places"][j], scene["places"][i]])
        offset = -lines @ at
        # Touching from the start, whatever rounding says.
        offset[0] -= ROUNDING
        if scene["kind"] == "ball":
            lines, offset = lines[:1], np.array([-scene["radius"]])
        interaction = sk.Interaction(law, sk.LagrangianLinearTIR(lines, offset))
        whole.link(interaction, *([] if j is None else [bodies[j]]), bodies[i])
        count += 1
    return whole, bodies, count


def stepper(scene, whole, steps):
    if scene["kind"] == "ball":
        problem = sk.LCP()
    else:
        few = len(contacts(scene)) <= FEW
        problem = sk.FrictionContact(2, sn.SICONOS_FRICTION_2D_LEMKE if few else sn.SICONOS_FRICTION_2D_NSGS)
        if not few:
            # Blocks, a tenth of the time of a full matrix on the wall.
            problem.setMStorageType(1)
        options = problem.numericsSolverOptions()
        options.dparam[sn.SICONOS_DPARAM_TOL] = TOLERANCE
        options.iparam[sn.SICONOS_IPARAM_MAX_ITER] = SWEEPS
    grid = sk.TimeDiscretisation(0.0, scene["until"] / steps)
    simulation = sk.TimeStepping(whole, grid, sk.MoreauJeanOSI(THETA), problem)
    simulation.setNewtonMaxIteration(1)
    return simulation


def by_steps(scene, steps):
    whole, bodies, count = system(scene)
    simulation = stepper(scene, whole, steps)
    # The first step makes what the others reuse.
    start = time.perf_counter()
    for _ in range(steps):
        simulation.computeOneStep()
        simulation.nextStep()
    return time.perf_counter() - start, bodies, count


def by_events(scene, steps):
    whole, bodies, count = system(scene)
    grid = sk.TimeDiscretisation(0.0, scene["until"] / steps)
    simulation = sk.EventDriven(whole, grid)
    simulation.insertIntegrator(sk.LsodarOSI())
    simulation.insertNonSmoothProblem(sk.LCP(), sk.SICONOS_OSNSP_ED_IMPACT)
    simulation.insertNonSmoothProblem(sk.LCP(), sk.SICONOS_OSNSP_ED_SMOOTH_ACC)
    start = time.perf_counter()
    while simulation.hasNextEvent():
        simulation.advanceToEvent()
        simulation.processEvents()
    return time.perf_counter() - start, bodies, count


def measure(run, scene, steps):
    best = math.inf
    # The first calls of a process load what the others find.
    run(dict(scene, until=scene["until"] * WARM / steps), WARM)
    for _ in range(RUNS):
        seconds, bodies, count = run(scene, steps)
        best = min(best, seconds)
        if seconds > LONG:
            break
    places = [[float(x) for x in body.q()] for body in bodies]
    return {"steps": steps, "seconds": best, "contacts": count, "places": places}


way, described = sys.argv[1], json.loads(sys.argv[2])
if described["kind"] != "chain":
    for number in sys.argv[3:]:
        print(json.dumps(measure(by_steps if way == "steps" else by_events, described, int(number))), flush=True)
