"""A body that tumbles without forces by MuJoCo: Runge-Kutta of order four.

Argument: the number of steps. The body is read as JSON from standard input. Prints {"seconds" (of the processor), "rotation": quaternion}.
"""

import json
import sys
import time

import mujoco

body, steps = json.load(sys.stdin), int(sys.argv[1])
spec = mujoco.MjSpec()
spec.option.timestep = body["until"] / steps
spec.option.gravity = [0, 0, 0]
spec.option.integrator = mujoco.mjtIntegrator.mjINT_RK4
made = spec.worldbody.add_body()
made.add_freejoint()
made.mass, made.inertia, made.explicitinertial = body["mass"], body["moments"], True
model = spec.compile()
best = float("inf")
for _ in range(3):
    data = mujoco.MjData(model)
    data.qvel[3:] = body["spin"]
    start = time.process_time()
    mujoco.mj_step(model, data, steps)
    best = min(best, time.process_time() - start)
print(json.dumps({"seconds": best, "rotation": [float(x) for x in data.qpos[3:]]}))
