//! The table functions `read_csv` and `read_parquet`: tables with their options, in the place of names in quotes.

use std::ops::ControlFlow;

use datafusion::sql::parser::Statement;
use datafusion::sql::sqlparser::ast::{
    BinaryOperator, Expr, FunctionArg, FunctionArgExpr, Ident, ObjectName, TableFactor, Value,
    VisitMut, VisitorMut,
};

use crate::command::failure::Failure;
use crate::tables::{Header, Options, Tables, Text};

const CSV_OPTIONS: &str = "hint: the options are delim = ';' (one character between values), comment = '#' (lines that \
    begin with it are left out), header = false (the first line is a row), nullstr = 'NA' (such cells are NULL) and \
    filename = true (a column with the name of the file)";

const PARQUET_OPTIONS: &str =
    "hint: the option is filename = true (a column with the name of the file)";

/// Replaces calls of `read_csv` and `read_parquet` by the names of tables.
pub(super) fn replace(statement: &mut Statement, tables: &Tables) -> Result<(), Failure> {
    let found = match statement {
        Statement::Statement(statement) => statement.visit(&mut Readers { tables }),
        Statement::Explain(explain) => return replace(&mut explain.statement, tables),
        // The other statements are refused later.
        _ => ControlFlow::Continue(()),
    };
    match found {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(message) => Err(Failure::new(message)),
    }
}

struct Readers<'a> {
    tables: &'a Tables,
}

impl VisitorMut for Readers<'_> {
    type Break = String;

    fn pre_visit_table_factor(&mut self, table: &mut TableFactor) -> ControlFlow<String> {
        let call = table.to_string();
        let TableFactor::Table { name, args, .. } = table else {
            return ControlFlow::Continue(());
        };
        let Some(arguments) = args else {
            return ControlFlow::Continue(());
        };
        let function = name.to_string().to_ascii_lowercase();
        let is_csv = match function.as_str() {
            "read_csv" | "read_csv_auto" => true,
            "read_parquet" => false,
            _ => return ControlFlow::Continue(()),
        };
        let file = match named(&arguments.args, &function, is_csv) {
            Ok((file, None)) => file,
            Ok((file, Some(options))) => {
                self.tables.read_as(&call, &file, options);
                call
            }
            Err(message) => return ControlFlow::Break(message),
        };
        *name = ObjectName::from(vec![Ident::with_quote('"', file)]);
        *args = None;
        ControlFlow::Continue(())
    }
}

/// Returns the file of a call and its options, if there are some.
fn named(
    arguments: &[FunctionArg],
    function: &str,
    is_csv: bool,
) -> Result<(String, Option<Options>), String> {
    let file = match arguments.first() {
        Some(FunctionArg::Unnamed(FunctionArgExpr::Expr(Expr::Value(value)))) => match &value.value
        {
            Value::SingleQuotedString(file) => Some(file.clone()),
            _ => None,
        },
        _ => None,
    };
    let file = file.ok_or_else(|| {
        format!(
            "the first argument of {function} is a file, a folder or a pattern in single quotes"
        )
    })?;
    let options = &arguments[1..];
    if options.is_empty() {
        return Ok((file, None));
    }
    let mut has_file_names = false;
    let mut text = Text::default();
    for option in options {
        let known = if is_csv { CSV_OPTIONS } else { PARQUET_OPTIONS };
        let wrong = || format!("{function}: {option} is not an option\n{known}");
        let (name, value) = pair(option).ok_or_else(wrong)?;
        let name = name.to_ascii_lowercase();
        match (name.as_str(), value) {
            ("filename", Expr::Value(value)) => match value.value {
                Value::Boolean(value) => has_file_names = value,
                _ => return Err(wrong()),
            },
            _ if !is_csv => return Err(wrong()),
            ("nullstr" | "null" | "nulls", value) => {
                text.nulls = texts(value).ok_or_else(wrong)?;
            }
            (name, Expr::Value(value)) => match (name, &value.value) {
                ("delim" | "delimiter" | "sep", Value::SingleQuotedString(value)) => {
                    text.delimiter = Some(byte(value).ok_or_else(wrong)?);
                }
                ("comment", Value::SingleQuotedString(value)) => {
                    text.comment = Some(byte(value).ok_or_else(wrong)?);
                }
                ("header", Value::Boolean(true)) => text.header = Header::Present,
                ("header", Value::Boolean(false)) => text.header = Header::Missing,
                _ => return Err(wrong()),
            },
            _ => return Err(wrong()),
        }
    }
    let options = Options {
        text: is_csv.then_some(text),
        has_file_names,
    };
    Ok((file, Some(options)))
}

/// Returns the texts of an option: one, or a list such as `['NA', '-']`. Blanks around them do not count.
fn texts(value: &Expr) -> Option<Vec<String>> {
    let text = |value: &Expr| match value {
        Expr::Value(value) => match &value.value {
            Value::SingleQuotedString(text) => Some(text.trim_ascii().to_owned()),
            _ => None,
        },
        _ => None,
    };
    let texts: Vec<String> = match value {
        Expr::Array(array) => array.elem.iter().map(text).collect::<Option<_>>()?,
        value => vec![text(value)?],
    };
    Some(texts.into_iter().filter(|text| !text.is_empty()).collect())
}

/// Returns the name and the value of an option.
fn pair(option: &FunctionArg) -> Option<(String, &Expr)> {
    match option {
        FunctionArg::Named {
            name,
            arg: FunctionArgExpr::Expr(value),
            ..
        } => Some((name.value.clone(), value)),
        FunctionArg::ExprNamed {
            name,
            arg: FunctionArgExpr::Expr(value),
            ..
        } => Some((name.to_string(), value)),
        FunctionArg::Unnamed(FunctionArgExpr::Expr(Expr::BinaryOp {
            left,
            op: BinaryOperator::Eq,
            right,
        })) => Some((left.to_string(), right.as_ref())),
        _ => None,
    }
}

/// Returns the only byte of a text; `\t` is a tab.
fn byte(text: &str) -> Option<u8> {
    match text.as_bytes() {
        [byte] => Some(*byte),
        b"\\t" => Some(b'\t'),
        _ => None,
    }
}
