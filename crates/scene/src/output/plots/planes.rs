//! The impulse plane of each impact at a single contact, with the answer of its law.

use carom_impact::laws::info;
use carom_impact::{Collision, Law, Velocity, resolve};
use carom_simulate::record::{Event, Record};

use super::super::cast::Cast;
use super::super::number::short;
use super::super::summary::RunInfo;
use crate::svg::{Diagram, LawResult, impulse_plane};

/// How the names of the files begin.
const PREFIX: &str = "impulse-plane-";
/// Significant digits of the time of an impact.
const DIGITS: usize = 7;

/// True for names that [`draw`] gives, without their ending.
pub(super) fn is_own(stem: &str) -> bool {
    stem.strip_prefix(PREFIX).is_some_and(|number| !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()))
}

/// The first `most` impulse planes of a run, numbered as the impacts are.
pub(super) fn draw(cast: &Cast<'_>, record: &Record, info: &RunInfo<'_>, most: usize) -> Vec<(String, String)> {
    let impacts = record.events.iter().filter(|event| event.impact.is_some()).enumerate();
    let drawn = impacts.filter_map(|(i, event)| {
        let subtitle = format!("{}, impact {} at t = {} s", info.scene, i + 1, short(event.t, DIGITS));
        Some((format!("{PREFIX}{:04}.svg", i + 1), plane(cast, event, &subtitle)?))
    });
    drawn.take(most).collect()
}

fn plane(cast: &Cast<'_>, event: &Event, subtitle: &str) -> Option<String> {
    let (impact, pair) = (event.impact.as_ref()?, event.touch?.site.pair);
    let [normal, tangential, _, moment] = impact.before;
    let collision = Collision::new(impact.local?, Velocity { normal, tangential, moment }).ok()?;
    let rules = (cast.law)(pair)?;
    let name = rules.impact.name();
    let laws = [LawResult {
        name,
        title: info(name).map_or(name, |law| law.title),
        outcome: resolve(&rules.impact, &collision),
    }];
    let title = format!("Impact of {}", cast.names(pair).join(" and "));
    let mu = rules.friction.slipping(tangential.abs());
    Some(impulse_plane(&Diagram {
        collision: &collision,
        e: rules.restitution,
        mu: rules.impact.friction_limit().unwrap_or(mu),
        title: &title,
        subtitle,
        laws: &laws,
    }))
}
