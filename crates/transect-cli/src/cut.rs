//! `transect cut`: read, tell, cut, certify, draw, write, report.

use std::io::{ErrorKind, Write};
use std::process::ExitCode;

use transect::mesh::Fault;
use transect::scene::{Numbers, ObjectCut, Scene};
use transect_io::{Document, Format, Outputs};

use crate::answer::Answer;
use crate::arguments::CutArguments;
use crate::failure::{Failure, warn};
use crate::files::{self, Task};
use crate::notes::Notes;
use crate::numbers::counted;
use crate::plane::plane;
use crate::progress::Progress;
use crate::report::Report;
use crate::selection::Selection;
use crate::summary::{names, summary};
use crate::totals::Totals;

/// Runs the subcommand.
pub(crate) fn run(arguments: &CutArguments) -> Result<ExitCode, Failure> {
    let mut notes = Notes::default();
    let outcome = answer(arguments, &mut notes);
    notes.print();
    let answer = outcome?;
    if arguments.json {
        print(&(answer.report.to_json() + "\n"))?;
    } else if !arguments.quiet {
        print(&summary(&answer))?;
    }
    Ok(answer.status(arguments.strict))
}

fn answer(arguments: &CutArguments, notes: &mut Notes) -> Result<Answer, Failure> {
    let plane = plane(arguments)?;
    let selection = Selection::of(&arguments.only)?;
    let outputs = match &arguments.output {
        Some(folder) => Some(Outputs::new(folder, arguments.force)?),
        None => None,
    };
    if outputs.is_none() && (arguments.force || !arguments.hide.is_empty()) {
        notes.add("--force and --hide do nothing without -o DIR: nothing is written or drawn");
    }
    let progress = Progress::new(arguments.quiet);
    progress.begin("reading");
    let mut document = transect_io::read(&arguments.models)?;
    for note in &document.notes {
        notes.add(format!(
            "{}: {} not carried over",
            note.path.display(),
            note.what
        ));
    }
    let format = arguments
        .format
        .map_or_else(|| family(&document), Format::from);
    if let Some(outputs) = &outputs {
        outputs.check(&files::names(format))?;
    }
    let numbers = numbers(format);
    let wanted = selection.nodes(&document.scene)?;
    let totals = Totals::of(&document.scene, &wanted, numbers)?;
    notes.near_misses(&document.scene, &plane, &wanted);

    progress.begin("cutting");
    let mut cut = document.scene.cut(
        &plane,
        numbers,
        |node| wanted[node],
        |done| progress.count(done, totals.objects),
    )?;
    let unit = unit(arguments, &document);
    let mut report = Report::of(
        &cut,
        &document,
        arguments.on_plane,
        unit.as_deref(),
        format,
        numbers,
    );
    let faulty = cut.objects.iter().filter(|object| has_fault(object));
    let faulty = faulty.map(|object| object.name.clone()).collect();
    if let Some(outputs) = outputs {
        document.scene = Scene::default();
        let task = Task {
            arguments,
            format,
            unit: unit.as_deref(),
            progress: &progress,
        };
        task.write(outputs, document, &mut cut, &mut report, notes)?;
    }
    Ok(Answer {
        report,
        totals,
        unit,
        faulty,
    })
}

/// The format of the first file: halves are written in it unless another is asked for.
fn family(document: &Document) -> Format {
    document
        .sources
        .first()
        .map_or(Format::Glb, |source| source.format)
}

/// The numbers that a format holds: they decide what the certificate is about.
fn numbers(format: Format) -> Numbers {
    match format {
        Format::Stl => Numbers::Single,
        Format::Glb => Numbers::SingleMoved,
        _ => Numbers::Double,
    }
}

/// The unit that was named, or the one that all files are in.
fn unit(arguments: &CutArguments, document: &Document) -> Option<String> {
    if let Some(unit) = &arguments.unit {
        return Some(unit.clone());
    }
    let mut units = document.sources.iter().map(|source| source.unit);
    let first = units.next().flatten()?;
    units
        .all(|unit| unit == Some(first))
        .then(|| first.to_string())
}

/// Whether the certificate found what must never be in the halves of a closed object. Caps that
/// narrowing has brought out of step with their loops leave the halves closed: the report says so.
fn has_fault(object: &ObjectCut) -> bool {
    let met = object.cut.as_ref();
    object.is_closed
        && met.is_some_and(|met| met.certificate.faults().any(|fault| fault != Fault::Caps))
}

/// Prints to stdout; a reader that has gone away is no error.
fn print(text: &str) -> Result<(), Failure> {
    let mut stdout = std::io::stdout().lock();
    match stdout
        .write_all(text.as_bytes())
        .and_then(|()| stdout.flush())
    {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Failure::new(format!("standard output: {error}")))
        }
        _ => Ok(()),
    }
}

impl Answer {
    /// The exit status, with its reason on stderr.
    fn status(&self, strict: bool) -> ExitCode {
        if !self.faulty.is_empty() {
            let faulty: Vec<&str> = self.faulty.iter().map(String::as_str).collect();
            warn(&format!(
                "error: the certificate found faults in the halves of {}: {}",
                counted(faulty.len(), "closed object"),
                names(&faulty)
            ));
            warn(
                "  hint: this is a fault of transect, not of the file; please report it with the file",
            );
            return ExitCode::from(1);
        }
        let open = self
            .report
            .objects_list
            .iter()
            .filter(|object| !object.closed);
        let open: Vec<&str> = open.map(|object| object.name.as_str()).collect();
        if strict && !open.is_empty() {
            let verb = if open.len() == 1 { "is" } else { "are" };
            let open_objects = counted(open.len(), "object");
            warn(&format!(
                "error: {open_objects} {verb} open (--strict): {}",
                names(&open)
            ));
            return ExitCode::from(1);
        }
        ExitCode::SUCCESS
    }
}
