"""The benchmark's scenes by MuJoCo, one thread.

Arguments: `steps`, the scene as JSON, numbers of steps. Prints a JSON object a number of steps: {"steps", "seconds" (best of some
runs), "contacts" (at the end), "places": [[x, y, angle], ...] at the end}.

The plane of the scene is MuJoCo's x-z plane. What MuJoCo leaves to its user is set in its favour: Runge-Kutta of order four
(Euler's method for boxes, where it is as good and four times as fast), elliptic cones, contacts as stiff as the step allows, and for a restitution e the damping that gives it, over CONTACT_STEPS steps.
"""

import json
import math
import sys
import time

import mujoco

RUNS = 5
LONG = 0.3

# Steps that a bounce lasts: fewer miss the restitution, more are softer.
CONTACT_STEPS = 20


def options(scene, step):
    x, z = scene["gravity"]
    smooth = scene["kind"] != "boxes"
    return (
        f'<option timestep="{step!r}" gravity="{x!r} 0 {z!r}" integrator="{"RK4" if smooth else "Euler"}" '
        f'cone="elliptic" solver="Newton" iterations="100" tolerance="{1e-12 if smooth else 1e-8}" impratio="100"/>'
    )


def bounce(ratio):
    """Phase at which a damped contact ends, its force being zero, and the restitution: e = exp(-ratio phase / root)."""
    root = math.sqrt(1 - ratio**2)
    phase = math.atan2(2 * ratio * root, 2 * ratio**2 - 1)
    return phase, math.exp(-ratio * phase / root)


def damping_ratio(e):
    low, high = 0.0, 0.99
    for _ in range(60):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if bounce(middle)[1] > e else (low, middle)
    return 0.5 * (low + high)


def contact(scene, step):
    """Stiffness and damping of contacts: a bounce with e takes CONTACT_STEPS steps; without e critical damping, two steps."""
    e, mu = scene["e"], scene["mu"]
    if e > 0.0:
        ratio = damping_ratio(e)
        frequency = bounce(ratio)[0] / (CONTACT_STEPS * step) / math.sqrt(1 - ratio**2)
        solref = f"{-(frequency**2)!r} {-2 * ratio * frequency!r}"
    else:
        solref = f"{2 * step!r} 1"
    friction = f'condim="3" friction="{mu!r} 0 0"' if mu > 0.0 else 'condim="1"'
    return f'solref="{solref}" solimp="0.9999 0.9999 0.001 0.5 2" {friction}'


def free(place, geom):
    x, y, angle = place
    return (
        f'<body pos="{x!r} 0 {y!r}"><joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 0 1"/>'
        f'<joint type="hinge" axis="0 -1 0"/>{geom}</body>'
    )


def chain(scene):
    length, mass = scene["length"], scene["mass"]
    moment = mass * length**2 / 12
    angle = scene["places"][0][2]
    inertial = f'<inertial pos="{length / 2!r} 0 0" mass="{mass!r}" diaginertia="{moment * 1e-3!r} {moment!r} {moment!r}"/>'
    text = ""
    for k in reversed(range(len(scene["places"]))):
        at = f'pos="{length!r} 0 0"' if k else f'pos="0 0 0" euler="0 {-angle!r} 0"'
        text = f'<body {at}><joint type="hinge" axis="0 -1 0"/>{inertial}{text}</body>'
    return text


def bodies(scene):
    if scene["kind"] == "chain":
        return chain(scene)
    if scene["kind"] == "ball":
        geom = f'<geom type="sphere" size="{scene["radius"]!r}" mass="1"/>'
    else:
        width, height = scene["size"]
        geom = f'<geom type="box" size="{width / 2!r} 0.05 {height / 2!r}" mass="1"/>'
    return '<geom type="plane" size="0 0 1"/>' + "".join(free(place, geom) for place in scene["places"])


def model(scene, step):
    balance = 'balanceinertia="true" angle="radian"'
    text = (
        f'<mujoco><compiler {balance}/><size memory="200M"/>{options(scene, step)}'
        f"<default><geom {contact(scene, step)}/></default><worldbody>{bodies(scene)}</worldbody></mujoco>"
    )
    return mujoco.MjModel.from_xml_string(text)


def places(data):
    found = []
    for k in range(1, len(data.xipos)):
        axes = data.xmat[k]
        found.append([data.xipos[k][0], data.xipos[k][2], math.atan2(axes[6], axes[0])])
    return found


def measure(scene, steps):
    built = model(scene, scene["until"] / steps)
    data = mujoco.MjData(built)
    best = math.inf
    for _ in range(RUNS + 1):
        mujoco.mj_resetData(built, data)
        start = time.perf_counter()
        mujoco.mj_step(built, data, steps)
        seconds = time.perf_counter() - start
        best = min(best, seconds)
        if seconds > LONG:
            break
    mujoco.mj_kinematics(built, data)
    mujoco.mj_comPos(built, data)
    return {"steps": steps, "seconds": best, "contacts": int(data.ncon), "places": places(data)}


described = json.loads(sys.argv[2])
for number in sys.argv[3:]:
    print(json.dumps(measure(described, int(number))), flush=True)
