"""A body that tumbles without forces by Drake: Runge-Kutta of order three with fixed steps.

Argument: the number of steps. The body is read as JSON from standard input. Prints {"seconds" (of the processor), "rotation": quaternion}.
"""

import json
import sys
import time

import numpy
from pydrake.multibody.plant import MultibodyPlant
from pydrake.multibody.tree import SpatialInertia, UnitInertia
from pydrake.systems.analysis import ResetIntegratorFromFlags, Simulator

body, steps = json.load(sys.stdin), int(sys.argv[1])
step = body["until"] / steps
plant = MultibodyPlant(time_step=0.0)
unit = UnitInertia(*(moment / body["mass"] for moment in body["moments"]))
made = plant.AddRigidBody("body", SpatialInertia(body["mass"], numpy.zeros(3), unit))
plant.mutable_gravity_field().set_gravity_vector([0, 0, 0])
plant.Finalize()
best = float("inf")
for _ in range(3):
    simulator = Simulator(plant)
    context = plant.GetMyMutableContextFromRoot(simulator.get_mutable_context())
    plant.SetVelocities(context, numpy.concatenate([body["spin"], numpy.zeros(3)]))
    integrator = ResetIntegratorFromFlags(simulator, "runge_kutta3", step)
    integrator.set_fixed_step_mode(True)
    integrator.set_maximum_step_size(step)
    simulator.Initialize()
    start = time.process_time()
    simulator.AdvanceTo(body["until"])
    best = min(best, time.process_time() - start)
turn = plant.EvalBodyPoseInWorld(context, made).rotation().ToQuaternion()
print(json.dumps({"seconds": best, "rotation": [turn.w(), turn.x(), turn.y(), turn.z()]}))
