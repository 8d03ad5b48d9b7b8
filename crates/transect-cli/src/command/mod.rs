//! What is asked for, once it is resolved: plain data, a file a subcommand. That of tables lies in `sort`.

mod cut;
mod info;
mod verify;
mod view;

pub(crate) use self::cut::CutCommand;
pub(crate) use self::info::InfoCommand;
pub(crate) use self::verify::VerifyCommand;
pub(crate) use self::view::ViewCommand;
