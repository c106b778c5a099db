"""The chain in space by Pinocchio: joint angles, its articulated-body algorithm, Runge-Kutta of order four around it."""

import numpy
import pinocchio

from chain import main


def prepare(chain, step):
    model = pinocchio.Model()
    model.gravity.linear = numpy.array([0, 0, -chain.gravity])
    inertia = pinocchio.Inertia(chain.mass, numpy.array([chain.length / 2, 0, 0]), numpy.diag(chain.moments))
    joint = 0
    for k in range(chain.links):
        if k == 0:
            place = pinocchio.SE3(pinocchio.utils.rotate("y", chain.turn), numpy.zeros(3))
        else:
            place = pinocchio.SE3(numpy.eye(3), numpy.array([chain.length, 0, 0]))
        axis = pinocchio.JointModelRevoluteUnaligned(numpy.array(chain.axis(k)))
        joint = model.addJoint(joint, axis, place, f"hinge-{k}")
        model.appendBodyToJoint(joint, inertia, pinocchio.SE3.Identity())
    data = model.createData()
    q, v = numpy.zeros(model.nq), numpy.zeros(model.nv)
    none = numpy.zeros(model.nv)

    def rate(q, v):
        return pinocchio.aba(model, data, q, v, none).copy()

    def run(steps):
        nonlocal q, v
        for _ in range(steps):
            a1 = rate(q, v)
            v2 = v + 0.5 * step * a1
            a2 = rate(q + 0.5 * step * v, v2)
            v3 = v + 0.5 * step * a2
            a3 = rate(q + 0.5 * step * v2, v3)
            v4 = v + step * a3
            a4 = rate(q + step * v3, v4)
            q = q + step / 6 * (v + 2 * v2 + 2 * v3 + v4)
            v = v + step / 6 * (a1 + 2 * a2 + 2 * a3 + a4)

    def tip():
        pinocchio.forwardKinematics(model, data, q)
        return data.oMi[joint].act(numpy.array([chain.length, 0, 0]))

    return run, tip


main(prepare)
