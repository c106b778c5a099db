//! Systems in minimal coordinates against Lagrange's equations, central differences and published numbers.

#![allow(clippy::unwrap_used)] // a test may stop at the first surprise

mod common;

use std::sync::Arc;

use carom_mechanics::signal::Sinusoid;
use carom_mechanics::system::{Chain, ChainDescription, LinearContact, LinearDescription, LinearSystem, Link};
use carom_mechanics::{At, Contact, Mass, Model, Row, Site, Touch};
use common::{DIFFERENCE, Path, Random, close, law};
use glam::DVec2;
use proptest::prelude::*;

fn chain(random: &mut Random, links: usize, damping: f64) -> Chain {
    let link = |random: &mut Random| Link {
        damping,
        centre: random.between(0.1, 0.9),
        moment: random.between(0.01, 0.2),
        ..Link::uniform(random.between(0.5, 1.5), random.between(0.5, 2.0), random.between(-1.0, 1.0))
    };
    let links = (0..links).map(|_| link(random)).collect();
    Chain::new(ChainDescription { pivot: DVec2::new(0.3, 8.0), gravity: 9.81, links, floor: Some(0.0), law: law() })
        .unwrap()
}

fn path(random: &mut Random, n: usize) -> Path {
    Path { t: 0.3, q: random.list(n, 2.0), v: random.list(n, 2.0), a: random.list(n, 3.0) }
}

fn contact(model: &dyn Model, site: Site, at: At) -> Contact {
    let mut contact = Contact::default();
    model.contact(Touch { site, face: 0 }, at, &mut contact);
    contact
}

/// Contacts of any model with constant normals: gap, D and D' by differences.
fn check_contacts(model: &dyn Model, path: &Path) {
    let mut sites = Vec::new();
    model.sites(path.t, &path.q, f64::INFINITY, &mut sites);
    assert!(!sites.is_empty());
    for site in sites {
        let here = path.at(model, 0.0, |at| contact(model, site, at));
        let rate = path.derivative(model, |at| model.gap(site, at.t, at.q).0);
        close(here.along_normal.velocity(&path.v), rate, DIFFERENCE, "D_N");
        let rate = path.derivative(model, |at| contact(model, site, at).along_normal.velocity(at.v));
        close(path.acceleration(&here.along_normal), rate, DIFFERENCE, "D_N'");
        let rate = path.derivative(model, |at| contact(model, site, at).tangential[0].velocity(at.v));
        close(path.acceleration(&here.tangential[0]), rate, DIFFERENCE, "D_T'");
    }
}

/// M v' - F = d/dt (dT/dv) - dT/dq + dU/dq for any v', with T and U from `energy` and dT/dv = M v.
fn check_lagrange(model: &dyn Model, path: &Path) {
    let n = path.q.len();
    let multiplied = |q: &[f64], x: &[f64]| {
        let (mut mass, mut y) = (Mass::default(), x.to_vec());
        model.mass(q, &mut mass);
        mass.multiply(&mut y);
        y
    };
    let mut force = vec![0.0; n];
    model.force(At { t: path.t, q: &path.q, v: &path.v }, &mut force);
    let inertia = multiplied(&path.q, &path.a);
    for i in 0..n {
        let momentum_rate = path.derivative(model, |at| multiplied(at.q, at.v)[i]);
        let mut alone = vec![0.0; n];
        alone[i] = 1.0;
        // Along q_i alone, the velocities held: displace by s without acceleration, look at the energies with v.
        let still = Path { t: path.t, q: path.q.clone(), v: alone, a: vec![0.0; n] };
        let lagrangian = |at: At| {
            let energy = model.energy(At { t: at.t, q: at.q, v: &path.v });
            energy.kinetic - energy.potential
        };
        let slope = still.derivative(model, lagrangian);
        close(inertia[i] - force[i], momentum_rate - slope, DIFFERENCE, "Lagrange");
    }
}

proptest! {
    #![proptest_config(common::cases(100))]

    #[test]
    fn a_chain_obeys_lagrange(seed in any::<u64>(), links in 1..5usize) {
        let mut random = Random(seed);
        let chain = chain(&mut random, links, 0.0);
        let path = path(&mut random, links);
        check_lagrange(&chain, &path);
        check_contacts(&chain, &path);
    }

    /// The kinetic energy of uniform links from the motion of their ends: m (|a|^2 + a . b + |b|^2) / 6.
    #[test]
    fn kinetic_energy_of_uniform_links(seed in any::<u64>()) {
        let mut random = Random(seed);
        let links = vec![Link::uniform(1.2, 0.7, 0.1), Link::uniform(0.5, 2.0, 0.4), Link::uniform(0.9, 1.0, -0.3)];
        let masses: Vec<f64> = links.iter().map(|link| link.mass).collect();
        let given = ChainDescription { pivot: DVec2::ZERO, gravity: 9.81, links, floor: None, law: law() };
        let chain = Chain::new(given).unwrap();
        let path = path(&mut random, 3);
        let velocity = |k: usize| DVec2::new(
            path.derivative(&chain, |at| chain.points(at.q)[k].x),
            path.derivative(&chain, |at| chain.points(at.q)[k].y),
        );
        let expected: f64 = (0..3).map(|k| {
            let (a, b) = (velocity(k), velocity(k + 1));
            masses[k] * (a.dot(a) + a.dot(b) + b.dot(b)) / 6.0
        }).sum();
        close(chain.energy(At { t: 0.0, q: &path.q, v: &path.v }).kinetic, expected, DIFFERENCE, "kinetic energy");
    }

    #[test]
    fn dampers_of_a_chain_dissipate(seed in any::<u64>()) {
        let mut random = Random(seed);
        let (with, without) = (chain(&mut Random(seed), 3, 0.4), chain(&mut Random(seed), 3, 0.0));
        let path = path(&mut random, 3);
        let at = At { t: 0.0, q: &path.q, v: &path.v };
        let (mut f, mut g) = ([0.0; 3], [0.0; 3]);
        with.force(at, &mut f);
        without.force(at, &mut g);
        let power: f64 = (0..3).map(|i| (f[i] - g[i]) * path.v[i]).sum();
        prop_assert!(power <= 0.0);
    }
}

/// W^T M^-1 W for two rows.
fn coupling(model: &dyn Model, q: &[f64], a: &Row, b: &Row) -> f64 {
    let (mut mass, mut solved) = (Mass::default(), Row::new());
    model.mass(q, &mut mass);
    mass.solve_row(a, &mut solved);
    let mut x = vec![0.0; model.velocities()];
    solved.add_to(1.0, &mut x);
    b.dot(&x)
}

#[test]
fn the_double_pendulum_of_kane() {
    // laws.md, section 8: two uniform rods, m = L = 1, 20 and 30 degrees: mu_s = |B| / C = 0.6234.
    let links = [20.0_f64, 30.0].map(|degrees| Link::uniform(1.0, 1.0, degrees.to_radians()));
    let height: f64 = links.iter().map(|link| link.angle.cos()).sum();
    let given = ChainDescription {
        pivot: DVec2::new(0.0, height),
        gravity: 9.81,
        links: links.to_vec(),
        floor: Some(0.0),
        law: law(),
    };
    let chain = Chain::new(given.clone()).unwrap();
    let (q, v) = chain.start();
    let mut sites = Vec::new();
    chain.sites(0.0, q, 1e-9, &mut sites);
    assert_eq!(sites, [Site { pair: 0, feature: 1 }]);
    let contact = contact(&chain, sites[0], At { t: 0.0, q, v });
    let (n, t) = (&contact.along_normal.row, &contact.tangential[0].row);
    let mu_s = coupling(&chain, q, n, t).abs() / coupling(&chain, q, t, t);
    assert!((mu_s - 0.6234).abs() < 5e-5, "{mu_s}");
    // Sunk into the floor it is refused.
    let sunk = ChainDescription { pivot: DVec2::new(0.0, height - 0.1), ..given };
    assert_eq!(Chain::new(sunk).unwrap_err().field, "links[1].angle");
}

fn woodpecker() -> LinearDescription {
    // vectors/contact/woodpecker-toy.json; columns N1 T1 N2 T2 N3 T3.
    let contact = |gap: f64, normal: [f64; 3], tangential: [f64; 3]| LinearContact {
        gap,
        normal: normal.to_vec(),
        tangential: tangential.to_vec(),
        law: law(),
    };
    LinearDescription {
        mass: vec![vec![0.0048, 4.5e-5, 6.75e-5], vec![4.5e-5, 4.55e-7, 6.75e-7], vec![6.75e-5, 6.75e-7, 1.7125e-6]],
        stiffness: vec![vec![0.0; 3], vec![0.0, 0.0056, -0.0056], vec![0.0, -0.0056, 0.0056]],
        damping: Vec::new(),
        force: vec![-0.047088, -0.00044145, -0.000662175],
        drive: vec![None, Some(Arc::new(Sinusoid { amplitude: 1e-3, omega: 3.0, ..Sinusoid::default() })), None],
        contacts: vec![
            contact(0.0024, [0.0, 0.0, -0.02], [1.0, 0.01, -0.0051]),
            contact(0.0006, [0.0, 0.0058, 0.0], [1.0, 0.0031, 0.0]),
            contact(0.0006, [0.0, -0.0058, 0.0], [1.0, 0.0031, 0.0]),
        ],
        size: 0.01,
        q: vec![0.0, -0.103448275862068, -0.2788],
        v: vec![-0.3411, 0.0, -7.4583],
    }
}

#[test]
fn the_woodpecker_is_a_linear_system() {
    let system = LinearSystem::new(woodpecker()).unwrap();
    let mut random = Random(3);
    let path = path(&mut random, 3);
    check_contacts(&system, &path);
    let mut sites = Vec::new();
    system.sites(0.0, system.start().0, 1e-9, &mut sites);
    assert_eq!(sites, [Site { pair: 1, feature: 0 }]);
    let mut still = woodpecker();
    still.drive.clear();
    check_lagrange(&LinearSystem::new(still).unwrap(), &path);
}

#[test]
fn bad_linear_systems_are_refused() {
    let field = |change: &dyn Fn(&mut LinearDescription)| {
        let mut given = woodpecker();
        change(&mut given);
        LinearSystem::new(given).unwrap_err().field
    };
    assert_eq!(field(&|g| g.mass[0][0] = -1.0), "mass");
    assert_eq!(field(&|g| g.mass[0][1] = 0.0), "mass");
    assert_eq!(field(&|g| g.stiffness[0].clear()), "stiffness");
    assert_eq!(field(&|g| g.contacts[1].normal[0] = f64::NAN), "contacts[1].normal");
    assert_eq!(field(&|g| g.q[1] = -0.2), "q");
    assert_eq!(field(&|g| g.size = 0.0), "size");
}
