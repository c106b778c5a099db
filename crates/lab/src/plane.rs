//! The impulse plane as lines and points, for a page to draw (K4).

use axum::Json;
use axum::extract::State;
use carom::impact::plane::{CornerKind, ImpulsePlane, LineKind};
use carom::impact::{Collision, Impulse, Law, Outcome, Velocity, resolve};
use carom::scene::collision_line::{ContactRecord, VelocityIn};
use carom::scene::output::Cast;
use carom::simulate::record::Event;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::problem::Problem;
use crate::read::{Body, object};
use crate::server::Lab;

/// A point: I_T to the right, I_N up.
type Point = [f64; 2];

/// The lines of an impulse plane.
#[derive(Serialize)]
pub(crate) struct PlaneOut {
    /// T = T_A.
    conic: Vec<Point>,
    /// Where no energy is gained, friction is enough and the bodies no longer approach.
    region: Vec<Point>,
    lines: Vec<LineOut>,
    /// Around what must be seen: left, bottom, right, top.
    window: [f64; 4],
}

#[derive(Serialize)]
struct LineOut {
    kind: &'static str,
    start: Point,
    direction: Point,
    both_ways: bool,
}

/// A corner of the path of a law.
#[derive(Serialize)]
pub(crate) struct CornerOut {
    kind: &'static str,
    at: Point,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlaneIn {
    #[serde(deserialize_with = "object")]
    contact: ContactRecord,
    #[serde(deserialize_with = "object")]
    before: VelocityIn,
    e: f64,
    mu: f64,
    /// Points that must be seen.
    #[serde(default)]
    points: Vec<Point>,
}

/// The plane of one collision.
pub(crate) async fn of_collision(State(_): State<Lab>, Body(asked): Body<PlaneIn>) -> Result<Json<PlaneOut>, Problem> {
    let collision = Collision::new(asked.contact.into(), asked.before.into());
    let collision = collision.map_err(|error| Problem::unfit(error.to_string()))?;
    Ok(Json(plane(&ImpulsePlane::new(&collision, asked.e, asked.mu), &asked.points)))
}

/// How far beyond the points the picture reaches, as a share of their size.
const BEYOND: f64 = 0.5;

/// The plane around some points.
pub(crate) fn plane(plane: &ImpulsePlane, points: &[Point]) -> PlaneOut {
    let window = window(plane, points);
    let reach = 3.0 * window.iter().fold(0.0_f64, |most, side| most.max(side.abs()));
    PlaneOut {
        conic: plane.conic(reach).into_iter().map(point).collect(),
        region: plane.region(reach).into_iter().map(point).collect(),
        lines: plane
            .lines()
            .iter()
            .map(|line| LineOut {
                kind: line_name(line.kind),
                start: point(line.start),
                direction: point(line.direction),
                both_ways: line.both_ways,
            })
            .collect(),
        window,
    }
}

/// Around the origin, the ends without friction, and the given points; with as much of the conic as is near.
fn window(plane: &ImpulsePlane, points: &[Point]) -> [f64; 4] {
    let straight = -plane.collision().before().normal.min(0.0) / plane.collision().contact().a;
    let fixed = [[0.0, 0.0], [0.0, straight], [0.0, (1.0 + plane.e().clamp(0.0, 1.0)) * straight]];
    let seen = fixed.iter().chain(points).filter(|p| p.iter().all(|x| x.is_finite()));
    let around = |[left, bottom, right, top]: [f64; 4], p: &Point| {
        [left.min(p[0]), bottom.min(p[1]), right.max(p[0]), top.max(p[1])]
    };
    let core = seen.fold([0.0; 4], around);
    let size = (core[2] - core[0]).max(core[3] - core[1]).max(1e-12);
    let limit = [core[0] - BEYOND * size, core[1] - BEYOND * size, core[2] + BEYOND * size, core[3] + BEYOND * size];
    let conic = plane.conic(3.0 * size).into_iter().map(point).fold(core, |window, p| around(window, &p));
    let clipped = [conic[0].max(limit[0]), conic[1].max(limit[1]), conic[2].min(limit[2]), conic[3].min(limit[3])];
    let pad = 0.06 * (clipped[2] - clipped[0]).max(clipped[3] - clipped[1]).max(1e-12);
    [clipped[0] - pad, clipped[1] - pad, clipped[2] + pad, clipped[3] + pad]
}

/// The corners of the path of an outcome.
pub(crate) fn path(plane: &ImpulsePlane, outcome: &Outcome) -> Vec<CornerOut> {
    let corners = plane.path(outcome).into_iter();
    corners.map(|corner| CornerOut { kind: corner_name(corner.kind), at: point(corner.at) }).collect()
}

/// An event as JSON with what its impulse plane needs, where it has one: an impact in the plane at one contact.
pub(crate) fn of_event(cast: &Cast<'_>, event: &Event, mut json: Value) -> Value {
    let plane = || {
        let (impact, pair) = (event.impact.as_ref()?, event.touch?.site.pair);
        let local = impact.local?;
        let [normal, tangential, _, moment] = impact.before;
        let collision = Collision::new(local, Velocity { normal, tangential, moment }).ok()?;
        let rules = (cast.law)(pair)?;
        let mu = rules.impact.friction_limit().unwrap_or_else(|| rules.friction.slipping(tangential.abs()));
        let plane = ImpulsePlane::new(&collision, rules.restitution, mu);
        let corners = path(&plane, &resolve(&rules.impact, &collision));
        Some(json!({"contact": ContactRecord::from(local), "e": rules.restitution, "mu": mu, "path": corners}))
    };
    if let (Some(plane), Some(object)) = (plane(), json.as_object_mut()) {
        object.insert("plane".to_owned(), plane);
    }
    json
}

pub(crate) fn point(impulse: Impulse) -> Point {
    [impulse.tangential, impulse.normal]
}

fn line_name(kind: LineKind) -> &'static str {
    match kind {
        LineKind::Compression => "compression",
        LineKind::Termination => "termination",
        LineKind::Sticking => "sticking",
        LineKind::FrictionForward => "friction-forward",
        LineKind::FrictionBackward => "friction-backward",
        LineKind::ReverseSliding => "reverse-sliding",
    }
}

fn corner_name(kind: CornerKind) -> &'static str {
    match kind {
        CornerKind::Start => "start",
        CornerKind::SlipStop => "slip-stop",
        CornerKind::Compression => "compression",
        CornerKind::End => "end",
    }
}
