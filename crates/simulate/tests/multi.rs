//! Several contacts at once: what each rule answers, when it has none or several (vectors impact3d/multi.json; K6, X1).
#![allow(clippy::unwrap_used)]

use carom_impact::Coefficients;
use carom_impact::laws::by_name;
use carom_mechanics::{At, Contact, Energy, Friction, JointRow, Mass, Model, Pace, PairLaw, Site, Touch};
use carom_simulate::events::{State, run};
use carom_simulate::record::End;
use carom_simulate::{Settings, Simultaneous};
use serde_json::Value;

/// Contacts that all touch, given by their rows; no forces.
struct Rows {
    mass: Vec<f64>,
    normal: Vec<Vec<f64>>,
    tangential: Vec<Vec<f64>>,
    law: PairLaw,
}

impl Model for Rows {
    fn positions(&self) -> usize {
        self.mass.len()
    }

    fn velocities(&self) -> usize {
        self.mass.len()
    }

    fn tangents(&self) -> usize {
        1
    }

    fn rate(&self, _q: &[f64], v: &[f64], rate: &mut [f64]) {
        rate.copy_from_slice(v);
    }

    fn displace(&self, q: &mut [f64], d: &[f64]) {
        for (q, d) in q.iter_mut().zip(d) {
            *q += d;
        }
    }

    fn mass(&self, _q: &[f64], mass: &mut Mass) {
        mass.clear();
        for m in &self.mass {
            mass.push(1, &[*m]);
        }
    }

    fn force(&self, _at: At, force: &mut [f64]) {
        force.fill(0.0);
    }

    fn joints(&self, _at: At, rows: &mut Vec<JointRow>) {
        rows.clear();
    }

    fn sites(&self, _t: f64, _q: &[f64], _reach: f64, sites: &mut Vec<Site>) {
        sites.clear();
        sites.extend((0..self.normal.len() as u32).map(|feature| Site { pair: 0, feature }));
    }

    fn gap(&self, site: Site, _t: f64, q: &[f64]) -> (f64, u32) {
        (self.normal[site.feature as usize].iter().zip(q).map(|(a, b)| a * b).sum(), 0)
    }

    fn margin(&self, _touch: Touch, _t: f64, _q: &[f64]) -> f64 {
        f64::INFINITY
    }

    fn contact(&self, touch: Touch, at: At, contact: &mut Contact) {
        let k = touch.site.feature as usize;
        contact.gap = self.gap(touch.site, at.t, at.q).0;
        for direction in [&mut contact.along_normal, &mut contact.tangential[0], &mut contact.moment] {
            direction.clear();
        }
        contact.along_normal.row.add(0, &self.normal[k]);
        contact.tangential[0].row.add(0, &self.tangential[k]);
    }

    fn law(&self, _pair: u32) -> &PairLaw {
        &self.law
    }

    fn pace(&self, at: At) -> Pace {
        Pace { speed: at.v.iter().fold(0.0, |m: f64, v| m.max(v.abs())), size: 1.0 }
    }

    fn energy(&self, at: At) -> Energy {
        let kinetic = 0.5 * self.mass.iter().zip(at.v).map(|(m, v)| m * v * v).sum::<f64>();
        Energy { kinetic, potential: 0.0 }
    }

    fn next_corner(&self, _t: f64) -> Option<f64> {
        None
    }
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect()
}

fn model(scene: &Value, e: f64, mu: f64) -> Rows {
    let normal: Vec<Vec<f64>> = scene["normal_rows"].as_array().unwrap().iter().map(numbers).collect();
    let tangential = match scene["tangential_rows"].as_array() {
        Some(rows) => rows.iter().map(numbers).collect(),
        None => vec![vec![0.0; normal[0].len()]; normal.len()],
    };
    let coefficients = Coefficients { e: Some(e), mu: Some(mu), ..Coefficients::default() };
    let impact = by_name("kane", &coefficients).unwrap();
    let law = PairLaw { impact, restitution: e, friction: Friction::Coulomb { mu }, penalty: None };
    Rows { mass: numbers(&scene["mass"]), normal, tangential, law }
}

/// Velocities after, or the verdict.
fn after(model: &Rows, before: &[f64], rule: Simultaneous) -> Result<Vec<f64>, String> {
    let mut state = State { t: 0.0, q: vec![0.0; before.len()], v: before.to_vec(), closed: Vec::new(), step: 0.0 };
    let record = run(model, &mut state, &Settings { simultaneous: rule, every: None, ..Settings::until(0.0) });
    match record.end {
        End::Verdict(text) => Err(text),
        _ => Ok(state.v),
    }
}

#[test]
fn both_simultaneous_rules_answer_as_the_vectors_say() {
    let text = include_str!("data/multi.json");
    let data: Value = serde_json::from_str(text).unwrap();
    let mut checked = 0;
    for scene in data["scenes"].as_array().unwrap() {
        let before = numbers(&scene["before"]);
        for answer in scene["answers"].as_array().unwrap() {
            let (e, mu) = (answer["e"].as_f64().unwrap(), answer["mu"].as_f64().unwrap());
            for (name, rule) in [("newton", Simultaneous::Newton), ("poisson", Simultaneous::Poisson)] {
                let Some(known) = answer[format!("simultaneous-{name}")].as_array() else { continue };
                let what = format!("{} e {e} mu {mu} {name}", scene["id"]);
                let found = after(&model(scene, e, mu), &before, rule);
                if known.is_empty() {
                    assert!(found.is_err(), "{what}: {found:?}");
                    checked += 1;
                    continue;
                }
                let found = found.unwrap_or_else(|verdict| panic!("{what}: {verdict}"));
                let solutions: Vec<Vec<f64>> = known.iter().map(|s| numbers(&s["after"])).collect();
                // Compare within 1e-8, as the vectors say; several entries bound a continuum (see the page on several contacts).
                let inside = (0..found.len()).all(|k| {
                    let low = solutions.iter().fold(f64::INFINITY, |m, s| m.min(s[k]));
                    let high = solutions.iter().fold(f64::NEG_INFINITY, |m, s| m.max(s[k]));
                    found[k] >= low - 1e-8 && found[k] <= high + 1e-8
                });
                assert!(inside, "{what}: {found:?} is not {solutions:?}");
                checked += 1;
            }
        }
    }
    assert!(checked > 150, "{checked}");
}
