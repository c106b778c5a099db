//! A project as a TOML scene: every number as it is, names of vertices, scales and rates of Euler parameters kept.

use std::fmt::Write;

use super::animation::{GRAVITY, GRAVITY_KEPT};
use super::write::{number, numbers};
use super::{Axes, BodyLine, BodyPoint, BodyState, Constraint, ConstraintKind, Force, ForceKind, Project, ShapeFile};

/// The integrator of these scenes: of high order, so that a step of the length of a frame is exact enough.
pub(super) const INTEGRATOR: &str = "dop853";

impl Project {
    /// The scene as TOML.
    pub fn to_toml(&self) -> String {
        let mut text = self.head();
        for body in &self.bodies {
            if let (Some(state), Some(shape)) = (self.state_of(&body.name), self.shapes.get(&body.shape)) {
                text += &body_table(body, state, shape);
            }
        }
        self.constraints.iter().for_each(|joint| text += &joint_table(joint));
        self.forces.iter().for_each(|force| text += &force_table(force));
        text
    }

    fn head(&self) -> String {
        let animation = &self.animation;
        let name = std::path::Path::new(&self.base).file_name().unwrap_or_default().to_string_lossy().into_owned();
        // Adding zero makes -0 a plain 0.
        let gravity = if animation.gravity { 0.0 - animation.gravity_acceleration } else { 0.0 } + 0.0;
        let start = self.state.time;
        let mut text = format!("[scene]\nname = {}\nspace = \"space\"\n", quoted(&name));
        let mut line = |line: String| {
            text += &line;
            text.push('\n');
        };
        line(format!("gravity = {}", list(&[0.0, 0.0, gravity])));
        if !animation.collision_test {
            line("collisions = false".to_owned());
        }
        // A gravity that does not act is kept for the way back.
        if gravity == 0.0 && animation.gravity_acceleration != GRAVITY {
            line(format!("\n[parameters]\n{GRAVITY_KEPT} = {}", number(animation.gravity_acceleration)));
        }
        line("\n[run]".to_owned());
        if start != 0.0 {
            line(format!("start = {}", number(start)));
        }
        line(format!("until = {}", number(start + animation.duration)));
        line(format!("every = {}", number(animation.duration / animation.frames as f64)));
        line(format!("integrator = \"{INTEGRATOR}\""));
        line(format!("tolerance = {}", number(animation.tolerance)));
        line(format!("largest-step = {}", number(animation.max_step)));
        line(format!("smallest-step = {}", number(animation.min_step)));
        if !animation.correct_link_violation {
            line("correct-joints = false".to_owned());
        }
        line(format!("\n[[contact]]\ndefault = true\nlaw = \"newton\"\ne = {}", number(animation.restitution)));
        text
    }
}

fn body_table(body: &BodyLine, state: &BodyState, shape: &ShapeFile) -> String {
    let mut text = String::new();
    let mut line = |line: String| {
        text += &line;
        text.push('\n');
    };
    line(format!("\n[[body]]\nname = {}\ncentre = \"origin\"", named(&body.name)));
    line(format!("position = {}", list(&state.position)));
    line(format!("orientation = {}", list(&state.orientation)));
    line(format!("velocity = {}", list(&state.velocity)));
    line(format!("orientation-rate = {}", list(&state.orientation_rate)));
    line(format!("\n[body.shape.polyhedron]\nname = {}", named(&body.shape)));
    line(format!("scale = {}\ndensity = {}", list(&body.scale), number(body.density)));
    if let Some(mass) = shape.mass {
        line(format!("mass = {}", number(mass)));
    }
    if let Some(moments) = shape.moments {
        line(format!("moments = {}", list(&moments)));
    }
    line("\n[body.shape.polyhedron.vertices]".to_owned());
    for vertex in &shape.vertices {
        line(format!("{} = {}", quoted(&vertex.name), list(&vertex.at)));
    }
    line("\n[body.shape.polyhedron.faces]".to_owned());
    for face in &shape.faces {
        let corners = face.vertices.iter().filter_map(|corner| shape.vertices.get(*corner));
        let corners: Vec<String> = corners.map(|vertex| quoted(&vertex.name)).collect();
        line(format!("{} = [{}]", quoted(&face.name), corners.join(", ")));
    }
    text
}

fn joint_table(joint: &Constraint) -> String {
    let kind = match &joint.kind {
        ConstraintKind::Universal(_) => "spherical",
        ConstraintKind::Fixed(_) => "fixed-point",
        ConstraintKind::Planar { .. } => "planar",
        ConstraintKind::Cylindrical(_) => "cylindrical",
        ConstraintKind::Prismatic(_) => "prismatic",
        ConstraintKind::Revolute(_) => "revolute",
        ConstraintKind::Weld(_) => "weld",
        ConstraintKind::Distance(_) => "distance",
    };
    let inside = match &joint.kind {
        ConstraintKind::Fixed(point) => format!("body = {}\nat = {}\n", named(&point.body), list(&point.at)),
        ConstraintKind::Planar { point, body, plane } => {
            let between = between(&point.body, body);
            format!("{between}at-a = {}\nplane = {}\n", list(&point.at), list(plane))
        }
        ConstraintKind::Universal(ends) | ConstraintKind::Weld(ends) | ConstraintKind::Distance(ends) => points(ends),
        ConstraintKind::Cylindrical([a, b]) | ConstraintKind::Prismatic([a, b]) | ConstraintKind::Revolute([a, b]) => {
            frames(a, b)
        }
    };
    format!("\n[[joint]]\nname = {}\nkind = \"{kind}\"\n{inside}", named(&joint.name))
}

fn between(a: &str, b: &str) -> String {
    format!("between = [{}, {}]\n", named(a), named(b))
}

fn points([a, b]: &[BodyPoint; 2]) -> String {
    format!("{}at-a = {}\nat-b = {}\n", between(&a.body, &b.body), list(&a.at), list(&b.at))
}

fn frames(a: &Axes, b: &Axes) -> String {
    let axes = format!("axis-a = {}\naxis-b = {}\n", list(&a.axis), list(&b.axis));
    let references = format!("reference-a = {}\nreference-b = {}\n", list(&a.reference), list(&b.reference));
    points(&[a.point.clone(), b.point.clone()]) + &axes + &references
}

fn force_table(force: &Force) -> String {
    let name = named(&force.name);
    match &force.kind {
        ForceKind::Spring { stiffness, free_length, ends } => {
            let numbers = format!("stiffness = {}\nfree-length = {}\n", number(*stiffness), number(*free_length));
            format!("\n[[force]]\nname = {name}\nkind = \"spring\"\n{}{numbers}", points(ends))
        }
        ForceKind::Interpolated { point, samples } => {
            let mut text = format!("\n[[force]]\nname = {name}\nkind = \"interpolated\"\n");
            let times: Vec<f64> = samples.iter().map(|sample| sample.time).collect();
            let rows = |rows: Vec<String>| format!("[{}]", rows.join(", "));
            let forces = rows(samples.iter().map(|sample| list(&sample.force)).collect());
            let torques = rows(samples.iter().map(|sample| list(&sample.torque)).collect());
            // Writing to a string cannot fail.
            let _ = writeln!(text, "body = {}\nat = {}", named(&point.body), list(&point.at));
            let _ = writeln!(text, "times = {}\nforces = {forces}\ntorques = {torques}", list(&times));
            text
        }
    }
}

/// `[1, 2, 3]`.
fn list(values: &[f64]) -> String {
    format!("[{}]", numbers(values).replace(' ', ", "))
}

/// The name of something as a TOML string: a brace would begin an expression.
fn named(text: &str) -> String {
    quoted(&text.replace('{', "{{"))
}

/// A TOML string or key in quotes.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => quoted += &format!("\\u{:04x}", u32::from(c)),
            c => quoted.push(c),
        }
    }
    quoted + "\""
}
