//! `transect verify`: certifies parts that any program made, from the files alone.

mod table;
mod verdict;

use std::path::Path;
use std::time::Instant;

use transect_io::{Document, Format, leave_metres};
use transect_mesh::PartPlace;
use transect_mesh::scene::Encoding;
use transect_report::UserError;
use transect_report::findings::ObjectFinding;
use transect_report::planes::CutPlanes;
use transect_report::verification::{Verification, VerifiedPart};
use transect_report::verify::{CutToVerify, verify};

use crate::command::VerifyCommand;
use crate::error::{CommandError, warn};
use crate::input::{Input, is_standard, unreadable};
use crate::interrupt;
use crate::progress::Progress;
use crate::screen::Screen;
use crate::status::Status;
use crate::stdout::print;
use crate::verify::table::Table;
use crate::verify::verdict::verdict;
use transect_report::listing::names;
use transect_report::numbers::{counted, measured, with_two_digits};
use transect_report::totals::Totals;
use transect_report::unit::common_unit;

/// Runs `transect verify`.
pub(crate) fn run(command: &VerifyCommand) -> Result<Status, CommandError> {
    let (planes, display) = (&command.planes, command.display);
    let progress = Progress::new(display);
    interrupt::listen(Vec::new(), progress.line());
    progress.begin("reading");
    let mut input = read(&command.input, &progress)?;
    input.scene.weld = command.weld;
    if let Some(conversion) = &command.conversion {
        conversion.apply(&mut input)?;
    }
    let is_gltf = |document: &Document| {
        let mut sources = document.sources.iter();
        sources.any(|source| source.format == Format::Glb)
    };
    let parts = command.parts.iter().map(|(place, path)| {
        let mut document = read_part(path, planes, place, &progress)?;
        // Parts in glTF of a model of another format have a scale, and the cut does not.
        if is_gltf(&document) && (!is_gltf(&input) || command.conversion.is_some()) {
            leave_metres(&mut document);
        }
        Ok((place.clone(), document))
    });
    let parts = parts.collect::<Result<Vec<_>, CommandError>>()?;
    let wanted = vec![true; input.scene.nodes.len()];
    let totals = Totals::of(&input.scene, &wanted, Encoding::Double)?;

    let begun = Instant::now();
    progress.begin("verifying");
    let given = parts.iter();
    let given: Vec<_> = given
        .map(|(place, document)| (place.clone(), document))
        .collect();
    let cut = CutToVerify::new(&input, planes, given.clone(), command.tolerance);
    let verified = verify(&cut)?;
    let objects = counted(verified.objects.len(), "object");
    progress.log(Some(begun.elapsed()), &format!("verified {objects}"));
    progress.log_end();
    let answer = Verification::of(&cut, &verified)?;
    let reason = if answer.certified {
        None
    } else {
        Reason::of(&cut, &given, &answer)?
    };
    if display.json {
        print(&(answer.to_json() + "\n"))?;
    } else {
        let table = Table {
            answer: &answer,
            planes,
            totals: &totals,
            unit: common_unit(&input),
        };
        print(&table.text(&Screen::stdout()))?;
    }
    Ok(status(&answer, reason))
}

/// The reason why parts are not certified, if they are right up to this.
enum Reason {
    /// Each half is given in the place of the other one.
    Exchanged,
    /// New vertices are off by at most the first distance, and the second one as a tolerance certifies the parts.
    Tolerance(f64, f64),
}

impl Reason {
    /// Returns the reason that a second verification confirms, or `None`.
    fn of(
        cut: &CutToVerify<'_>,
        given: &[(PartPlace, &Document)],
        answer: &Verification,
    ) -> Result<Option<Self>, CommandError> {
        let certifies = |given: Vec<(PartPlace, &Document)>, tolerance: f64| {
            let cut = CutToVerify::new(cut.input, cut.planes, given, tolerance);
            let verified = verify(&cut)?;
            Ok::<bool, CommandError>(Verification::of(&cut, &verified)?.certified)
        };
        let errors = answer.certificate.findings.iter();
        let mut errors = errors.filter(|found| found.is_error());
        if errors.clone().all(|found| found.kind.name() == "vertex") {
            let off = errors.fold(0.0, |most: f64, found| most.max(found.amount));
            let tolerance = with_two_digits(off);
            let is_enough = off > 0.0 && certifies(given.to_vec(), tolerance)?;
            return Ok(is_enough.then_some(Self::Tolerance(off, tolerance)));
        }
        if let [(one, first), (other, second)] = given
            && !cut.planes.are_several()
            && errors.any(|found| found.kind.name() != "vertex")
        {
            let exchanged = vec![(other.clone(), *first), (one.clone(), *second)];
            return Ok(certifies(exchanged, cut.tolerance())?.then_some(Self::Exchanged));
        }
        Ok(None)
    }

    /// Prints the reason on stderr.
    fn print(&self) {
        match self {
            Self::Exchanged => warn(
                "  hint: the halves are exchanged: give the half in front of the plane first, then the one behind it",
            ),
            Self::Tolerance(off, tolerance) => warn(&format!(
                "  hint: only the tolerance is missing: new vertices are off by at most {}: pass --tolerance {tolerance:e}",
                measured(*off)
            )),
        }
    }
}

/// If the parts have errors, prints a message on stderr that names the objects. Returns the exit status.
fn status(answer: &Verification, reason: Option<Reason>) -> Status {
    if answer.certified {
        return Status::SUCCESS;
    }
    let with_errors = answer.objects_with_errors();
    warn(&format!(
        "error: {}: errors in {}: {}",
        verdict(answer, false),
        counted(with_errors.len(), "object"),
        names(&with_errors)
    ));
    let findings = &answer.certificate.findings;
    let is_off = |found: &ObjectFinding| found.kind.name() == "vertex" || !found.is_error();
    if let Some(reason) = reason {
        reason.print();
    } else if findings.iter().all(is_off) {
        let on = if answer.has_several_planes() {
            "the planes"
        } else {
            "the plane"
        };
        warn(&format!(
            "  hint: --tolerance T allows new vertices on {on} to be up to T off, but no vertex of the input"
        ));
    }
    let lacks = |part: &&VerifiedPart| {
        let mut findings = findings.iter();
        part.file.is_none()
            && findings.any(|found| found.is_error() && found.part.as_ref() == Some(&part.name))
    };
    let lacking = answer.parts.iter().filter(lacks);
    let lacking: Vec<&str> = lacking.map(|part| &*part.name).collect();
    if !lacking.is_empty() && answer.has_several_planes() {
        warn(&format!(
            "  hint: no file was given for {}, so it must be empty",
            names(&lacking)
        ));
    }
    Status::FAILED
}

fn read(path: &Path, progress: &Progress) -> Result<Document, CommandError> {
    match Input::of(&[path.to_path_buf()])? {
        Input::Table(_) => Err(CommandError::with_hint(
            format!("{} is a table of boxes", path.display()),
            "only meshes have parts: STL, OBJ, PLY, OFF, 3MF, glTF or GLB",
        )),
        Input::Meshes(meshes) => Ok(meshes.read(progress)?),
    }
}

/// Reads the file of a part. If the file of a half cannot be opened, the hint of the error names the flag that declares
/// the half empty, `--no-front` or `--no-back`.
fn read_part(
    path: &Path,
    planes: &CutPlanes,
    place: &PartPlace,
    progress: &Progress,
) -> Result<Document, CommandError> {
    let opened = if is_standard(path) {
        Ok(())
    } else {
        std::fs::metadata(path).map(drop)
    };
    if let Err(error) = opened {
        let problem = UserError::from(unreadable(path, error));
        let hint = problem
            .hint
            .map_or(String::new(), |hint| format!("{hint}; "));
        let name = planes.part_name(place);
        let hint = if planes.are_several() {
            format!("{hint}if the part {name} is empty, leave its file out")
        } else {
            format!(
                "{hint}if this half is empty, use --no-{name}: transect cut writes no file for it"
            )
        };
        return Err(CommandError::with_hint(problem.message, hint));
    }
    read(path, progress)
}
