//! The entries of one table of a theme. Each entry is removed from the table, checked and stored.

use std::ops::{Range, RangeInclusive};

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::color::Color;
use crate::theme::error::{ThemeError, ThemeErrorKind};

/// The least similarity (Jaro, from 0 to 1) at which a valid word is suggested for a misspelt one.
const ALIKE: f64 = 0.7;

/// One table of a theme. All of its keys are known, because the constructor returns an error for an unknown key.
#[derive(Clone)]
pub(super) struct Entries<'i> {
    source: &'i str,
    /// The name of the table in messages, such as `[page]`.
    name: String,
    span: Range<usize>,
    table: DeTable<'i>,
    /// `true` if a missing key is an error. This is the case only in the built-in themes, which have no base theme.
    whole: bool,
}

/// Returns the error `kind` at a byte offset of the source, with its line and column.
pub(super) fn error(source: &str, at: usize, kind: ThemeErrorKind) -> ThemeError {
    let before = source.get(..at).unwrap_or(source);
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    ThemeError {
        line: before.matches('\n').count() + 1,
        column: before[line_start..].chars().count() + 1,
        kind,
    }
}

impl<'i> Entries<'i> {
    /// Returns the table, or an error if it has a key that is not in `valid`.
    pub(super) fn of(
        source: &'i str,
        name: String,
        table: Spanned<DeTable<'i>>,
        valid: &[&'static str],
        whole: bool,
    ) -> Result<Self, ThemeError> {
        let span = table.span();
        let table = table.into_inner();
        // If several keys are unknown, the first of them in the text is reported. The table is sorted by key, so the
        // positions in the text are compared.
        let unknown = table
            .keys()
            .filter(|key| !valid.contains(&key.get_ref().as_ref()));
        if let Some(key) = unknown.min_by_key(|key| key.span().start) {
            let kind = ThemeErrorKind::UnknownKey {
                key: key.get_ref().to_string(),
                table: name,
                nearest: nearest(key.get_ref(), valid),
                valid: valid.to_vec(),
            };
            return Err(error(source, key.span().start, kind));
        }
        Ok(Self {
            source,
            name,
            span,
            table,
            whole,
        })
    }

    /// Returns the value of a key. In a theme without a base theme, a missing key is an error.
    pub(super) fn expect(
        &mut self,
        key: &'static str,
    ) -> Result<Option<Spanned<DeValue<'i>>>, ThemeError> {
        let value = self.optional(key);
        if value.is_none() && self.whole {
            return Err(self.missing(key));
        }
        Ok(value)
    }

    pub(super) fn optional(&mut self, key: &str) -> Option<Spanned<DeValue<'i>>> {
        self.table.remove(key)
    }

    pub(super) fn missing(&self, key: &'static str) -> ThemeError {
        let table = self.name.clone();
        error(
            self.source,
            self.span.start,
            ThemeErrorKind::MissingKey { key, table },
        )
    }

    pub(super) fn kind(
        &self,
        key: &'static str,
        value: &Spanned<DeValue<'_>>,
        expected: &'static str,
    ) -> ThemeError {
        let found = match value.get_ref() {
            DeValue::String(text) => format!("\"{text}\""),
            DeValue::Integer(number) => number.to_string(),
            DeValue::Float(number) => number.to_string(),
            DeValue::Boolean(flag) => flag.to_string(),
            DeValue::Datetime(_) => "a date".into(),
            DeValue::Array(_) => "a list".into(),
            DeValue::Table(_) => "a table".into(),
        };
        let table = self.name.clone();
        let kind = ThemeErrorKind::Kind {
            key,
            table,
            expected,
            found,
        };
        error(self.source, value.span().start, kind)
    }

    /// Parses the colour that is the value of a key, and stores it in `target`.
    pub(super) fn color(
        &mut self,
        key: &'static str,
        target: &mut Color,
    ) -> Result<(), ThemeError> {
        if let Some(value) = self.expect(key)? {
            *target = self.as_color(key, &value)?;
        }
        Ok(())
    }

    pub(super) fn as_color(
        &self,
        key: &'static str,
        value: &Spanned<DeValue<'i>>,
    ) -> Result<Color, ThemeError> {
        let color = value.get_ref().as_str().and_then(Color::parse);
        color.ok_or_else(|| self.kind(key, value, "a colour such as \"#1a2b3c\""))
    }

    /// Parses the colour that is the value of a key, and stores it in `target`. The value `"none"` becomes `None`.
    pub(super) fn color_or_none(
        &mut self,
        key: &'static str,
        target: &mut Option<Color>,
    ) -> Result<(), ThemeError> {
        let Some(value) = self.optional(key) else {
            return Ok(());
        };
        *target = match value.get_ref().as_str() {
            Some("none") => None,
            text => Some(text.and_then(Color::parse).ok_or_else(|| {
                self.kind(key, &value, "a colour such as \"#1a2b3c\", or \"none\"")
            })?),
        };
        Ok(())
    }

    /// Sets `target` to the number that a key has as its value.
    pub(super) fn number(
        &mut self,
        key: &'static str,
        limits: RangeInclusive<f64>,
        target: &mut f64,
    ) -> Result<(), ThemeError> {
        if let Some(value) = self.expect(key)? {
            *target = self.as_number(key, &value, limits)?;
        }
        Ok(())
    }

    pub(super) fn as_number(
        &self,
        key: &'static str,
        value: &Spanned<DeValue<'i>>,
        limits: RangeInclusive<f64>,
    ) -> Result<f64, ThemeError> {
        let number: Option<f64> = match value.get_ref() {
            DeValue::Integer(number) if number.radix() == 10 => number.as_str().parse().ok(),
            DeValue::Float(number) => number.as_str().parse().ok(),
            _ => None,
        };
        let number = number.ok_or_else(|| self.kind(key, value, "a number"))?;
        if !limits.contains(&number) {
            let kind = ThemeErrorKind::OutOfRange {
                key,
                table: self.name.clone(),
                value: number,
                least: *limits.start(),
                greatest: *limits.end(),
            };
            return Err(error(self.source, value.span().start, kind));
        }
        Ok(number)
    }

    pub(super) fn flag(&mut self, key: &'static str, target: &mut bool) -> Result<(), ThemeError> {
        if let Some(value) = self.optional(key) {
            let flag = value.get_ref().as_bool();
            *target = flag.ok_or_else(|| self.kind(key, &value, "true or false"))?;
        }
        Ok(())
    }

    /// Looks up the word that is the value of a key, and stores its meaning in `target`.
    pub(super) fn word<T: Copy>(
        &mut self,
        key: &'static str,
        words: &[(&'static str, T)],
        target: &mut T,
    ) -> Result<(), ThemeError> {
        if let Some(value) = self.expect(key)? {
            *target = self.as_word(key, &value, words)?;
        }
        Ok(())
    }

    pub(super) fn as_word<T: Copy>(
        &self,
        key: &'static str,
        value: &Spanned<DeValue<'i>>,
        words: &[(&'static str, T)],
    ) -> Result<T, ThemeError> {
        let valid: Vec<&'static str> = words.iter().map(|(word, _)| *word).collect();
        let Some(text) = value.get_ref().as_str() else {
            return Err(self.kind(key, value, "a word in quotes"));
        };
        let found = words.iter().find(|(word, _)| *word == text);
        found.map(|(_, meaning)| *meaning).ok_or_else(|| {
            let kind = ThemeErrorKind::UnknownWord {
                key,
                table: self.name.clone(),
                value: text.to_owned(),
                nearest: nearest(text, &valid),
                valid,
            };
            error(self.source, value.span().start, kind)
        })
    }

    /// Returns the elements of a list, given as the value of a key. A value of another type or an empty list is an
    /// error.
    pub(super) fn as_list(
        &self,
        key: &'static str,
        value: Spanned<DeValue<'i>>,
        expected: &'static str,
    ) -> Result<Vec<Spanned<DeValue<'i>>>, ThemeError> {
        match value.get_ref() {
            DeValue::Array(list) if !list.is_empty() => Ok(list.iter().cloned().collect()),
            _ => Err(self.kind(key, &value, expected)),
        }
    }

    /// Returns the table that is the value of a key in this table.
    pub(super) fn as_table(
        &self,
        key: &'static str,
        value: Spanned<DeValue<'i>>,
        name: String,
        valid: &[&'static str],
        expected: &'static str,
    ) -> Result<Entries<'i>, ThemeError> {
        let DeValue::Table(table) = value.get_ref() else {
            return Err(self.kind(key, &value, expected));
        };
        let (span, table) = (value.span(), table.clone());
        Entries::of(
            self.source,
            name,
            Spanned::new(span, table),
            valid,
            self.whole,
        )
    }

    pub(super) fn text(
        &self,
        key: &'static str,
        value: &Spanned<DeValue<'i>>,
        expected: &'static str,
    ) -> Result<String, ThemeError> {
        let text = value.get_ref().as_str().map(String::from);
        text.ok_or_else(|| self.kind(key, value, expected))
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn error(&self, at: &Spanned<DeValue<'i>>, kind: ThemeErrorKind) -> ThemeError {
        error(self.source, at.span().start, kind)
    }
}

/// Returns the valid word with the most similar spelling, if one is similar enough.
fn nearest(word: &str, valid: &[&'static str]) -> Option<&'static str> {
    let scored = valid
        .iter()
        .map(|valid| (strsim::jaro(word, valid), *valid));
    let best = scored.max_by(|(a, _), (b, _)| a.total_cmp(b))?;
    (best.0 > ALIKE).then_some(best.1)
}
