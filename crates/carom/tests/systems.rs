//! Systems in minimal coordinates as blocks of a scene: their terms against a hand-written model, their runs against the same
//! mechanism of bodies and joints.

#![allow(clippy::unwrap_used)] // a test may stop at the first surprise

use carom::glam::DVec2;
use carom::measure::Measure;
use carom::mechanics::plane::World;
use carom::mechanics::system::{Chain, ChainDescription, Link};
use carom::mechanics::{At, Contact, Mass, Model, Site, Touch};
use carom::run::Prepared;
use carom::scene::builtin::builtin;
use carom::scene::toml::{SceneFile, read_scene};

/// Two rods of different length and mass over a floor, in absolute angles from the downward vertical.
const PENDULUM: &str = r#"
[parameters]
l_1 = 1.2
l_2 = 0.7
m_1 = 2
m_2 = 0.5
g = 9.81
floor = -1.9
[run]
until = 1
[[system]]
name = "pendulum"
coordinates = ["a", "b"]
start = [0.5, -0.9]
velocity = [0.2, 1.5]
mass = [
    ["= (m_1/3 + m_2)*l_1^2", "= m_2*l_1*l_2/2*cos(a - b)"],
    ["= m_2*l_1*l_2/2*cos(a - b)", "= m_2*l_2^2/3"],
]
potential = "= -g*((m_1/2 + m_2)*l_1*cos(a) + m_2*l_2/2*cos(b))"
[[system.contact]]
name = "knee"
point = ["= l_1*sin(a)", "= -l_1*cos(a)"]
against = { point = [0, "= floor"], normal = [0, 1] }
law = "kane"
e = 0.4
mu = 0.3
[[system.contact]]
name = "foot"
point = ["= l_1*sin(a) + l_2*sin(b)", "= -l_1*cos(a) - l_2*cos(b)"]
against = { point = [0, "= floor"], normal = [0, 1] }
law = "kane"
e = 0.4
mu = 0.3
"#;

fn world(text: &str) -> World {
    read_scene(text, "system.toml").unwrap().build().unwrap().into_plane().unwrap()
}

fn chain(world: &World) -> Chain {
    let links = vec![Link::uniform(1.2, 2.0, 0.5), Link::uniform(0.7, 0.5, -0.9)];
    let law = world.law(0).clone();
    Chain::new(ChainDescription { pivot: DVec2::ZERO, gravity: 9.81, links, floor: Some(-1.9), law }).unwrap()
}

fn close(a: f64, b: f64, what: &str) {
    // Different formulas of a few terms of order ten: some units of rounding.
    assert!((a - b).abs() <= 1e-12 * (1.0 + a.abs()), "{what}: {a} {b}");
}

#[test]
fn expressions_give_the_terms_of_the_hand_written_chain() {
    let system = world(PENDULUM);
    let chain = chain(&system);
    for k in 0..50 {
        let x = |i: usize| 3.0 * (f64::from(k) * 1.7 + i as f64 * 2.3).sin();
        let (q, v) = ([x(0), x(1)], [x(2), x(3)]);
        let at = At { t: 0.0, q: &q, v: &v };
        let (mut one, mut other) = (Mass::default(), Mass::default());
        system.mass(&q, &mut one);
        chain.mass(&q, &mut other);
        let (mut p, mut r) = ([1.0, -2.0], [1.0, -2.0]);
        one.multiply(&mut p);
        other.multiply(&mut r);
        let (mut f, mut g) = ([0.0; 2], [0.0; 2]);
        system.force(at, &mut f);
        chain.force(at, &mut g);
        for i in 0..2 {
            close(p[i], r[i], "M x");
            close(f[i], g[i], "F");
        }
        close(system.energy(at).total(), chain.energy(at).total(), "energy");
        for k in 0..2 {
            let (mut a, mut b) = (Contact::default(), Contact::default());
            system.contact(Touch { site: Site { pair: k, feature: 0 }, face: 0 }, at, &mut a);
            chain.contact(Touch { site: Site { pair: 0, feature: k }, face: 0 }, at, &mut b);
            close(a.gap, b.gap, "gap");
            for (a, b) in [(&a.along_normal, &b.along_normal), (&a.tangential[0], &b.tangential[0])] {
                close(a.velocity(&v), b.velocity(&v), "D");
                close(a.bias, b.bias, "zeta");
            }
        }
    }
}

/// The number measured at the end of a run of the built-in double pendulum.
fn measured(variant: &str, changes: &[(&str, &str)], name: &str) -> f64 {
    let mut file = SceneFile::parse(builtin("double-pendulum").unwrap().text, "double-pendulum").unwrap();
    file.choose_variant(variant).unwrap();
    for (path, value) in changes {
        file.set(path, value).unwrap();
    }
    let prepared = Prepared::new(file.read().unwrap()).unwrap();
    let record = prepared.run(None).record;
    Measure::by_name(name, &prepared.world).unwrap().of(&prepared.world, &record)
}

#[test]
fn the_double_pendulum_is_the_same_in_minimal_coordinates_as_of_bodies_and_joints() {
    for (method, tolerance) in [("events", 1e-7), ("stepping", 5e-2)] {
        let changes = [("run.method", method), ("run.until", "0.6"), ("parameters.e", "0.3")];
        let bodies = |name: &str| measured("bodies and joints", &changes, name);
        let minimal = |name: &str| measured("minimal coordinates", &changes, name);
        let quarter = std::f64::consts::FRAC_PI_2;
        // By events the tolerance of 1e-10 grows with the separation of neighbours; by stepping it is the order of the scheme.
        let differences = [
            bodies("upper.angle") + quarter - minimal("pendulum.angle_upper"),
            bodies("lower.angle") + quarter - minimal("pendulum.angle_lower"),
            bodies("lower.spin") - minimal("pendulum.angle_lower.rate"),
        ];
        assert!(differences.iter().all(|d| d.abs() < tolerance), "{method}: {differences:?}");
        assert_eq!(bodies("impacts") > 0.0, minimal("impacts") > 0.0);
    }
}

#[test]
fn systems_and_bodies_live_in_one_scene() {
    let text = format!(
        "[scene]\ngravity = [0, -9.81]\n{}\n[[body]]\nname = 'ball'\nshape = {{ disc = {{ radius = 0.1 }} }}\nmass = 1\nposition = [3, 0]\n[[body]]\nname = 'floor'\nfixed = true\nposition = [0, -1]\nshape = {{ half-space = {{ normal = [0, 1] }} }}\n",
        PENDULUM.replace("floor = -1.9", "floor = -1.6")
    );
    let prepared = Prepared::new(read_scene(&text, "both.toml").unwrap()).unwrap();
    let record = prepared.run(None).record;
    let at_end = |name: &str| Measure::by_name(name, &prepared.world).unwrap().of(&prepared.world, &record);
    // The ball has come to rest on the floor; the foot has struck its own.
    assert!((at_end("ball.y") + 0.9).abs() < 1e-9 && at_end("impacts") >= 2.0);
    assert!(record.counts.energy_drift < 1e-7, "{:e}", record.counts.energy_drift);
}

#[test]
fn systems_that_cannot_be_are_refused_at_their_line() {
    for (old, new, part) in [
        ("\"= m_2*l_2^2/3\"", "\"= -m_2\"", "line 11: system \"pendulum\": mass: must be positive definite"),
        (
            "[\"= m_2*l_1*l_2/2*cos(a - b)\", \"= m_2*l_2^2/3\"]",
            "[0, 1]",
            "line 11: system \"pendulum\": mass: must be symmetric",
        ),
        ("[\"a\", \"b\"]", "[\"a\", \"a\"]", "line 13: system \"pendulum\": coordinates: \"a\" is the name of another"),
        (
            "[\"a\", \"b\"]",
            "[\"a\", \"m_1\"]",
            "line 13: system \"pendulum\": coordinates: \"m_1\" is the name of another",
        ),
        ("cos(b))\"", "cos(c))\"", "line 20: system \"pendulum\": potential: there is no parameter \"c\""),
        ("cos(b))\"", "b.rate)\"", "line 20: system \"pendulum\": potential: must not depend on a velocity, b.rate"),
        ("floor = -1.9", "floor = 0", "line 11: system \"pendulum\": gap: is "),
        ("start = [0.5, -0.9]", "start = [0.5]", "line 11: system \"pendulum\": start: must be 2 finite numbers"),
        ("name = \"knee\"\n", "name = \"knee\"\nslip = 1\n", "system \"pendulum\", contact 0: unknown key \"slip\""),
    ] {
        assert!(PENDULUM.contains(old), "{old}");
        let text = PENDULUM.replacen(old, new, 1);
        let error = read_scene(&text, "bad.toml").and_then(|scene| scene.build().map(|_| ())).unwrap_err().to_string();
        assert!(error.contains(part), "{new}: {error}");
    }
}
