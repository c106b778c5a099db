//! Maps of modes and energy over two parameters (K5).

use axum::Json;
use axum::extract::State;
use carom::impact::{Outcome, Status};
use carom::map::{Axis, Map, Parameter, map};
use carom::map_picture::{self, Show};
use carom::scene::range::Range;
use serde::{Deserialize, Serialize};

use crate::impact::CaseIn;
use crate::problem::Problem;
use crate::read::{Body, object};
use crate::server::Lab;

/// An axis in a request.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AxisIn {
    pub(crate) name: String,
    pub(crate) from: f64,
    pub(crate) to: f64,
    pub(crate) count: usize,
}

impl AxisIn {
    /// The values, if they make a range.
    pub(crate) fn range(&self, most: usize) -> Result<Range, Problem> {
        let Self { name, from, to, count } = self;
        if !(from.is_finite() && to.is_finite() && from < to) {
            return Err(Problem::unfit(format!("{name}: expected a range from a smaller to a larger number")));
        }
        if !(2..=most).contains(count) {
            return Err(Problem::unfit(format!("{name}: {count} points; from 2 to {most} are possible")));
        }
        Ok(Range { from: *from, to: *to, count: *count })
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MapIn {
    #[serde(deserialize_with = "object")]
    case: CaseIn,
    law: String,
    #[serde(deserialize_with = "object")]
    x: AxisIn,
    #[serde(deserialize_with = "object")]
    y: AxisIn,
    /// The picture of the command line: `mode`, `energy` or `impulse`.
    svg: Option<ShowIn>,
    /// Whether the table of the command line is wanted.
    #[serde(default)]
    csv: bool,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum ShowIn {
    Mode,
    Energy,
    Impulse,
}

/// A map, row by row from below.
#[derive(Serialize)]
pub(crate) struct MapOut {
    /// Names of modes and statuses.
    names: Vec<&'static str>,
    /// For every point the number of its name.
    cells: Vec<usize>,
    /// For every point the energy change; null where the law has no answer.
    energy: Vec<Option<f64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    svg: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    csv: Option<String>,
}

/// One law over two parameters.
pub(crate) async fn of_law(State(lab): State<Lab>, Body(asked): Body<MapIn>) -> Result<Json<MapOut>, Problem> {
    let most = lab.limits.map;
    lab.short_work(move || answer(&asked, most)).await.map(Json)
}

fn answer(asked: &MapIn, most: usize) -> Result<MapOut, Problem> {
    let case = asked.case.case()?;
    if asked.x.count.saturating_mul(asked.y.count) > most {
        return Err(Problem::unfit(format!("a map may have {most} points")));
    }
    let (x, y) = (axis(&asked.x, most)?, axis(&asked.y, most)?);
    let map = map(&asked.law, &case, x, y).map_err(|error| Problem::unfit(error.to_string()))?;
    let show = asked.svg.map(|show| match show {
        ShowIn::Mode => Show::Mode,
        ShowIn::Energy => Show::Energy,
        ShowIn::Impulse => Show::Impulse,
    });
    let svg = show.map(|show| map_picture::draw(&map, &asked.law, show, &case));
    let csv = asked.csv.then(|| map.to_csv());
    Ok(MapOut { svg, csv, ..cells(&map) })
}

fn axis(axis: &AxisIn, most: usize) -> Result<Axis, Problem> {
    let parameter = Parameter::by_name(&axis.name).ok_or_else(|| {
        Problem::unfit(format!("there is no parameter \"{}\"; there are {}", axis.name, Parameter::NAMES.join(", ")))
    })?;
    Ok(Axis { parameter, range: axis.range(most)? })
}

fn cells(map: &Map) -> MapOut {
    let mut names: Vec<&'static str> = Vec::new();
    let cells = map.outcomes.iter().map(|outcome| {
        let name = name(outcome);
        names.iter().position(|known| *known == name).unwrap_or_else(|| {
            names.push(name);
            names.len() - 1
        })
    });
    let cells = cells.collect();
    let energy = map.outcomes.iter().map(|outcome| outcome.has_numbers().then(|| outcome.energy.total())).collect();
    MapOut { names, cells, energy, svg: None, csv: None }
}

/// The mode of an answer, or why there is none.
fn name(outcome: &Outcome) -> &'static str {
    match outcome.mode {
        Some(mode) if outcome.status == Status::Ok => mode.as_str(),
        _ => outcome.status.as_str(),
    }
}
