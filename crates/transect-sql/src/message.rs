//! The messages of the engine's errors, without its prefixes.

use datafusion::arrow::error::ArrowError;
use datafusion::common::{Column, SchemaError};
use datafusion::error::DataFusionError;

use crate::nearest::nearest;

/// Returns the message of an error, without the steps in which the engine met it.
pub(crate) fn message(error: &DataFusionError) -> String {
    match error {
        DataFusionError::Context(_, inner) | DataFusionError::Diagnostic(_, inner) => {
            message(inner)
        }
        DataFusionError::Shared(inner) => message(inner),
        DataFusionError::Collection(errors) => match errors.first() {
            Some(first) => message(first),
            None => error.strip_backtrace(),
        },
        DataFusionError::External(inner) => match inner.downcast_ref::<DataFusionError>() {
            Some(inner) => message(inner),
            None => inner.to_string(),
        },
        DataFusionError::ArrowError(inner, _) => match &**inner {
            ArrowError::ExternalError(inner) => match inner.downcast_ref::<DataFusionError>() {
                Some(inner) => message(inner),
                None => inner.to_string(),
            },
            other => other.to_string(),
        },
        DataFusionError::ParquetError(inner) => inner.to_string(),
        DataFusionError::SQL(inner, _) => inner.to_string(),
        DataFusionError::SchemaError(inner, _) => match &**inner {
            SchemaError::FieldNotFound {
                field,
                valid_fields,
            } => missing_column(field, valid_fields),
            other => other.to_string(),
        },
        DataFusionError::Plan(text) => planned(text),
        DataFusionError::Execution(text) | DataFusionError::Configuration(text) => text.clone(),
        DataFusionError::ResourcesExhausted(text) => {
            format!("the memory does not suffice: {text}\nhint: allow more with --memory")
        }
        other => other.strip_backtrace(),
    }
}

/// The largest number of columns that a message lists.
const COLUMNS: usize = 20;

/// Returns the message about a column that does not exist.
fn missing_column(column: &Column, columns: &[Column]) -> String {
    let mut names: Vec<String> = Vec::new();
    for known in columns {
        // A table in quotes has a name that nobody types. Names with capital letters need quotes.
        let is_alias = known
            .relation
            .as_ref()
            .is_some_and(|table| column.relation.is_some() && is_word(table.table()));
        let name = if is_alias {
            known.quoted_flat_name()
        } else {
            Column::from_name(known.name()).quoted_flat_name()
        };
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let wanted = column.quoted_flat_name();
    let mut text = format!("there is no column {wanted}");
    let like = nearest(&wanted, names.iter().map(String::as_str)).or_else(|| {
        let mut ends = names.iter().map(String::as_str);
        ends.find(|name| name.ends_with(&format!(".{}", column.name())))
    });
    if let Some(like) = like {
        text += &format!("\nhint: the most similar column is {like}");
    }
    if !names.is_empty() {
        let hint = if like.is_some() {
            "; the"
        } else {
            "\nhint: the"
        };
        let shown = names[..names.len().min(COLUMNS)].join(", ");
        text += &format!("{hint} columns are {shown}");
        if names.len() > COLUMNS {
            text += &format!(" and {} others", names.len() - COLUMNS);
        }
    }
    text
}

fn is_word(name: &str) -> bool {
    let mut letters = name.chars();
    letters.all(|letter| letter.is_alphanumeric() || letter == '_')
}

/// Returns the message of a plan that cannot be made.
fn planned(text: &str) -> String {
    // Without quotes, the engine reads boxes.parquet as the table parquet of the schema boxes.
    let missing = between(text, "table '", "' not found");
    let name = missing.map(|name| name.strip_prefix("datafusion.").unwrap_or(name));
    if let Some(name) = name.filter(|name| is_file(name)) {
        return format!("the table {name} does not exist\n{}", quote(name));
    }
    if let Some(name) = between(text, "table 'datafusion.public.", "' not found") {
        return format!(
            "the table {name} does not exist\nhint: a table is a file, a folder or a pattern in single quotes, such as \
             'boxes.parquet', or a name of WITH"
        );
    }
    if let Some(name) = between(text, "Invalid function '", "'") {
        let suggestion = between(text, "Did you mean '", "'").unwrap_or_default();
        return match nearest(name, [suggestion]) {
            Some(like) => format!(
                "there is no function {name}\nhint: the most similar function is {like}; SHOW FUNCTIONS lists all"
            ),
            None => format!("there is no function {name}\nhint: SHOW FUNCTIONS lists all"),
        };
    }
    // The engine lists each signature that it has tried, and calls the failure a fault of its own.
    if let Some(call) = between(
        text,
        "No function matches the given name and argument types '",
        "'. ",
    ) {
        let hint = if call.contains("Utf8") {
            "a column of text is made one of numbers by CAST(column AS DOUBLE)"
        } else {
            "CAST(column AS DOUBLE) makes numbers of a column"
        };
        return format!("{call}: the function does not take these types\nhint: {hint}");
    }
    text.to_owned()
}

/// Returns the name of the field in the message about a field that a struct does not have.
pub(crate) fn missing_field(message: &str) -> Option<&str> {
    message
        .strip_prefix("Field ")?
        .strip_suffix(" not found in struct")
}

/// Returns the message about a field that a struct does not have. `fields` are those of the structs of the tables.
pub(crate) fn without_field(field: &str, fields: &[String]) -> String {
    let like = nearest(field, fields.iter().map(String::as_str));
    let like = like.map(|like| format!("the most similar field is {like}; "));
    let like = like.unwrap_or_default();
    match fields {
        [] => format!("there is no field {field}"),
        fields => format!(
            "there is no field {field}\nhint: {like}the fields of structs are {}",
            fields[..fields.len().min(COLUMNS)].join(", ")
        ),
    }
}

/// Returns `true` for the name of a Parquet file or of a file of text, which may be compressed.
fn is_file(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let packed = [".gz", ".bz2", ".xz", ".zst"];
    let mut packed = packed.iter().filter_map(|own| name.strip_suffix(own));
    let plain = packed.next().unwrap_or(&name);
    [".parquet", ".csv", ".tsv"]
        .iter()
        .any(|own| plain.len() > own.len() && plain.ends_with(own))
}

/// Returns the hint about the name of a file without quotes.
pub(crate) fn quote(name: &str) -> String {
    format!("hint: put the name of a file in single quotes: '{name}'")
}

/// Returns the first name of a file of a table in a statement that is not in quotes.
pub(crate) fn unquoted_file(statement: &str) -> Option<&str> {
    // The parts between quotes are those with an odd index.
    let outside = statement.split(['\'', '"']).step_by(2);
    let between_words = |c: char| c.is_whitespace() || "(),;".contains(c);
    let mut words = outside.flat_map(|part| part.split(between_words));
    words.find(|word| is_file(word))
}

fn between<'t>(text: &'t str, before: &str, after: &str) -> Option<&'t str> {
    let (_, rest) = text.split_once(before)?;
    rest.split_once(after).map(|(name, _)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_without_quotes_are_found() {
        for (statement, name) in [
            (
                "SELECT * FROM tiles/boxes.parquet",
                Some("tiles/boxes.parquet"),
            ),
            ("SELECT (SELECT max(x) FROM a.csv.gz), 1", Some("a.csv.gz")),
            ("SELECT * FROM 'boxes.parquet' WHERE", None),
            ("SELECT 'a', b.x FROM \"p.csv\" JOIN q.csv", Some("q.csv")),
        ] {
            assert_eq!(unquoted_file(statement), name, "{statement}");
        }
    }

    #[test]
    fn columns_that_exist_are_named() {
        let columns = ["x", "Height", "y"].map(|name| Column::new(Some("p.csv"), name));
        assert_eq!(
            missing_column(&Column::from_name("heigth"), &columns),
            "there is no column heigth\nhint: the most similar column is \"Height\"; the columns are x, \"Height\", y"
        );
        assert_eq!(
            missing_column(&Column::from_name("color"), &columns),
            "there is no column color\nhint: the columns are x, \"Height\", y"
        );
        assert_eq!(
            missing_column(&Column::from_name("color"), &[]),
            "there is no column color"
        );
        let columns = [Column::new(Some("a"), "x"), Column::new(Some("b"), "x")];
        assert_eq!(
            missing_column(&Column::new(Some("c"), "x"), &columns),
            "there is no column c.x\nhint: the most similar column is a.x; the columns are a.x, b.x"
        );
        let many: Vec<_> = (0..30)
            .map(|n| Column::from_name(format!("column_{n}")))
            .collect();
        let text = missing_column(&Column::from_name("z"), &many);
        assert!(text.ends_with("column_19 and 10 others"), "{text}");
    }
}
