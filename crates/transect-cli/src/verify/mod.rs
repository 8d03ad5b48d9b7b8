//! `transect verify`: certifies halves that any program made, from the files alone.

mod table;

use std::path::{Path, PathBuf};
use std::time::Instant;

use transect_io::Document;
use transect_mesh::scene::Encoding;
use transect_report::UserError;
use transect_report::verification::{Files, Verification};
use transect_report::verify::Halves;

use crate::command::VerifyCommand;
use crate::error::{CommandError, warn};
use crate::input::{Input, is_standard, unreadable};
use crate::interrupt;
use crate::progress::Progress;
use crate::screen::Screen;
use crate::status::Status;
use crate::stdout::print;
use crate::verify::table::Table;
use transect_report::listing::names;
use transect_report::numbers::counted;
use transect_report::plane_report::PlaneReport;
use transect_report::report::SourceReport;
use transect_report::totals::Totals;
use transect_report::unit::common_unit;

/// Runs `transect verify`.
pub(crate) fn run(command: &VerifyCommand) -> Result<Status, CommandError> {
    let (plane, display) = (&command.plane, command.display);
    let progress = Progress::new(display);
    interrupt::listen(Vec::new(), progress.line());
    progress.begin("reading");
    let input = read(&command.input, &progress)?;
    let half = |path: &Option<PathBuf>, side| {
        let path = path.as_ref();
        path.map(|path| read_half(path, side, &progress))
            .transpose()
    };
    let front = half(&command.front, "front")?;
    let back = half(&command.back, "back")?;
    let wanted = vec![true; input.scene.nodes.len()];
    let totals = Totals::of(&input.scene, &wanted, Encoding::Double)?;

    let begun = Instant::now();
    progress.begin("verifying");
    let halves = Halves {
        input: &input,
        front: front.as_ref(),
        back: back.as_ref(),
        tolerance: command.tolerance,
    };
    let verified = halves.verify(plane)?;
    let objects = counted(verified.objects.len(), "object");
    progress.log(Some(begun.elapsed()), &format!("verified {objects}"));
    progress.log_end();
    let unit = common_unit(&input);
    let source = |document: &Document| {
        let first = document.sources.first();
        first.map(|source| SourceReport::of(source, unit.as_deref()))
    };
    let files = Files {
        input: source(&input).ok_or_else(|| CommandError::new("no file was read"))?,
        front: front.as_ref().and_then(source),
        back: back.as_ref().and_then(source),
    };
    let request = PlaneReport::of(plane);
    let answer = Verification::of(&verified, files, request, command.tolerance);
    if display.json {
        print(&(answer.to_json() + "\n"))?;
    } else {
        let table = Table {
            answer: &answer,
            totals: &totals,
            unit: unit.as_deref(),
        };
        print(&table.text(&Screen::stdout()))?;
    }
    Ok(status(&answer))
}

/// If the halves have errors, prints a message on stderr that names the objects. Returns the exit status.
fn status(answer: &Verification) -> Status {
    if answer.certified {
        return Status::SUCCESS;
    }
    let with_errors = answer.objects_with_errors();
    warn(&format!(
        "error: these halves do not match the input cut by this plane: errors in {}: {}",
        counted(with_errors.len(), "object"),
        names(&with_errors)
    ));
    let mut findings = answer.certificate.findings.iter();
    let is_off = findings.all(|found| found.kind.name() == "vertex" || !found.is_error());
    if is_off {
        warn(
            "  hint: --tolerance T allows new vertices on the plane to be up to T off, but no vertex of the input",
        );
    }
    Status::FAILED
}

fn read(path: &Path, progress: &Progress) -> Result<Document, CommandError> {
    match Input::of(&[path.to_path_buf()])? {
        Input::Table(_) => Err(CommandError::with_hint(
            format!("{} is a table of boxes", path.display()),
            "only meshes have halves: STL, OBJ, PLY, glTF or GLB",
        )),
        Input::Meshes(meshes) => Ok(meshes.read(progress)?),
    }
}

/// Reads the file of a half. If the file cannot be opened, the hint of the error names the flag that declares the half
/// empty, `--no-front` or `--no-back`.
fn read_half(path: &Path, side: &str, progress: &Progress) -> Result<Document, CommandError> {
    let opened = match is_standard(path) {
        true => Ok(()),
        false => std::fs::metadata(path).map(drop),
    };
    if let Err(error) = opened {
        let problem = UserError::from(unreadable(path, error));
        let hint = problem
            .hint
            .map_or(String::new(), |hint| format!("{hint}; "));
        let hint = format!(
            "{hint}if this half is empty, use --no-{side}: transect cut writes no file for it"
        );
        return Err(CommandError::with_hint(problem.message, hint));
    }
    read(path, progress)
}
