//! Classifies the rows one by one, while the table is read.

use transect_io::{IndexBuilder, Table, TableMark};

use crate::classify::decision;
use crate::classify::question::Question;
use crate::classify::report::ClassifyReport;
use crate::classify::summed::Summed;
use crate::classify::task::{SIDES, Task, index_failure};
use crate::classify::why::Reasons;
use crate::error::CommandError;
use crate::input::AnyTable;
use crate::table::rows::{Reading, failure, name_column, side_column, write_row};
use crate::table::shape::TableShape;

impl Task<'_> {
    /// Reads the table once and classifies each row. With `-o`, a row is written as soon as it is classified. If an
    /// index is built, the row is added to it. Returns the paragraphs of `--why`.
    pub(crate) fn answer_row_by_row<S: TableShape<D>, const D: usize>(
        &mut self,
        opened: AnyTable,
        question: &Question<D>,
        report: &mut ClassifyReport,
    ) -> Result<String, CommandError> {
        let (mut reader, mut sum) = (opened.reader, None);
        let mut builder: Option<IndexBuilder<_, D>> = None;
        let index = self.command.index.as_deref();
        let unwritten = |error| index_failure(index, &error);
        if let Some(beside) = &mut self.beside {
            let (summed, of_table) = Summed::of(reader);
            (reader, sum) = (summed, Some(of_table));
            let file = beside.outputs.create(&beside.name)?;
            builder = Some(IndexBuilder::begin(opened.kind, file).map_err(unwritten)?);
        }
        let mut table: Table<_, S> = Table::new(&opened.path, reader)?;
        let (only, request) = (&self.command.only, &self.command.why);
        let name = name_column(&table, &[only, request])?;
        let mut reasons = Reasons::default();
        let mut sides = match &mut self.outputs {
            Some(outputs) => Some(outputs.create(SIDES)?),
            None => None,
        };
        let failed = |error| failure(SIDES, &error);
        if let Some(file) = &mut sides {
            write_row(file, table.header(), &side_column(table.names())).map_err(failed)?;
        }
        let reading = Reading {
            only,
            name,
            noun: S::NOUN,
            bytes: opened.bytes,
            progress: &self.progress,
        };
        let mut bounds: Option<[[f64; D]; 2]> = None;
        reading.each_row(&mut table, |row| {
            let answer = question.answer(&row.shape);
            report.rows.add_answer(answer);
            let ends = row.shape.ends();
            bounds = Some(bounds.map_or(ends, |bounds| around(&bounds, &ends)));
            if let Some(builder) = &mut builder {
                builder.push(ends).map_err(unwritten)?;
            }
            reasons.add(request, row.name.as_deref(), |name| {
                decision::paragraph(name, question, &row.shape, answer)
            });
            match &mut sides {
                Some(file) if self.command.wants(answer.word()) => {
                    report.rows_written += 1;
                    write_row(file, row.raw, answer.word().name()).map_err(failed)
                }
                _ => Ok(()),
            }
        })?;
        let unit = self.command.unit.as_deref();
        report.read(&opened.path, table.bytes(), bounds, unit);
        if let (Some(builder), Some(sum)) = (builder, sum) {
            let mark = TableMark {
                bytes: sum.bytes(),
                rows: table.rows(),
                checksum: sum.checksum(),
            };
            builder.finish(&mark, bounds).map_err(unwritten)?;
            if let Some(index) = index {
                self.progress
                    .log(None, &format!("built {}", index.display()));
            }
        }
        reasons.text(request, S::NOUN)
    }
}

/// Returns the smallest box that contains two boxes.
fn around<const D: usize>(a: &[[f64; D]; 2], b: &[[f64; D]; 2]) -> [[f64; D]; 2] {
    [
        core::array::from_fn(|axis| a[0][axis].min(b[0][axis])),
        core::array::from_fn(|axis| a[1][axis].max(b[1][axis])),
    ]
}
