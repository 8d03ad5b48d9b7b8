//! Tests of the built binary: its output, its files and its exit status.

mod arguments;
mod bent;
mod bodies;
mod caps;
mod check;
mod classify;
mod classify_errors;
mod classify_exact;
mod classify_index;
mod drawings;
mod each;
mod each_many;
mod each_record;
mod edges;
mod errors;
mod examples;
mod exports;
mod files;
mod formats;
mod gaps;
mod hints;
mod info;
mod inputs;
#[cfg_attr(
    not(unix),
    expect(
        dead_code,
        reason = "tests of signals and links ask for numbers of cases"
    )
)]
#[path = "../../../transect/tests/run.rs"]
mod long;
mod manuals;
mod maps;
mod measure;
mod missed;
mod objects;
mod office;
mod one_pass;
mod page;
mod paper;
mod polygons;
mod preview;
#[path = "../../../transect-draw/tests/readers.rs"]
mod readers;
mod regions;
mod report;
mod run;
mod samples;
mod signals;
mod slice;
mod snap;
mod solids;
mod storeys;
mod table;
mod tables;
mod terminal;
mod themes;
mod units;
mod up;
mod verify;
mod verify_parts;
mod view;
mod view_file;
mod why;
mod write;
