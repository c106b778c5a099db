#!/usr/bin/env python3
"""Random drops of bodies with friction and restitution: gen.py KIND SEED > scene.toml (KIND: one, pair, mix)."""
import random, sys, math
kind, seed = sys.argv[1], int(sys.argv[2])
r = random.Random(f"{kind}{seed}")
laws = ["kane", "glocker-pfeiffer", "wang-mason-poisson", "stronge"]
def shape():
    k = r.choice(["box", "sphere", "cylinder", "capsule", "polyhedron", "cylinder", "box"])
    u = lambda a, b: round(r.uniform(a, b), 3)
    if k == "box":
        s = [u(.15, .6) for _ in range(3)]; return f"{{ box = {{ size = {s} }} }}", math.dist(s, [0]*3)/2
    if k == "sphere":
        a = u(.1, .3); return f"{{ sphere = {{ radius = {a} }} }}", a
    if k in ("cylinder", "capsule"):
        a, l = u(.08, .3), u(.1, .7)
        return f"{{ {k} = {{ radius = {a}, length = {l} }} }}", (math.hypot(a, l/2) if k == "cylinder" else a + l/2)
    a, b, c = u(.15, .4), u(.15, .4), u(.2, .5)
    if r.random() < .5:  # octahedron
        v = [[a,0,0],[-a,0,0],[0,b,0],[0,-b,0],[0,0,c],[0,0,-c]]
        f = [[0,2,4],[2,1,4],[1,3,4],[3,0,4],[2,0,5],[1,2,5],[3,1,5],[0,3,5]]
    else:  # tetrahedron with 3 corners at bottom
        v = [[a,0,-c/4],[-a/2,b*.8,-c/4],[-a/2,-b*.8,-c/4],[0,0,3*c/4]]
        f = [[0,2,1],[0,1,3],[1,2,3],[2,0,3]]
    return f"{{ polyhedron = {{ vertices = {v}, faces = {f} }} }}", max(math.dist(p,[0]*3) for p in v)
n = {"one": 1, "pair": 2, "mix": r.choice([3, 4])}[kind]
until = {"one": 2.0, "pair": 2.0, "mix": 3.0}[kind]
print(f'[scene]\nname = "{kind}{seed}"\nspace = "space"\ngravity = [0, 0, -9.81]\n\n[run]\nuntil = {until}\nmethod = "events"\nevery = 0.02\n')
z = 0.02
for i in range(n):
    s, rad = shape(); z += rad + r.uniform(.01, .15)
    ax = [round(r.gauss(0,1),3) for _ in range(3)]; ang = round(r.uniform(0, 3), 3)
    x, y = (round(r.uniform(-.15,.15),3) for _ in range(2))
    w = [round(r.gauss(0,2),3) for _ in range(3)] if r.random() < .7 else [0,0,0]
    v = [round(r.gauss(0,.5),3) for _ in range(3)]
    print(f'[[body]]\nname = "b{i}"\nshape = {s}\nmass = {round(r.uniform(.3,3),3)}\nposition = [{x}, {y}, {round(z,4)}]\naxis = {ax}\nangle = {ang}\nvelocity = {v}\nspin = {w}\n')
    z += rad
print('[[body]]\nname = "floor"\nfixed = true\nshape = { half-space = { normal = [0, 0, 1] } }\n')
e = round(r.choice([0, r.uniform(.1,.7), r.uniform(.1,.7)]),3); mu = round(r.choice([r.uniform(.05,.3), r.uniform(.3,.9)]),3)
law = r.choice(laws)
print(f'[[contact]]\ndefault = true\nlaw = "{law}"\ne = {e}\nmu = {mu}')
