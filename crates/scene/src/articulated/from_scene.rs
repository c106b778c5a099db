//! A scene of space in the formats of the simulator, as far as they can say it.
//!
//! A body whose frame is not that of its principal axes about its centre of mass gets that frame: with the centre c and the axes R
//! in the old frame, a point p becomes R^T (p - c), and the orientation theta becomes theta R.

use std::collections::{BTreeMap, BTreeSet};

use carom_impact::laws::BuiltIn;
use carom_mechanics::space::World;
use carom_mechanics::space::description::{
    Anchor, Attachment, Axis, BodyDescription, CentreOfMass, Drive, ForceDescription, JointDescription, JointFrame,
    JointKind, Shape, ShapeDescription,
};
use carom_simulate::Settings;
use glam::{DQuat, DVec3};

use super::animation::GRAVITY_KEPT;
use super::to_toml::INTEGRATOR;
use super::{
    Animation, Axes, BodyLine, BodyPoint, BodyState, Constraint, ConstraintKind, Face, Force, ForceKind, GRAVITY,
    Project, ShapeFile, StateFile, Vertex, WORLD,
};
use crate::output::box_of;
use crate::toml::{BodySaid, Content, Method, PolyhedronSaid, Scene, SceneError, Spatial};
use crate::world;

/// Where a body's frame goes: points p become rotation^-1 (p - origin).
#[derive(Clone, Copy)]
struct Frame {
    origin: DVec3,
    rotation: DQuat,
    /// Position and rotation at the start, in the old frame.
    position: DVec3,
    orientation: DQuat,
}

impl Frame {
    fn of_world() -> Self {
        let (origin, rotation) = (DVec3::ZERO, DQuat::IDENTITY);
        Self { origin, rotation, position: DVec3::ZERO, orientation: DQuat::IDENTITY }
    }

    /// Whether nothing changes.
    fn is_same(self) -> bool {
        self.origin == DVec3::ZERO && self.rotation == DQuat::IDENTITY
    }

    fn point(self, p: DVec3) -> DVec3 {
        if self.is_same() { p } else { self.rotation.conjugate() * (p - self.origin) }
    }

    fn direction(self, d: DVec3) -> DVec3 {
        if self.is_same() { d } else { self.rotation.conjugate() * d }
    }

    fn anchor(self, anchor: Anchor) -> [f64; 3] {
        match anchor {
            Anchor::Local(p) => self.point(p),
            Anchor::Start(p) => self.point(self.origin + self.orientation.conjugate() * (p - self.position)),
        }
        .to_array()
    }

    fn axis(self, axis: Axis) -> [f64; 3] {
        match axis {
            Axis::Local(d) => self.direction(d),
            Axis::Start(d) => self.direction(self.orientation.conjugate() * d),
        }
        .to_array()
    }
}

/// Part by which the number of frames of a run may miss a whole number: rounding of its times.
const WHOLE: f64 = 1e-9;

/// The scene with what is needed of it.
struct Reading<'s> {
    scene: &'s Scene,
    spatial: &'s Spatial,
    world: World,
    frames: BTreeMap<&'s str, Frame>,
}

impl Project {
    /// The scene in the formats of the simulator under a base name, or a sentence on what they cannot say.
    pub fn of_scene(scene: &Scene, base: &str) -> Result<Self, SceneError> {
        let Content::Space(spatial) = &scene.content else {
            return Err(scene.error("the formats of articulated polyhedra are for scenes with space = \"space\""));
        };
        let world::World::Space(world) = scene.build()? else { return Err(scene.error("expected a world of space")) };
        let mut reading = Reading { scene, spatial, world, frames: BTreeMap::new() };
        for (number, body) in spatial.world.bodies.iter().enumerate() {
            let frame = reading.frame(number, body);
            reading.frames.insert(&body.name, frame);
        }
        let mut project = Self {
            base: base.to_owned(),
            animation: animation(scene, spatial)?,
            bodies: Vec::new(),
            shapes: BTreeMap::new(),
            state: StateFile { time: spatial.world.start, bodies: Vec::new() },
            constraints: Vec::new(),
            forces: Vec::new(),
        };
        for (number, body) in spatial.world.bodies.iter().enumerate() {
            reading.body(number, body, &mut project)?;
        }
        for (number, joint) in spatial.world.joints.iter().enumerate() {
            let kind = reading.joint(number)?;
            let name = in_one_word(joint);
            word(scene, "joint", &name)?;
            project.constraints.push(Constraint { name, kind, line: 0 });
        }
        for number in 0..spatial.world.forces.len() {
            project.forces.push(reading.force(number)?);
        }
        no_name_twice(scene, "joint", project.constraints.iter().map(|joint| joint.name.as_str()))?;
        no_name_twice(scene, "force", project.forces.iter().map(|force| force.name.as_str()))?;
        Ok(project)
    }
}

/// The name of a joint. One that was given none has been named after its kind and its bodies, and numbered where several are alike, in two or
/// three words, which become one.
fn in_one_word(joint: &JointDescription) -> String {
    let [a, b] = [&joint.a, &joint.b].map(|end| end.as_deref().unwrap_or(WORLD));
    let made = |rest: &str| {
        rest.strip_prefix(&format!("{a}-{b}"))
            .is_some_and(|more| more.is_empty() || more.strip_prefix(' ').is_some_and(|n| n.parse::<u32>().is_ok()))
    };
    match joint.name.split_once(' ') {
        Some((kind, rest)) if made(rest) => format!("{kind}-{}", rest.replace(' ', "-")),
        _ => joint.name.clone(),
    }
}

/// Refuses a name that is not one word of the formats.
fn word(scene: &Scene, what: &str, name: &str) -> Result<(), SceneError> {
    let bad = |c: char| c.is_whitespace() || c.is_control() || "<>=#".contains(c);
    if name.is_empty() || name == "end" || name.contains(bad) {
        let problem = format!("the {what} \"{name}\" needs a name of one word without < > = # in these formats");
        return Err(scene.error(problem));
    }
    Ok(())
}

/// A name that becomes that of a file stays in the folder of the others.
fn file_word(scene: &Scene, what: &str, name: &str) -> Result<(), SceneError> {
    if name.contains(['/', '\\']) || name.starts_with('.') {
        return Err(scene.error(format!(
            "the {what} \"{name}\" names a file: it needs a name without / and \\ that begins with no point"
        )));
    }
    Ok(())
}

/// No two entries of a file may have one name.
fn no_name_twice<'n>(scene: &Scene, what: &str, names: impl Iterator<Item = &'n str>) -> Result<(), SceneError> {
    let mut seen = BTreeSet::new();
    match { names }.find(|name| !seen.insert(*name)) {
        Some(name) => {
            Err(scene
                .error(format!("the {what} \"{name}\" would be given twice: these formats need names of their own")))
        }
        None => Ok(()),
    }
}

/// Durations so many roundings about the product of frames and their distance are tried: that has one, and so have both of its factors.
const ROUNDINGS: u64 = 8;

fn animation(scene: &Scene, spatial: &Spatial) -> Result<Animation, SceneError> {
    let world = &spatial.world;
    let settings = &scene.run.settings;
    let gravity = world.gravity;
    if gravity.x != 0.0 || gravity.y != 0.0 {
        return Err(scene.error("scene: gravity: the formats of articulated polyhedra have it along z only"));
    }
    let contacts = &world.contacts;
    // Where nothing collides no law is asked for.
    let collide = spatial.said.collisions;
    if collide && !matches!(contacts.law.impact, BuiltIn::Newton(_)) {
        return Err(scene.error(
            "contact: these formats have impacts without friction only; take law = \"newton\", or collisions = false under [scene] where nothing touches",
        ));
    }
    if collide && (!contacts.pairs.is_empty() || !contacts.included.is_empty()) {
        return Err(
            scene.error("contact: these formats have one restitution for all bodies, and no pairs of their own")
        );
    }
    if collide && !contacts.excluded.is_empty() {
        let problem =
            "contact: in these formats either all bodies collide, or none by collisions = false under [scene]";
        return Err(scene.error(problem));
    }
    says_run(scene)?;
    let (duration, frames) = duration(world.start, settings);
    let every = settings.every.unwrap_or(duration);
    let kept = scene.parameters.iter().find(|one| one.name == GRAVITY_KEPT).and_then(|one| one.values.first().copied());
    Ok(Animation {
        duration,
        frames,
        tolerance: settings.tolerance,
        min_step: if settings.smallest_step > 0.0 { settings.smallest_step } else { settings.tolerance.min(1e-6) },
        max_step: if settings.largest_step.is_finite() { settings.largest_step } else { every },
        collision_test: collide,
        gravity: gravity.z != 0.0 || kept == Some(0.0),
        correct_link_violation: settings.correct_joints,
        restitution: contacts.law.restitution,
        gravity_acceleration: if gravity.z == 0.0 { kept.unwrap_or(GRAVITY) } else { -gravity.z },
    })
}

/// Refuses what the formats cannot say of a run, rather than leave it out.
fn says_run(scene: &Scene) -> Result<(), SceneError> {
    let (run, settings, usual) = (&scene.run, &scene.run.settings, Settings::until(scene.run.settings.until));
    let refuse = |key: &str, why: &str| Err(scene.error(format!("run: {key}: {why}")));
    if run.method != Method::Events {
        return refuse("method", "these formats run by events only");
    }
    if settings.simultaneous != usual.simultaneous {
        return refuse("simultaneous", "a rule of its own cannot be said in these formats");
    }
    if settings.paradox != usual.paradox {
        return refuse("paradox", "cannot be said in these formats");
    }
    if settings.integrator != usual.integrator && settings.integrator != INTEGRATOR {
        return refuse("integrator", &format!("these formats have their own, {INTEGRATOR}"));
    }
    let frames = settings.every.map_or(1.0, |every| (settings.until - run.start) / every);
    if (frames - frames.round()).abs() > WHOLE * frames {
        return refuse("every", "these formats have frames that fill the duration: it must be a whole part of it");
    }
    Ok(())
}

/// The duration of a run and its frames. Of all durations that start and end as the run does and whose frames are as far apart, to the
/// last bit, it is the one with the fewest digits: the one that was written.
fn duration(start: f64, settings: &Settings) -> (f64, usize) {
    let about = settings.until - start;
    let every = settings.every.unwrap_or(about);
    let frames = (about / every).round().clamp(1.0, f64::from(u32::MAX));
    let near = (every * frames).to_bits();
    let all = (near.saturating_sub(ROUNDINGS)..=near.saturating_add(ROUNDINGS)).map(f64::from_bits);
    let same = all.filter(|duration| duration / frames == every && start + duration == settings.until);
    (same.min_by_key(|duration| duration.to_string().len()).unwrap_or(about), frames as usize)
}

impl<'s> Reading<'s> {
    fn said(&self, body: usize) -> Option<&'s BodySaid> {
        self.spatial.said.bodies.get(body)
    }

    /// The polyhedron of a body that needs no other frame and says its own mass, as it was given.
    fn as_said(&self, number: usize, body: &BodyDescription) -> Option<&'s PolyhedronSaid> {
        let polyhedron = self.said(number)?.polyhedron.as_ref()?;
        let plain = |shape: &ShapeDescription| shape.offset == DVec3::ZERO && shape.rotation == DQuat::IDENTITY;
        let triangles = polyhedron.faces.iter().all(|(_, corners)| corners.len() == 3);
        let own = body.mass.mass.is_none() || polyhedron.mass.is_some();
        let kept = plain(body.shapes.first()?) && body.centre == CentreOfMass::At(DVec3::ZERO) && triangles && own;
        kept.then_some(polyhedron)
    }

    fn frame(&self, number: usize, body: &BodyDescription) -> Frame {
        let same = Frame { position: body.position, orientation: body.rotation, ..Frame::of_world() };
        if self.as_said(number, body).is_some() {
            return same;
        }
        let rotation = self.world.inertia(number).map_or(DQuat::IDENTITY, |(_, _, axes)| axes);
        Frame { origin: self.world.centre(number).unwrap_or(DVec3::ZERO), rotation, ..same }
    }

    fn body(&self, number: usize, body: &'s BodyDescription, project: &mut Project) -> Result<(), SceneError> {
        word(self.scene, "body", &body.name)?;
        let refuse = |problem: &str| Err(self.scene.error_about_body(&body.name, problem));
        let frame = self.frames.get(body.name.as_str()).copied().unwrap_or_else(Frame::of_world);
        let (line, shape) = match self.as_said(number, body) {
            Some(said) => self.kept_shape(body, said)?,
            None => self.made_shape(number, body, frame)?,
        };
        match project.shapes.get(&line.shape) {
            Some(other) if *other != shape => return refuse("another shape has the name of its shape"),
            _ => drop(project.shapes.insert(line.shape.clone(), shape)),
        }
        match body.drive {
            Drive::Free => {}
            Drive::Fixed => project.constraints.extend(self.held(body, frame)),
            Drive::Prescribed(_) => return refuse("a prescribed motion cannot be said in these formats"),
        }
        project.bodies.push(line);
        project.state.bodies.push(self.state(number, body, frame));
        Ok(())
    }

    fn kept_shape(&self, body: &BodyDescription, said: &PolyhedronSaid) -> Result<(BodyLine, ShapeFile), SceneError> {
        let name = said.name.clone().unwrap_or_else(|| body.name.clone());
        word(self.scene, "shape", &name)?;
        file_word(self.scene, "shape", &name)?;
        for (vertex, _) in &said.vertices {
            word(self.scene, "vertex", vertex)?;
        }
        for (face, _) in &said.faces {
            word(self.scene, "face", face)?;
        }
        let line = BodyLine { name: body.name.clone(), shape: name, scale: said.scale, density: said.density, line: 0 };
        let vertices = said.vertices.iter().map(|(name, at)| Vertex { name: name.clone(), at: *at }).collect();
        let face = |(name, corners): &(String, Vec<usize>)| Face {
            name: name.clone(),
            vertices: [corners[0], corners[1], corners[2]],
        };
        let faces = said.faces.iter().map(face).collect();
        Ok((line, ShapeFile { mass: said.mass, moments: said.moments, vertices, faces }))
    }

    /// A box or polyhedron in the frame of its principal axes, with the mass and moments that the world has found.
    fn made_shape(
        &self,
        number: usize,
        body: &BodyDescription,
        frame: Frame,
    ) -> Result<(BodyLine, ShapeFile), SceneError> {
        let refuse = |problem: &str| Err(self.scene.error_about_body(&body.name, problem));
        let [shape] = &body.shapes[..] else { return refuse("these formats need bodies of exactly one shape") };
        let (corners, faces) = match &shape.shape {
            Shape::Polyhedron { vertices, faces } => (vertices.clone(), faces.clone()),
            Shape::Box { size } => box_of(*size),
            _ => return refuse("these formats have polyhedra only: its shape must be a box, a polyhedron or a mesh"),
        };
        let place = |p: DVec3| frame.point(shape.offset + shape.rotation * p);
        let vertex = |(k, p): (usize, &DVec3)| Vertex { name: format!("v{}", k + 1), at: place(*p).to_array() };
        let triangles = faces.iter().flat_map(|face| (1..face.len() - 1).map(|k| [face[0], face[k], face[k + 1]]));
        let named = triangles.enumerate().map(|(k, vertices)| Face { name: format!("f{}", k + 1), vertices });
        let inertia = self.world.inertia(number);
        let shape = ShapeFile {
            mass: inertia.map(|(mass, _, _)| mass),
            moments: inertia.map(|(_, moments, _)| moments.to_array()),
            vertices: corners.iter().enumerate().map(vertex).collect(),
            faces: named.collect(),
        };
        let line =
            BodyLine { name: body.name.clone(), shape: body.name.clone(), scale: [1.0; 3], density: 1.0, line: 0 };
        Ok((line, shape))
    }

    /// Three fixed points hold a body that does not move.
    fn held(&self, body: &BodyDescription, frame: Frame) -> Vec<Constraint> {
        let points = [("fa", DVec3::X), ("fb", DVec3::Y), ("fc", DVec3::ZERO)];
        let fixed = |(ending, p): (&str, DVec3)| Constraint {
            name: format!("{}_{ending}", body.name),
            kind: ConstraintKind::Fixed(BodyPoint { body: body.name.clone(), at: frame.point(p).to_array() }),
            line: 0,
        };
        points.into_iter().map(fixed).collect()
    }

    fn state(&self, number: usize, body: &BodyDescription, frame: Frame) -> BodyState {
        let parts = |q: DQuat| [q.w, q.x, q.y, q.z];
        let said = self.said(number).filter(|_| frame.is_same());
        let theta = body.rotation * frame.rotation;
        // theta' = (0, w) theta / 2.
        let rate = DQuat::from_xyzw(body.spin.x, body.spin.y, body.spin.z, 0.0).mul_quat(theta);
        BodyState {
            name: body.name.clone(),
            position: body.position.to_array(),
            orientation: said.and_then(|said| said.orientation).unwrap_or_else(|| parts(theta)),
            velocity: body.velocity.to_array(),
            orientation_rate: said
                .and_then(|said| said.orientation_rate)
                .unwrap_or_else(|| parts(rate).map(|part| 0.5 * part)),
            line: 0,
        }
    }

    fn frame_of(&self, body: Option<&String>) -> (String, Frame) {
        match body {
            None => (WORLD.to_owned(), Frame::of_world()),
            Some(name) => (name.clone(), self.frames.get(name.as_str()).copied().unwrap_or_else(Frame::of_world)),
        }
    }

    fn point(&self, body: Option<&String>, at: Anchor) -> BodyPoint {
        let (body, frame) = self.frame_of(body);
        BodyPoint { body, at: frame.anchor(at) }
    }

    fn attachment(&self, attachment: &Attachment) -> BodyPoint {
        self.point(attachment.body.as_ref(), attachment.at)
    }

    fn axes(&self, body: Option<&String>, of: &JointFrame) -> Axes {
        let (_, frame) = self.frame_of(body);
        let axis = frame.axis(of.axis);
        let across = DVec3::from_array(axis).any_orthogonal_vector().to_array();
        let reference = of.reference.map_or(across, |reference| frame.axis(reference));
        Axes { point: self.point(body, of.at), axis, reference }
    }

    /// The axes of two bodies that do not turn on each other: without references these are one direction of the start.
    fn axes_in_line(&self, [a, b]: [Option<&String>; 2], [of_a, of_b]: [&JointFrame; 2]) -> [Axes; 2] {
        if of_a.reference.is_some() && of_b.reference.is_some() {
            return [self.axes(a, of_a), self.axes(b, of_b)];
        }
        let (_, frame) = self.frame_of(a);
        let along = match of_a.axis {
            Axis::Local(d) => frame.orientation * d,
            Axis::Start(d) => d,
        };
        let reference = Some(Axis::Start(along.any_orthogonal_vector()));
        [(a, of_a), (b, of_b)].map(|(body, of)| self.axes(body, &JointFrame { reference, ..*of }))
    }

    fn joint(&self, number: usize) -> Result<ConstraintKind, SceneError> {
        let joint = &self.spatial.world.joints[number];
        let (a, b) = (joint.a.as_ref(), joint.b.as_ref());
        let both = |of_a, of_b| [self.point(a, of_a), self.point(b, of_b)];
        let refuse = |problem: &str| Err(self.scene.error_about_joint(&joint.name, problem));
        if joint.limits.is_some() || joint.friction.is_some() {
            return refuse("limits and friction of joints cannot be said in these formats");
        }
        Ok(match &joint.kind {
            JointKind::FixedPoint { at } => ConstraintKind::Fixed(self.point(a, *at)),
            JointKind::Spherical { at_a, at_b } => ConstraintKind::Universal(both(*at_a, *at_b)),
            JointKind::Weld { at_a, at_b } => ConstraintKind::Weld(both(*at_a, *at_b)),
            JointKind::Planar { at_a, at_b, normal } => {
                let (body, frame) = self.frame_of(b);
                let n = DVec3::from_array(frame.axis(*normal));
                let d = -n.dot(DVec3::from_array(frame.anchor(*at_b)));
                let said = self.spatial.said.planes.get(number).copied().flatten().filter(|_| frame.is_same());
                ConstraintKind::Planar { point: self.point(a, *at_a), body, plane: said.unwrap_or([n.x, n.y, n.z, d]) }
            }
            JointKind::Cylindrical { a: of_a, b: of_b } => {
                ConstraintKind::Cylindrical([self.axes(a, of_a), self.axes(b, of_b)])
            }
            JointKind::Prismatic { a: of_a, b: of_b } => {
                ConstraintKind::Prismatic(self.axes_in_line([a, b], [of_a, of_b]))
            }
            JointKind::Revolute { a: of_a, b: of_b } => {
                ConstraintKind::Revolute([self.axes(a, of_a), self.axes(b, of_b)])
            }
            JointKind::Universal { .. } => return refuse("the Cardan joint cannot be said in these formats"),
            JointKind::Distance { at_a, at_b, .. } => ConstraintKind::Distance(both(*at_a, *at_b)),
        })
    }

    fn force(&self, number: usize) -> Result<Force, SceneError> {
        let said = self.spatial.said.forces.get(number);
        let name = said.and_then(|(name, _)| name.clone()).unwrap_or_else(|| format!("force{}", number + 1));
        word(self.scene, "force", &name)?;
        let refuse = |problem: &str| Err(self.scene.error(format!("force \"{name}\": {problem}")));
        let kind = match &self.spatial.world.forces[number] {
            ForceDescription::Spring { a, b, stiffness, damping, free_length } => {
                if *damping != 0.0 {
                    return refuse("a damper cannot be said in these formats");
                }
                let Some(free_length) = *free_length else {
                    return refuse("needs the key free-length in these formats");
                };
                let ends = [self.attachment(a), self.attachment(b)];
                ForceKind::Spring { stiffness: *stiffness, free_length, ends }
            }
            ForceDescription::Applied { body, at, .. } => {
                let samples = said.map(|(_, samples)| samples.clone()).unwrap_or_default();
                if samples.is_empty() {
                    return refuse("these formats have interpolated forces only: kind = \"interpolated\"");
                }
                ForceKind::Interpolated { point: self.point(Some(body), *at), samples }
            }
            ForceDescription::Compression { .. } => {
                return refuse("springs that only push cannot be said in these formats");
            }
        };
        Ok(Force { name, kind, line: 0 })
    }
}
