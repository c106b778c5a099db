//! From text to scene.

use std::path::Path;

use carom_mechanics::{plane, space};
use glam::{DVec2, DVec3};
use serde::{Deserialize, Serialize};

use super::SECTIONS;
use super::body::body;
use super::error::{Fault, Origin, Place, SceneError};
use super::fields::Fields;
use super::force::forces;
use super::form::{self, Field};
use super::items::items;
use super::joint::joints;
use super::material::{check_bodies, materials};
use super::motion::motions;
use super::names::bodies;
use super::nearest::hint;
use super::node::{Node, Table, Value, parse, shorten};
use super::pairs::{contacts, no_systems};
use super::parameters::Parameters;
use super::run::{RUN_KEYS, Run, run};
use super::said::Said;
use super::scene::{Content, Places, Scene, Space, Spatial};
use super::scope::Scope;
use super::set::{Change, apply};
use super::space::{self as spatial, Folder};
use super::system::systems;
use super::{follows, variant};
use crate::articulated::Project;
use crate::quantity::{self, Dimension};

/// A scene file with the changes a user makes to it.
#[derive(Clone, Debug)]
pub struct SceneFile {
    file: String,
    text: String,
    /// The ends of the lines of the text, in bytes.
    breaks: Vec<usize>,
    document: Table,
    changes: Vec<Change>,
    variant: Option<String>,
    /// Where things were said, if the text was made of other files.
    origins: Option<Origins>,
    /// Whether it may name other files (meshes).
    files: bool,
}

/// Where the bodies, joints and forces of a project were described.
#[derive(Clone, Debug)]
struct Origins {
    bodies: Vec<(String, Place)>,
    joints: Vec<(String, Place)>,
    forces: Vec<Place>,
}

/// What a scene file was made of: its text, and what a user changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    /// Its name in errors.
    pub file: String,
    /// Its text.
    pub text: String,
    /// Paths and values of the changes, in order.
    pub changes: Vec<(String, String)>,
    /// The variant chosen.
    pub variant: Option<String>,
}

/// Refuses a section that nobody knows.
fn check_sections(document: &Table) -> Result<(), Fault> {
    match document.entries.iter().find(|entry| !SECTIONS.contains(&entry.key.as_str())) {
        None => Ok(()),
        Some(entry) => {
            let problem = format!("unknown section \"{}\"{}", shorten(&entry.key), hint(&entry.key, SECTIONS));
            Err(Fault::new(entry.at, "", problem))
        }
    }
}

/// Reads a scene. `file` is its name in errors.
pub fn read_scene(text: &str, file: &str) -> Result<Scene, SceneError> {
    SceneFile::parse(text, file)?.read()
}

impl SceneFile {
    /// Reads the TOML, not yet the scene. `file` is its name in errors.
    pub fn parse(text: &str, file: &str) -> Result<Self, SceneError> {
        let mut scene = Self {
            file: file.to_owned(),
            text: text.to_owned(),
            breaks: text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at).collect(),
            document: Table::default(),
            changes: Vec::new(),
            variant: None,
            origins: None,
            files: true,
        };
        scene.document = parse(text).map_err(|fault| scene.error(fault))?;
        Ok(scene)
    }

    /// Refuses meshes, which are read from files: for a text that comes from somewhere else.
    pub fn without_files(self) -> Self {
        Self { files: false, ..self }
    }

    /// The scene of a project in the formats of articulated polyhedra; errors name the lines of its files.
    pub fn of_project(project: &Project) -> Result<Self, SceneError> {
        let mut file = Self::parse(&project.to_toml(), &project.file("cfg"))?;
        let at = |ending: &str, line: usize| Place::In(project.file(ending), line);
        file.origins = Some(Origins {
            bodies: project.bodies.iter().map(|body| (body.name.clone(), at("bds", body.line))).collect(),
            joints: project.constraints.iter().map(|joint| (joint.name.clone(), at("ctr", joint.line))).collect(),
            forces: project.forces.iter().map(|force| at("for", force.line)).collect(),
        });
        Ok(file)
    }

    /// A path of one step that names a parameter, in full.
    fn in_full(&self, path: &str) -> String {
        let parameters = self.document.get("parameters").and_then(Node::table);
        let is_parameter = !path.contains('.') && parameters.is_some_and(|table| table.get(path).is_some());
        if is_parameter { format!("parameters.{path}") } else { path.to_owned() }
    }

    /// Changes the value at a path (`run.until`, `body.bar.angle`, `contact.0.mu`, `parameters.mu` or `mu`), as `--set PATH=VALUE` does.
    /// The path `variant` chooses a variant. Returns at once an error about the path; the value is judged when the scene is read.
    pub fn set(&mut self, path: &str, value: &str) -> Result<(), SceneError> {
        if path.trim() == "variant" {
            return self.choose_variant(value.trim().trim_matches('"'));
        }
        self.changes.push(Change { path: self.in_full(path.trim()), value: value.to_owned() });
        self.changed().map(|_| ()).inspect_err(|_| {
            self.changes.pop();
        })
    }

    /// Makes a change said as `PATH=VALUE`.
    pub fn change(&mut self, change: &str) -> Result<(), SceneError> {
        match change.split_once('=') {
            Some((path, value)) => self.set(path, value),
            None => {
                let place = Place::Set(shorten(change));
                let problem = "expected PATH=VALUE, for example run.until=2".to_owned();
                Err(SceneError { file: self.file.clone(), place, subject: String::new(), problem })
            }
        }
    }

    /// Reads the scene as this variant.
    pub fn choose_variant(&mut self, name: &str) -> Result<(), SceneError> {
        let before = self.variant.replace(name.to_owned());
        self.changed().map(|_| ()).inspect_err(|_| self.variant = before)
    }

    /// Puts an impact law on every contact; an error if there is none.
    pub fn put_law(&mut self, law: &str) -> Result<(), SceneError> {
        let contacts = self.document.get("contact").and_then(Node::list).map_or(0, <[Node]>::len);
        if contacts == 0 {
            let problem = "the scene has no [[contact]] that could take another law".to_owned();
            return Err(SceneError { file: self.file.clone(), place: Place::File, subject: String::new(), problem });
        }
        (0..contacts).try_for_each(|contact| self.set(&format!("contact.{contact}.law"), law))
    }

    /// What it was made of.
    pub fn source(&self) -> Source {
        let changes = self.changes.iter().map(|change| (change.path.clone(), change.value.clone()));
        Source {
            file: self.file.clone(),
            text: self.text.clone(),
            changes: changes.collect(),
            variant: self.variant.clone(),
        }
    }

    /// The scene file made of this.
    pub fn from_source(source: &Source) -> Result<Self, SceneError> {
        let mut file = Self::parse(&source.text, &source.file)?;
        if let Some(variant) = &source.variant {
            file.choose_variant(variant)?;
        }
        for (path, value) in &source.changes {
            file.set(path, value)?;
        }
        Ok(file)
    }

    /// The names of the variants, the default first.
    pub fn variants(&self) -> Vec<String> {
        variant::names(&self.document)
    }

    /// Reads the scene.
    pub fn read(&self) -> Result<Scene, SceneError> {
        let (document, variant) = self.changed()?;
        let parameters = self.parameters(&document)?;
        self.check_changes(&document)?;
        self.made(&document, &parameters, variant)
    }

    /// Reads the scene, and lists every value it says or leaves out, with what that may be.
    pub fn read_with_form(&self) -> Result<(Scene, Vec<Field>), SceneError> {
        let (document, variant) = self.changed()?;
        let mut parameters = self.parameters(&document)?;
        self.check_changes(&document)?;
        parameters.demands.listen();
        let scene = self.made(&document, &parameters, variant)?;
        parameters.note_units();
        Ok((scene, form::fields(&document, &parameters.demands)))
    }

    /// Refuses changes that would change nothing, given the document they make.
    fn check_changes(&self, changed: &Table) -> Result<(), SceneError> {
        if self.changes.is_empty() {
            return Ok(());
        }
        let mut before = self.document.clone();
        let checked =
            variant::apply(&mut before, self.variant.as_deref()).and_then(|_| follows::check(&before, changed));
        checked.and_then(|()| self.check_units()).map_err(|fault| self.error(fault))
    }

    /// Refuses a unit for a parameter that the scene itself, before the changes, takes for something else.
    fn check_units(&self) -> Result<(), Fault> {
        let said = |change: &&Change| {
            change.path.starts_with("parameters.") && Dimension::of_quantity(&change.value).is_some()
        };
        if !self.changes.iter().any(|change| said(&change)) {
            return Ok(());
        }
        let plain = Self { changes: Vec::new(), ..self.clone() };
        let Ok((_, fields)) = plain.read_with_form() else { return Ok(()) };
        let measures = |path: &str| fields.iter().find(|field| field.path == path).and_then(Field::measures);
        for (number, change) in self.changes.iter().enumerate().filter(|(_, change)| said(change)) {
            // An entry of a list measures what the list does.
            let list = || change.path.rsplit_once('.').and_then(|(list, _)| measures(list));
            if let Some(dimension) = measures(&change.path).or_else(list)
                && let Err(error) = quantity::parse(&change.value, dimension)
            {
                return Err(Fault::new(Origin::Set(number), change.path.clone(), error.to_string()));
            }
        }
        Ok(())
    }

    fn parameters(&self, document: &Table) -> Result<Parameters, SceneError> {
        check_sections(document).and_then(|()| Parameters::read(document)).map_err(|fault| self.error(fault))
    }

    /// The scene of a document, with what belongs to the file.
    fn made(&self, document: &Table, parameters: &Parameters, variant: Option<String>) -> Result<Scene, SceneError> {
        let mut scene = self.scene(document, parameters).map_err(|fault| self.error(fault))?;
        if let Some(Origins { bodies, joints, forces }) = self.origins.clone() {
            scene.places = Places { bodies, joints, forces, ..scene.places };
        }
        scene.variant = variant;
        scene.variants = self.variants();
        Ok(scene)
    }

    /// The document as variant and changes make it.
    fn changed(&self) -> Result<(Table, Option<String>), SceneError> {
        let mut document = self.document.clone();
        let variant = variant::apply(&mut document, self.variant.as_deref()).map_err(|fault| self.error(fault))?;
        for (number, change) in self.changes.iter().enumerate() {
            apply(&mut document, change, number).map_err(|fault| self.error(fault))?;
        }
        Ok((document, variant))
    }

    fn place(&self, origin: Origin) -> Place {
        match origin {
            // The lines of a text made of other files mean nothing to a user.
            Origin::Byte(_) if self.origins.is_some() => Place::File,
            Origin::Byte(byte) => Place::Line(1 + self.breaks.partition_point(|end| *end < byte)),
            Origin::Set(number) => match self.changes.get(number) {
                Some(change) => Place::Set(format!("{}={}", shorten(&change.path), shorten(&change.value))),
                None => Place::File,
            },
            Origin::Nowhere => Place::File,
        }
    }

    fn error(&self, fault: Fault) -> SceneError {
        let place = self.place(fault.at);
        SceneError { file: self.file.clone(), place, subject: fault.subject, problem: fault.problem }
    }

    fn scene(&self, document: &Table, parameters: &Parameters) -> Result<Scene, Fault> {
        let scope = Scope { parameters, index: None, start: 0.0 };
        let empty = Node { at: Origin::Nowhere, value: Value::Table(Table::default()) };
        let section = |name: &'static str, keys: &[&str]| {
            let entry = document.entry(name);
            let (node, at) = entry.map_or((&empty, Origin::Nowhere), |entry| (&entry.node, entry.at));
            Fields::new(node, at, name, keys, scope)
        };
        let head = section("scene", &["name", "title", "about", "space", "gravity", "collisions"])?;
        let run = run(&section("run", RUN_KEYS)?)?;
        let space = head.choice("space", &[("plane", Space::Plane), ("space", Space::Space)])?.unwrap_or_default();
        let (content, places) = match space {
            Space::Plane => {
                let (world, places) = self.world(document, parameters, &head, &run)?;
                (Content::Plane(world), places)
            }
            Space::Space => {
                let (spatial, places) = self.spatial(document, parameters, &head, &run)?;
                (Content::Space(spatial), places)
            }
        };
        let name = head.text("name")?.unwrap_or_else(|| stem(&self.file));
        if name.is_empty() || name == "." || name == ".." || name.contains(['/', '\\']) {
            let problem = format!("expected a name that a folder can have, got \"{}\"", shorten(&name));
            return Err(head.fault("name", problem));
        }
        Ok(Scene {
            title: head.text("title")?.unwrap_or_else(|| name.clone()),
            about: head.text("about")?.unwrap_or_default().trim().to_owned(),
            name,
            run,
            content,
            parameters: parameters.all.clone(),
            variant: None,
            variants: Vec::new(),
            places,
        })
    }

    fn world(
        &self,
        document: &Table,
        parameters: &Parameters,
        head: &Fields<'_>,
        run: &Run,
    ) -> Result<(plane::description::WorldDescription, Places), Fault> {
        let section = |name| items(document, name, Scope { parameters, index: None, start: run.start });
        let body_items = section("body")?;
        let mut bodies = bodies(&body_items, body)?;
        motions(&section("motion")?, &mut bodies)?;
        let joints = joints(&section("joint")?, &bodies)?;
        let force_items = section("force")?;
        let forces = forces(&force_items, &bodies)?;
        let materials = materials(&section("material")?)?;
        let names: Vec<&str> = bodies.iter().map(|body| body.description.name.as_str()).collect();
        let systems = systems(&section("system")?, &names, &materials, run.penalty)?;
        let contact_items = section("contact")?;
        check_bodies(&body_items, &bodies, &materials, &contact_items)?;
        no_systems(&contact_items, &systems)?;
        let mut contacts = contacts(&contact_items, &bodies, &materials, run.penalty)?;
        contacts.apart = head.flag("collisions")? == Some(false);
        if bodies.is_empty() && systems.is_empty() {
            return Err(Fault::new(Origin::Nowhere, "", "the scene has no [[body]] and no [[system]]"));
        }
        let places = Places {
            file: self.file.clone(),
            bodies: bodies.iter().map(|body| (body.description.name.clone(), self.place(body.at))).collect(),
            joints: joints.iter().map(|joint| (joint.description.name.clone(), self.place(joint.at))).collect(),
            forces: force_items.iter().map(|item| self.place(item.at)).collect(),
            force_names: force_items.iter().enumerate().map(|(k, item)| item.subject("force", k)).collect(),
            systems: systems.iter().map(|system| (system.description.name.clone(), self.place(system.at))).collect(),
        };
        let gravity = head.vector("gravity", Dimension::Acceleration)?.unwrap_or(DVec2::ZERO);
        let bodies = bodies.into_iter().map(|body| body.description).collect();
        let joints = joints.into_iter().map(|joint| joint.description).collect();
        let systems = systems.into_iter().map(|system| system.description).collect();
        let start = run.start;
        let world = plane::description::WorldDescription { start, gravity, bodies, joints, forces, systems, contacts };
        Ok((world, places))
    }

    fn spatial(
        &self,
        document: &Table,
        parameters: &Parameters,
        head: &Fields<'_>,
        run: &Run,
    ) -> Result<(Spatial, Places), Fault> {
        let section = |name| items(document, name, Scope { parameters, index: None, start: run.start });
        let folder = if self.files { Folder::At(Path::new(&self.file).parent()) } else { Folder::None };
        let body_items = section("body")?;
        let mut bodies = bodies(&body_items, |item, number| spatial::body(item, number, folder))?;
        spatial::motions(&section("motion")?, &mut bodies)?;
        let joints = spatial::joints(&section("joint")?, &bodies)?;
        let forces = spatial::forces(&section("force")?, &bodies)?;
        let materials = materials(&section("material")?)?;
        let contact_items = section("contact")?;
        check_bodies(&body_items, &bodies, &materials, &contact_items)?;
        let mut contacts = contacts(&contact_items, &bodies, &materials, run.penalty)?;
        let collisions = head.flag("collisions")?.unwrap_or(true);
        contacts.apart = !collisions;
        if let Some(system) = section("system")?.first() {
            let problem = "systems in minimal coordinates are of the plane; take bodies and joints";
            return Err(Fault::new(system.at, "system 0", problem));
        }
        if bodies.is_empty() {
            return Err(Fault::new(Origin::Nowhere, "", "the scene has no [[body]]"));
        }
        let places = Places {
            file: self.file.clone(),
            bodies: bodies.iter().map(|b| (b.description.description.name.clone(), self.place(b.at))).collect(),
            joints: joints.iter().map(|joint| (joint.description.name.clone(), self.place(joint.at))).collect(),
            forces: forces.iter().map(|force| self.place(force.at)).collect(),
            force_names: Vec::new(),
            systems: Vec::new(),
        };
        let gravity = head.vector("gravity", Dimension::Acceleration)?.unwrap_or(DVec3::ZERO);
        let (bodies, said): (Vec<_>, Vec<_>) =
            bodies.into_iter().map(|body| (body.description.description, body.description.said)).unzip();
        let (joints, planes): (Vec<_>, Vec<_>) =
            joints.into_iter().map(|joint| (joint.description, joint.plane)).unzip();
        let (forces, samples): (Vec<_>, Vec<_>) =
            forces.into_iter().map(|force| (force.description, (force.name, force.samples))).unzip();
        let start = run.start;
        let world = space::description::WorldDescription { start, gravity, bodies, joints, forces, contacts };
        Ok((Spatial { world, said: Said { collisions, bodies: said, planes, forces: samples } }, places))
    }
}

/// The name of a file without folders and ending.
fn stem(file: &str) -> String {
    let stem = std::path::Path::new(file).file_stem().map(|stem| stem.to_string_lossy().into_owned());
    stem.unwrap_or_else(|| "scene".to_owned())
}
