//! A file as words that know their lines.

use std::fmt::Display;
use std::str::FromStr;

use super::FORMAT;
use crate::quantity::Dimension;
use crate::toml::{Place, SceneError};

/// The words of a file, read one after the other.
pub(super) struct Words<'t> {
    file: &'t str,
    words: Vec<(usize, &'t str)>,
    next: usize,
    last_line: usize,
}

/// Longest part of a wrong word that an error shows.
const SHOWN: usize = 40;

/// The lines of a text, whichever way they end: a line feed, a carriage return, or both.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = &str> {
    let text = text.strip_suffix('\n').unwrap_or(text);
    text.split('\n').flat_map(|line| line.strip_suffix('\r').unwrap_or(line).split('\r'))
}

impl<'t> Words<'t> {
    /// The words of a text. `file` is its name in errors.
    pub fn new(text: &'t str, file: &'t str) -> Self {
        let mut words = Vec::new();
        let mut last_line = 1;
        for (number, line) in lines(text).enumerate() {
            last_line = number + 1;
            let line = line.split('#').next().unwrap_or_default();
            let blank = |c: char| c.is_whitespace() || c == '<' || c == '>' || c == '\u{feff}';
            for piece in line.split(blank).filter(|piece| !piece.is_empty()) {
                let parts = piece.split_inclusive('=').flat_map(|part| match part.strip_suffix('=') {
                    Some(before) => [before, "="],
                    None => [part, ""],
                });
                words.extend(parts.filter(|part| !part.is_empty()).map(|part| (last_line, part)));
            }
        }
        Self { file, words, next: 0, last_line }
    }

    /// The line of the next word.
    pub fn line(&self) -> usize {
        self.words.get(self.next).map_or(self.last_line, |word| word.0)
    }

    /// The next word, not taken.
    pub fn peek(&self) -> Option<&'t str> {
        self.words.get(self.next).map(|word| word.1)
    }

    /// An error at the next word.
    pub fn error(&self, problem: impl Into<String>) -> SceneError {
        self.error_at(self.line(), problem)
    }

    /// An error at a line.
    pub fn error_at(&self, line: usize, problem: impl Into<String>) -> SceneError {
        let (file, place) = (self.file.to_owned(), Place::Line(line));
        SceneError { file, place, subject: String::new(), problem: problem.into() }
    }

    /// What was expected, and what stands there.
    fn expected(&self, what: impl Display) -> SceneError {
        match self.peek() {
            Some(word) => self.error(format!("expected {what}, got \"{}\"", shorten(word))),
            None => self.error(format!("expected {what}, but the file ends here")),
        }
    }

    /// Takes the next word, whatever it is.
    fn take(&mut self, what: impl Display) -> Result<&'t str, SceneError> {
        let word = self.peek().ok_or_else(|| self.expected(what))?;
        self.next += 1;
        Ok(word)
    }

    /// Takes a word that must stand here.
    fn exactly(&mut self, word: &str) -> Result<(), SceneError> {
        if self.peek() != Some(word) {
            return Err(self.expected(format!("`{word}`")));
        }
        self.next += 1;
        Ok(())
    }

    /// `begin KIND (format of DATE)`; the date may be absent.
    pub fn begin(&mut self, kind: &str) -> Result<(), SceneError> {
        if self.peek() != Some("begin") {
            return Err(self.expected(format!("`begin {kind} (format of {FORMAT})`")));
        }
        self.next += 1;
        self.exactly(kind)?;
        if self.peek() == Some("(format") {
            self.next += 1;
            self.exactly("of")?;
            self.exactly(&format!("{FORMAT})"))?;
        }
        Ok(())
    }

    /// `end KIND`, and nothing after it.
    pub fn end(&mut self, kind: &str) -> Result<(), SceneError> {
        self.exactly("end")?;
        self.exactly(kind)?;
        match self.peek() {
            None => Ok(()),
            Some(word) => Err(self.error(format!("expected nothing after `end {kind}`, got \"{}\"", shorten(word)))),
        }
    }

    /// Whether `end` comes next.
    pub fn at_end(&self) -> bool {
        matches!(self.peek(), None | Some("end"))
    }

    /// `KEY =`.
    pub fn key(&mut self, key: &str) -> Result<(), SceneError> {
        self.exactly(key)?;
        self.exactly("=")
    }

    /// Any key and its `=`.
    pub fn any_key(&mut self) -> Result<&'t str, SceneError> {
        let key = self.name("a key")?;
        self.exactly("=")?;
        Ok(key)
    }

    /// A name.
    pub fn name(&mut self, what: &str) -> Result<&'t str, SceneError> {
        match self.peek() {
            Some("=") | None => Err(self.expected(what)),
            Some(_) => self.take(what),
        }
    }

    /// A number with a decimal point, not larger than what it measures may be.
    pub fn number(&mut self, what: &str, dimension: Dimension) -> Result<f64, SceneError> {
        let (line, number) = self.finite(what)?;
        let checked = dimension.magnitude().bounded(number);
        checked.map_err(|problem| self.error_at(line, format!("{what}: {problem}")))
    }

    /// A number above zero, neither too small nor too large for what it measures.
    pub fn positive(&mut self, what: &str, dimension: Dimension) -> Result<f64, SceneError> {
        let (line, number) = self.finite(what)?;
        if number <= 0.0 {
            return Err(self.error_at(line, format!("expected {what} above 0, got {number}")));
        }
        let checked = dimension.magnitude().positive(number);
        checked.map_err(|problem| self.error_at(line, format!("{what}: {problem}")))
    }

    /// A finite number and its line.
    fn finite(&mut self, what: &str) -> Result<(usize, f64), SceneError> {
        let number = self.parsed::<f64>().filter(|number| number.is_finite());
        let number = number.ok_or_else(|| self.expected(format!("a number, {what}")))?;
        let line = self.line();
        self.next += 1;
        Ok((line, number))
    }

    /// Several numbers.
    pub fn numbers<const N: usize>(&mut self, what: &str, dimension: Dimension) -> Result<[f64; N], SceneError> {
        let mut numbers = [0.0; N];
        for (k, number) in numbers.iter_mut().enumerate() {
            *number = self.number(&format!("{what}, {} of {N}", k + 1), dimension)?;
        }
        Ok(numbers)
    }

    /// A whole number that counts something.
    pub fn count(&mut self, what: &str) -> Result<usize, SceneError> {
        let number = self.parsed::<u32>().ok_or_else(|| self.expected(format!("a whole number, {what}")))?;
        self.next += 1;
        Ok(number as usize)
    }

    /// `KEY = N` and then N entries; refused as soon as the file has fewer or more.
    pub fn counted<T>(
        &mut self,
        key: &str,
        mut entry: impl FnMut(&mut Self) -> Result<T, SceneError>,
    ) -> Result<Vec<T>, SceneError> {
        self.key(key)?;
        let line = self.line();
        let count = self.count(&format!("how many {key} there are"))?;
        let mut entries = Vec::new();
        while entries.len() < count {
            if self.at_end() {
                return Err(self.error_at(line, format!("says {count} {key}, but {} follow", entries.len())));
            }
            entries.push(entry(self)?);
        }
        if !self.at_end() {
            return Err(self.expected(format!("`end` after {count} {key} (the number of line {line})")));
        }
        Ok(entries)
    }

    fn parsed<T: FromStr>(&self) -> Option<T> {
        self.peek().and_then(|word| word.parse().ok())
    }
}

/// The beginning of a long word.
fn shorten(word: &str) -> String {
    match word.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}...", &word[..end]),
        None => word.to_owned(),
    }
}
