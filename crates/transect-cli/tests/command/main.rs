//! The command as people and programs meet it: the built binary, its output, its files, its status.

mod arguments;
mod check;
mod drawings;
mod errors;
mod exports;
mod files;
mod formats;
mod info;
mod objects;
mod office;
mod report;
mod run;
mod samples;
mod solids;
mod table;
mod why;
