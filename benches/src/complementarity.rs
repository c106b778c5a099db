//! Solves a second of the LCP solvers against quantecon's Lemke, same problems, same run, one thread each (W1).

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use carom::complementarity::lcp::{self, Lcp, Outcome, Status};
use carom::complementarity::{Matrix, Settings};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use crate::report::{Line, Target};

/// Any fixed seed: the same problems in every run.
const SEED: u128 = 1965;

/// Time spent on each solver and file; the best round counts.
const PATIENCE: Duration = Duration::from_millis(1000);

/// M row by row and q of a random problem of n unknowns.
type Maker = fn(usize, &mut Pcg64Mcg) -> (Vec<f64>, Vec<f64>);

/// A family of problems at one size, and how many times the peer's rate is asked of the default.
struct Family {
    name: &'static str,
    n: usize,
    make: Maker,
    wanted: f64,
}

const FAMILIES: [Family; 13] = [
    Family { name: "positive definite", n: 5, make: positive_definite, wanted: 10.0 },
    Family { name: "positive definite", n: 10, make: positive_definite, wanted: 10.0 },
    Family { name: "positive definite", n: 50, make: positive_definite, wanted: 3.0 },
    Family { name: "positive definite", n: 100, make: positive_definite, wanted: 3.0 },
    Family { name: "positive definite", n: 200, make: positive_definite, wanted: 3.0 },
    Family { name: "Stewart-Trinkle contact", n: 6, make: stewart_trinkle, wanted: 3.0 },
    Family { name: "Stewart-Trinkle contact", n: 12, make: stewart_trinkle, wanted: 3.0 },
    Family { name: "Stewart-Trinkle contact", n: 48, make: stewart_trinkle, wanted: 3.0 },
    Family { name: "Stewart-Trinkle contact", n: 96, make: stewart_trinkle, wanted: 3.0 },
    Family { name: "Stewart-Trinkle contact", n: 192, make: stewart_trinkle, wanted: 3.0 },
    Family { name: "hyperstatic Stewart-Trinkle contact", n: 48, make: hyperstatic, wanted: 1.0 },
    Family { name: "hyperstatic Stewart-Trinkle contact", n: 96, make: hyperstatic, wanted: 1.0 },
    Family { name: "hyperstatic Stewart-Trinkle contact", n: 192, make: hyperstatic, wanted: 1.0 },
];

/// Rates of the default and of Lemke over the peer's, where the peer is there; the share solved in any case.
pub(crate) fn rates() -> Vec<Line> {
    let mut random = Pcg64Mcg::new(SEED);
    FAMILIES.iter().flat_map(|family| measure(family, &mut random).unwrap_or_default()).collect()
}

/// Problems of a family: fewer where each takes longer.
fn count(n: usize) -> usize {
    (20_000 / (n * n)).clamp(40, 300)
}

fn measure(family: &Family, random: &mut Pcg64Mcg) -> Option<Vec<Line>> {
    let n = family.n;
    let data: Vec<_> = (0..count(n)).map(|_| (family.make)(n, random)).collect();
    let problems: Vec<Lcp> = data
        .iter()
        .filter_map(|(m, q)| Lcp::new(Matrix::from_row_major(n, n, m.clone()).ok()?, q.clone()).ok())
        .collect();
    let what = |text: &str| format!("{}, n = {n}: {text}", family.name);
    let (default, solved) = rate("default", &problems)?;
    let (lemke, _) = rate("lemke", &problems)?;
    let mut lines = vec![Line { what: what("share solved by the default"), got: solved, target: Target::AtLeast(1.0) }];
    match peer(n, &data) {
        Some(peer) => {
            lines.push(Line {
                what: what("default over quantecon"),
                got: default / peer,
                target: Target::AtLeast(family.wanted),
            });
            lines.push(Line {
                what: what("our Lemke over quantecon's"),
                got: lemke / peer,
                target: Target::AtLeast(1.0),
            });
        }
        None => lines.push(Line {
            what: what("solves a second (quantecon is not installed)"),
            got: default,
            target: Target::None,
        }),
    }
    Some(lines)
}

/// Best rate of several rounds and the share solved.
fn rate(name: &str, problems: &[Lcp]) -> Option<(f64, f64)> {
    let (mut solver, settings, mut outcome) = (lcp::by_name(name)?, Settings::default(), Outcome::default());
    let (mut best, mut solved) = (0.0_f64, 0);
    let start = Instant::now();
    while best == 0.0 || start.elapsed() < PATIENCE {
        let round = Instant::now();
        solved = 0;
        for problem in problems {
            solver.solve_into(problem, None, &settings, &mut outcome).ok()?;
            solved += usize::from(outcome.status == Status::Solved);
        }
        best = best.max(problems.len() as f64 / round.elapsed().as_secs_f64());
    }
    Some((best, solved as f64 / problems.len() as f64))
}

/// Where `make bench` keeps the peers' Python.
fn peer_python() -> Option<PathBuf> {
    let python = Path::new(env!("CARGO_MANIFEST_DIR")).join("../.tools/peers/bin/python");
    python.exists().then_some(python)
}

/// The peer's rate on the same problems, one thread.
fn peer(n: usize, data: &[(Vec<f64>, Vec<f64>)]) -> Option<f64> {
    let folder = tempfile::tempdir().ok()?;
    let file = folder.path().join("problems.bin");
    let numbers =
        [data.len() as f64, n as f64].into_iter().chain(data.iter().flat_map(|(m, q)| m.iter().chain(q).copied()));
    let bytes: Vec<u8> = numbers.flat_map(f64::to_le_bytes).collect();
    std::fs::write(&file, bytes).ok()?;
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("peers/lcp_quantecon.py");
    let threads =
        ["OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMBA_NUM_THREADS", "MKL_NUM_THREADS"].map(|name| (name, "1"));
    let output = Command::new(peer_python()?).arg(script).arg(&file).envs(threads).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let rate = text.split("\"rate\":").nth(1)?.split([',', '}']).next()?;
    rate.trim().parse().ok()
}

/// M = G G^T/n + I/10, q normal-like: random positive definite problems.
fn positive_definite(n: usize, random: &mut Pcg64Mcg) -> (Vec<f64>, Vec<f64>) {
    let g: Vec<f64> = (0..n * n).map(|_| random.random_range(-1.0..1.0)).collect();
    let product = |i: usize, j: usize| (0..n).map(|k| g[i * n + k] * g[j * n + k]).sum::<f64>() / n as f64;
    let m = (0..n * n).map(|k| product(k / n, k % n) + if k / n == k % n { 0.1 } else { 0.0 }).collect();
    (m, (0..n).map(|_| random.random_range(-1.0..1.0)).collect())
}

/// As many freedoms as contact forces and three more.
fn stewart_trinkle(n: usize, random: &mut Pcg64Mcg) -> (Vec<f64>, Vec<f64>) {
    contact_problem(n, n / 2 + 3, random)
}

/// A third as many freedoms as contact forces, and three more: W is singular, forces are not unique.
fn hyperstatic(n: usize, random: &mut Pcg64Mcg) -> (Vec<f64>, Vec<f64>) {
    contact_problem(n, n / 6 + 3, random)
}

/// Contacts of a cluster of bodies with four friction directions each: unknowns (normals, friction, slips), six a contact.
///
/// ```text
/// [ W_nn  W_nd  0 ] [z_n]   [ u_n ]
/// [ W_dn  W_dd  E ] [z_d] + [ u_d ]        W = J J^T with random rows J on the freedoms given
/// [ mu   -E^T   0 ] [ s ]   [  0  ]
/// ```
fn contact_problem(n: usize, freedoms: usize, random: &mut Pcg64Mcg) -> (Vec<f64>, Vec<f64>) {
    let contacts = n / 6;
    let mut row = || (0..freedoms).map(|_| random.random_range(-1.0..1.0)).collect::<Vec<f64>>();
    let (mut normals, mut frictions) = (Vec::new(), Vec::new());
    for _ in 0..contacts {
        let (normal, first, second) = (row(), row(), row());
        normals.push(normal);
        for tangent in [first, second] {
            frictions.push(tangent.clone());
            frictions.push(tangent.iter().map(|x| -x).collect());
        }
    }
    let rows: Vec<Vec<f64>> = normals.into_iter().chain(frictions).collect();
    let velocity: Vec<f64> = (0..freedoms).map(|_| random.random_range(-1.0..1.0)).collect();
    let dot = |p: &[f64], q: &[f64]| p.iter().zip(q).map(|(x, y)| x * y).sum::<f64>();
    let (mut m, mut q) = (vec![0.0; n * n], vec![0.0; n]);
    for (i, p) in rows.iter().enumerate() {
        for (j, r) in rows.iter().enumerate() {
            m[i * n + j] = dot(p, r) / freedoms as f64;
        }
        q[i] = dot(p, &velocity);
    }
    for contact in 0..contacts {
        let slip = 5 * contacts + contact;
        m[slip * n + contact] = random.random_range(0.1..0.8);
        for direction in 0..4 {
            let friction = contacts + 4 * contact + direction;
            m[friction * n + slip] = 1.0;
            m[slip * n + friction] = -1.0;
        }
    }
    (m, q)
}
