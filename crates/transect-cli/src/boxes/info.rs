//! `transect info boxes.csv`: the rows, the columns and the bounds of a table.

use std::process::ExitCode;

use serde::Serialize;
use transect::Aabb;

use crate::boxes::rows::{Reading, name_column};
use crate::command::InfoCommand;
use crate::error::CommandError;
use crate::input::Table;
use crate::progress::Progress;
use crate::screen::Screen;
use crate::stdout::print;
use crate::summary::{bounds, rows};
use transect_report::file_name::file_name;
use transect_report::numbers::counted;
use transect_report::report::{Bounds, SourceReport};
use transect_report::unit::Units;

/// The width of the column of labels.
const LABELS: usize = 12;

/// The contents of a table, as one JSON object (docs/json.md).
#[derive(Debug, Serialize)]
struct BoxInfo {
    version: u32,
    source: Vec<SourceReport>,
    rows: usize,
    columns: Vec<String>,
    bounds: Option<Bounds>,
}

/// Runs `transect info` on a table of boxes.
pub(crate) fn info(
    command: &InfoCommand,
    progress: Progress,
    mut table: Table,
) -> Result<ExitCode, CommandError> {
    let only = &command.selection;
    let name = name_column(&table, &[only])?;
    let mut hull: Option<Aabb> = None;
    let reading = Reading {
        only,
        name,
        noun: "box",
        bytes: None,
        progress: &progress,
    };
    let rows = reading.each_row(&mut table, |row| {
        hull = Some(hull.map_or(row.shape, |hull| hull.join(&row.shape)));
        Ok(())
    })?;
    drop(progress);
    let names = table.names().iter();
    let info = BoxInfo {
        version: 1,
        source: vec![SourceReport::of_table(table.path(), table.bytes(), None)],
        rows,
        columns: names
            .map(|name| String::from_utf8_lossy(name).into_owned())
            .collect(),
        bounds: hull.map(Bounds::of),
    };
    if command.display.json {
        // The values are only strings and finite numbers, so serialization cannot fail.
        print(&(serde_json::to_string(&info).unwrap_or_default() + "\n"))?;
    } else {
        print(&info.table(&Screen::stdout()))?;
    }
    Ok(ExitCode::SUCCESS)
}

impl BoxInfo {
    /// Returns the contents as a table for people.
    fn table(&self, screen: &Screen) -> String {
        let sources = self.source.iter().map(|source| {
            let bytes = usize::try_from(source.bytes).unwrap_or(usize::MAX);
            format!(
                "{}: {}, {}, a table of boxes",
                file_name(&source.path),
                source.format,
                counted(bytes, "byte")
            )
        });
        let around = self.bounds.as_ref().map_or(String::new(), |own| {
            format!(", {}", bounds(own.min, own.max, &Units::of(None)))
        });
        let content = [
            ("read", sources.collect::<Vec<String>>().join("\n")),
            ("rows", counted(self.rows, "box") + &around),
            ("columns", self.columns.join(", ")),
        ];
        let content = content.map(|(label, content)| (label.to_string(), content));
        rows(&content, LABELS, screen)
    }
}
