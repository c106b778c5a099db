//! Motion and energy of every scene without impacts over its whole length.

use carom::scene::articulated::Project;
use carom::scene::toml::SceneFile;

use crate::files::{Files, run, scene};
use crate::reference::{motion, of_scene};

/// Largest difference of positions [m], of elements of rotation matrices, and of velocities relative to the largest of them, from the
/// reference until a time.
pub fn difference(files: &Files, scene: &str, until: f64) -> f64 {
    let poses = motion(scene);
    let fastest = poses.iter().map(|pose| pose.velocity.length()).fold(1.0, f64::max);
    let mut worst: f64 = 0.0;
    for pose in poses.iter().filter(|pose| pose.t <= until) {
        let (position, rotation, velocity) = files.body(files.row(pose.t), &pose.body);
        let turned = (rotation - pose.rotation).to_cols_array().into_iter().fold(0.0, |most: f64, e| most.max(e.abs()));
        let swift = (velocity - pose.velocity).length() / fastest;
        worst = worst.max((position - pose.position).length()).max(turned).max(swift);
    }
    assert!(!poses.is_empty());
    worst
}

/// Largest difference of the total energy [J] and of the kinetic one, relative to the largest energy of the scene.
pub fn energy_difference(files: &Files, scene: &str, until: f64) -> f64 {
    let rows = of_scene("energies", scene);
    let scale = rows.iter().map(|row| row.number("total").abs().max(row.number("kinetic"))).fold(0.0, f64::max);
    let mut worst: f64 = 0.0;
    for row in rows.iter().filter(|row| row.number("t") <= until) {
        let got = files.row(row.number("t"));
        for (column, expected) in [("energy.kinetic", row.number("kinetic")), ("energy.total", row.number("total"))] {
            worst = worst.max((files.value(got, column) - expected).abs() / scale);
        }
    }
    worst
}

fn agrees(scene: &str, changes: &[(&str, &str)], until: f64) {
    let files = run(scene, changes);
    let (moved, energy) = (difference(&files, scene, until), energy_difference(&files, scene, until));
    // What is promised over the whole length of these scenes, section 4 of the reference: 1e-6 m; energies as exact.
    assert!(moved < 1e-6, "{scene}: {moved:e}");
    assert!(energy < 1e-6, "{scene}: energy {energy:e}");
    // Joints hold to what a correction can do in double precision.
    assert!(files.summary["residuals"]["joint_error"].as_f64().unwrap() < 1e-10);
}

#[test]
fn free_bodies() {
    for scene in ["ex92", "ex92_printed", "ex92_scaled", "ex93", "ex93_printed"] {
        agrees(scene, &[], f64::INFINITY);
    }
    // Rounding grows by a factor of about 3e7 over 20 s: half of that is compared, at the tolerance that rounding allows.
    agrees("j_dzhanibekov", &[("run.tolerance", "1e-13"), ("run.largest-step", "0.01")], 10.0);
}

#[test]
fn bars_on_ball_joints() {
    for scene in ["ex94", "ex94_printed", "ex94_3d"] {
        agrees(scene, &[], f64::INFINITY);
    }
}

#[test]
fn every_joint() {
    let scenes = [
        "j_pendulum_revolute",
        "j_spherical_pendulum",
        "j_conical_steady",
        "j_prismatic_incline",
        "j_prismatic_bead",
        "j_cylindrical",
        "j_planar_ladder",
        "j_planar_moving",
        "j_spherical_free",
        "j_weld_compound",
        "j_top_steady",
        "j_top_nutating",
        "j_chain5",
    ];
    for scene in scenes {
        agrees(scene, &[], f64::INFINITY);
    }
}

#[test]
fn loops_with_more_equations_than_they_need() {
    for scene in ["j_fourbar", "j_fourbar_general", "j_bricard", "b_nfourbar2", "b_andrews"] {
        agrees(scene, &[], f64::INFINITY);
    }
}

#[test]
fn springs_and_forces_over_time() {
    for scene in ["f_spring_axial", "f_spring_zero", "f_spring_offset", "f_bezier_uniform", "f_bezier_nonuniform"] {
        agrees(scene, &[], f64::INFINITY);
    }
    agrees("f_bezier_offcentre", &[], f64::INFINITY);
}

/// Equations of joints and how many of them are independent: numbers of the benchmarks (Bricard 30 and 29, Andrews 50 and 41).
#[test]
fn redundant_equations_are_counted() {
    let cases = [
        ("ex95", 9, 6, 6),
        ("ex95_planar", 6, 6, 6),
        ("j_fourbar_general", 20, 17, 1),
        ("j_bricard", 30, 29, 1),
        ("b_andrews", 50, 41, 1),
    ];
    for (name, equations, rank, moves) in cases {
        let file = SceneFile::of_project(&Project::read(&scene(name)).unwrap()).unwrap();
        let mobility = file.read().unwrap().build().unwrap().mobility();
        assert_eq!((mobility.equations, mobility.rank, mobility.mobility), (equations, rank, moves), "{name}");
    }
}

/// A pendulum from rest swings back after its period (the reference: 1.9357500144084 s), whatever the tolerance of the file.
#[test]
fn the_period_of_the_pendulum() {
    let period = 1.935_750_014_408_4;
    let file = [("run.until", "1.9357500144084"), ("run.every", "0"), ("run.tolerance", "1e-12")];
    let files = run("j_pendulum_revolute", &file);
    let x = files.column("b.x");
    let (first, last) = (x[0], x[x.len() - 1]);
    assert_eq!(files.column("t").last(), Some(&period));
    // It is at rest there: an error of the time counts only in its square.
    assert!((first - last).abs() < 1e-11, "{first} {last}");
}

/// The end of Andrews' mechanism against the published solution (Schiehlen 1990, as kept by the test set of Bari).
#[test]
fn andrews_mechanism_ends_where_it_is_published() {
    let files = run("b_andrews", &[("run.tolerance", "1e-12")]);
    // beta = angle of the crank, q_end of the reference; the crank turns about z.
    let beta = 15.810_771_196_299_04_f64;
    let row = files.row(0.03);
    let (_, rotation, _) = files.body(row, "k1");
    let start = files.body(files.row(0.0), "k1").1;
    let turned = (start.transpose() * rotation).x_axis;
    // The reference gives the angle at the start too: beta_0 = -0.0617138900142764496358948458001.
    let expected = beta + 0.061_713_890_014_276_45;
    assert!((turned.x - expected.cos()).abs() < 1e-7 && (turned.y - expected.sin()).abs() < 1e-7, "{turned}");
}
