//! The arguments of subcommands that read models: their common flags, and their resolution for one file.

use std::fmt::Debug;
use std::path::{Path, PathBuf};

use crate::arguments::{
    CutArguments, DisplayArguments, EachArguments, InfoArguments, MeasureArguments, SliceArguments,
};
use crate::command::{CutCommand, InfoCommand, MeasureCommand, SliceCommand};
use crate::error::CommandError;
use crate::input::Models;
use crate::job::ModelCommand;
use crate::status::Status;
use crate::{cut, info, job, measure, resolve, slice};

/// The arguments of a subcommand that reads models.
pub(crate) trait ModelArguments: Clone + Debug + Sync + Sized {
    type Command: ModelCommand;
    /// The name of the subcommand.
    const NAME: &'static str;

    /// Returns the flags that all these subcommands have.
    fn common(&mut self) -> Common<'_>;

    /// Returns the files that flags name, such as a theme.
    fn named_files(&self) -> Vec<PathBuf>;

    /// Returns the names of the columns that the row of an outcome has.
    fn columns(&self) -> Vec<String>;

    /// Resolves the arguments for some models.
    fn resolve(self, models: Models) -> Result<Self::Command, CommandError>;

    /// Runs the subcommand for one scene.
    fn run(command: Self::Command) -> Result<Status, CommandError> {
        job::run(&command)
    }
}

/// The flags that all subcommands which read models have.
pub(crate) struct Common<'a> {
    pub(crate) models: &'a mut Vec<PathBuf>,
    pub(crate) each: &'a mut EachArguments,
    /// The folder of `-o`; `None` if the subcommand has no such flag.
    pub(crate) output: Option<&'a mut Option<PathBuf>>,
    pub(crate) force: &'a mut bool,
    pub(crate) display: &'a mut DisplayArguments,
}

/// Implements `common` for arguments that have all these flags.
macro_rules! common_with_output {
    () => {
        fn common(&mut self) -> Common<'_> {
            Common {
                models: &mut self.models,
                each: &mut self.each,
                output: Some(&mut self.output),
                force: &mut self.force,
                display: &mut self.display,
            }
        }
    };
}

impl ModelArguments for CutArguments {
    type Command = CutCommand;
    const NAME: &'static str = "cut";

    common_with_output!();

    fn named_files(&self) -> Vec<PathBuf> {
        let region = self
            .region
            .region
            .iter()
            .chain(&self.region.frustum)
            .cloned();
        let others = theme(self.theme.as_deref()).chain(self.font.iter().cloned());
        region.chain(others).collect()
    }

    fn columns(&self) -> Vec<String> {
        cut::COLUMNS.map(String::from).into()
    }

    fn resolve(self, models: Models) -> Result<CutCommand, CommandError> {
        resolve::cut(self, models)
    }

    fn run(command: CutCommand) -> Result<Status, CommandError> {
        cut::run(command)
    }
}

impl ModelArguments for SliceArguments {
    type Command = SliceCommand;
    const NAME: &'static str = "slice";

    common_with_output!();

    fn named_files(&self) -> Vec<PathBuf> {
        let fonts = self.font.iter().cloned();
        theme(self.theme.as_deref()).chain(fonts).collect()
    }

    fn columns(&self) -> Vec<String> {
        slice::COLUMNS.map(String::from).into()
    }

    fn resolve(self, models: Models) -> Result<SliceCommand, CommandError> {
        resolve::slice(self, models)
    }
}

impl ModelArguments for MeasureArguments {
    type Command = MeasureCommand;
    const NAME: &'static str = "measure";

    common_with_output!();

    fn named_files(&self) -> Vec<PathBuf> {
        theme(self.theme.as_deref()).collect()
    }

    fn columns(&self) -> Vec<String> {
        measure::columns(&self.volume)
    }

    fn resolve(self, models: Models) -> Result<MeasureCommand, CommandError> {
        resolve::measure(self, models)
    }
}

impl ModelArguments for InfoArguments {
    type Command = InfoCommand;
    const NAME: &'static str = "info";

    fn common(&mut self) -> Common<'_> {
        Common {
            models: &mut self.models,
            each: &mut self.each,
            output: None,
            force: &mut self.force,
            display: &mut self.display,
        }
    }

    fn named_files(&self) -> Vec<PathBuf> {
        Vec::new()
    }

    fn columns(&self) -> Vec<String> {
        info::COLUMNS.map(String::from).into()
    }

    fn resolve(self, models: Models) -> Result<InfoCommand, CommandError> {
        resolve::info(self, models)
    }
}

/// Returns the file of a theme. A theme that is not a file is the name of a built-in one.
fn theme(theme: Option<&str>) -> impl Iterator<Item = PathBuf> {
    let file = theme.filter(|theme| Path::new(theme).is_file());
    file.map(PathBuf::from).into_iter()
}
