//! `events.jsonl`: one object per event, and per contact where several take part in an impact at the same time.

use std::io::{self, Write};

use carom_simulate::record::{Event, ImpactPart, Record};
use serde::Serialize;

use super::cast::{Cast, Space};

/// Normal, tangential and moment part of a velocity or an impulse.
#[derive(Serialize)]
struct Parts {
    normal: f64,
    tangential: Tangential,
    moment: f64,
}

/// One number in the plane, two in space.
#[derive(Serialize)]
#[serde(untagged)]
enum Tangential {
    One(f64),
    Two([f64; 2]),
}

#[derive(Serialize)]
struct Phases {
    compression: Parts,
    expansion: Parts,
}

/// The least impulse that ends the approach of an impact without friction at one contact, and the greatest that creates no energy.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub(super) struct Bounds {
    pub(super) least: f64,
    pub(super) greatest: f64,
}

#[derive(Serialize)]
struct ImpactOut<'a> {
    law: &'a str,
    before: Parts,
    after: Parts,
    impulse: Parts,
    phases: Option<Phases>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bounds: Option<Bounds>,
    mode: &'a str,
    energy_change: f64,
    warnings: &'a [String],
}

#[derive(Serialize)]
struct EventOut<'a> {
    t: f64,
    kind: &'static str,
    bodies: Vec<&'a str>,
    point: Option<&'a [f64]>,
    normal: Option<&'a [f64]>,
    #[serde(flatten)]
    impact: Option<ImpactOut<'a>>,
    #[serde(skip_serializing_if = "str::is_empty")]
    text: &'a str,
}

/// One event as JSON, as in the file.
pub fn event_json(cast: &Cast<'_>, event: &Event) -> serde_json::Value {
    // Numbers that are not finite become null, as in the file.
    serde_json::to_value(event_out(cast, event)).unwrap_or_default()
}

/// Writes the file.
pub(super) fn write(out: &mut impl Write, cast: &Cast<'_>, record: &Record) -> io::Result<()> {
    for event in &record.events {
        serde_json::to_writer(&mut *out, &event_out(cast, event))?;
        out.write_all(b"\n")?;
    }
    Ok(())
}

fn event_out<'a>(cast: &'a Cast<'_>, event: &'a Event) -> EventOut<'a> {
    let numbers = cast.space.dimensions();
    EventOut {
        t: event.t,
        kind: event.kind.name(),
        bodies: event.touch.map_or_else(Vec::new, |touch| cast.names(touch.site.pair)),
        point: event.touch.map(|_| &event.point[..numbers]),
        normal: event.touch.map(|_| &event.normal[..numbers]),
        impact: event.impact.as_ref().map(|impact| impact_out(cast.space, impact)),
        text: &event.text,
    }
}

fn impact_out(space: Space, impact: &ImpactPart) -> ImpactOut<'_> {
    let phases = |compression: [f64; 4]| Phases {
        compression: parts(space, compression),
        expansion: parts(space, std::array::from_fn(|i| impact.impulse[i] - compression[i])),
    };
    ImpactOut {
        law: impact.law,
        before: parts(space, impact.before),
        after: parts(space, impact.after),
        impulse: parts(space, impact.impulse),
        phases: impact.compression.map(phases),
        bounds: bounds(impact),
        mode: &impact.mode,
        energy_change: impact.energy_change,
        warnings: &impact.warnings,
    }
}

/// With the inverse mass A = (D_E - D_A)/I along the normal, joints included, the approach ends at kappa_inf = -D_A/A; the energy
/// D_A I + A I^2/2 gained is zero again at kappa_sup = 2 kappa_inf (Bacin 1998, eqs. 8.10 and 8.13, when H q' = 0).
pub(super) fn bounds(impact: &ImpactPart) -> Option<Bounds> {
    let alone = carom_impact::laws::info(impact.law).is_some();
    let [normal, first, second, moment] = impact.impulse;
    let (before, change) = (impact.before[0], impact.after[0] - impact.before[0]);
    let frictionless = [first, second, moment] == [0.0; 3] && normal > 0.0 && before < 0.0 && change > 0.0;
    let least = -before * normal / change;
    (alone && frictionless).then_some(Bounds { least, greatest: 2.0 * least })
}

fn parts(space: Space, [normal, first, second, moment]: [f64; 4]) -> Parts {
    let tangential = match space {
        Space::Plane => Tangential::One(first),
        Space::Space => Tangential::Two([first, second]),
    };
    Parts { normal, tangential, moment }
}
