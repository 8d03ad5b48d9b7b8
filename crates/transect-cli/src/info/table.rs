//! `transect info boxes.csv`: the rows, the columns and the ranges of a table of boxes or points.

use serde::Serialize;
use transect::Aabb;
use transect_io::{Table, TableKind};

use crate::command::InfoCommand;
use crate::error::CommandError;
use crate::input::AnyTable;
use crate::outcome::Outcome;
use crate::progress::Progress;
use crate::screen::Screen;
use crate::summary::{bounds, rows};
use crate::table::rows::{Reading, name_column};
use crate::table::shape::TableShape;
use transect_report::file_name::file_name;
use transect_report::numbers::{counted, grouped, measured};
use transect_report::report::SourceReport;
use transect_report::unit::Units;

/// The width of the labels' column in the printed table, in characters.
const LABELS: usize = 12;

/// The contents of a table, as one JSON object (docs/json.md).
#[derive(Debug, Serialize)]
struct TableInfo {
    version: u32,
    source: Vec<SourceReport>,
    shape: &'static str,
    rows: usize,
    nulls: usize,
    columns: Vec<String>,
    bounds: Option<Range>,
    #[serde(skip)]
    noun: &'static str,
}

/// The least and the greatest coordinate of all boxes or points, on each axis.
#[derive(Debug, Serialize)]
struct Range {
    min: Vec<f64>,
    max: Vec<f64>,
}

/// Returns the result of `transect info` for a table of boxes or points.
pub(super) fn outcome(
    command: &InfoCommand,
    progress: &Progress,
    table: AnyTable,
) -> Result<Outcome, CommandError> {
    let info = match table.kind {
        TableKind::Boxes => read::<Aabb<3>, 3>(command, progress, table),
        TableKind::FlatBoxes => read::<Aabb<2>, 2>(command, progress, table),
        TableKind::Points => read::<[f64; 3], 3>(command, progress, table),
        TableKind::FlatPoints => read::<[f64; 2], 2>(command, progress, table),
    }?;
    Ok(Outcome {
        // The values are only strings and finite numbers, so serialization cannot fail.
        json: (command.display.json).then(|| serde_json::to_string(&info).unwrap_or_default()),
        table: info.table(&Screen::stdout()),
        row: info.row(),
        ..Outcome::default()
    })
}

/// Reads all rows. A row with an empty coordinate cell has no box or point, and is counted as null.
fn read<S: TableShape<D>, const D: usize>(
    command: &InfoCommand,
    progress: &Progress,
    opened: AnyTable,
) -> Result<TableInfo, CommandError> {
    let only = &command.selection;
    let mut table: Table<_, Option<S>> = Table::new(&opened.path, opened.reader)?;
    let name = name_column(&table, &[only])?;
    let reading = Reading {
        only,
        name,
        noun: S::NOUN,
        bytes: opened.bytes,
        progress,
    };
    let mut nulls = 0;
    let mut range: Option<[[f64; D]; 2]> = None;
    let rows = reading.each_row(&mut table, |row| {
        match row.shape {
            Some(shape) => {
                let [min, max] = shape.ends();
                let [least, greatest] = range.get_or_insert([min, max]);
                for axis in 0..D {
                    least[axis] = least[axis].min(min[axis]);
                    greatest[axis] = greatest[axis].max(max[axis]);
                }
            }
            None => nulls += 1,
        }
        Ok(())
    })?;
    let names = table.names().iter();
    Ok(TableInfo {
        version: 1,
        source: vec![SourceReport::of_table(table.path(), table.bytes(), None)],
        shape: S::NOUNS,
        rows,
        nulls,
        columns: names
            .map(|name| String::from_utf8_lossy(name).into_owned())
            .collect(),
        bounds: range.map(|[min, max]| Range {
            min: min.to_vec(),
            max: max.to_vec(),
        }),
        noun: S::NOUN,
    })
}

impl TableInfo {
    /// Returns the row of `--each`: the number of rows in place of objects, and the size along each axis.
    fn row(&self) -> Vec<String> {
        let head = [grouped(self.rows), "-".into(), "-".into()];
        let ends = self
            .bounds
            .iter()
            .flat_map(|own| own.min.iter().zip(&own.max));
        let sizes = ends.map(|(min, max)| measured(max - min));
        let blank = std::iter::repeat_n("-".to_string(), 3);
        head.into_iter().chain(sizes.chain(blank).take(3)).collect()
    }

    /// Returns the contents as a table for people.
    fn table(&self, screen: &Screen) -> String {
        let sources = self.source.iter().map(|source| {
            let bytes = usize::try_from(source.bytes).unwrap_or(usize::MAX);
            format!(
                "{}: {}, {}, a table of {}",
                file_name(&source.path),
                source.format,
                counted(bytes, "byte"),
                self.shape
            )
        });
        let nulls = match self.nulls {
            0 => "none".to_string(),
            1 => "1 row has an empty coordinate cell; transect classify stops there".to_string(),
            count => format!(
                "{} rows have an empty coordinate cell; transect classify stops at the first of them",
                grouped(count)
            ),
        };
        let mut content = vec![
            ("read", sources.collect::<Vec<String>>().join("\n")),
            ("rows", counted(self.rows, self.noun) + &self.around()),
            ("columns", self.columns.join(", ")),
            ("nulls", nulls),
        ];
        if let Some(Range { min, max }) = &self.bounds {
            let axes = ["x", "y", "z"].into_iter().zip(min.iter().zip(max));
            let lines = axes.map(|(axis, (min, max))| format!("{axis} from {min} to {max}"));
            content.push(("range", lines.collect::<Vec<String>>().join("\n")));
        }
        let content = content.into_iter();
        let content: Vec<_> = content
            .map(|(label, content)| (label.to_string(), content))
            .collect();
        rows(&content, LABELS, screen)
    }

    /// Returns the bounds of all rows as text, in two or three dimensions.
    fn around(&self) -> String {
        let units = Units::of(None);
        let Some(Range { min, max }) = &self.bounds else {
            return String::new();
        };
        let text = match (min.as_slice(), max.as_slice()) {
            (&[a, b], &[c, d]) => bounds([a, b], [c, d], &units),
            (&[a, b, c], &[d, e, f]) => bounds([a, b, c], [d, e, f], &units),
            _ => return String::new(),
        };
        format!(", {text}")
    }
}
