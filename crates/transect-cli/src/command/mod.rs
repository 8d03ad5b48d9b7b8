//! The resolved arguments as plain data, one file per subcommand. The arguments of `transect classify` are in
//! `classify`.

mod cut;
mod info;
mod measure;
mod slice;
mod verify;
mod view;

pub(crate) use self::cut::CutCommand;
pub(crate) use self::info::InfoCommand;
pub(crate) use self::measure::MeasureCommand;
pub(crate) use self::slice::SliceCommand;
pub(crate) use self::verify::VerifyCommand;
pub(crate) use self::view::ViewCommand;
