//! The error for an input file that is not a table. The hint names the command that reads the file.

use std::path::Path;

use transect_io::FileKind;

use crate::classify::question::ClassifyRequest;
use crate::error::CommandError;
use crate::quoted::quoted;

/// Returns the error for an input file that is of the kind `kind` and not a table.
pub(super) fn not_a_table(path: &Path, kind: FileKind, query: &ClassifyRequest) -> CommandError {
    let file = path.display().to_string();
    let plane = match query {
        ClassifyRequest::Plane(plane) => plane.flags(),
        _ => "--plane z=0".into(),
    };
    let (what, hint) = match kind {
        FileKind::Model(format) => (
            format!("a model ({format})"),
            format!(
                "transect cut {} {plane} classifies its objects; with -o, it writes them as a table",
                quoted(&file)
            ),
        ),
        FileKind::Points(format) => (
            format!("a point cloud ({format})"),
            "no command of transect reads it; export its points as CSV with the columns x, y, z"
                .into(),
        ),
        FileKind::Compressed(format) => (
            format!("a compressed file ({format})"),
            "unpack it; if the content is a table, transect classify - reads it from standard input"
                .into(),
        ),
        FileKind::Other(format @ ("Parquet" | "Arrow")) => (
            format!("a file of another kind ({format})"),
            "transect-sql and the Python package read it; or export its rows as CSV".into(),
        ),
        FileKind::Other(format @ "numpy array") => (
            format!("a file of another kind ({format})"),
            "the Python package reads it; or export its rows as CSV".into(),
        ),
        FileKind::Other(format) => (
            format!("a file of another kind ({format})"),
            "no command of transect reads it as a table; export its rows as CSV".into(),
        ),
        _ => (
            "a file of another kind".into(),
            "export its rows as CSV".into(),
        ),
    };
    CommandError::with_hint(
        format!("{file} is {what}, not a table of boxes or points"),
        hint,
    )
}
