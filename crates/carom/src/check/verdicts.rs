//! The accuracy contract of what the model cannot answer: it is said, with time, bodies and law.

use super::world::run;
use super::{Line, word};

pub(super) fn run_all() -> Vec<Line> {
    let jam = ("variant", "v<0, L cos w - v >= 0, mu >= tan");
    vec![
        says("sliding rod with two answers", "painleve-rod", &[("variant", "indeterminate")], &["2 solutions", "rod"]),
        says("sliding rod without an answer", "painleve-rod", &[("variant", "inconsistent")], &["inconsistent", "rod"]),
        says("pinned bar that jams", "pinned-bar-moving-surface", &[jam], &["no answer", "bar", "wang-mason-poisson"]),
        says("a law that creates energy", "bar-drop", &[("variant", "fig_3.9")], &["kane created", "bar", "t = "]),
        says(
            "a law without a solution",
            "ball-between-walls",
            &[("variant", "fig_5.7_sphere")],
            &["ball", "cs", "t = "],
        ),
    ]
}

/// A line that passes if the verdict or a warning contains all the words.
fn says(what: &str, scene: &str, changes: &[(&str, &str)], words: &[&str]) -> Line {
    let said = run(scene, changes).said();
    let missing: Vec<&str> = words.iter().copied().filter(|word| !said.contains(word)).collect();
    let expected = words.join(", ");
    let got = if missing.is_empty() { expected.clone() } else { format!("without {}", missing.join(", ")) };
    word(format!("{what}: the record says"), &expected, &got)
}
