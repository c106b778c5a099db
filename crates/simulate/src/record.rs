//! What happened: samples of the motion, events, and a summary. Every method fills the same record.

use crate::settings::Simultaneous;
use carom_mechanics::{Energy, Touch};
use serde::{Deserialize, Deserializer, Serialize};

/// Position, velocity and energy at one instant.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    /// Time in seconds.
    pub t: f64,
    /// Position coordinates of the model.
    pub q: Vec<f64>,
    /// Velocity coordinates of the model.
    pub v: Vec<f64>,
    /// Kinetic and potential energy.
    pub energy: Energy,
    /// Forces of the joints' equations, in the order of the model.
    pub joint_forces: Vec<f64>,
    /// Forces of the closed contacts.
    pub contact_forces: Vec<ContactForce>,
}

/// Where everything was and how fast, within a step or at its end: between these a cubic is as good as the run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Waypoint {
    /// Time in seconds.
    pub t: f64,
    /// Position coordinates of the model.
    pub q: Vec<f64>,
    /// Velocity coordinates of the model.
    pub v: Vec<f64>,
}

/// The force of one contact on the first body of its pair, in newtons (an impulse over the step in time stepping).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct ContactForce {
    /// Which contact.
    pub touch: Touch,
    /// Along the normal.
    pub normal: f64,
    /// Along the tangents; the second is zero in the plane.
    pub tangential: [f64; 2],
}

/// What kind of event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum EventKind {
    /// Velocities jumped.
    Impact,
    /// A contact closed without a jump of its normal velocity.
    Contact,
    /// A contact opened.
    Separation,
    /// Slip ended in sticking.
    Stick,
    /// Sticking ended in slip.
    Slip,
    /// Slip changed its direction without sticking.
    Reversal,
    /// Infinitely many bounces ended.
    Rest,
    /// The model has no answer, or several: the text says what.
    Verdict,
}

impl EventKind {
    /// The word used in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Impact => "impact",
            Self::Contact => "contact",
            Self::Separation => "separation",
            Self::Stick => "stick",
            Self::Slip => "slip",
            Self::Reversal => "reversal",
            Self::Rest => "rest",
            Self::Verdict => "verdict",
        }
    }
}

/// Name of a law of the catalogue, or of a rule for several contacts.
pub type LawName = &'static str;

/// A law by the name it has in a checkpoint.
fn law_name<'de, D: Deserializer<'de>>(from: D) -> Result<LawName, D::Error> {
    let name = String::deserialize(from)?;
    let laws = carom_impact::laws::CATALOGUE.iter().map(|law| law.name);
    let rules = [Simultaneous::Newton, Simultaneous::Poisson, Simultaneous::Sequence].map(Simultaneous::name);
    let mut known = laws.chain(rules).chain([crate::stepping::RULE]);
    known.find(|known| *known == name).ok_or_else(|| serde::de::Error::custom(format!("no law is named \"{name}\"")))
}

/// One contact's part in an impact; velocities and impulses along normal, tangents and moment.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ImpactPart {
    /// Name of the law or of the rule for several contacts.
    #[serde(deserialize_with = "law_name")]
    pub law: LawName,
    /// Relative velocity before: normal, tangential (two in space), moment.
    pub before: [f64; 4],
    /// Relative velocity after.
    pub after: [f64; 4],
    /// Impulse on the first body.
    pub impulse: [f64; 4],
    /// Impulse of the compression phase, for laws that have phases.
    pub compression: Option<[f64; 4]>,
    /// Contact mode in the words of the law.
    pub mode: String,
    /// Change of kinetic energy by the impulses of this contact, in joules.
    pub energy_change: f64,
    /// Warnings of the audit.
    pub warnings: Vec<String>,
    /// The local inverse mass matrix A..F of a planar impact at a single contact, for the impulse plane.
    pub local: Option<carom_impact::Contact>,
}

/// One event.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Event {
    /// Time in seconds.
    pub t: f64,
    /// What kind.
    pub kind: EventKind,
    /// Which contact, if it concerns one.
    pub touch: Option<Touch>,
    /// Point of contact in the world.
    pub point: [f64; 3],
    /// Normal in the world.
    pub normal: [f64; 3],
    /// For an impact: what it did.
    pub impact: Option<ImpactPart>,
    /// A sentence for verdicts and remarks; empty otherwise.
    pub text: String,
}

/// How a run ended.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum End {
    /// At the time asked.
    Time,
    /// The user interrupted.
    Interrupted,
    /// The model has no answer (or none that is unique): the sentence says when, where and why.
    Verdict(String),
}

/// Time steps whose contact problems were not solved.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Unsolved {
    /// How many.
    pub steps: u64,
    /// The largest residual.
    pub worst: f64,
    /// Time of the first, of the worst and of the last, in seconds.
    pub times: [f64; 3],
}

impl Unsolved {
    /// Notes a step at a time.
    pub(crate) fn note(&mut self, t: f64, residual: f64) {
        let [first, worst, _] = if self.steps == 0 { [t; 3] } else { self.times };
        self.times = [first, if residual > self.worst { t } else { worst }, t];
        self.worst = self.worst.max(residual);
        self.steps += 1;
    }

    /// What a user is told of them.
    pub(crate) fn says(&self) -> Option<String> {
        let (Self { steps, worst, .. }, [first, at, last]) = (self, self.times);
        match steps {
            0 => None,
            1 => Some(format!("at t = {first} s the contact problem is solved only to {worst:.1e}")),
            _ => Some(format!(
                "from t = {first} s to t = {last} s the contact problems of {steps} steps are solved only to {worst:.1e} and better, the worst at t = {at} s"
            )),
        }
    }
}

/// Counts and extremes of a run.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Counts {
    /// Steps accepted by the integrator, or time steps.
    pub steps: u64,
    /// Steps rejected by the error estimate.
    pub rejected: u64,
    /// Evaluations of the accelerations.
    pub evaluations: u64,
    /// Impacts (instants, whatever the number of contacts).
    pub impacts: u64,
    /// Complementarity problems solved.
    pub problems: u64,
    /// Deepest penetration seen at a recorded instant, in metres (positive).
    pub penetration: f64,
    /// Largest joint error seen at a recorded instant, in metres or radians.
    pub joint_error: f64,
    /// Largest residual of a complementarity problem.
    pub residual: f64,
    /// Sum over all time steps of the largest residual of each.
    #[serde(default)]
    pub residuals: f64,
    /// Time steps whose contact problems were not solved.
    #[serde(default)]
    pub unsolved: Unsolved,
    /// Change of the total energy that no force, motion, friction or impact explains, in joules.
    pub energy_error: f64,
    /// Its largest magnitude so far.
    pub energy_drift: f64,
}

/// Everything a run leaves behind.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// Samples in time order; two of the same time before and after an impact.
    pub samples: Vec<Sample>,
    /// The motion between the samples, in time order, if it was asked for ([`crate::Settings::follow`]); two of the same time where velocities
    /// jump.
    pub path: Vec<Waypoint>,
    /// Events in time order.
    pub events: Vec<Event>,
    /// Counts and extremes.
    pub counts: Counts,
    /// How it ended.
    pub end: End,
    /// Remarks for the user: choices made where the model left one, energy created by a law.
    pub warnings: Vec<String>,
}

impl Counts {
    /// The largest residual of a time step, in the mean over all of them.
    pub fn mean_residual(&self) -> f64 {
        self.residuals / self.steps.max(1) as f64
    }

    /// Notes the joint errors and penetrations of an instant.
    pub(crate) fn note(&mut self, terms: &crate::hold::terms::Terms) {
        for joint in &terms.joints {
            self.joint_error = self.joint_error.max(joint.error.abs());
        }
        for contact in &terms.contacts {
            self.penetration = self.penetration.max(-contact.gap);
        }
    }
}

impl Record {
    /// A record without anything in it.
    pub(crate) fn empty() -> Self {
        Self {
            samples: Vec::new(),
            path: Vec::new(),
            events: Vec::new(),
            counts: Counts::default(),
            end: End::Time,
            warnings: Vec::new(),
        }
    }

    /// A record of a run that could not start.
    pub(crate) fn verdict(text: String) -> Self {
        Self { end: End::Verdict(text), ..Self::empty() }
    }

    /// Events of one kind.
    pub fn of_kind(&self, kind: EventKind) -> impl Iterator<Item = &Event> {
        self.events.iter().filter(move |event| event.kind == kind)
    }
}
