//! From words to a tree, by precedence climbing.

use super::lex::{Token, words};
use super::tree::{Binary, Tree, Unary};
use crate::toml::nearest::hint;

/// Characters an expression may have.
const LONGEST: usize = 2000;
/// Brackets and functions inside each other.
const DEEPEST: usize = 60;

/// What the names of an expression stand for.
pub(crate) trait Names {
    /// A plain name.
    fn plain(&mut self, name: &str) -> Result<Tree, String>;
    /// An element of a list.
    fn element(&mut self, name: &str, index: f64) -> Result<Tree, String>;
    /// All elements of a list.
    fn list(&mut self, name: &str) -> Result<Vec<f64>, String>;
    /// A coordinate or velocity of a body.
    fn state(&mut self, body: &str, channel: &str) -> Result<Tree, String>;
}

/// Reads an expression (without the = in front of it).
pub(crate) fn parse(text: &str, names: &mut dyn Names) -> Result<Tree, String> {
    if text.len() > LONGEST {
        return Err(format!("an expression has at most {LONGEST} characters, this one has {}", text.len()));
    }
    let mut parser = Parser { tokens: words(text)?, next: 0, depth: 0, names };
    let tree = parser.expression(0)?;
    match parser.peek() {
        None => Ok(tree),
        Some(token) => Err(format!("{} is not expected here", show(token))),
    }
}

fn show(token: &Token) -> String {
    match token {
        Token::Number(number) => format!("the number {number}"),
        Token::Name(name) | Token::Quoted(name) => format!("the name \"{name}\""),
        Token::Sign(sign) => format!("\"{sign}\""),
    }
}

/// Precedence of an operator between two values (higher binds tighter) and whether it groups to the right.
fn precedence(sign: &str) -> Option<(u8, bool)> {
    match sign {
        "||" => Some((1, false)),
        "&&" => Some((2, false)),
        "<" | "<=" | ">" | ">=" | "==" | "!=" => Some((3, false)),
        "+" | "-" => Some((4, false)),
        "*" | "/" | "%" => Some((5, false)),
        "^" | "**" => Some((7, true)),
        _ => None,
    }
}

/// Precedence of a sign before a value: -a^2 = -(a^2), -a*b = (-a)*b.
const PREFIX: u8 = 6;

fn combine(sign: &str, a: Tree, b: Tree) -> Tree {
    let function = match sign {
        "||" => Binary::Or,
        "&&" => Binary::And,
        "<" => Binary::Less,
        "<=" => Binary::LessOrEqual,
        ">" => return Tree::binary(Binary::Less, b, a),
        ">=" => return Tree::binary(Binary::LessOrEqual, b, a),
        "==" => Binary::Equal,
        "!=" => Binary::Unequal,
        "+" => Binary::Add,
        "-" => Binary::Subtract,
        "*" => Binary::Multiply,
        "/" => Binary::Divide,
        "%" => Binary::Modulo,
        _ => Binary::Power,
    };
    Tree::binary(function, a, b)
}

struct Parser<'n> {
    tokens: Vec<Token>,
    next: usize,
    depth: usize,
    names: &'n mut dyn Names,
}

impl Parser<'_> {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.next)
    }

    fn take(&mut self) -> Option<Token> {
        self.next += 1;
        self.tokens.get(self.next - 1).cloned()
    }

    fn accept(&mut self, sign: &str) -> bool {
        let fits = matches!(self.peek(), Some(Token::Sign(found)) if *found == sign);
        self.next += usize::from(fits);
        fits
    }

    fn expect(&mut self, sign: &str) -> Result<(), String> {
        if self.accept(sign) {
            return Ok(());
        }
        Err(match self.peek() {
            Some(token) => format!("expected \"{sign}\" before {}", show(token)),
            None => format!("expected \"{sign}\" at the end"),
        })
    }

    fn expression(&mut self, least: u8) -> Result<Tree, String> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(format!("brackets lie deeper than {DEEPEST}"));
        }
        let mut left = self.operand()?;
        while let Some(Token::Sign(sign)) = self.peek() {
            let sign = *sign;
            let Some((strength, to_the_right)) = precedence(sign).filter(|(strength, _)| *strength >= least) else {
                break;
            };
            self.next += 1;
            let right = self.expression(if to_the_right { strength } else { strength + 1 })?;
            left = combine(sign, left, right);
        }
        self.depth -= 1;
        Ok(left)
    }

    fn operand(&mut self) -> Result<Tree, String> {
        match self.take() {
            None => Err("something is missing at the end".to_owned()),
            Some(Token::Number(number)) => Ok(Tree::Number(number)),
            Some(Token::Sign("-")) => Ok(Tree::unary(Unary::Negative, self.expression(PREFIX)?)),
            Some(Token::Sign("+")) => self.expression(PREFIX),
            Some(Token::Sign("!")) => Ok(Tree::unary(Unary::Not, self.expression(PREFIX)?)),
            Some(Token::Sign("(")) => {
                let inside = self.expression(0)?;
                self.expect(")")?;
                Ok(inside)
            }
            Some(Token::Quoted(name)) => self.state(&name),
            Some(Token::Name(name)) => self.named(&name),
            Some(token) => Err(format!("{} is not expected here", show(&token))),
        }
    }

    fn named(&mut self, name: &str) -> Result<Tree, String> {
        if LISTS.contains(&name) && self.accept("(") {
            return self.of_list(name);
        }
        if self.accept("(") {
            let arguments = self.arguments()?;
            return call(name, arguments);
        }
        if self.accept("[") {
            let index = self.expression(0)?;
            self.expect("]")?;
            let index = index.number().ok_or_else(|| format!("the index of {name} must not change with time"))?;
            return self.names.element(name, index);
        }
        if self.peek() == Some(&Token::Sign(".")) {
            return self.state(name);
        }
        self.names.plain(name)
    }

    /// `count(list)`, `sum(list)` and `sum(list, from, to)`: the elements from <= index < to that there are.
    fn of_list(&mut self, function: &str) -> Result<Tree, String> {
        let Some(Token::Name(name)) = self.take() else {
            return Err(format!("{function} takes the name of a list of parameters"));
        };
        let list = self.names.list(&name)?;
        let mut bounds = [0.0, list.len() as f64];
        if function == "sum" && self.accept(",") {
            for (bound, end) in bounds.iter_mut().zip([",", ")"]) {
                let number = self.expression(0)?.number();
                *bound = number.ok_or_else(|| format!("the bounds of {function} must not change with time"))?;
                self.expect(end)?;
            }
        } else {
            self.expect(")")?;
        }
        if function == "count" {
            return Ok(Tree::Number(list.len() as f64));
        }
        let inside = list.iter().enumerate().filter(|(i, _)| (bounds[0]..bounds[1]).contains(&(*i as f64)));
        Ok(Tree::Number(inside.map(|(_, element)| element).sum()))
    }

    /// `.x` after the name of a body.
    fn state(&mut self, body: &str) -> Result<Tree, String> {
        self.expect(".")?;
        match self.take() {
            Some(Token::Name(channel)) => self.names.state(body, &channel),
            _ => Err(format!("expected a name such as x or vx after {body}.")),
        }
    }

    fn arguments(&mut self) -> Result<Vec<Tree>, String> {
        let mut arguments = Vec::new();
        if self.accept(")") {
            return Ok(arguments);
        }
        loop {
            arguments.push(self.expression(0)?);
            if !self.accept(",") {
                self.expect(")")?;
                return Ok(arguments);
            }
        }
    }
}

/// Functions of a list of parameters.
const LISTS: [&str; 2] = ["count", "sum"];

/// Functions of one argument.
const UNARY: [(&str, Unary); 18] = [
    ("sin", Unary::Sin),
    ("cos", Unary::Cos),
    ("tan", Unary::Tan),
    ("asin", Unary::Asin),
    ("acos", Unary::Acos),
    ("atan", Unary::Atan),
    ("sinh", Unary::Sinh),
    ("cosh", Unary::Cosh),
    ("tanh", Unary::Tanh),
    ("sqrt", Unary::Sqrt),
    ("exp", Unary::Exp),
    ("ln", Unary::Ln),
    ("abs", Unary::Abs),
    ("sign", Unary::Sign),
    ("step", Unary::Step),
    ("floor", Unary::Floor),
    ("ceil", Unary::Ceil),
    ("not", Unary::Not),
];

/// Functions of two arguments; `min`, `max` and `hypot` take more.
const BINARY: [(&str, Binary); 6] = [
    ("min", Binary::Min),
    ("max", Binary::Max),
    ("hypot", Binary::Hypot),
    ("atan2", Binary::Atan2),
    ("pow", Binary::Power),
    ("mod", Binary::Modulo),
];

fn call(name: &str, mut arguments: Vec<Tree>) -> Result<Tree, String> {
    let count = arguments.len();
    let wrong = |expected: &str| Err(format!("{name} takes {expected}, got {count}"));
    if let Some((_, function)) = UNARY.iter().find(|(known, _)| *known == name) {
        return match (arguments.pop(), count) {
            (Some(a), 1) => Ok(Tree::unary(*function, a)),
            _ => wrong("one argument"),
        };
    }
    if let Some((_, function)) = BINARY.iter().find(|(known, _)| *known == name) {
        let any_number = matches!(function, Binary::Min | Binary::Max | Binary::Hypot);
        if count < 2 || (count > 2 && !any_number) {
            return wrong(if any_number { "two or more arguments" } else { "two arguments" });
        }
        let folded = arguments.into_iter().reduce(|a, b| Tree::binary(*function, a, b));
        return folded.ok_or_else(|| format!("{name} takes two arguments"));
    }
    if name == "if" {
        return match <[Tree; 3]>::try_from(arguments) {
            Ok([condition, yes, no]) => Ok(Tree::choice(condition, yes, no)),
            Err(_) => wrong("three arguments: condition, value if it holds, value if not"),
        };
    }
    let known =
        UNARY.iter().map(|(known, _)| *known).chain(BINARY.iter().map(|(known, _)| *known)).chain(["if"]).chain(LISTS);
    Err(format!("there is no function \"{name}\"{}", hint(name, known)))
}
