//! A scene that was read.

use carom_mechanics::plane::description::WorldDescription;

use super::error::{Place, SceneError};
use super::parameters::Parameter;
use super::run::Run;

/// The space a scene lives in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Space {
    /// The plane.
    #[default]
    Plane,
}

/// Everything a scene file says.
#[derive(Clone, Debug)]
pub struct Scene {
    /// Its name, which is also that of its results.
    pub name: String,
    /// One line.
    pub title: String,
    /// A paragraph: what to look at, what is known.
    pub about: String,
    /// Where it lives.
    pub space: Space,
    /// How to run it.
    pub run: Run,
    /// What is in it.
    pub world: WorldDescription,
    /// Its parameters with their values.
    pub parameters: Vec<Parameter>,
    /// The variant that was read; `None` if it has none.
    pub variant: Option<String>,
    /// All variants.
    pub variants: Vec<String>,
    pub(super) places: Places,
}

/// Where things were described, so that a later error can name the line.
#[derive(Clone, Debug, Default)]
pub(super) struct Places {
    pub file: String,
    pub bodies: Vec<(String, Place)>,
    pub joints: Vec<(String, Place)>,
}

impl Scene {
    /// An error about a body found after reading (an overlap at the start, a mass that is missing), at its line.
    pub fn error_about_body(&self, body: &str, problem: impl Into<String>) -> SceneError {
        self.error_about("body", &self.places.bodies, body, problem.into())
    }

    /// An error about a joint found after reading (open at the start), at its line.
    pub fn error_about_joint(&self, joint: &str, problem: impl Into<String>) -> SceneError {
        self.error_about("joint", &self.places.joints, joint, problem.into())
    }

    /// An error about the scene as a whole.
    pub fn error(&self, problem: impl Into<String>) -> SceneError {
        let file = self.places.file.clone();
        SceneError { file, place: Place::File, subject: String::new(), problem: problem.into() }
    }

    fn error_about(&self, what: &str, places: &[(String, Place)], name: &str, problem: String) -> SceneError {
        let place = places.iter().find(|(known, _)| known == name).map_or(Place::File, |(_, place)| place.clone());
        SceneError { file: self.places.file.clone(), place, subject: format!("{what} \"{name}\""), problem }
    }
}
