//! One collision as a line of JSON, and its answer as another (schema: docs, page "Batches and files").
//!
//! In: `id`, `law`, `contact` {a b c d e f}, `before` {normal tangential moment}, `coefficients` {e mu mu_static nu e_t e_m e_mc e_me}.
//! Out: `id`, `law`, `status`, `mode`, `impulse`, `after`, `compression`, `work`, `energy_change`, `energy`, `class`, `warnings`,
//! `reason` where there are no numbers, `solutions` where there are several, `error` where the line is at fault.

use carom_impact::{
    Class, Coefficients, Collision, Contact, Impulse, Law, Outcome, Status, Velocity, Work, audit, laws, resolve,
};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::batch::Job;
use crate::json_line::{ErrorOut, not_a, salvage_id, write_line};
use crate::spatial_line;

/// The job of a batch of collisions: a line takes microseconds and a few hundred bytes.
pub const JOB: Job<'static> = Job { answer: &answer, task_lines: 256, longest_line: 1 << 20 };

/// A line of the plane or of space, which differ in their contacts and velocities.
#[derive(Deserialize)]
#[serde(expecting = "an object with id, law, contact, before and coefficients")]
pub(crate) struct LineIn<'a, C, V> {
    #[serde(borrow)]
    pub(crate) id: Option<&'a RawValue>,
    pub(crate) law: std::borrow::Cow<'a, str>,
    pub(crate) contact: C,
    pub(crate) before: V,
    #[serde(default)]
    pub(crate) coefficients: CoefficientsIn,
}

/// A local inverse mass matrix as files hold it.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields, expecting = "an object with a, b, c and perhaps d, e, f")]
pub struct ContactRecord {
    a: f64,
    #[serde(default)]
    b: f64,
    c: f64,
    #[serde(default)]
    d: f64,
    #[serde(default)]
    e: f64,
    #[serde(default)]
    f: f64,
}

/// A relative velocity as files give it.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with normal, tangential and moment")]
pub struct VelocityIn {
    normal: f64,
    #[serde(default)]
    tangential: f64,
    #[serde(default)]
    moment: f64,
}

/// Coefficients as files give them.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object of coefficients by name")]
pub struct CoefficientsIn {
    e: Option<f64>,
    mu: Option<f64>,
    mu_static: Option<f64>,
    nu: Option<f64>,
    e_t: Option<f64>,
    e_m: Option<f64>,
    e_mc: Option<f64>,
    e_me: Option<f64>,
}

impl From<ContactRecord> for Contact {
    fn from(ContactRecord { a, b, c, d, e, f }: ContactRecord) -> Self {
        Self { a, b, c, d, e, f }
    }
}

impl From<Contact> for ContactRecord {
    fn from(Contact { a, b, c, d, e, f }: Contact) -> Self {
        Self { a, b, c, d, e, f }
    }
}

impl From<VelocityIn> for Velocity {
    fn from(VelocityIn { normal, tangential, moment }: VelocityIn) -> Self {
        Self { normal, tangential, moment }
    }
}

impl From<CoefficientsIn> for Coefficients {
    fn from(given: CoefficientsIn) -> Self {
        Self {
            e: given.e,
            mu: given.mu,
            mu_static: given.mu_static,
            nu: given.nu,
            e_t: given.e_t,
            e_m: given.e_m,
            e_mc: given.e_mc,
            e_me: given.e_me,
        }
    }
}

/// The parts of an impulse, a velocity or an energy, as files name them.
#[derive(Serialize)]
struct Parts {
    normal: f64,
    tangential: f64,
    moment: f64,
}

#[derive(Serialize)]
pub(crate) struct WorkOut {
    pub(crate) compression: f64,
    pub(crate) expansion: f64,
    pub(crate) friction: f64,
}

/// The fields of an answer with numbers.
#[derive(Serialize)]
struct NumbersOut {
    mode: &'static str,
    impulse: Parts,
    after: Parts,
    #[serde(skip_serializing_if = "Option::is_none")]
    compression: Option<Parts>,
    #[serde(skip_serializing_if = "Option::is_none")]
    work: Option<WorkOut>,
}

/// One result as files hold it.
#[derive(Serialize)]
pub struct ResultOut<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a RawValue>,
    law: &'static str,
    status: &'static str,
    #[serde(flatten)]
    numbers: Option<NumbersOut>,
    #[serde(skip_serializing_if = "Option::is_none")]
    energy_change: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    energy: Option<Parts>,
    class: ClassOut,
    warnings: Vec<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    solutions: Vec<SolutionOut>,
}

/// One of several answers of a law.
#[derive(Serialize)]
struct SolutionOut {
    status: &'static str,
    #[serde(flatten)]
    numbers: Option<NumbersOut>,
    energy_change: f64,
}

/// A collision as files hold it.
#[derive(Serialize)]
pub struct CollisionRecord {
    contact: ContactRecord,
    det: f64,
    mu_s: f64,
    before: Parts,
}

#[derive(Serialize)]
struct ClassOut {
    direct: bool,
    central: bool,
    tangential: bool,
}

/// Answers one line of text, number `number` of its file, appending one line to `out`. True if it could be answered.
pub fn answer(text: &str, number: u64, out: &mut Vec<u8>) -> bool {
    match read(text) {
        Ok((id, law, collision)) => {
            let outcome = resolve(&law, &collision);
            write_line(&result(id, &law, &collision, &outcome), out);
            true
        }
        Err(error) => match in_space(text) {
            Some(Ok(result)) => {
                write_line(&result, out);
                true
            }
            other => {
                let error = other.and_then(Result::err).unwrap_or(error);
                let id = salvage_id(text);
                write_line(&ErrorOut { id, line: number, status: Status::BadInput.as_str(), error: &error }, out);
                false
            }
        },
    }
}

/// The answer to a line that is no collision in the plane but one in space.
fn in_space(text: &str) -> Option<Result<spatial_line::ResultOut<'_>, String>> {
    spatial_line::is_spatial(text).then(|| spatial_line::answer(text))
}

/// The record of a collision, for JSON of any kind.
pub fn collision(collision: &Collision) -> CollisionRecord {
    CollisionRecord {
        contact: (*collision.contact()).into(),
        det: collision.det(),
        mu_s: collision.contact().mu_s(),
        before: velocity_out(collision.before()),
    }
}

/// The record of an outcome, for JSON of any kind.
pub fn result<'a, L: Law + ?Sized>(
    id: Option<&'a RawValue>,
    law: &L,
    collision: &Collision,
    outcome: &Outcome,
) -> ResultOut<'a> {
    let energy = outcome.energy;
    let Class { direct, central, tangential } = collision.class();
    ResultOut {
        id,
        law: law.name(),
        status: outcome.status.as_str(),
        numbers: numbers_out(outcome),
        energy_change: outcome.has_numbers().then(|| energy.total() + 0.0),
        energy: outcome.has_numbers().then(|| Parts::new(energy.normal, energy.tangential, energy.moment)),
        class: ClassOut { direct, central, tangential },
        warnings: outcome.warnings.iter().map(|warning| warning.as_str()).collect(),
        reason: outcome.reason,
        solutions: if outcome.status == Status::Multiple {
            law.all_answers(collision).iter().map(|answer| solution_out(&audit(law, collision, answer))).collect()
        } else {
            Vec::new()
        },
    }
}

fn solution_out(outcome: &Outcome) -> SolutionOut {
    SolutionOut {
        status: outcome.status.as_str(),
        numbers: numbers_out(outcome),
        energy_change: outcome.energy.total() + 0.0,
    }
}

fn numbers_out(outcome: &Outcome) -> Option<NumbersOut> {
    outcome.mode.map(|mode| NumbersOut {
        mode: mode.as_str(),
        impulse: impulse_out(outcome.impulse),
        after: velocity_out(outcome.after),
        compression: outcome.compression.map(impulse_out),
        work: outcome.work.map(work_out),
    })
}

impl Parts {
    /// Adding zero turns -0 into 0.
    fn new(normal: f64, tangential: f64, moment: f64) -> Self {
        Self { normal: normal + 0.0, tangential: tangential + 0.0, moment: moment + 0.0 }
    }
}

fn impulse_out(Impulse { normal, tangential, moment }: Impulse) -> Parts {
    Parts::new(normal, tangential, moment)
}

fn velocity_out(Velocity { normal, tangential, moment }: Velocity) -> Parts {
    Parts::new(normal, tangential, moment)
}

fn work_out(Work { compression, expansion, friction }: Work) -> WorkOut {
    WorkOut { compression, expansion, friction }
}

type Problem<'a> = (Option<&'a RawValue>, laws::BuiltIn, Collision);

fn read(text: &str) -> Result<Problem<'_>, String> {
    if text.trim().is_empty() {
        return Err("the line is empty; expected one collision".into());
    }
    if !text.trim_start().starts_with('{') {
        return Err("not a collision: expected an object, { ... }".into());
    }
    let line: LineIn<'_, ContactRecord, VelocityIn> =
        serde_json::from_str(text).map_err(|error| not_a("collision", text, &error))?;
    let law = laws::by_name(&line.law, &line.coefficients.into()).map_err(|error| error.to_string())?;
    let collision = Collision::new(line.contact.into(), line.before.into()).map_err(|error| error.to_string())?;
    Ok((line.id, law, collision))
}
