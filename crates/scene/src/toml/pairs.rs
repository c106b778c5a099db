//! `[[contact]]`: which pairs a law is for.
//!
//! `between = [a, b]` names two bodies, or many with a star (`"block-*"`); `materials = [m, n]` all bodies of two materials;
//! `default = true` everything else. Materials give way to stars, stars to names; of equals the later one counts. So does `collide`: who is
//! named in a contact that says nothing of it is not kept apart by a weaker `collide = false`.

use std::collections::HashMap;

use carom_mechanics::description::{ContactsDescription, PairDescription};
use carom_mechanics::{PairLaw, PenaltyGiven};

use super::contact::{LAW_KEYS, law, plain_law, says_law};
use super::error::Fault;
use super::fields::Fields;
use super::items::Item;
use super::material::{Material, find};
use super::names::{Body, Described, body_index};
use super::node::shorten;
use super::system::System;

/// Most pairs with a law of their own; a bound on memory.
const MOST_PAIRS: usize = 1_000_000;

/// How a contact says its bodies, the weaker first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Strength {
    Materials,
    Stars,
    Names,
}

/// A contact that was read.
struct Entry {
    strength: Strength,
    pairs: Vec<[usize; 2]>,
    law: Option<PairLaw>,
    collide: Option<bool>,
}

/// The keys of a contact.
fn keys() -> Vec<&'static str> {
    ["name", "between", "materials", "default", "collide"].into_iter().chain(LAW_KEYS).collect()
}

/// Refuses contacts between bodies and systems, which do not touch each other.
pub(super) fn no_systems(items: &[Item<'_>], systems: &[System]) -> Result<(), Fault> {
    for (number, item) in items.iter().enumerate() {
        let fields = Fields::of_item(item, item.subject("contact", number), &keys())?;
        let is_system = |name: &String| systems.iter().any(|system| system.description.name == *name);
        if let Some(name) = fields.pair("between")?.into_iter().flatten().find(is_system) {
            let problem = format!(
                "\"{}\" is a system: bodies and systems do not touch each other; say what a system touches in [[system.contact]]",
                shorten(&name)
            );
            return Err(fields.fault("between", problem));
        }
    }
    Ok(())
}

pub(super) fn contacts<D: Described>(
    items: &[Item<'_>],
    bodies: &[Body<D>],
    materials: &[Material],
    penalty: Option<PenaltyGiven>,
) -> Result<ContactsDescription, Fault> {
    let keys = keys();
    let mut default = None;
    let mut entries: Vec<Entry> = Vec::new();
    let mut pairs_in_all = 0;
    for (number, item) in items.iter().enumerate() {
        let fields = Fields::of_item(item, item.subject("contact", number), &keys)?;
        if fields.flag("default")? == Some(true) {
            if let Some(key) = ["between", "materials"].into_iter().find(|key| fields.has(key)) {
                let problem =
                    format!("the default is for everything that no other contact is for: give either it or {key}");
                return Err(fields.fault("default", problem));
            }
            if default.replace(law(&fields, materials, penalty)?).is_some() {
                return Err(fields.fault("default", "another contact is the default already"));
            }
            continue;
        }
        let (strength, pairs) = selected(&fields, bodies, materials)?;
        pairs_in_all += pairs.len();
        if pairs_in_all > MOST_PAIRS {
            return Err(fields.fault_here(format!("contacts are for more than {MOST_PAIRS} pairs in all")));
        }
        let twice =
            |other: &Entry| strength == Strength::Names && other.strength == strength && same(&other.pairs, &pairs);
        if entries.iter().any(twice) {
            return Err(fields.fault("between", "another contact is between these two"));
        }
        let law = if says_law(&fields) { Some(law(&fields, materials, penalty)?) } else { None };
        entries.push(Entry { strength, pairs, law, collide: fields.flag("collide")? });
    }
    entries.sort_by_key(|entry| entry.strength);
    let law = match default {
        Some(law) => law,
        None => plain_law(penalty)?,
    };
    Ok(describe(law, &entries, bodies))
}

fn same(one: &[[usize; 2]], other: &[[usize; 2]]) -> bool {
    let ([[a, b]], [[c, d]]) = (one, other) else { return false };
    (a, b) == (c, d) || (a, b) == (d, c)
}

/// The pairs a contact is for.
fn selected<D: Described>(
    fields: &Fields<'_>,
    bodies: &[Body<D>],
    materials: &[Material],
) -> Result<(Strength, Vec<[usize; 2]>), Fault> {
    let (strength, firsts, seconds) = match (fields.pair("between")?, fields.pair("materials")?) {
        (Some([a, b]), None) => {
            let strength = if a.contains('*') || b.contains('*') { Strength::Stars } else { Strength::Names };
            (strength, matching(fields, bodies, &a)?, matching(fields, bodies, &b)?)
        }
        (None, Some(names)) => {
            let [a, b] = names.map(|name| of_material(fields, bodies, materials, &name));
            (Strength::Materials, a?, b?)
        }
        _ => return Err(fields.fault_here("needs one of between = [a, b], materials = [m, n], default = true")),
    };
    if firsts.len().saturating_mul(seconds.len()) > MOST_PAIRS {
        return Err(fields.fault_here(format!("is for more than {MOST_PAIRS} pairs")));
    }
    let pairs: Vec<[usize; 2]> =
        firsts.iter().flat_map(|a| seconds.iter().map(|b| [*a, *b])).filter(|[a, b]| a != b).collect();
    if pairs.is_empty() && strength == Strength::Names {
        return Err(fields.fault("between", "expected two different bodies"));
    }
    Ok((strength, pairs))
}

/// The bodies of a name, which may contain one star.
fn matching<D: Described>(fields: &Fields<'_>, bodies: &[Body<D>], pattern: &str) -> Result<Vec<usize>, Fault> {
    let Some((before, after)) = pattern.split_once('*') else {
        return Ok(vec![body_index(fields, "between", pattern, bodies)?]);
    };
    let fits =
        |name: &str| name.len() >= before.len() + after.len() && name.starts_with(before) && name.ends_with(after);
    Ok((0..bodies.len()).filter(|&index| fits(bodies[index].description.name())).collect())
}

fn of_material<D>(
    fields: &Fields<'_>,
    bodies: &[Body<D>],
    materials: &[Material],
    name: &str,
) -> Result<Vec<usize>, Fault> {
    let found: Vec<usize> =
        (0..bodies.len()).filter(|&index| bodies[index].material.as_deref() == Some(name)).collect();
    if found.is_empty() {
        find(materials, name, &[]).map_err(|problem| fields.fault("materials", problem))?;
        return Err(fields.fault("materials", format!("no body is of the material \"{}\"", shorten(name))));
    }
    Ok(found)
}

fn describe<D: Described>(law: PairLaw, entries: &[Entry], bodies: &[Body<D>]) -> ContactsDescription {
    let mut laws: HashMap<[usize; 2], ([usize; 2], &PairLaw)> = HashMap::new();
    let mut collide: HashMap<[usize; 2], (Strength, bool)> = HashMap::new();
    for entry in entries {
        for &[a, b] in &entry.pairs {
            let key = [a.min(b), a.max(b)];
            if let Some(law) = &entry.law {
                // A star on both sides gives each pair twice: the order of the first counts.
                let order =
                    laws.get(&key).filter(|_| entry.strength != Strength::Names).map_or([a, b], |known| known.0);
                laws.insert(key, (order, law));
            }
            if let Some(flag) = entry.collide {
                collide.insert(key, (entry.strength, flag));
            } else if collide.get(&key).is_some_and(|(weaker, flag)| *weaker < entry.strength && !flag) {
                collide.remove(&key);
            }
        }
    }
    let name = |index: usize| bodies[index].description.name().to_owned();
    let mut pairs: Vec<([usize; 2], PairDescription)> = laws
        .into_iter()
        .map(|(key, ([a, b], law))| (key, PairDescription { between: [name(a), name(b)], law: law.clone() }))
        .collect();
    pairs.sort_by_key(|(key, _)| *key);
    let mut flags: Vec<([usize; 2], bool)> = collide.into_iter().map(|(key, (_, flag))| (key, flag)).collect();
    flags.sort_unstable();
    let chosen = |wanted: bool| {
        flags.iter().filter(|(_, flag)| *flag == wanted).map(|([a, b], _)| [name(*a), name(*b)]).collect()
    };
    ContactsDescription {
        law,
        pairs: pairs.into_iter().map(|(_, pair)| pair).collect(),
        excluded: chosen(false),
        included: chosen(true),
        apart: false,
    }
}
