//! W: statics of the friction wedge, and the frictions at which its answers change (wedge.md, sections 2 and 5).

use carom_scene::range::Range;

use super::super::run::Prepared;
use super::super::statics::{Change, Question, Report, critical, statics};
use super::super::sweep::Axis;
use super::world::file;
use super::{Line, number};

/// Tolerances of wedge.md: places in mm, forces as a part, thresholds as a part; frequencies are printed to four decimals.
const PLACE: f64 = 0.002;
const FORCE: f64 = 0.002;
const THRESHOLD: f64 = 0.01;
const FREQUENCY: f64 = 1e-4;

/// Gravity of the seed, m/s^2, and the mass of a wedge, kg.
const GRAVITY: f64 = 9.85;
const WEDGE: f64 = 12.0;

/// The numbers of one load.
struct Load {
    name: &'static str,
    /// Of the bolster, kg.
    mass: f64,
    scene: &'static str,
    fix: &'static [&'static str],
    /// Friction and band, kinetic and static.
    bands: [(&'static str, [f64; 2]); 2],
    y: f64,
    coils: [f64; 3],
    springs: f64,
    wedge_spring: f64,
    /// Bottom, top, arc: without friction, sliding up, sliding down.
    normals: [[f64; 3]; 3],
    modes: [f64; 3],
    sliding: [f64; 2],
    /// Support over spring force, loading and unloading, of upright springs.
    support: [f64; 2],
    /// Where the spring of a wedge stands on the frame, m.
    seat: f64,
}

const LOADS: [Load; 2] = [
    Load {
        name: "empty",
        mass: 824.0,
        scene: "wedge",
        fix: &["frame"],
        bands: [("0.29", [-37.76845, -37.04029]), ("0.3045", [-37.79145, -37.03176])],
        y: -37.32666,
        coils: [1.527, 0.527, -2.473],
        springs: 4438.5,
        wedge_spring: 2141.2,
        normals: [[1611.0, 1027.7, 3206.1], [1351.7, 1605.4, 2928.1], [1552.5, 376.6, 2996.8]],
        modes: [4.754, 8.350, 11.1233],
        sliding: [10.908, 11.273],
        support: [1.2101, 0.4814],
        seat: 0.179,
    },
    Load {
        name: "loaded",
        mass: 8240.0,
        scene: "wedge-loaded-free",
        fix: &[],
        bands: [("0.2", [-53.94691, -52.64828]), ("0.21", [-53.98632, -52.62720])],
        y: -53.20396,
        coils: [17.404, 16.404, 13.404],
        springs: 70721.1,
        wedge_spring: 5864.3,
        normals: [[4599.7, 2918.5, 9103.3], [4140.7, 4090.9, 8624.5], [4607.3, 1621.8, 8883.4]],
        modes: [1.214, 2.957, 3.7920],
        sliding: [3.7370, 3.8349],
        support: [1.1397, 0.6158],
        seat: 0.179,
    },
];

pub(super) fn run() -> Vec<Line> {
    LOADS.iter().flat_map(load).chain(critical_frictions()).collect()
}

fn question(fix: &[&str]) -> Question {
    Question { fix: fix.iter().map(|name| (*name).to_owned()).collect(), of: Some("bolster.y".to_owned()) }
}

/// Statics of a scene; `None` shows as a failed line.
fn report(scene: &str, fix: &[&str], mu: &str) -> Option<Report> {
    let file = file(scene, &[("parameters.mu", mu)])?;
    statics(&Prepared::new(file.read().ok()?).ok()?, &question(fix)).ok()
}

fn load(load: &Load) -> Vec<Line> {
    let mut lines = Vec::new();
    for (mu, band) in load.bands {
        let found = report(load.scene, load.fix, mu).and_then(|report| report.along).and_then(|along| along.must_rest);
        for ((end, expected), k) in ["lower", "upper"].into_iter().zip(band).zip(0..) {
            let got = found.and_then(|band| band[k]).map_or(f64::NAN, |y| 1e3 * y);
            lines.push(number(format!("{}, mu {mu}: {end} end of the band [mm]", load.name), expected, got, PLACE));
        }
    }
    let Some(report) = report(load.scene, load.fix, load.bands[0].0) else {
        return vec![number(format!("{}: statics", load.name), load.y, f64::NAN, PLACE)];
    };
    lines.extend(equilibrium(load, &report));
    lines.extend(slides(load, &report));
    lines.extend(supports(load, &report));
    lines
}

fn equilibrium(load: &Load, report: &Report) -> Vec<Line> {
    let Some(found) = &report.equilibrium else {
        return vec![number(format!("{}: equilibrium", load.name), load.y, f64::NAN, PLACE)];
    };
    let line = |what: String, expected: f64, got: f64, tolerance: f64| {
        number(format!("{}: {what}", load.name), expected, got, tolerance)
    };
    let y = found.bodies.iter().find(|body| body.body == "bolster").map_or(f64::NAN, |body| 1e3 * body.y);
    let mut lines = vec![line("equilibrium without friction, y [mm]".to_owned(), load.y, y, PLACE)];
    let springs: Vec<_> = found.springs.iter().filter(|spring| spring.compressions.len() == 3).collect();
    for (k, coil) in load.coils.into_iter().enumerate() {
        let got = springs.first().map_or(f64::NAN, |spring| 1e3 * spring.compressions[k]);
        lines.push(line(format!("coil {} compressed [mm]", k + 1), coil, got, PLACE));
    }
    let push: f64 = springs.iter().map(|spring| spring.push).sum();
    lines.push(line("bolster springs [N]".to_owned(), load.springs, push, FORCE * load.springs));
    let wedge =
        found.springs.iter().find(|spring| spring.compressions.len() == 2).map_or(f64::NAN, |spring| spring.push);
    lines.push(line("wedge spring, each [N]".to_owned(), load.wedge_spring, wedge, FORCE * load.wedge_spring));
    let normals: Vec<f64> = found.normals.iter().map(|normal| normal.force).collect();
    lines.extend(normal_lines(load, "without friction", &load.normals[0], &normals));
    for (mode, expected) in found.modes.iter().zip(load.modes) {
        lines.push(line(
            "frequency without friction [Hz]".to_owned(),
            expected,
            mode.frequency,
            FREQUENCY * expected.max(10.0),
        ));
    }
    lines
}

fn slides(load: &Load, report: &Report) -> Vec<Line> {
    let Some(along) = &report.along else { return Vec::new() };
    let ways = [("sliding up", &along.up, 1), ("sliding down", &along.down, 2)];
    ways.into_iter()
        .flat_map(|(name, slide, k)| {
            let got = slide.frequency.unwrap_or(f64::NAN);
            let expected = load.sliding[k - 1];
            let what = format!("{}: {name}, frequency [Hz]", load.name);
            let mut lines = normal_lines(load, name, &load.normals[k], &slide.normals);
            lines.push(number(what, expected, got, FREQUENCY * expected.max(10.0)));
            lines
        })
        .collect()
}

/// Support by a wedge over its spring force less its weight, loading and unloading, against wedge.md. Its formula takes the springs of the
/// wedges as upright; they lean by up to 0.4 degrees, so that here they are put upright first, and then left as they are. With
/// a lean of l outwards the part of the spring force along the wedge's way counts,
///
/// ```text
///     V/F = cos(alpha - phi) sin(gamma + phi)/sin(alpha + gamma) (S (cos l - tan(alpha - phi) sin l) - W)/(S - W)
/// ```
///
/// S the force of the spring, W the weight of the wedge, F = S - W, alpha and gamma the angles of column and bolster face, tan phi = mu
/// pressing down and -mu going up.
fn supports(load: &Load, report: &Report) -> Vec<Line> {
    let upright = seat(report).and_then(|seat| {
        let changes = [("parameters.mu", load.bands[0].0), ("parameters.seat_wedge", seat.as_str())];
        let file = file(load.scene, &changes)?;
        statics(&Prepared::new(file.read().ok()?).ok()?, &question(load.fix)).ok()
    });
    let mut lines = Vec::new();
    for (ways, found) in [("upright springs", upright.as_ref()), ("springs as they lean", Some(report))] {
        let ratios = found.and_then(|found| support_ratios(load, found)).unwrap_or([(f64::NAN, f64::NAN); 2]);
        for ((what, (expected, got)), printed) in ["loading", "unloading"].into_iter().zip(ratios).zip(load.support) {
            let name = format!("{}, {ways}: support over spring force, {what}", load.name);
            let expected = if ways == "upright springs" { printed } else { expected };
            lines.push(number(name, expected, got, FORCE * expected));
        }
    }
    lines
}

/// Where the seat of the rear wedge's spring would stand upright under it.
fn seat(report: &Report) -> Option<String> {
    let places = &report.equilibrium.as_ref()?.bodies;
    places.iter().find(|body| body.body == "rear wedge").map(|body| body.x.to_string())
}

/// Expected and found ratio, loading and unloading.
fn support_ratios(load: &Load, report: &Report) -> Option<[(f64, f64); 2]> {
    let (along, found) = (report.along.as_ref()?, report.equilibrium.as_ref()?);
    let mu: f64 = load.bands[0].0.parse().ok()?;
    let springs: f64 =
        found.springs.iter().filter(|spring| spring.compressions.len() == 3).map(|spring| spring.push).sum();
    let wedge = found.springs.iter().find(|spring| spring.compressions.len() == 2)?;
    let lean = (seat(report)?.parse::<f64>().ok()? - load.seat).max(0.0) / wedge.length;
    let [alpha, gamma] = [4_f64.to_radians(), 35_f64.to_radians()];
    let (weight, own) = (load.mass * GRAVITY, WEDGE * GRAVITY);
    let ratio = |push: f64, phi: f64| {
        let along_its_way = (1.0 - lean * lean).sqrt() - (alpha - phi).tan() * lean;
        let upright = (alpha - phi).cos() * (gamma + phi).sin() / (alpha + gamma).sin();
        let expected = upright * (wedge.push * along_its_way - own) / (wedge.push - own);
        (expected, 0.5 * (weight - springs - push) / (wedge.push - own))
    };
    Some([ratio(along.slips[0]?, mu.atan()), ratio(along.slips[1]?, -mu.atan())])
}

/// Bottom, top and arc of one wedge; the contacts come as bottom and top of each wedge, then the arcs.
fn normal_lines(load: &Load, when: &str, expected: &[f64; 3], got: &[f64]) -> Vec<Line> {
    let places = [("bottom", 0), ("top", 1), ("arc", 4)].into_iter().zip(expected);
    let line = |((place, k), expected): ((&str, usize), &f64)| {
        let got = got.get(k).copied().unwrap_or(f64::NAN);
        number(format!("{}: {when}, {place} [N]", load.name), *expected, got, FORCE * expected)
    };
    places.map(line).collect()
}

/// The frictions of section 5.
fn critical_frictions() -> Vec<Line> {
    let chosen = changes("0.0841", 3.6);
    let printed = changes("8.41e-5", 0.9);
    let loaded = changes_of("wedge-loaded-free", &[], &[], 0.9);
    let line = |what: &str, expected: f64, found: &[Change], property: &str| {
        let got =
            found.iter().find(|change| change.property.starts_with(property)).map_or(f64::NAN, |change| change.at);
        number(what, expected, got, THRESHOLD * expected)
    };
    let p = "sliding down the normal forces are unique";
    vec![
        line("mu: stick and slip both possible, tan 4 deg", 0.0699, &chosen, "pushed down it may stay"),
        line("mu: self-locking, tan 19.5 deg", 0.3541, &chosen, "pushed down it locks"),
        line("mu: P lost for some pattern of slips", 0.3578, &chosen, "for every pattern"),
        line("mu: the wedge tips", 0.507, &chosen, "sliding down a contact opens"),
        line("mu: P lost for some pattern of slips, loaded", 0.3545, &loaded, "for every pattern"),
        line("mu: P lost, sliding down", 1.255, &chosen, p),
        line("mu: no solution, sliding down", 1.266, &chosen, "sliding down has no answer"),
        line("mu: P lost, sliding up", 3.20, &chosen, "sliding up the normal forces are unique"),
        line("mu: P lost, sliding down, printed moment of inertia", 0.1176, &printed, p),
        line("mu: no solution, sliding down, printed moment of inertia", 0.647, &printed, "sliding down has no answer"),
    ]
}

fn changes(moment: &str, to: f64) -> Vec<Change> {
    changes_of("wedge", &[("parameters.wedge_moment", moment)], &["frame"], to)
}

fn changes_of(scene: &str, set: &[(&str, &str)], fix: &[&str], to: f64) -> Vec<Change> {
    let axis = Axis { path: "parameters.mu".to_owned(), range: Range { from: 0.01, to, count: 61 } };
    file(scene, set).and_then(|file| critical(&file, &question(fix), &axis).ok()).unwrap_or_default()
}
