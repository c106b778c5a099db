//! One collision in space as a line of JSON, and its answer as another (schema: docs, page "Collisions in space").
//!
//! In: `id`, `law`, `contact` {g: three rows in the order n, t1, t2}, `before` {normal, tangential: [t1, t2]}, `coefficients`.
//! Out: `id`, `law`, `status`, and the numbers of the answer, or all answers in `solutions` where there are several.

use carom_impact::{Status, Work, space};
use glam::DVec2;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::collision_line::{LineIn, WorkOut};
use crate::json_line::not_a;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with g, three rows of three numbers")]
struct ContactIn {
    g: [[f64; 3]; 3],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with normal and tangential, the latter two numbers")]
struct VelocityIn {
    normal: f64,
    #[serde(default)]
    tangential: [f64; 2],
}

/// A normal part and two tangential ones.
#[derive(Serialize)]
struct Parts {
    normal: f64,
    tangential: [f64; 2],
}

impl Parts {
    /// Adding zero turns -0 into 0.
    fn new(normal: f64, tangential: DVec2) -> Self {
        Self { normal: normal + 0.0, tangential: [tangential.x + 0.0, tangential.y + 0.0] }
    }
}

/// One answer.
#[derive(Serialize)]
struct AnswerOut {
    impulse: Parts,
    after: Parts,
    energy_change: f64,
    mode: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    compression: Option<Parts>,
    #[serde(skip_serializing_if = "Option::is_none")]
    work: Option<WorkOut>,
    #[serde(skip_serializing_if = "Option::is_none")]
    kappa: Option<f64>,
    #[serde(flatten)]
    path: Option<PathOut>,
    warnings: Vec<&'static str>,
}

#[derive(Serialize)]
struct PathOut {
    turning: f64,
    stop: Option<f64>,
    recompression: bool,
}

/// One result.
#[derive(Serialize)]
pub(crate) struct ResultOut<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a RawValue>,
    law: &'static str,
    status: &'static str,
    #[serde(flatten)]
    answer: Option<AnswerOut>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    solutions: Vec<AnswerOut>,
}

/// True if a line has the matrix of a contact in space.
pub(crate) fn is_spatial(text: &str) -> bool {
    #[derive(Deserialize)]
    struct Peek<'a> {
        #[serde(borrow)]
        contact: Contact<'a>,
    }
    #[derive(Deserialize)]
    struct Contact<'a> {
        #[serde(borrow)]
        g: Option<&'a RawValue>,
    }
    serde_json::from_str::<Peek>(text).is_ok_and(|line| line.contact.g.is_some())
}

/// Answers a line in space.
pub(crate) fn answer(text: &str) -> Result<ResultOut<'_>, String> {
    let line: LineIn<'_, ContactIn, VelocityIn> =
        serde_json::from_str(text).map_err(|error| not_a("collision", text, &error))?;
    let law = space::by_name(&line.law, &line.coefficients.into()).map_err(|error| error.to_string())?;
    let VelocityIn { normal, tangential } = line.before;
    let before = space::Velocity { normal, tangential: tangential.into() };
    let collision = space::Collision::new(line.contact.g, before).map_err(|error| error.to_string())?;
    let outcome = space::resolve(&law, &collision);
    let mut answers: Vec<AnswerOut> = outcome.answers.iter().map(answer_out).collect();
    let several = outcome.status == Status::Multiple;
    Ok(ResultOut {
        id: line.id,
        law: law.name(),
        status: outcome.status.as_str(),
        answer: if several { None } else { answers.pop() },
        reason: outcome.reason,
        solutions: answers,
    })
}

fn answer_out(audited: &space::Audited) -> AnswerOut {
    let answer = &audited.answer;
    AnswerOut {
        impulse: Parts::new(answer.impulse.normal, answer.impulse.tangential),
        after: Parts::new(answer.after.normal, answer.after.tangential),
        energy_change: audited.energy_change + 0.0,
        mode: answer.mode.as_str(),
        compression: answer.compression.map(|impulse| Parts::new(impulse.normal, impulse.tangential)),
        work: answer.work.map(|Work { compression, expansion, friction }| WorkOut { compression, expansion, friction }),
        kappa: answer.kappa,
        path: answer.path.map(|path| PathOut {
            turning: path.turning,
            stop: path.stop,
            recompression: path.recompression,
        }),
        warnings: audited.warnings.iter().map(|warning| warning.as_str()).collect(),
    }
}
