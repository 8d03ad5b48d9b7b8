//! Lengths typed with a unit, in the unit of the models.

use std::cell::OnceCell;

use transect_report::typed_length::TypedLengths;
use transect_report::unit::symbol_of;
use transect_report::user_error::UserError;

use crate::arguments::PlaneArguments;
use crate::error::CommandError;
use crate::input::Models;

/// The models of a call. Lengths of its arguments are converted to their unit.
pub(super) struct ModelUnit<'a> {
    /// The unit that a flag names.
    named: Option<&'a str>,
    models: &'a Models,
    /// The unit, once a length has asked for it.
    known: OnceCell<Option<String>>,
}

impl<'a> ModelUnit<'a> {
    /// Returns the unit of these models, which is that of the files if no unit is named.
    pub(super) const fn of(named: Option<&'a str>, models: &'a Models) -> Self {
        Self {
            named,
            models,
            known: OnceCell::new(),
        }
    }

    /// Returns the unit of the models: the named one, or that of the files, which are read for it.
    fn unit(&self) -> Result<Option<String>, UserError> {
        if let Some(known) = self.known.get() {
            return Ok(known.clone());
        }
        let unit = if self.named.is_some() {
            symbol_of(self.named)?
        } else {
            self.models.unit()?
        };
        Ok(self.known.get_or_init(|| unit).clone())
    }

    /// Returns a text with its lengths in the unit of the models, each rounded at most once.
    pub(super) fn nearest(&self, flag: &str, text: &str) -> Result<String, UserError> {
        TypedLengths::of(|| self.unit()).nearest(flag, text)
    }

    /// Returns a text with its lengths in the unit of the models. A length that would be rounded is an error.
    pub(super) fn exact(&self, flag: &str, text: &str) -> Result<String, UserError> {
        TypedLengths::of(|| self.unit()).exact(flag, text)
    }

    /// Returns the family of planes of `--grid` with its lengths in the unit of the models. The width of its cells must be
    /// exact.
    pub(super) fn grid(&self, text: &str) -> Result<String, UserError> {
        const STEP: &str = " step ";
        match text.split_once(STEP) {
            Some((range, width)) => Ok(format!(
                "{}{STEP}{}",
                self.nearest("--grid", range)?,
                self.exact("--grid", width)?
            )),
            None => self.nearest("--grid", text),
        }
    }

    /// Returns the arguments of planes with their lengths in the unit of the models. Normals have no unit.
    pub(super) fn planes(&self, arguments: &PlaneArguments) -> Result<PlaneArguments, UserError> {
        let mut arguments = arguments.clone();
        for (flag, texts) in [
            ("--plane", &mut arguments.plane),
            ("--point", &mut arguments.point),
            ("--through", &mut arguments.through),
        ] {
            for text in texts {
                *text = self.nearest(flag, text)?;
            }
        }
        Ok(arguments)
    }

    /// Parses a length, in the unit of the models if it has no other one.
    pub(super) fn length(&self, flag: &str, text: &str) -> Result<f64, CommandError> {
        let number = self.nearest(flag, text)?;
        number.trim().parse().map_err(|_| {
            CommandError::with_hint(
                format!("{flag} {text:?} is not a length"),
                format!("write a number with a point, with or without a unit: {flag} 0.25"),
            )
        })
    }
}
