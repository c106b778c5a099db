//! Several laws on one collision.

use carom_impact::laws::{self, BuiltIn, CATALOGUE, LawError, LawInfo};
use carom_impact::{Coefficients, Collision, Outcome, resolve};

/// Which laws to compare.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Every law; coefficients only some laws take get neutral values if absent.
    All,
    /// These, by name; each must find its coefficients.
    Named(Vec<String>),
}

/// One law's part of a comparison.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Facts of the law.
    pub info: &'static LawInfo,
    /// The law itself.
    pub law: BuiltIn,
    /// The coefficients it was given.
    pub coefficients: Coefficients,
    /// What it answered.
    pub outcome: Outcome,
}

/// Moment coefficient that transmits no moment.
const NO_MOMENT: f64 = -1.0;

/// Answers of the chosen laws, in the order of the catalogue or as named.
///
/// Brach's `mu` is a signed impulse ratio. Named alone it is taken as it is; among other laws `mu` is a friction coefficient, and
/// Brach gets the ratio that opposes the slip before, -sign(D_TA) mu.
pub fn compare(choice: &Choice, collision: &Collision, given: &Coefficients) -> Result<Vec<Entry>, LawError> {
    let names: Vec<&str> = match choice {
        Choice::All => CATALOGUE.iter().map(|law| law.name).collect(),
        Choice::Named(names) => names.iter().map(String::as_str).collect(),
    };
    let alone = names.len() == 1;
    let coefficients = if *choice == Choice::All { neutral(given) } else { *given };
    names.into_iter().map(|name| entry(name, alone, collision, coefficients)).collect()
}

fn entry(name: &str, alone: bool, collision: &Collision, mut given: Coefficients) -> Result<Entry, LawError> {
    let info = laws::info(name).ok_or_else(|| LawError::Unknown { name: name.to_owned() })?;
    if info.name == "brach" && !alone {
        given.mu = given.mu.map(|mu| opposing(collision, mu));
    }
    let law = laws::by_name(name, &given)?;
    Ok(Entry { info, law, coefficients: given, outcome: resolve(&law, collision) })
}

/// The impulse ratio of friction mu against the slip before; zero for a direct collision.
fn opposing(collision: &Collision, mu: f64) -> f64 {
    let slip = collision.before().tangential;
    if slip == 0.0 { 0.0 } else { -slip.signum() * mu }
}

/// Absent special coefficients set to values that switch their effect off.
fn neutral(given: &Coefficients) -> Coefficients {
    Coefficients {
        nu: given.nu.or(Some(0.0)),
        e_t: given.e_t.or(Some(0.0)),
        e_m: given.e_m.or(Some(NO_MOMENT)),
        e_mc: given.e_mc.or(Some(NO_MOMENT)),
        e_me: given.e_me.or(Some(NO_MOMENT)),
        ..*given
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::Case;

    fn given(e: f64, mu: f64) -> Coefficients {
        Coefficients { e: Some(e), mu: Some(mu), ..Default::default() }
    }

    #[test]
    fn all_laws_answer_the_classic_bar() {
        let case = Case::classic_bar(given(0.5, 0.3));
        let entries = compare(&Choice::All, &case.collision().unwrap(), &case.coefficients).unwrap();
        assert_eq!(entries.len(), 13);
        assert!(entries.iter().all(|entry| entry.outcome.has_numbers()));
        // Neutral coefficients make the general laws equal to their plain forms (laws.md, section 4).
        let normal = |name: &str| {
            entries.iter().find(|entry| entry.info.name == name).map(|entry| entry.outcome.impulse.normal).unwrap()
        };
        assert_eq!(normal("glocker-pfeiffer"), normal("glocker-pfeiffer-reversible"));
        assert_eq!(normal("glocker-pfeiffer"), normal("cs"));
        assert_eq!(normal("kane"), normal("walton"));
    }

    #[test]
    fn a_named_law_must_find_its_coefficients() {
        let case = Case::classic_bar(given(0.5, 0.3));
        let choice = Choice::Named(vec!["walton".into()]);
        let error = compare(&choice, &case.collision().unwrap(), &case.coefficients).unwrap_err();
        assert_eq!(error.to_string(), "walton needs the coefficient e_t, which is missing (it takes e, mu, e_t)");
    }

    #[test]
    fn brach_alone_takes_the_signed_ratio_and_among_others_opposes_the_slip() {
        let coefficients = Coefficients { e_m: Some(-1.0), ..given(0.5, 0.3) };
        let case = Case::classic_bar(coefficients);
        let collision = case.collision().unwrap();
        let ratio = |names: &[&str]| {
            let choice = Choice::Named(names.iter().map(|name| (*name).to_owned()).collect());
            let entries = compare(&choice, &collision, &coefficients).unwrap();
            let outcome = entries[0].outcome;
            outcome.impulse.tangential / outcome.impulse.normal
        };
        assert!((ratio(&["brach"]) - 0.3).abs() < 1e-15);
        assert!((ratio(&["brach", "kane"]) + 0.3).abs() < 1e-15);
    }
}
