"""A pile in space by MuJoCo: its own parameters but for the step.

Argument: the step. The pile is read as JSON from standard input. Prints a JSON object: {"seconds" (of the processor), "simulated",
"looks": [[x, y, z, q_w, q_x, q_y, q_z, ...], ...]}, the places of all bodies at equal times, until the end or the end of patience.
"""

import json
import sys
import time

import mujoco

pile, step = json.load(sys.stdin), float(sys.argv[1])

spec = mujoco.MjSpec()
spec.memory = 2**31
spec.option.timestep = step
spec.option.gravity = [0, 0, -pile["gravity"]]
friction = [pile["mu"], 0, 0]
for normal, point in pile["planes"]:
    spec.worldbody.add_geom(type=mujoco.mjtGeom.mjGEOM_PLANE, size=[0, 0, 1], pos=point, zaxis=normal, friction=friction, condim=3)
for body in pile["bodies"]:
    made = spec.worldbody.add_body(pos=body["place"][:3], quat=body["place"][3:])
    made.add_freejoint()
    if "ball" in body:
        form = {"type": mujoco.mjtGeom.mjGEOM_SPHERE, "size": [body["ball"], 0, 0]}
    else:
        form = {"type": mujoco.mjtGeom.mjGEOM_BOX, "size": [side / 2 for side in body["box"]]}
    made.add_geom(density=pile["density"], friction=friction, condim=3, **form)
model = spec.compile()
data = mujoco.MjData(model)

each, count = round(pile["look"] / step), round(pile["until"] / pile["look"])
looks, seconds = [], 0.0
while len(looks) < count and seconds < pile["patience"]:
    start = time.process_time()
    mujoco.mj_step(model, data, each)
    seconds += time.process_time() - start
    looks.append([float(x) for x in data.qpos])
print(json.dumps({"seconds": seconds, "simulated": len(looks) * pile["look"], "looks": looks}))
