//! The words of an expression.

/// A word.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    Number(f64),
    Name(String),
    /// A name in quotes.
    Quoted(String),
    /// An operator or bracket.
    Sign(&'static str),
}

/// Operators and brackets, the longer ones first.
const SIGNS: [&str; 23] = [
    "<=", ">=", "==", "!=", "&&", "||", "**", "+", "-", "*", "/", "%", "^", "<", ">", "!", "(", ")", "[", "]", ",",
    ".", "?",
];

/// Takes a text apart.
pub(super) fn words(text: &str) -> Result<Vec<Token>, String> {
    let mut rest = text.trim_start();
    let mut tokens = Vec::new();
    while let Some(first) = rest.chars().next() {
        let (token, length) =
            if first.is_ascii_digit() || (first == '.' && rest[1..].starts_with(|c: char| c.is_ascii_digit())) {
                number(rest)?
            } else if first.is_alphabetic() || first == '_' {
                let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
                (Token::Name(rest[..end].to_owned()), end)
            } else if first == '\'' {
                let end = rest[1..].find('\'').ok_or("a quote ' is not closed")?;
                (Token::Quoted(rest[1..=end].to_owned()), end + 2)
            } else {
                let sign = SIGNS.iter().find(|sign| rest.starts_with(**sign));
                let sign = sign.ok_or_else(|| format!("\"{first}\" has no meaning in an expression"))?;
                (Token::Sign(sign), sign.len())
            };
        tokens.push(token);
        rest = rest[length..].trim_start();
    }
    Ok(tokens)
}

/// A number at the beginning of the text, and its length: digits, point, digits, exponent.
fn number(text: &str) -> Result<(Token, usize), String> {
    let bytes = text.as_bytes();
    let digits = |from: usize| from + bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let mut end = digits(0);
    if bytes.get(end) == Some(&b'.') {
        end = digits(end + 1);
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        let exponent = digits(end + 1 + sign);
        if exponent > end + 1 + sign {
            end = exponent;
        }
    }
    let value: f64 = text[..end].parse().map_err(|_| format!("\"{}\" is not a number", &text[..end]))?;
    if value.is_finite() { Ok((Token::Number(value), end)) } else { Err(format!("{} is too large", &text[..end])) }
}
