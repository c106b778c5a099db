//! What the command line takes.

use std::path::PathBuf;

use carom::scene::quantity::{self, Dimension};
use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::case_arguments::CaseArguments;
use crate::study_arguments::{
    BifurcationArguments, BoundaryArguments, CompareArguments, LyapunovArguments, MobilityArguments, PoincareArguments,
    StaticsArguments, SweepArguments,
};

/// Rigid bodies that collide, slide, stick and hang together by joints.
#[derive(Parser)]
#[command(name = "carom", version, max_term_width = 100)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// One planar collision under one, several or all impact laws; many from a file; maps
    Impact(Box<ImpactArguments>),
    /// Run a scene: trajectory, events, summary, pictures, film
    Run(Box<RunArguments>),
    /// Go on with a run from its checkpoint, as if it had not been stopped
    Resume(ResumeArguments),
    /// Run a scene over ranges of its values, on all cores: a table and a picture
    Sweep(SweepArguments),
    /// For every value of one parameter find the value of another at which a measure changes
    Boundary(BoundaryArguments),
    /// Look at a scene once a period over a range of one of its values
    Bifurcation(BifurcationArguments),
    /// Look at a scene once a period, or at its impacts: a Poincare section
    Poincare(PoincareArguments),
    /// The largest Lyapunov exponent of a scene, or its course over a range of one of its values
    Lyapunov(LyapunovArguments),
    /// Run a scene by several methods, by several laws or with several values, side by side
    Compare(CompareArguments),
    /// Count the ways in which the mechanism of a scene can move, and name redundant joints
    Mobility(MobilityArguments),
    /// Equilibrium, small motions, what friction can hold, which forces are not unique, and where that changes
    Statics(StaticsArguments),
    /// Turn a scene in the formats of articulated polyhedra into TOML, or back
    Convert(ConvertArguments),
    /// List the built-in scenes, or show one
    Scenes(ScenesArguments),
    /// The laboratory in the browser: impacts, scenes, comparisons, sweeps
    Lab(LabArguments),
    /// Run the results of the seeds and the accuracy contract again: expected, got, verdict
    Check(CheckArguments),
    /// Linear complementarity problems, one a line in, one result a line out; or one .dat file of Siconos
    Lcp(LcpArguments),
    /// Frictional contact problems from files: residual, iterations and time per solver
    Friction(FrictionArguments),
    /// List the impact laws with their coefficients and sources
    Laws(FormatArguments),
    /// List the material presets with their sources
    Materials(FormatArguments),
}

#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, after_help = IMPACT_EXAMPLES)]
pub(crate) struct ImpactArguments {
    #[command(subcommand)]
    pub(crate) command: Option<ImpactCommand>,
    #[command(flatten)]
    pub(crate) one: OneArguments,
}

const IMPACT_EXAMPLES: &str = "Examples:
  carom impact --rod-angle 45deg --vn -1 --vt 0.6 --e 1 --mu 1
  carom impact --law kane,stronge --a 2 --b 1 --c 1 --vn -1 --vt 0.5 --e 1 --mu 1 --diagram plane.svg
  carom impact batch cases.jsonl answers.jsonl
  carom impact map --law routh --rod-angle 45deg --vn -1 --vt 0.6 --e 0.5 --x mu=0:1.5:200 --y ratio=-2:2:200";

#[derive(Subcommand)]
pub(crate) enum ImpactCommand {
    /// One collision a line in, one result a line out, in order, on all cores
    Batch(LinesArguments),
    /// One law over two parameters: a CSV and a picture with named regions
    Map(Box<MapArguments>),
}

#[derive(Args)]
pub(crate) struct OneArguments {
    /// Law by name, several separated by commas, or `all` (see `carom laws`)
    #[arg(long, default_value = "all", value_delimiter = ',')]
    pub(crate) law: Vec<String>,
    #[command(flatten)]
    pub(crate) case: CaseArguments,
    /// Print JSON instead of a table
    #[arg(long)]
    pub(crate) json: bool,
    /// Draw the impulse plane into this SVG file
    #[arg(long, value_name = "FILE.svg")]
    pub(crate) diagram: Option<PathBuf>,
    /// Draw one small panel per law instead of all laws in one picture
    #[arg(long, requires = "diagram")]
    pub(crate) grid: bool,
}

#[derive(Args)]
pub(crate) struct LinesArguments {
    /// Problems, one JSON object a line (`-` for standard input)
    #[arg(value_name = "IN.jsonl")]
    pub(crate) input: PathBuf,
    /// Where the results go (`-` for standard output)
    #[arg(value_name = "OUT.jsonl")]
    pub(crate) output: PathBuf,
}

#[derive(Args)]
pub(crate) struct MapArguments {
    /// Law by name (see `carom laws`)
    #[arg(long)]
    pub(crate) law: String,
    /// Horizontal axis, PARAM=FROM:TO:N; PARAM is one of mu, e, ratio (of velocities D_TA/|D_NA|), rod-angle, e_t, nu, e_m,
    /// mu_static, e_mc, e_me
    #[arg(long, value_name = "PARAM=FROM:TO:N")]
    pub(crate) x: String,
    /// Vertical axis, likewise
    #[arg(long, value_name = "PARAM=FROM:TO:N")]
    pub(crate) y: String,
    /// What the picture shows; the CSV holds everything
    #[arg(long, value_enum, default_value_t = Show::Mode)]
    pub(crate) show: Show,
    #[command(flatten)]
    pub(crate) case: CaseArguments,
    /// Name of the two files written, NAME.csv and NAME.svg
    #[arg(long, value_name = "NAME", default_value = "map")]
    pub(crate) out: PathBuf,
}

/// Limits of a solver.
#[derive(Args)]
pub(crate) struct SolverArguments {
    /// Largest residual that counts as solved
    #[arg(long, value_name = "RESIDUAL", value_parser = positive, allow_hyphen_values = true)]
    pub(crate) tolerance: Option<f64>,
    /// Seconds one problem may take
    #[arg(long, value_name = "SECONDS", value_parser = positive, default_value_t = 10.0, allow_hyphen_values = true)]
    pub(crate) time_limit: f64,
    /// Pivots or iterations one method may take; each has a limit of its own if absent
    #[arg(long, value_name = "N")]
    pub(crate) max_iterations: Option<usize>,
}

/// A positive finite number.
pub(crate) fn positive(text: &str) -> Result<f64, String> {
    let value: f64 = text.parse().map_err(|_| "expected a number".to_owned())?;
    // Longer than a century is no limit that a clock can hold.
    if value > 0.0 && value < 3e9 { Ok(value) } else { Err("expected a positive finite number".to_owned()) }
}

/// A time above zero, in seconds or with a unit.
fn positive_time(text: &str) -> Result<f64, String> {
    let value = quantity::parse(text, Dimension::Time).map_err(|error| error.to_string())?;
    if value > 0.0 { Ok(value) } else { Err("expected a time above zero".to_owned()) }
}

/// A finite number that is zero or more.
fn not_negative(text: &str) -> Result<f64, String> {
    let value: f64 = text.parse().map_err(|_| "expected a number".to_owned())?;
    if value >= 0.0 && value.is_finite() { Ok(value) } else { Err("expected a finite number, zero or more".to_owned()) }
}

/// How many of something.
fn number_of(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| "expected a whole number, zero or more".to_owned())
}

#[derive(Args)]
pub(crate) struct LcpArguments {
    #[command(flatten)]
    pub(crate) lines: LinesArguments,
    /// Solver by name: default, block-pivot, contact-modes, lemke, lemke-howson, murty, keller, gauss-seidel, sor,
    /// newton-fischer, newton-minimum, interior-point, enumeration; for boxed problems default, dantzig, gauss-seidel
    #[arg(long, value_name = "NAME", default_value = "default")]
    pub(crate) solver: String,
    /// List every solution, up to 16 unknowns, and say whether some form a continuum
    #[arg(long)]
    pub(crate) all: bool,
    #[command(flatten)]
    pub(crate) limits: SolverArguments,
}

#[derive(Args)]
pub(crate) struct FrictionArguments {
    /// Problem files: JSON with W as triplets, or the text format of Siconos (.dat), local or global, plane or space
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Solver by name, several separated by commas, or `all`: default, nsgs, newton, accelerated, interior-point
    #[arg(long, value_name = "NAME", default_value = "default", value_delimiter = ',')]
    pub(crate) solver: Vec<String>,
    #[command(flatten)]
    pub(crate) limits: SolverArguments,
    /// Print JSON instead of a table, with the reactions
    #[arg(long)]
    pub(crate) json: bool,
}

/// What a map shows.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Show {
    /// Contact mode, as named regions
    Mode,
    /// Energy change T_E - T_A
    Energy,
    /// Normal impulse I_N
    Impulse,
}

#[derive(Args)]
pub(crate) struct LabArguments {
    /// Port to listen at; 0 takes any that is free
    #[arg(long, value_name = "P", default_value_t = 7070)]
    pub(crate) port: u16,
    /// Address to listen at; another than the default lets other machines in
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub(crate) bind: std::net::IpAddr,
    /// A name under which other machines know this one, besides its addresses; several if repeated
    #[arg(long = "name", value_name = "HOST")]
    pub(crate) names: Vec<String>,
    /// Open the page in a browser
    #[arg(long)]
    pub(crate) open: bool,
    /// Seconds that one run may take
    #[arg(long, value_name = "SECONDS", default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub(crate) time_limit: u64,
}

#[derive(Args)]
pub(crate) struct CheckArguments {
    /// Which checks, by id; all if none is named
    #[arg(value_name = "ID")]
    pub(crate) ids: Vec<String>,
    #[command(flatten)]
    pub(crate) format: FormatArguments,
}

#[derive(Args)]
pub(crate) struct FormatArguments {
    /// Print JSON instead of a table
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
#[command(after_help = RUN_EXAMPLES)]
pub(crate) struct RunArguments {
    /// A scene file (.toml, or .cfg in the formats of articulated polyhedra), or the name of a built-in scene (see `carom scenes`)
    #[arg(value_name = "SCENE")]
    pub(crate) scene: String,
    /// Method: events, stepping or penalty
    #[arg(long, value_name = "NAME")]
    pub(crate) method: Option<String>,
    /// Change a value of the scene before it is read; may be given several times
    #[arg(long, value_name = "PATH=VALUE", value_parser = change)]
    pub(crate) set: Vec<(String, String)>,
    /// One of the variants of the scene; "A + B" puts B on A
    #[arg(long, value_name = "NAME")]
    pub(crate) variant: Option<String>,
    /// End of the run
    #[arg(long, value_name = "T", allow_hyphen_values = true)]
    pub(crate) until: Option<String>,
    /// Time between rows of the trajectory
    #[arg(long, value_name = "DT", allow_hyphen_values = true)]
    pub(crate) every: Option<String>,
    /// Keep the run in this file while it goes on; Ctrl-C keeps it too (see `carom resume`)
    #[arg(long, value_name = "FILE")]
    pub(crate) checkpoint: Option<PathBuf>,
    /// Time of motion between checkpoints, in seconds or with a unit [default: a tenth of the run]
    #[arg(long, value_name = "T", requires = "checkpoint", value_parser = positive_time, allow_hyphen_values = true)]
    pub(crate) every_checkpoint: Option<f64>,
    #[command(flatten)]
    pub(crate) results: ResultsArguments,
}

#[derive(Args)]
pub(crate) struct ResumeArguments {
    /// A checkpoint of `carom run SCENE --checkpoint FILE`; it is kept up to date while the run goes on
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) results: ResultsArguments,
}

/// What a run leaves.
#[derive(Args)]
pub(crate) struct ResultsArguments {
    /// Folder for the results, made if absent [default: out/NAME; for resume that of the run]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Draw the impulse planes of the first N impacts at one contact
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = number_of, allow_hyphen_values = true)]
    pub(crate) impulse_planes: usize,
    /// Draw one quantity against another: BODY.x, A.y-B.y, BODY.contact.y, A/B.normal, energy.kinetic, ... (repeatable: portrait-1.svg, portrait-2.svg, ...)
    #[arg(long, value_name = "ACROSS,UPWARDS")]
    pub(crate) portrait: Vec<String>,
    /// Draw no pictures
    #[arg(long)]
    pub(crate) no_plots: bool,
    /// Write a film of the run
    #[arg(long, value_name = "FILE.gif")]
    pub(crate) animation: Option<PathBuf>,
    /// Seconds of motion shown in a second of the film [default: 1]
    #[arg(long, value_name = "FACTOR")]
    pub(crate) speed: Option<f64>,
    /// Width of the film in pixels [default: 480]
    #[arg(long, value_name = "PIXELS")]
    pub(crate) width: Option<u16>,
    /// In space: write bodies, motion and events as one glTF file, for viewers and Blender
    #[arg(long, value_name = "FILE.glb")]
    pub(crate) gltf: Option<PathBuf>,
    /// In space: write the faces (NAME.sur) and the vertices of every frame (NAME0.ste, NAME1.ste, ...) too
    #[arg(long)]
    pub(crate) frames: bool,
    /// Seconds of the paths that trail behind the bodies in the film [default: 0.5]
    #[arg(long, value_name = "SECONDS", value_parser = not_negative, allow_hyphen_values = true)]
    pub(crate) trail: Option<f64>,
}

const RUN_EXAMPLES: &str = "Examples:
  carom run bar-drop
  carom run bar-drop --set contact.0.law=stronge --set contact.0.mu=0.4 --out results
  carom run block-on-incline --variant \"up, stops, slides back\" --method stepping
  carom run my-scene.toml --until 5 --animation film.gif --speed 0.5";

/// PATH=VALUE.
pub(crate) fn change(text: &str) -> Result<(String, String), String> {
    let (path, value) = text.split_once('=').ok_or("expected PATH=VALUE, as in run.until=2")?;
    Ok((path.to_owned(), value.to_owned()))
}

#[derive(Args)]
pub(crate) struct ScenesArguments {
    #[command(subcommand)]
    pub(crate) command: Option<ScenesCommand>,
}

#[derive(Subcommand)]
pub(crate) enum ScenesCommand {
    /// Print the file of a scene
    Show {
        /// Its name
        name: String,
    },
    /// A name without `show`: told how to say it
    #[command(external_subcommand)]
    Other(Vec<String>),
}

#[derive(Args)]
#[command(after_help = CONVERT_EXAMPLES)]
pub(crate) struct ConvertArguments {
    /// A scene file (.cfg with its other files beside it, or .toml), or the name of a built-in scene
    #[arg(value_name = "FROM")]
    pub(crate) from: String,
    /// The file to write: .toml, or .cfg (then .bds, .ste, .ctr, .for and the shapes are written beside it)
    #[arg(value_name = "TO")]
    pub(crate) to: PathBuf,
}

const CONVERT_EXAMPLES: &str = "Examples:
  carom convert ex95 tetrahedron.toml
  carom convert tetrahedron.toml copy.cfg";
