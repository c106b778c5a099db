//! What the commands take that study a scene without running it once for its own sake.

use std::path::PathBuf;

use clap::Args;

use crate::arguments::{FormatArguments, change, positive};
use crate::paths::{csv, svg};

#[derive(Args)]
pub(crate) struct MobilityArguments {
    /// A scene file (.toml), or the name of a built-in scene
    #[arg(value_name = "SCENE")]
    pub(crate) scene: String,
    /// Change a value of the scene before it is read; may be given several times
    #[arg(long, value_name = "PATH=VALUE", value_parser = change)]
    pub(crate) set: Vec<(String, String)>,
    /// One of the variants of the scene; "A + B" puts B on A
    #[arg(long, value_name = "NAME")]
    pub(crate) variant: Option<String>,
    #[command(flatten)]
    pub(crate) format: FormatArguments,
}

#[derive(Args)]
#[command(after_help = STATICS_EXAMPLES)]
pub(crate) struct StaticsArguments {
    /// A scene file (.toml), or the name of a built-in scene
    #[arg(value_name = "SCENE")]
    pub(crate) scene: String,
    /// In the plane: look along this coordinate: BODY.x, BODY.y, BODY.angle or SYSTEM.COORDINATE
    #[arg(long, value_name = "NAME")]
    pub(crate) of: Option<String>,
    /// Hold this body fixed; may be given several times
    #[arg(long, value_name = "BODY")]
    pub(crate) fix: Vec<String>,
    /// Tell at which values of the scene the answers change
    #[arg(long, value_name = "PATH=FROM:TO:N")]
    pub(crate) critical: Option<String>,
    /// Draw the forces along the coordinate
    #[arg(long, value_name = "FILE.svg", requires = "of", value_parser = svg)]
    pub(crate) out: Option<PathBuf>,
    /// Change a value of the scene before it is read; may be given several times
    #[arg(long, value_name = "PATH=VALUE", value_parser = change)]
    pub(crate) set: Vec<(String, String)>,
    /// One of the variants of the scene; "A + B" puts B on A
    #[arg(long, value_name = "NAME")]
    pub(crate) variant: Option<String>,
    #[command(flatten)]
    pub(crate) format: FormatArguments,
}

const STATICS_EXAMPLES: &str = "Examples:
  carom statics ladder --of ladder.angle
  carom statics wedge --fix frame --of bolster.y --out wedge.svg
  carom statics wedge --fix frame --of bolster.y --critical parameters.mu=0:4:201";

/// A scene with changes, and the period of what drives it.
#[derive(Args)]
pub(crate) struct StudyArguments {
    /// A scene file (.toml), or the name of a built-in scene
    #[arg(value_name = "SCENE")]
    pub(crate) scene: String,
    /// Change a value of the scene before it is read; may be given several times
    #[arg(long, value_name = "PATH=VALUE", value_parser = change)]
    pub(crate) set: Vec<(String, String)>,
    /// One of the variants of the scene; "A + B" puts B on A
    #[arg(long, value_name = "NAME")]
    pub(crate) variant: Option<String>,
    /// Period of what drives the scene, if it does not say it itself (period in [run])
    #[arg(long, value_name = "T")]
    pub(crate) period: Option<String>,
}

#[derive(Args)]
#[command(after_help = SWEEP_EXAMPLES)]
pub(crate) struct SweepArguments {
    #[command(flatten)]
    pub(crate) study: StudyArguments,
    /// A value of the scene and its range; several make all combinations
    #[arg(long, value_name = "PATH=FROM:TO:N", required = true)]
    pub(crate) vary: Vec<String>,
    /// What to measure: impacts, energy.lost, BODY.x, max:BODY.y, amplitude:BODY.y, stuck, slips, regime, ...
    #[arg(long, value_name = "NAME", required = true)]
    pub(crate) measure: Vec<String>,
    /// The table; the picture stands beside it with the ending .svg
    #[arg(long, value_name = "FILE.csv", default_value = "sweep.csv", value_parser = csv)]
    pub(crate) out: PathBuf,
    /// Two values varied: draw a map of the first measure, the first value across, the second upwards
    #[arg(long)]
    pub(crate) map: bool,
    /// Take the runs that the table already holds from it, if they are of the same scene and options, and do the others
    #[arg(long)]
    pub(crate) resume: bool,
    #[command(flatten)]
    pub(crate) format: FormatArguments,
}

const SWEEP_EXAMPLES: &str = "Examples:
  carom sweep bar-drop --vary contact.0.mu=0:1.2:121 --measure energy.lost
  carom sweep wedge --vary parameters.amplitude=200:4000:100 --vary parameters.mu=0.05:0.5:100 --measure regime --map";

#[derive(Args)]
pub(crate) struct BoundaryArguments {
    #[command(flatten)]
    pub(crate) study: StudyArguments,
    /// The value along the boundary and its range
    #[arg(long, value_name = "PATH=FROM:TO:N")]
    pub(crate) vary: String,
    /// The value across it, between whose ends the measure changes
    #[arg(long, value_name = "PATH=FROM:TO")]
    pub(crate) between: String,
    /// What changes
    #[arg(long, value_name = "NAME", default_value = "regime")]
    pub(crate) measure: String,
    /// How well the boundary is to be known, as a part of its value
    #[arg(long, value_name = "PART", value_parser = positive, default_value_t = 1e-4)]
    pub(crate) tolerance: f64,
    /// The table; the picture stands beside it with the ending .svg
    #[arg(long, value_name = "FILE.csv", default_value = "boundary.csv", value_parser = csv)]
    pub(crate) out: PathBuf,
    #[command(flatten)]
    pub(crate) format: FormatArguments,
}

/// How many periods are left out and looked at.
#[derive(Args)]
pub(crate) struct PeriodArguments {
    /// Periods left out at the beginning
    #[arg(long, value_name = "K", default_value_t = 100)]
    pub(crate) skip: usize,
    /// Periods looked at
    #[arg(long, value_name = "M", default_value_t = 100, value_parser = at_least_one)]
    pub(crate) keep: usize,
}

/// When to look at a run.
#[derive(Args)]
pub(crate) struct LookArguments {
    /// Where in the period to look, as a part of it; periods are counted from t = 0
    #[arg(long, value_name = "PART", default_value_t = 0.0, value_parser = part)]
    pub(crate) phase: f64,
    /// Look just after every impact instead of once a period
    #[arg(long)]
    pub(crate) at_impacts: bool,
}

fn part(text: &str) -> Result<f64, String> {
    let value = text.parse().ok().filter(|part| (0.0..=1.0).contains(part));
    value.ok_or_else(|| "expected a number from 0 to 1".to_owned())
}

fn at_least_one(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|count| *count > 0).ok_or_else(|| "expected a number of periods, at least 1".to_owned())
}

/// A scene looked at now and then.
#[derive(Args)]
pub(crate) struct StrobeArguments {
    #[command(flatten)]
    pub(crate) study: StudyArguments,
    #[command(flatten)]
    pub(crate) looks: LookArguments,
    #[command(flatten)]
    pub(crate) periods: PeriodArguments,
}

#[derive(Args)]
pub(crate) struct BifurcationArguments {
    #[command(flatten)]
    pub(crate) strobe: StrobeArguments,
    /// The value varied and its range
    #[arg(long, value_name = "PATH=FROM:TO:N")]
    pub(crate) vary: String,
    /// What is looked at: BODY.x, SYSTEM.COORDINATE, A-B, ...
    #[arg(long, value_name = "NAME")]
    pub(crate) of: String,
    /// The table; the picture stands beside it with the ending .svg
    #[arg(long, value_name = "FILE.csv", default_value = "bifurcation.csv", value_parser = csv)]
    pub(crate) out: PathBuf,
    #[command(flatten)]
    pub(crate) format: FormatArguments,
}

#[derive(Args)]
pub(crate) struct PoincareArguments {
    #[command(flatten)]
    pub(crate) strobe: StrobeArguments,
    /// What is looked at, twice: across and upwards, as in --of mass.x --of mass.vx
    #[arg(long, value_name = "NAME", num_args = 1, required = true)]
    pub(crate) of: Vec<String>,
    /// The table; the picture stands beside it with the ending .svg
    #[arg(long, value_name = "FILE.csv", default_value = "poincare.csv", value_parser = csv)]
    pub(crate) out: PathBuf,
    #[command(flatten)]
    pub(crate) format: FormatArguments,
}

#[derive(Args)]
pub(crate) struct LyapunovArguments {
    #[command(flatten)]
    pub(crate) study: StudyArguments,
    /// A value to be varied and its range
    #[arg(long, value_name = "PATH=FROM:TO:N")]
    pub(crate) vary: Option<String>,
    /// Coordinates in which the two runs differ, as BODY.x, or differences of two, as BODY.x-OTHER.x; may be given several times
    /// [default: all]
    #[arg(long, value_name = "NAME")]
    pub(crate) of: Vec<String>,
    /// Distance of the two runs, in metres [default: 1e-7, or ten times the tolerance]
    #[arg(long, value_name = "D", value_parser = positive)]
    pub(crate) distance: Option<f64>,
    #[command(flatten)]
    pub(crate) periods: PeriodArguments,
    /// With --vary: the table; the picture stands beside it with the ending .svg
    #[arg(long, value_name = "FILE.csv", default_value = "lyapunov.csv", value_parser = csv)]
    pub(crate) out: PathBuf,
    #[command(flatten)]
    pub(crate) format: FormatArguments,
}

const COMPARE_EXAMPLES: &str = "Examples:
  carom compare bar-drop --law newton,stronge
  carom compare wedge --method events,stepping --measure bolster.y-frame.y --out methods.svg
  carom compare pushed-askew --against run.friction-cone=round --against run.friction-sides=16";

#[derive(Args)]
#[command(after_help = COMPARE_EXAMPLES)]
pub(crate) struct CompareArguments {
    /// A scene file (.toml), or the name of a built-in scene
    #[arg(value_name = "SCENE")]
    pub(crate) scene: String,
    /// Methods to compare
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) method: Vec<String>,
    /// Laws to compare, each put on every contact
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) law: Vec<String>,
    /// The scene with this value, beside the scene as it is; may be given several times; variant=NAME takes a variant
    #[arg(long, value_name = "PATH=VALUE", value_parser = change)]
    pub(crate) against: Vec<(String, String)>,
    /// What to compare; position of the first moving body and energy if absent
    #[arg(long, value_name = "NAME")]
    pub(crate) measure: Vec<String>,
    /// One of the variants of the scene; "A + B" puts B on A
    #[arg(long, value_name = "NAME")]
    pub(crate) variant: Option<String>,
    /// Change a value of the scene before it is read; may be given several times
    #[arg(long, value_name = "PATH=VALUE", value_parser = change)]
    pub(crate) set: Vec<(String, String)>,
    /// A picture of every measure over time
    #[arg(long, value_name = "FILE.svg", value_parser = svg)]
    pub(crate) out: Option<PathBuf>,
}
