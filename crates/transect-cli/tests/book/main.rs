//! The book in `docs/`: what it shows of the command is what the command says, and its links lead
//! somewhere.

mod links;
mod markdown;
mod replay;
