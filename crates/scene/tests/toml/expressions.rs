//! Expressions: values, derivatives against differences, and what is refused.

use carom_mechanics::plane::description::Drive;
use carom_scene::toml::read_scene;
use proptest::prelude::*;

/// The value of an expression, by way of a parameter.
fn value(text: &str) -> Result<f64, String> {
    let text =
        format!("[run]\nuntil = 1\n[parameters]\na = 2\nlist = [5, 6]\nv = '''= {text}'''\n[[body]]\nname = 'b'");
    let scene = read_scene(&text, "x.toml").map_err(|error| error.problem)?;
    Ok(scene.parameters[2].values[0])
}

#[test]
fn values() {
    let cases = [
        ("1 + 2*3^2", 19.0),
        ("-2^2", -4.0),
        ("2^3^2", 512.0),
        ("2**-1", 0.5),
        ("7 - 4 - 2", 1.0),
        ("8/4/2", 1.0),
        ("-7 % 3", 2.0),
        (".5e1 + 1.", 6.0),
        ("1 < 2 && 2 <= 2 && !(3 != 3)", 1.0),
        ("2 > 3 || 1 == 0", 0.0),
        ("if(a > 1, 10, 20)", 10.0),
        ("min(3, a, 7) + max(1, 2)", 4.0),
        ("list[a - 1] - list[0]", 1.0),
        ("sign(-3) + step(0) + abs(-2)", 2.0),
        ("hypot(3, 4) + sqrt(a*8) + floor(1.7) + ceil(1.2)", 12.0),
        ("atan2(0, 1) + sin(0) + cos(0) + tan(0) + exp(0) + ln(1) + asin(0) + atan(0)", 2.0),
        ("cos(pi)", -1.0),
        ("count(list) + sum(list)", 13.0),
        ("sum(list, 1, 2) - sum(list, 2, 9)", 6.0),
        ("pow(2, 3) + mod(5, 3) + not(0)", 11.0),
    ];
    for (text, expected) in cases {
        assert_eq!(value(text), Ok(expected), "{text}");
    }
}

#[test]
fn what_is_refused() {
    let deep = "(".repeat(100);
    let long = "1+".repeat(2000);
    let cases = [
        ("1 +", "something is missing at the end"),
        ("1 2", "the number 2 is not expected here"),
        ("(1", "expected \")\" at the end"),
        ("sin(1, 2)", "sin takes one argument, got 2"),
        ("sinn(1)", "there is no function \"sinn\"; did you mean \"sin\"?"),
        ("b + 1", "there is no parameter \"b\"; expected one of a, list, v"),
        ("list", "list is a list of 2; say which, for example list[0]"),
        ("list[2]", "list[2] does not exist: its indices are 0 to 1"),
        ("a[0]", "a is a number, not a list"),
        ("count(a)", "a is a number, not a list"),
        ("sum(1)", "sum takes the name of a list of parameters"),
        ("1 # 2", "\"#\" has no meaning in an expression"),
        ("1e999", "1e999 is too large"),
        ("1/0", "expected a finite number, got inf"),
        ("sqrt(-1)", "expected a finite number, got NaN"),
        ("'b", "a quote ' is not closed"),
        ("b.x", "a parameter must not depend on the state, b.x"),
        (&deep, "brackets lie deeper than 60"),
        (&long, "an expression has at most 2000 characters, this one has 4001"),
    ];
    for (text, expected) in cases {
        assert_eq!(value(text).unwrap_err(), expected, "{text}");
    }
}

/// f, f', f'' of a motion at t.
fn jet(text: &str, t: f64) -> [f64; 3] {
    let text = format!("[run]\nuntil = 1\n[[body]]\nname = 'b'\n[[motion]]\nbody = 'b'\nx = '= {text}'");
    let scene = read_scene(&text, "x.toml").unwrap();
    let Drive::Prescribed(motion) = &scene.plane().unwrap().bodies[0].drive else { panic!() };
    let jet = motion.x.as_ref().unwrap().at(t);
    [jet.value, jet.rate, jet.acceleration]
}

#[test]
fn derivatives_in_closed_form() {
    let t: f64 = 0.7;
    let close = |got: [f64; 3], expected: [f64; 3]| {
        for (got, expected) in got.iter().zip(expected) {
            assert!((got - expected).abs() <= 1e-14 * (1.0 + expected.abs()), "{got} {expected}");
        }
    };
    close(jet("3*t^2 - t", t), [3.0 * t * t - t, 6.0 * t - 1.0, 6.0]);
    close(jet("exp(2*t)", t), [(2.0 * t).exp(), 2.0 * (2.0 * t).exp(), 4.0 * (2.0 * t).exp()]);
    close(jet("1/(1 + t)", t), [1.0 / 1.7, -1.0 / (1.7 * 1.7), 2.0 / (1.7 * 1.7 * 1.7)]);
    close(jet("if(t < 1, t^3, 7)", t), [t.powi(3), 3.0 * t * t, 6.0 * t]);
    close(jet("max(t, 2) + abs(-t)", t), [2.7, 1.0, 0.0]);
    close(jet("t % 0.5", t), [0.2, 1.0, 0.0]);
    // sqrt and powers at zero of something that rests: no 0 * inf.
    assert_eq!(jet("sqrt(0) + 0^0.5", t), [0.0, 0.0, 0.0]);
    assert_eq!(jet("t^2", 0.0), [0.0, 0.0, 2.0]);
}

/// Motions of every function, smooth near t in (0.2, 0.8).
const SMOOTH: [&str; 16] = [
    "sin(3*t)*cos(t)",
    "tan(t)/(1 + t)",
    "asin(t) - acos(t/2)",
    "atan(2*t)",
    "sinh(t) + cosh(2*t)",
    "tanh(3*t)",
    "sqrt(1 + t^2)",
    "exp(-t)*ln(1 + t)",
    "t^2.5",
    "2^t",
    "(1 + t)^t",
    "atan2(t, 1 - t^2)",
    "hypot(t, 2*t + 1)",
    "min(t, 5)*max(t, -1)",
    "abs(t - 2)^3",
    "(t % 4)^2 + floor(t/3)",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(5_000))]

    /// Derivatives agree with differences: first by 1e-7 (rounding over 2h = 2e-6 and h^2), second likewise from the first.
    #[test]
    fn derivatives_agree_with_differences(which in 0..SMOOTH.len(), t in 0.2..0.8_f64) {
        let (text, h) = (SMOOTH[which], 1e-6);
        let (before, at, after) = (jet(text, t - h), jet(text, t), jet(text, t + h));
        for order in 0..2 {
            let slope = (after[order] - before[order]) / (2.0 * h);
            prop_assert!((slope - at[order + 1]).abs() < 1e-7 * (1.0 + slope.abs()), "{} {} {} {}", text, order, slope, at[order + 1]);
        }
    }

    /// Any text ends, without a panic.
    #[test]
    fn any_expression_is_answered(text in "[-+*/^%<>=!&|().,a-f0-9 ]{0,60}") {
        let _ = value(&text);
    }
}
