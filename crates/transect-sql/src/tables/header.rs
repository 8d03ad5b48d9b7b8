//! The first line of a file of text: it names the columns, or the file is read in another way than was meant.

use std::collections::HashSet;
use std::pin::pin;

use datafusion::arrow::csv;
use datafusion::arrow::datatypes::Fields;
use datafusion::error::Result;
use datafusion::execution::SessionState;
use futures::StreamExt;

use crate::tables::format::{Format, Header};
use crate::tables::lines;
use crate::tables::location::Location;

/// Characters between values that are common in tables, and their plural names.
const SEPARATORS: [(char, &str); 4] = [
    (';', "semicolons"),
    ('\t', "tabs"),
    ('|', "bars"),
    (',', "commas"),
];

/// Checks that the first line of a file of text names its columns.
///
/// # Errors
/// Returns a message if the line is a comment, is not split into columns, or consists of numbers.
pub(crate) fn check(format: Format, fields: &Fields) -> std::result::Result<(), String> {
    let Format::Csv {
        delimiter,
        comment,
        header,
        ..
    } = format
    else {
        return Ok(());
    };
    if header != Header::Unknown {
        return Ok(());
    }
    let Some(first) = fields.first() else {
        return Ok(());
    };
    if comment.is_none() && first.name().starts_with('#') {
        return Err("the first line begins with #, and must name the columns\n\
            hint: read_csv('…', comment = '#') leaves such lines out"
            .to_owned());
    }
    if fields.len() == 1 {
        let found = SEPARATORS.iter().find(|(separator, _)| {
            *separator != char::from(delimiter) && first.name().contains(*separator)
        });
        if let Some((separator, plural)) = found {
            let separator = separator.escape_default();
            return Err(format!(
                "the values are separated by {plural}\n\
                hint: read_csv('…', delim = '{separator}') reads such a table"
            ));
        }
    }
    let is_number = |name: &String| name.trim().parse::<f64>().is_ok_and(f64::is_finite);
    if fields.iter().map(|field| field.name()).all(is_number) {
        return Err("the first line has numbers, and must name the columns\n\
            hint: read_csv('…', header = false) reads a table without names, as column_1, column_2, …; \
            header = true reads names that are numbers".to_owned());
    }
    Ok(())
}

/// Returns the first name that the line of names has twice. The engine merges such columns.
pub(crate) async fn twice(
    location: &Location,
    format: Format,
    state: &SessionState,
) -> Result<Option<String>> {
    let Format::Csv {
        delimiter,
        comment,
        header,
        ..
    } = format
    else {
        return Ok(None);
    };
    if header == Header::Missing {
        return Ok(None);
    }
    let mut records = pin!(lines::records(location, format, state).await?);
    let start = records.next().await.transpose()?.unwrap_or_default();
    let mut format = csv::reader::Format::default()
        .with_header(true)
        .with_delimiter(delimiter);
    if let Some(comment) = comment {
        format = format.with_comment(comment);
    }
    let (schema, _) = format.infer_schema(&start[..], Some(0))?;
    let mut known = HashSet::new();
    let mut names = schema.fields().iter().map(|field| field.name().trim());
    let twice = names.find(|name| !known.insert(name.to_owned()));
    Ok(twice.map(str::to_owned))
}
