//! What names mean while an entry of a scene is read.

use super::demand::Demand;
use super::expression::{self, Channels, Names, Tree};
use super::nearest::hint;
use super::node::{Node, Value, shorten};
use super::parameters::{self, Parameters};
use crate::quantity::{self, Dimension};

/// The bodies whose state an expression may name, and what may be known of each.
#[derive(Clone, Copy)]
pub(super) struct States<'d> {
    pub bodies: &'d [String],
    pub channels: &'static Channels,
}

impl States<'_> {
    /// Of no body.
    pub const NONE: States<'static> = States { bodies: &[], channels: &[] };
}

/// Parameters, which copy of a repeated entry is read, and the time at which the run starts.
#[derive(Clone, Copy)]
pub(super) struct Scope<'d> {
    pub parameters: &'d Parameters,
    pub index: Option<usize>,
    pub start: f64,
}

impl Scope<'_> {
    /// A finite number: TOML, with a unit, or an expression.
    pub fn number(&self, node: &Node, dimension: Dimension) -> Result<f64, String> {
        self.parameters.note(node, &Demand::of(dimension));
        let number = match &node.value {
            Value::Number(number) => *number,
            Value::Text(text) => match text.trim().strip_prefix('=') {
                Some(text) => self.constant(text)?,
                None => quantity::parse(text, dimension).map_err(|error| format!("{error}{}", meant(text)))?,
            },
            _ => return Err(format!("expected a number, got {}", node.describe())),
        };
        if !number.is_finite() {
            return Err(format!("expected a finite number, got {number}"));
        }
        dimension.magnitude().bounded(number)
    }

    /// The value of an expression of parameters.
    fn constant(&self, text: &str) -> Result<f64, String> {
        let tree = expression::parse(
            text,
            &mut ScopeNames { scope: *self, time: false, states: States::NONE, coordinates: &[], rates: false },
        )?;
        tree.number().ok_or_else(|| "must not depend on time or state".to_owned())
    }

    /// An expression of time and, if bodies are given, of their state.
    pub fn function(&self, text: &str, states: States<'_>) -> Result<Tree, String> {
        expression::parse(text, &mut ScopeNames { scope: *self, time: true, states, coordinates: &[], rates: false })
    }

    /// A number or an expression of the coordinates of a system, if so wanted of time and of their velocities.
    pub fn of_coordinates(&self, node: &Node, names: &[String], time: bool, rates: bool) -> Result<Tree, String> {
        match node.text().map(str::trim).and_then(|text| text.strip_prefix('=')) {
            Some(text) => {
                let states = States::NONE;
                expression::parse(text, &mut ScopeNames { scope: *self, time, states, coordinates: names, rates })
            }
            None => Ok(Tree::Number(self.number(node, Dimension::None)?)),
        }
    }

    /// A text in which `{expression}` stands for its value, and `{{` for a brace.
    pub fn text(&self, text: &str) -> Result<String, String> {
        let mut result = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            if let Some(after) = after.strip_prefix('{') {
                result.push_str(before);
                result.push('{');
                rest = after;
                continue;
            }
            let (inside, after) = after.split_once('}').ok_or("a brace { is not closed")?;
            let value = self.constant(inside)?;
            result.push_str(before);
            // Adding zero turns -0 into 0.
            result.push_str(&format!("{}", value + 0.0));
            rest = after;
        }
        result.push_str(rest);
        Ok(result)
    }
}

/// The names of an expression within a scope.
struct ScopeNames<'d> {
    scope: Scope<'d>,
    time: bool,
    states: States<'d>,
    coordinates: &'d [String],
    /// Whether velocities of coordinates may be named.
    rates: bool,
}

impl ScopeNames<'_> {
    fn known(&self) -> Vec<&str> {
        let mut known: Vec<&str> = self.scope.parameters.all.iter().map(|known| known.name.as_str()).collect();
        known.extend(self.coordinates.iter().map(String::as_str));
        known.extend(self.time.then_some("t"));
        known.extend(self.scope.index.map(|_| "i"));
        known
    }
}

impl Names for ScopeNames<'_> {
    fn plain(&mut self, name: &str) -> Result<Tree, String> {
        if let Some(index) = self.coordinates.iter().position(|known| known == name) {
            return Ok(Tree::Coordinate(index));
        }
        match (name, self.scope.index) {
            ("pi", _) => Ok(Tree::Number(std::f64::consts::PI)),
            ("t", _) if self.time => Ok(Tree::Time),
            ("i", Some(index)) => Ok(Tree::Number(index as f64)),
            _ if self.scope.parameters.find(name).is_none() => {
                Err(format!("there is no parameter \"{}\"{}", shorten(name), hint(name, self.known())))
            }
            _ => parameters::value(self.scope.parameters, name),
        }
    }

    fn element(&mut self, name: &str, index: f64) -> Result<Tree, String> {
        parameters::element(self.scope.parameters, name, index)
    }

    fn list(&mut self, name: &str) -> Result<Vec<f64>, String> {
        parameters::list(self.scope.parameters, name)
    }

    fn state(&mut self, body: &str, channel: &str) -> Result<Tree, String> {
        if let Some(index) = self.coordinates.iter().position(|known| known == body) {
            return match (channel, self.rates) {
                ("rate", true) => Ok(Tree::Rate(index)),
                ("rate", false) => Err(format!("must not depend on a velocity, {body}.rate")),
                _ => Err(format!("a coordinate has no \"{}\"; expected {body}.rate", shorten(channel))),
            };
        }
        if self.states.bodies.is_empty() {
            return Err(format!("must not depend on the state of a body, {}", shorten(body)));
        }
        let index = self.states.bodies.iter().position(|known| known == body).ok_or_else(|| {
            let known = self.states.bodies.iter().map(String::as_str);
            format!("there is no body \"{}\"{}", shorten(body), hint(body, known))
        })?;
        let channels = self.states.channels;
        match channels.iter().find(|(name, _)| *name == channel) {
            Some((_, channel)) => Ok(Tree::State(index, *channel)),
            None => {
                let known = channels.iter().map(|(name, _)| *name);
                Err(format!("a body has no \"{}\"{}", shorten(channel), hint(channel, known)))
            }
        }
    }
}

/// What to write where a text that is no quantity looks like an expression.
fn meant(text: &str) -> &'static str {
    if text.contains(['(', '*', '+', '^']) { "; an expression begins with =, as in \"= 2*x\"" } else { "" }
}
