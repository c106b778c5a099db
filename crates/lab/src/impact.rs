//! One collision under several laws: table, impulse plane, picture.

use axum::Json;
use axum::extract::State;
use carom::case::{Case, Geometry, Motion};
use carom::compare::{Choice, Entry, compare};
use carom::comparison::{Comparison, comparison};
use carom::diagram;
use carom::impact::build::{Rod, RodEnd};
use carom::impact::plane::ImpulsePlane;
use carom::impact::{Collision, Law};
use carom::scene::collision_line::{CoefficientsIn, ContactRecord, VelocityIn};
use serde::{Deserialize, Serialize};

use crate::plane::{CornerOut, PlaneOut, path, plane, point};
use crate::problem::Problem;
use crate::read::{Body, object, perhaps_object};
use crate::server::Lab;

/// A collision in a request: a local matrix or a rod on a plane.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CaseIn {
    #[serde(default, deserialize_with = "perhaps_object")]
    contact: Option<ContactRecord>,
    #[serde(default, deserialize_with = "perhaps_object")]
    rod: Option<RodIn>,
    #[serde(deserialize_with = "object")]
    before: VelocityIn,
    #[serde(deserialize_with = "object")]
    coefficients: CoefficientsIn,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RodIn {
    /// In radians.
    angle: f64,
    mass: f64,
    length: f64,
    /// Which end touches.
    #[serde(default)]
    end: EndIn,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum EndIn {
    #[default]
    Left,
    Right,
}

impl CaseIn {
    /// The case, or what is missing.
    pub(crate) fn case(&self) -> Result<Case, Problem> {
        let geometry = match (self.contact, self.rod) {
            (Some(contact), None) => Geometry::Local(contact.into()),
            (None, Some(RodIn { angle, mass, length, end })) => {
                let end = if matches!(end, EndIn::Left) { RodEnd::Left } else { RodEnd::Right };
                Geometry::Rod(Rod { mass, length, angle }, end)
            }
            _ => return Err(Problem::unfit("expected either a contact (a, b, c) or a rod (angle, mass, length)")),
        };
        Ok(Case { geometry, motion: Motion::AtContact(self.before.into()), coefficients: self.coefficients.into() })
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ImpactIn {
    #[serde(deserialize_with = "object")]
    case: CaseIn,
    /// Names of laws; all if absent.
    laws: Option<Vec<String>>,
    /// Whether the picture of the command line is wanted too.
    #[serde(default)]
    svg: bool,
}

/// Answers of laws, and the plane they are drawn in.
#[derive(Serialize)]
pub(crate) struct ImpactOut {
    #[serde(flatten)]
    comparison: Comparison<'static>,
    plane: PlaneOut,
    /// The path of each law, in the order of the results.
    paths: Vec<Vec<CornerOut>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    svg: Option<String>,
}

/// Most laws of one request.
const MOST_LAWS: usize = 50;

/// Compares laws on one collision.
pub(crate) async fn compare_laws(
    State(lab): State<Lab>,
    Body(asked): Body<ImpactIn>,
) -> Result<Json<ImpactOut>, Problem> {
    lab.short_work(move || answer(&asked)).await.map(Json)
}

fn answer(asked: &ImpactIn) -> Result<ImpactOut, Problem> {
    let case = asked.case.case()?;
    let collision = case.collision().map_err(|error| Problem::unfit(error.to_string()))?;
    let choice = match &asked.laws {
        None => Choice::All,
        Some(names) if names.len() > MOST_LAWS => return Err(Problem::unfit(format!("there may be {MOST_LAWS} laws"))),
        Some(names) => Choice::Named(names.clone()),
    };
    let entries =
        compare(&choice, &collision, &case.coefficients).map_err(|error| Problem::unfit(error.to_string()))?;
    let (plane, paths) = drawn(&case, &collision, &entries);
    Ok(ImpactOut {
        comparison: comparison(&collision, &entries),
        plane,
        paths,
        svg: asked.svg.then(|| diagram::draw(&case, &collision, &entries, false)),
    })
}

/// The plane and the paths of all laws; each path by the friction of its law.
fn drawn(case: &Case, collision: &Collision, entries: &[Entry]) -> (PlaneOut, Vec<Vec<CornerOut>>) {
    let (e, mu) = (case.coefficients.e.unwrap_or(0.0), case.coefficients.mu.unwrap_or(0.0));
    let own = |entry: &Entry| {
        path(&ImpulsePlane::new(collision, e, entry.law.friction_limit().unwrap_or(mu)), &entry.outcome)
    };
    let ends = entries.iter().filter(|entry| entry.outcome.has_numbers()).map(|entry| point(entry.outcome.impulse));
    (plane(&ImpulsePlane::new(collision, e, mu), &ends.collect::<Vec<_>>()), entries.iter().map(own).collect())
}
