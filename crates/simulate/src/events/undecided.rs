//! Sentences about contacts whose forces are not one: none, or several.
//!
//! One contact that slides has the normal acceleration p N + b under its normal force N, p = G_NN + G_NT lambda_T / lambda_N: for p < 0 and
//! b < 0 there is no N, for p < 0 and b > 0 there are two (Painleve). Of several contacts no such number tells the story.

use crate::contacts::contact_problem::{ContactProblem, Solution, Tangent};

/// p as part of G_NN below which it is zero: the contact does not feel its own force.
const NO_FORCE: f64 = 1e-12;

/// Part of the largest force by which two answers must differ for it to be told where.
const SAME: f64 = 1e-9;

/// p and b of contact c.
fn line(problem: &ContactProblem, c: usize) -> Option<(f64, f64)> {
    let (dim, n) = (problem.dim(), problem.b.len());
    let row = problem.g.get(dim * c * n + dim * c..dim * c * n + dim * (c + 1))?;
    let p = match *problem.tangents.get(c)? {
        Tangent::Ratio(ratio) => row[0] + ratio * row[1],
        Tangent::Along([x, y]) => row[0] + x * row[1] + y * row.get(2)?,
        _ => return None,
    };
    Some((if p.abs() <= NO_FORCE * row[0].abs() { 0.0 } else { p }, problem.b[dim * c]))
}

/// p and b of a contact in words, after a semicolon; nothing where it does not slide.
fn numbers(problem: &ContactProblem, c: usize) -> String {
    line(problem, c)
        .map_or_else(String::new, |(p, b)| format!("; normal acceleration = p N + b with p = {p:.12e}, b = {b:.12e}"))
}

/// Contacts that have no forces; their pairs in words, and which pair is whose.
pub(super) fn none(t: f64, problem: &ContactProblem, (all, pair): (&str, &dyn Fn(usize) -> String)) -> String {
    let count = problem.tangents.len();
    if count == 1 {
        let why = match line(problem, 0) {
            Some((0.0, _)) => "its joints hold it against any contact force (a singular position)",
            Some(_) => "it slides, and no finite contact force goes with that",
            None => "no finite contact force goes with its motion",
        };
        return format!("at t = {t} s the contact of {all} is inconsistent (Painleve): {why}{}", numbers(problem, 0));
    }
    let worst = (0..count).filter(|&c| line(problem, c).is_some_and(|(p, _)| p <= 0.0)).min_by(|&a, &b| {
        let p = |c| line(problem, c).map_or(f64::INFINITY, |(p, _)| p);
        p(a).total_cmp(&p(b))
    });
    let whose = worst.map_or_else(String::new, |c| format!(" at {}{}", pair(c), numbers(problem, c)));
    format!(
        "at t = {t} s the {count} contacts of {all} are inconsistent (Painleve): no finite contact forces go with their motion{whose}"
    )
}

/// Contacts that have several answers: the forces where they differ most.
pub(super) fn several(
    t: f64,
    problem: &ContactProblem,
    answers: &[Solution],
    (all, pair): (&str, &dyn Fn(usize) -> String),
) -> String {
    let (dim, count) = (problem.dim(), answers.len());
    let spread = |values: &dyn Fn(&Solution) -> f64| {
        let (low, high) =
            answers.iter().map(values).fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), x| (l.min(x), h.max(x)));
        high - low
    };
    let force = |k: usize| spread(&|answer: &Solution| answer.r[k]);
    let most = (0..problem.b.len()).max_by(|&a, &b| force(a).total_cmp(&force(b))).unwrap_or(0);
    let normal = most - most % dim;
    // The normal forces of a contact tell more than those along it, where they differ at all.
    let largest = answers.iter().flat_map(|answer| &answer.r).fold(0.0_f64, |m, r| m.max(r.abs()));
    let told = if force(normal) > SAME * largest { normal } else { most };
    let kind = if told % dim == 0 { "normal" } else { "tangential" };
    let list = |values: &dyn Fn(&Solution) -> String| answers.iter().map(values).collect::<Vec<_>>().join(" and ");
    let differ = if force(told) > SAME * largest {
        format!("with {kind} forces {}", list(&|answer: &Solution| format!("{:.12e} N", answer.r[told])))
    } else {
        let up_to = list(&|answer: &Solution| format!("{:.6e} m/s^2", ContactProblem::motion(answer)));
        format!("with the same forces and accelerations up to {up_to}")
    };
    if problem.tangents.len() == 1 {
        return format!(
            "at t = {t} s the contact of {all} is indeterminate: it has {count} solutions, {differ}{}",
            numbers(problem, 0)
        );
    }
    let whose = pair(told / dim);
    format!("at t = {t} s the contacts of {all} are indeterminate: they have {count} solutions, {differ} at {whose}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(g: Vec<f64>, b: Vec<f64>, tangents: Vec<Tangent>) -> ContactProblem {
        ContactProblem { g, b, tangents, ..ContactProblem::default() }
    }

    fn pair(c: usize) -> String {
        format!("pair {c}")
    }

    /// One contact that slides and jams says p and b; one whose p is rounding says that joints hold it.
    #[test]
    fn one_contact_says_what_its_numbers_are() {
        let jams = problem(vec![1.0, -3.0, -3.0, 10.0], vec![-2.0, 0.0], vec![Tangent::Ratio(0.5)]);
        let text = none(0.1, &jams, ("a", &pair));
        assert!(text.contains("it slides") && text.contains("p = -5.000000000000e-1, b = -2.0"), "{text}");
        let held = problem(vec![1.0, -2.0, -2.0, 10.0], vec![-2.0, 0.0], vec![Tangent::Ratio(0.5 + 1e-16)]);
        let text = none(0.1, &held, ("a", &pair));
        assert!(text.contains("its joints hold it") && text.contains("p = 0.0"), "{text}");
    }

    /// The first of two contacts has an answer of its own: it was blamed with p > 0.
    #[test]
    fn of_several_contacts_only_one_that_jams_is_named() {
        let mut g = vec![0.0; 16];
        for (k, value) in [(0, 1.0), (5, 10.0), (10, 1.0), (11, -3.0), (14, -3.0), (15, 10.0)] {
            g[k] = value;
        }
        let both = problem(g, vec![-2.0; 4], vec![Tangent::Ratio(0.5); 2]);
        let text = none(0.1, &both, ("a, b", &pair));
        assert!(text.contains("at pair 1; normal acceleration = p N + b with p = -5.0"), "{text}");
        let stick = ContactProblem { tangents: vec![Tangent::May(0.5); 2], ..both };
        let text = none(0.1, &stick, ("a, b", &pair));
        assert!(text.ends_with("go with their motion"), "{text}");
    }

    /// Answers are told by the forces in which they differ, and no sentence ends in a semicolon.
    #[test]
    fn several_answers_say_where_they_differ() {
        let of = |r: [f64; 4], u: [f64; 4]| Solution { r: r.to_vec(), u: u.to_vec(), residual: 0.0 };
        let both = problem(vec![0.0; 16], vec![0.0; 4], vec![Tangent::May(0.5); 2]);
        let answers = [of([5.8, 0.0, 1.0, 0.0], [0.0; 4]), of([5.8, 0.0, 4.0, 0.5], [0.0, 0.0, 0.0, 1.0])];
        let text = several(0.1, &both, &answers, ("a, b", &pair));
        assert!(text.ends_with("with normal forces 1.000000000000e0 N and 4.000000000000e0 N at pair 1"), "{text}");
        let same = [of([5.8, 0.0, 1.0, 0.0], [0.0; 4]), of([5.8, 0.0, 1.0, 0.0], [0.0, 3.0, 0.0, 0.0])];
        let text = several(0.1, &both, &same, ("a, b", &pair));
        assert!(text.contains("with the same forces and accelerations up to 0.000000e0 m/s^2 and 3.0"), "{text}");
    }
}
