"""The chain in space by MuJoCo: joint angles, Runge-Kutta of order four."""

import math

import mujoco

from chain import main


def prepare(chain, step):
    spec = mujoco.MjSpec()
    spec.option.timestep = step
    spec.option.gravity = [0, 0, -chain.gravity]
    spec.option.integrator = mujoco.mjtIntegrator.mjINT_RK4
    spec.option.disableflags = mujoco.mjtDisableBit.mjDSBL_CONTACT | mujoco.mjtDisableBit.mjDSBL_CONSTRAINT
    body = spec.worldbody
    for k in range(chain.links):
        if k == 0:
            half = chain.turn / 2
            body = body.add_body(quat=[math.cos(half), 0, math.sin(half), 0])
        else:
            body = body.add_body(pos=[chain.length, 0, 0])
        body.mass, body.inertia, body.ipos = chain.mass, chain.moments, [chain.length / 2, 0, 0]
        body.explicitinertial = True
        body.add_joint(type=mujoco.mjtJoint.mjJNT_HINGE, axis=chain.axis(k))
    body.add_site(name="tip", pos=[chain.length, 0, 0])
    model = spec.compile()
    data = mujoco.MjData(model)

    def tip():
        mujoco.mj_kinematics(model, data)
        return data.site_xpos[0]

    return lambda steps: mujoco.mj_step(model, data, steps), tip


main(prepare)
