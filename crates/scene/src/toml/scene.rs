//! A scene that was read.

use carom_mechanics::{Subject, WorldError, plane, space};

use super::elsewhere;
use super::error::{Place, SceneError};
use super::idle;
use super::off_centre;
use super::parameters::Parameter;
use super::run::{Method, Run};
use super::said::Said;
use crate::world::World;

/// The space a scene lives in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Space {
    /// The plane.
    #[default]
    Plane,
    /// Space.
    Space,
}

/// What is in a scene.
#[derive(Clone, Debug)]
pub enum Content {
    /// A world of the plane.
    Plane(plane::description::WorldDescription),
    /// A world of space.
    Space(Spatial),
}

/// What is in a scene of space.
#[derive(Clone, Debug)]
pub struct Spatial {
    /// The world.
    pub world: space::description::WorldDescription,
    pub(crate) said: Said,
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
    /// How to run it.
    pub run: Run,
    /// What is in it.
    pub content: Content,
    /// Its parameters with their values.
    pub parameters: Vec<Parameter>,
    /// The variant that was read; `None` if it has none.
    pub variant: Option<String>,
    /// All variants.
    pub variants: Vec<String>,
    pub(crate) places: Places,
}

/// Where things were described, so that a later error can name the line.
#[derive(Clone, Debug, Default)]
pub(crate) struct Places {
    pub file: String,
    pub bodies: Vec<(String, Place)>,
    pub joints: Vec<(String, Place)>,
    pub forces: Vec<Place>,
    pub force_names: Vec<String>,
    pub systems: Vec<(String, Place)>,
}

impl Scene {
    /// The world of the scene; an error (bodies that overlap, a joint that is open or torn apart) names the line of the body or joint.
    pub fn build(&self) -> Result<World, SceneError> {
        let fail = |error: WorldError| self.world_error(&error);
        match &self.content {
            Content::Plane(description) => {
                let world = plane::World::new(description).map_err(fail)?;
                world.check_velocities().map_err(fail)?;
                Ok(World::Plane(world))
            }
            Content::Space(spatial) => {
                self.check_joint_friction(&spatial.world)?;
                let world = space::World::new(&spatial.world).map_err(fail)?;
                world.check_velocities().map_err(fail)?;
                Ok(World::Space(world))
            }
        }
    }

    /// What is to be said of the scene before it is run, in sentences: the mass of a body of the plane that is fixed, which is of no use; shapes
    /// in space that are not about their centre of mass; motions that begin elsewhere than where their body was put; forces and rates of which
    /// nothing comes.
    pub fn remarks(&self) -> Vec<String> {
        let world = match &self.content {
            Content::Plane(world) => world,
            Content::Space(spatial) => {
                let world = &spatial.world;
                let (rates, forces) = (idle::rates(world, &spatial.said.bodies), idle::forces_of_space(world));
                return [off_centre::remarks(spatial), elsewhere::in_space(world), rates, forces].concat();
            }
        };
        let fixed = world.bodies.iter().filter(|body| matches!(body.drive, plane::description::Drive::Fixed));
        let heavy = fixed.filter(|body| body.mass != plane::description::MassDescription::default());
        let weights =
            heavy.map(|body| format!("\"{}\" is fixed: its mass, density or moment changes nothing", body.name));
        weights.chain(elsewhere::in_plane(world)).chain(idle::forces_of_plane(world)).collect()
    }

    /// Where it lives.
    pub fn space(&self) -> Space {
        match self.content {
            Content::Plane(_) => Space::Plane,
            Content::Space(_) => Space::Space,
        }
    }

    /// The description of a world of the plane.
    pub fn plane(&self) -> Option<&plane::description::WorldDescription> {
        match &self.content {
            Content::Plane(world) => Some(world),
            Content::Space(_) => None,
        }
    }

    /// The description of a world of space.
    pub fn spatial(&self) -> Option<&space::description::WorldDescription> {
        match &self.content {
            Content::Plane(_) => None,
            Content::Space(spatial) => Some(&spatial.world),
        }
    }

    /// Refuses friction that sticks where the method knows none.
    fn check_joint_friction(&self, world: &space::description::WorldDescription) -> Result<(), SceneError> {
        let sticks = |joint: &&space::description::JointDescription| {
            joint.friction.is_some_and(|friction| friction.coulomb > 0.0 && friction.speed.is_none())
        };
        match world.joints.iter().find(sticks).filter(|_| self.run.method == Method::Penalty) {
            None => Ok(()),
            Some(joint) => Err(self.error_about_joint(
                &joint.name,
                "friction: it sticks, which penalty cannot; give friction-speed, or run by events or stepping",
            )),
        }
    }

    /// An error of the world at its place in the file.
    pub fn world_error(&self, error: &WorldError) -> SceneError {
        let problem = format!("{}: {}", error.field, error.message);
        match &error.subject {
            Subject::World => self.error(problem),
            Subject::Body(name) => self.error_about_body(name, problem),
            Subject::Joint(name) => self.error_about_joint(name, problem),
            Subject::System(name) => self.error_about("system", &self.places.systems, name, problem),
            Subject::Force(number) => {
                let place = self.places.forces.get(*number).cloned().unwrap_or(Place::File);
                SceneError { file: self.places.file.clone(), place, subject: format!("force {number}"), problem }
            }
            Subject::Pair(first, second) => {
                let about = self.error_about_body(first, problem);
                SceneError { subject: format!("bodies \"{first}\" and \"{second}\""), ..about }
            }
        }
    }

    /// An error about a body found after reading (an overlap at the start, a mass that is missing), at its line.
    pub fn error_about_body(&self, body: &str, problem: impl Into<String>) -> SceneError {
        self.error_about("body", &self.places.bodies, body, problem.into())
    }

    /// An error about a joint found after reading (open at the start), at its line.
    pub fn error_about_joint(&self, joint: &str, problem: impl Into<String>) -> SceneError {
        self.error_about("joint", &self.places.joints, joint, problem.into())
    }

    /// A force of the plane in words: `force "front springs"`, or `force 3` if it has no name.
    pub fn force_name(&self, number: usize) -> String {
        self.places.force_names.get(number).cloned().unwrap_or_else(|| format!("force {number}"))
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
