//! All files of one animation.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use super::{Animation, BodyLine, Constraint, Force, ShapeFile, StateFile, WORLD};
use crate::file::{read_whole, write_whole};
use crate::toml::{Place, SceneError, nearest_hint};

/// An animation: one base name, one file per subject, and the shapes.
#[derive(Clone, Debug, PartialEq)]
pub struct Project {
    /// The `.cfg` file as it was named, without its ending.
    pub base: String,
    /// `.cfg`.
    pub animation: Animation,
    /// `.bds`.
    pub bodies: Vec<BodyLine>,
    /// `.shp`, by name.
    pub shapes: BTreeMap<String, ShapeFile>,
    /// `.ste`.
    pub state: StateFile,
    /// `.ctr`; empty if there is none.
    pub constraints: Vec<Constraint>,
    /// `.for`; empty if there is none.
    pub forces: Vec<Force>,
}

impl Project {
    /// Reads the files beside a `.cfg` file.
    pub fn read(cfg: &Path) -> Result<Self, SceneError> {
        Self::read_with(&cfg.to_string_lossy(), |name| read_file(Path::new(name)))
    }

    /// Reads the files of a `.cfg` file where `open` gives the text of a file by its name, or `None` if there is none.
    pub fn read_with(cfg: &str, open: impl Fn(&str) -> Result<Option<String>, SceneError>) -> Result<Self, SceneError> {
        let base = cfg.strip_suffix(".cfg").unwrap_or(cfg).to_owned();
        let needed = |name: &str, why: &str| {
            open(name)?.ok_or_else(|| error(name, Place::File, format!("cannot be read: there is no such file; {why}")))
        };
        let animation = Animation::read(&needed(cfg, "it holds the animation")?, cfg)?;
        let bds = format!("{base}.bds");
        let bodies = BodyLine::read_all(&needed(&bds, "it lists the bodies")?, &bds)?;
        let ste = format!("{base}.ste");
        let state = StateFile::read(&needed(&ste, "it holds the state at the start")?, &ste)?;
        let mut shapes = BTreeMap::new();
        for body in &bodies {
            if !shapes.contains_key(&body.shape) {
                let file = beside(cfg, &format!("{}.shp", body.shape));
                let why = format!("it is the shape of body \"{}\" ({bds}, line {})", body.name, body.line);
                shapes.insert(body.shape.clone(), ShapeFile::read(&needed(&file, &why)?, &file)?);
            }
        }
        let (ctr, of) = (format!("{base}.ctr"), format!("{base}.for"));
        let constraints = open(&ctr)?.map(|text| Constraint::read_all(&text, &ctr)).transpose()?.unwrap_or_default();
        let forces = open(&of)?.map(|text| Force::read_all(&text, &of)).transpose()?.unwrap_or_default();
        let project = Self { base, animation, bodies, shapes, state, constraints, forces };
        project.check()?;
        Ok(project)
    }

    /// Every name that is used is that of a body, and every body has a state.
    fn check(&self) -> Result<(), SceneError> {
        let names: Vec<&str> = self.bodies.iter().map(|body| body.name.as_str()).collect();
        let (bds, ste) = (self.file("bds"), self.file("ste"));
        let known = |file: &str, line: usize, what: &str, name: &str| {
            if names.contains(&name) {
                return Ok(());
            }
            let hint = nearest_hint(name, names.iter().copied());
            Err(error(file, Place::Line(line), format!("{what}there is no body \"{name}\" in {bds}{hint}")))
        };
        for body in &self.state.bodies {
            known(&ste, body.line, "", &body.name)?;
        }
        if let Some(body) = self.bodies.iter().find(|body| self.state_of(&body.name).is_none()) {
            let problem = format!("needs the state of body \"{}\" ({bds}, line {})", body.name, body.line);
            return Err(error(&ste, Place::File, problem));
        }
        for joint in &self.constraints {
            let what = format!("joint \"{}\": ", joint.name);
            let bodies = joint.bodies();
            if bodies.iter().all(|body| *body == bodies[0]) && (bodies.len() > 1 || bodies[0] == WORLD) {
                let problem = format!("{what}expected two different bodies, got \"{}\"", bodies[0]);
                return Err(error(&self.file("ctr"), Place::Line(joint.line), problem));
            }
            for body in bodies.into_iter().filter(|body| *body != WORLD) {
                known(&self.file("ctr"), joint.line, &what, body)?;
            }
        }
        for force in &self.forces {
            let what = format!("force \"{}\": ", force.name);
            let bodies = force.bodies();
            if bodies.iter().all(|body| *body == WORLD) {
                return Err(error(&self.file("for"), Place::Line(force.line), format!("{what}acts on no body")));
            }
            for body in bodies.into_iter().filter(|body| *body != WORLD) {
                known(&self.file("for"), force.line, &what, body)?;
            }
        }
        Ok(())
    }

    /// The state of a body.
    pub fn state_of(&self, body: &str) -> Option<&super::BodyState> {
        self.state.bodies.iter().find(|state| state.name == body)
    }

    /// The name of one of its files.
    pub fn file(&self, ending: &str) -> String {
        format!("{}.{ending}", self.base)
    }

    /// The names and texts of all its files; joints and forces only if there are any.
    pub fn texts(&self) -> Vec<(String, String)> {
        let mut texts = vec![
            (self.file("cfg"), self.animation.write()),
            (self.file("bds"), BodyLine::write_all(&self.bodies)),
            (self.file("ste"), self.state.write()),
        ];
        if !self.constraints.is_empty() {
            texts.push((self.file("ctr"), Constraint::write_all(&self.constraints)));
        }
        if !self.forces.is_empty() {
            texts.push((self.file("for"), Force::write_all(&self.forces)));
        }
        let cfg = self.file("cfg");
        texts.extend(self.shapes.iter().map(|(name, shape)| (beside(&cfg, &format!("{name}.shp")), shape.write())));
        texts
    }

    /// Writes all its files, or none of them; their names.
    pub fn write(&self) -> io::Result<Vec<PathBuf>> {
        let texts = self.texts();
        let files: Vec<(&Path, &str)> = texts.iter().map(|(name, text)| (Path::new(name), text.as_str())).collect();
        write_whole(&files)?;
        Ok(texts.iter().map(|(name, _)| PathBuf::from(name)).collect())
    }
}

/// A file in the folder of another.
fn beside(file: &str, name: &str) -> String {
    match Path::new(file).parent() {
        Some(folder) => folder.join(name).to_string_lossy().into_owned(),
        None => name.to_owned(),
    }
}

fn error(file: &str, place: Place, problem: String) -> SceneError {
    SceneError { file: file.to_owned(), place, subject: String::new(), problem }
}

/// The text of a file; `None` if there is none.
fn read_file(path: &Path) -> Result<Option<String>, SceneError> {
    let name = path.to_string_lossy();
    let fail = |problem: io::Error| error(&name, Place::File, format!("cannot be read: {problem}"));
    let bytes = match read_whole(path) {
        Err(problem) if problem.kind() == io::ErrorKind::NotFound => return Ok(None),
        read => read.map_err(fail)?,
    };
    // Names with accents in an old encoding are kept as far as they can be.
    Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
}
