//! The first line of a file of text: it names the columns, or the file is read in another way than was meant.

use datafusion::arrow::datatypes::Fields;

use crate::tables::format::{Format, Header};

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
/// Returns a message with a hint if the line is a comment, is not split into columns, or consists of numbers.
pub(crate) fn check(format: Format, fields: &Fields) -> Result<(), String> {
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
