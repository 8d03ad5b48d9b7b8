//! `transect verify`: halves that any program made, judged from the files alone.

mod arguments;
mod table;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use transect::scene::Numbers;
use transect_io::{Document, ReadError, Reason};
use transect_report::Problem;
use transect_report::verification::{Files, Verification};
use transect_report::verify::Halves;

pub(crate) use self::arguments::VerifyArguments;
use crate::failure::{Failure, warn};
use crate::input::{Input, is_standard};
use crate::interrupt;
use crate::numbers::counted;
use crate::plane::{Asked, plane};
use crate::progress::{Progress, Talk};
use crate::report::{PlaneReport, Source};
use crate::screen::Screen;
use crate::stdout::print;
use crate::summary::names;
use crate::totals::Totals;
use crate::unit::common_unit;
use crate::verify::table::Table;

/// Runs the subcommand.
pub(crate) fn run(arguments: &VerifyArguments) -> Result<ExitCode, Failure> {
    let plane = plane(&arguments.plane)?;
    let [front, back] = halves(arguments)?;
    let given = [Some(&arguments.input), front.as_ref(), back.as_ref()];
    let streams = given.into_iter().flatten().filter(|path| is_standard(path));
    if streams.count() > 1 {
        return Err(Failure::with_hint(
            "-: standard input holds one file, not several",
            "name the other files",
        ));
    }
    let progress = Progress::new(Talk::of(false, arguments.verbose));
    interrupt::listen(Vec::new(), progress.line());
    progress.begin("reading");
    let input = read(&arguments.input, &progress)?;
    let front = front
        .map(|path| read_half(&path, "front", &progress))
        .transpose()?;
    let back = back
        .map(|path| read_half(&path, "back", &progress))
        .transpose()?;
    let wanted = vec![true; input.scene.nodes.len()];
    let totals = Totals::of(&input.scene, &wanted, Numbers::Double)?;

    let begun = Instant::now();
    progress.begin("verifying");
    let halves = Halves {
        input: &input,
        front: front.as_ref(),
        back: back.as_ref(),
        tolerance: arguments.tolerance,
    };
    let verified = match &plane {
        Asked::Plane(plane) => halves.verify(plane),
        Asked::Through(plane) => halves.verify(plane),
    }?;
    let objects = counted(verified.objects.len(), "object");
    progress.tell(Some(begun.elapsed()), &format!("verified {objects}"));
    progress.tell_all_done();
    let unit = common_unit(&input);
    let source = |document: &Document| {
        let first = document.sources.first();
        first.map(|source| Source::of(source, unit.as_deref()))
    };
    let files = Files {
        input: source(&input).ok_or_else(|| Failure::new("no file was read"))?,
        front: front.as_ref().and_then(source),
        back: back.as_ref().and_then(source),
    };
    let asked = PlaneReport::of(plane.coefficients(), plane.points());
    let told = Verification::of(&verified, files, asked, arguments.tolerance);
    if arguments.json {
        print(&(told.to_json() + "\n"))?;
    } else {
        let table = Table {
            told: &told,
            totals: &totals,
            unit: unit.as_deref(),
        };
        print(&table.text(&Screen::stdout()))?;
    }
    Ok(status(&told))
}

/// The exit status, with its reason on stderr.
fn status(told: &Verification) -> ExitCode {
    if told.certified {
        return ExitCode::SUCCESS;
    }
    let faulty = told.faulty();
    warn(&format!(
        "error: these halves are not what the plane makes of the input: faults in {}: {}",
        counted(faulty.len(), "object"),
        names(&faulty)
    ));
    let mut faults = told.certificate.findings.iter();
    let is_off = faults.all(|found| found.finding.kind.name() == "vertex" || !found.finding.fault);
    if is_off {
        warn(
            "  hint: --tolerance T lets the crossings of another program lie up to T off, but no vertex of the input",
        );
    }
    ExitCode::from(1)
}

/// The files of the half in front and of the half behind; none for a half that is empty.
fn halves(arguments: &VerifyArguments) -> Result<[Option<PathBuf>; 2], Failure> {
    let files = arguments.halves.as_slice();
    if let Some(empty) = files.iter().find(|path| path.as_os_str().is_empty()) {
        return Err(Failure::with_hint(
            format!("{empty:?} is not the path of a half"),
            "say --no-front or --no-back for a half in which nothing is",
        ));
    }
    match (files, arguments.no_front, arguments.no_back) {
        ([front, back], false, false) => Ok([Some(front.clone()), Some(back.clone())]),
        ([back], true, false) => Ok([None, Some(back.clone())]),
        ([front], false, true) => Ok([Some(front.clone()), None]),
        ([_], false, false) => Err(Failure::with_hint(
            "one half is missing: the half in front comes first, then the half behind",
            "say --no-front or --no-back where nothing lies there: transect cut writes no file for an empty half",
        )),
        (_, no_front, _) => {
            let flag = if no_front { "--no-front" } else { "--no-back" };
            Err(Failure::with_hint(
                format!("{flag} says that one half is empty, and two halves are given"),
                format!("leave out {flag}, or the file"),
            ))
        }
    }
}

fn read(path: &Path, progress: &Progress) -> Result<Document, Failure> {
    match Input::of(&[path.to_path_buf()])? {
        Input::Table(_) => Err(Failure::with_hint(
            format!("{} is a table of boxes", path.display()),
            "only meshes have halves: STL, OBJ, PLY, glTF or GLB",
        )),
        Input::Meshes(meshes) => Ok(meshes.read(progress)?),
    }
}

/// Reads a half. Where an empty half has no file, the flag for it is named.
fn read_half(path: &Path, side: &str, progress: &Progress) -> Result<Document, Failure> {
    let opened = match is_standard(path) {
        true => Ok(()),
        false => std::fs::metadata(path).map(drop),
    };
    if let Err(error) = opened {
        let missing = ReadError {
            path: path.to_path_buf(),
            place: None,
            reason: Reason::Io(error),
        };
        let problem = Problem::from(missing);
        let hint = problem
            .hint
            .map_or(String::new(), |hint| format!("{hint}; "));
        let hint = format!(
            "{hint}where nothing lies there, say --no-{side}: transect cut writes no file for an empty half"
        );
        return Err(Failure::with_hint(problem.message, hint));
    }
    read(path, progress)
}
