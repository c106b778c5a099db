"""The chain in space by Drake: joint angles, Runge-Kutta of order three with fixed steps."""

import numpy
from pydrake.math import RigidTransform, RotationMatrix
from pydrake.multibody.plant import MultibodyPlant
from pydrake.multibody.tree import FixedOffsetFrame, RevoluteJoint, SpatialInertia, UnitInertia
from pydrake.systems.analysis import ResetIntegratorFromFlags, Simulator

from chain import main


def prepare(chain, step):
    plant = MultibodyPlant(time_step=0.0)
    centre = numpy.array([chain.length / 2, 0, 0])
    unit = UnitInertia(*(moment / chain.mass for moment in chain.moments)).ShiftFromCenterOfMass(-centre)
    inertia = SpatialInertia(chain.mass, centre, unit)
    before = plant.world_body()
    for k in range(chain.links):
        body = plant.AddRigidBody(f"link-{k}", inertia)
        place = RigidTransform([chain.length, 0, 0]) if k else RigidTransform(RotationMatrix.MakeYRotation(chain.turn))
        frame = plant.AddFrame(FixedOffsetFrame(f"end-{k}", before.body_frame(), place))
        plant.AddJoint(RevoluteJoint(f"hinge-{k}", frame, body.body_frame(), numpy.array(chain.axis(k))))
        before = body
    plant.mutable_gravity_field().set_gravity_vector([0, 0, -chain.gravity])
    plant.Finalize()
    simulator = Simulator(plant)
    integrator = ResetIntegratorFromFlags(simulator, "runge_kutta3", step)
    integrator.set_fixed_step_mode(True)
    integrator.set_maximum_step_size(step)
    simulator.Initialize()

    def tip():
        pose = plant.EvalBodyPoseInWorld(plant.GetMyContextFromRoot(simulator.get_context()), before)
        return pose.multiply([chain.length, 0, 0])

    return lambda steps: simulator.AdvanceTo(chain.until), tip


main(prepare)
