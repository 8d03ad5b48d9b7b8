//! The command as people and programs meet it: the built binary, its output, its files, its status.

mod arguments;
mod boxes;
mod check;
mod drawings;
mod errors;
mod examples;
mod exports;
mod files;
mod formats;
mod hints;
mod info;
mod manuals;
mod objects;
mod office;
mod page;
mod preview;
mod report;
mod run;
mod samples;
mod signals;
mod solids;
mod sort;
mod table;
mod terminal;
mod themes;
mod why;
