"""The chain in space by Exudyn: joint angles (its kinematic tree), Runge-Kutta of order four with fixed steps."""

import math

import exudyn
import exudyn.itemInterface as items
import numpy

from chain import main


def turned(angle, axis):
    """The rotation by an angle about the x or the y axis."""
    c, s = math.cos(angle), math.sin(angle)
    if axis == "x":
        return numpy.array([[1, 0, 0], [0, c, -s], [0, s, c]])
    return numpy.array([[c, 0, s], [0, 1, 0], [-s, 0, c]])


def prepare(chain, step):
    system = exudyn.SystemContainer()
    world = system.AddSystem()
    n = chain.links
    # Hinges turn about z: the frame of a link is turned about its x axis until z is the axis of its hinge.
    tilts = [math.atan2(-chain.axis(k)[1], chain.axis(k)[2]) for k in range(n)]
    turns = [turned(tilts[k] - tilts[k - 1], "x") if k else turned(chain.turn, "y") @ turned(tilts[0], "x") for k in range(n)]
    inertia = numpy.diag(chain.moments)
    inertias = [turned(-tilt, "x") @ inertia @ turned(tilt, "x") for tilt in tilts]
    lists = exudyn.Vector3DList, exudyn.Matrix3DList
    node = world.AddNode(
        items.NodeGenericODE2(referenceCoordinates=[0.0] * n, initialCoordinates=[0.0] * n, initialCoordinates_t=[0.0] * n, numberOfODE2Coordinates=n)
    )
    tree = world.AddObject(
        items.ObjectKinematicTree(
            nodeNumber=node,
            jointTypes=[exudyn.JointType.RevoluteZ] * n,
            linkParents=list(range(-1, n - 1)),
            jointTransformations=lists[1](turns),
            jointOffsets=lists[0]([[chain.length if k else 0.0, 0.0, 0.0] for k in range(n)]),
            linkInertiasCOM=lists[1](inertias),
            linkCOMs=lists[0]([[chain.length / 2, 0.0, 0.0]] * n),
            linkMasses=[chain.mass] * n,
            gravity=[0.0, 0.0, -chain.gravity],
        )
    )
    end = world.AddMarker(items.MarkerKinematicTreeRigid(objectNumber=tree, linkNumber=n - 1, localPosition=[chain.length, 0, 0]))
    sensor = world.AddSensor(items.SensorMarker(markerNumber=end, outputVariableType=exudyn.OutputVariableType.Position, writeToFile=False))
    world.Assemble()
    settings = exudyn.SimulationSettings()
    settings.timeIntegration.endTime = chain.until
    settings.timeIntegration.verboseMode = 0
    settings.solution.file.write = False
    settings.show.statistics = False
    settings.show.computationTime = False

    def run(steps):
        settings.timeIntegration.numberOfSteps = steps
        world.SolveDynamic(settings, solverType=exudyn.DynamicSolverType.RK44)

    return run, lambda: world.GetSensorValues(sensor)


main(prepare)
