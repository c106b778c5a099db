//! Words of a text with the line they are on, so that every complaint names its place.

use crate::error::InputError;
use std::iter::Peekable;
use std::str::{Lines, SplitWhitespace};

/// The words of a text, one after the other.
pub(crate) struct Tokens<'a> {
    lines: Lines<'a>,
    words: Peekable<SplitWhitespace<'a>>,
    line: usize,
}

impl<'a> Tokens<'a> {
    pub fn new(text: &'a str) -> Self {
        Self { lines: text.lines(), words: "".split_whitespace().peekable(), line: 0 }
    }

    /// An error at the current line.
    pub fn error(&self, message: String) -> InputError {
        InputError::Format { place: format!("line {}", self.line), message }
    }

    /// The next word without taking it.
    pub fn peek(&mut self) -> Option<&'a str> {
        while self.words.peek().is_none() {
            self.words = self.lines.next()?.split_whitespace().peekable();
            self.line += 1;
        }
        self.words.peek().copied()
    }

    /// The next word; an error if the text ends.
    pub fn word(&mut self, what: &str) -> Result<&'a str, InputError> {
        match self.peek() {
            Some(word) => {
                self.words.next();
                Ok(word)
            }
            None => Err(self.error(format!("the text ends where {what} is expected"))),
        }
    }

    /// The next word as a count or index not above the limit.
    pub fn count(&mut self, what: &str, limit: usize) -> Result<usize, InputError> {
        let word = self.word(what)?;
        match word.parse::<usize>() {
            Ok(value) if value <= limit => Ok(value),
            Ok(value) => Err(self.error(format!("{what} is {value}, more than the {limit} possible here"))),
            Err(_) => Err(self.error(format!("{what} must be a whole number, found \"{word}\""))),
        }
    }

    /// The next word as a finite number.
    pub fn number(&mut self, what: &str) -> Result<f64, InputError> {
        let word = self.word(what)?;
        match word.parse::<f64>() {
            Ok(value) if value.is_finite() => Ok(value),
            _ => Err(self.error(format!("{what} must be a finite number, found \"{word}\""))),
        }
    }

    /// The next numbers as a vector. Grows as it reads, so that a wrong count cannot exhaust the memory.
    pub fn numbers(&mut self, what: &str, count: usize) -> Result<Vec<f64>, InputError> {
        let mut out = Vec::new();
        for _ in 0..count {
            out.push(self.number(what)?);
        }
        Ok(out)
    }

    /// The next counts as a vector.
    pub fn counts(&mut self, what: &str, count: usize, limit: usize) -> Result<Vec<usize>, InputError> {
        let mut out = Vec::new();
        for _ in 0..count {
            out.push(self.count(what, limit)?);
        }
        Ok(out)
    }

    /// Leaves out what remains of the current line.
    pub fn skip_line(&mut self) {
        self.words = "".split_whitespace().peekable();
    }

    /// Number of words left.
    pub fn left(&self) -> usize {
        self.words.clone().count() + self.lines.clone().map(|l| l.split_whitespace().count()).sum::<usize>()
    }
}
