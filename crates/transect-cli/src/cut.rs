//! `transect cut`: read, tell, cut, certify, draw, write, report.

use std::process::ExitCode;
use std::time::Instant;

use transect::Cutter;
use transect::scene::{Scene, Stage};
use transect_io::{Format, Outputs};

use crate::answer::Answer;
use crate::arguments::CutArguments;
use crate::boxes;
use crate::failure::{Failure, warn};
use crate::files::{self, Task};
use crate::input::{Input, Meshes};
use crate::notes::Notes;
use crate::numbers::counted;
use crate::output::{family, numbers};
use crate::plane::Asked;
use crate::progress::Progress;
use crate::report::Report;
use crate::screen::Screen;
use crate::selection::Selection;
use crate::start::Start;
use crate::stdout::print;
use crate::steps::{self, Times};
use crate::summary::{names, summary};
use crate::theme::theme;
use crate::totals::Totals;
use crate::unit::common_unit;
use crate::view::{self, Shown};
use crate::why::why;

/// Runs the subcommand.
pub(crate) fn run(arguments: &CutArguments) -> Result<ExitCode, Failure> {
    arguments.view.check(arguments)?;
    let start = Start::of(arguments)?;
    match Input::of(&arguments.models)? {
        Input::Table(table) => boxes::cut(arguments, start, *table),
        Input::Meshes(meshes) => cut(arguments, start, meshes),
    }
}

fn cut(arguments: &CutArguments, start: Start, meshes: Meshes) -> Result<ExitCode, Failure> {
    let mut notes = Notes::default();
    let Start {
        plane,
        outputs,
        progress,
    } = start;
    let outcome = match &plane {
        Asked::Plane(plane) => answer(arguments, plane, meshes, outputs, progress, &mut notes),
        Asked::Through(plane) => answer(arguments, plane, meshes, outputs, progress, &mut notes),
    };
    if let Err(failure) = &outcome {
        failure.leave_to_signal();
    }
    notes.print(arguments.quiet);
    let answer = outcome?;
    if arguments.json {
        print(&(answer.report.to_json() + "\n"))?;
    } else if !arguments.quiet {
        print(&(summary(&answer, &Screen::stdout()) + &answer.reasons))?;
    }
    let status = answer.status(arguments.strict);
    match arguments.view {
        Shown::Viewer => view::run_at(arguments, &plane),
        Shown::Picture(_) => Ok(status),
    }
}

fn answer(
    arguments: &CutArguments,
    plane: &impl Cutter,
    meshes: Meshes,
    outputs: Option<Outputs>,
    progress: Progress,
    notes: &mut Notes,
) -> Result<Answer, Failure> {
    let selection = Selection::of("--only", &arguments.only)?;
    let asked = Selection::of("--why", &arguments.why)?;
    let theme = theme(arguments.theme.as_deref())?;
    if outputs.is_none()
        && (arguments.force || !arguments.hide.is_empty() || arguments.theme.is_some())
    {
        notes.add(
            "--force, --hide and --theme do nothing without -o DIR: nothing is written or drawn",
        );
    }
    let mut document = meshes.read(&progress)?;
    notes.not_carried(&document);
    let format = arguments
        .format
        .map_or_else(|| family(&document), Format::from);
    if let Some(outputs) = &outputs {
        outputs.check(&files::names(format))?;
    }
    let numbers = numbers(format);
    let wanted = selection.nodes(&document.scene, |_| true)?;
    let asked = asked.nodes(&document.scene, |node| wanted[node])?;
    let counting = Instant::now();
    let totals = Totals::of(&document.scene, &wanted, numbers)?;
    notes.near_misses(&document.scene, plane, &wanted);
    steps::counted_all(&totals, counting, &progress);

    progress.begin("cutting");
    let mut times = Times::start();
    let mut cut = document.scene.cut(
        plane,
        numbers,
        |node| wanted[node],
        |stage| {
            times.add(stage);
            if let Stage::Done(objects) = stage {
                progress.count(objects, totals.objects);
            }
        },
    )?;
    times.tell(&cut, &progress);
    let unit = arguments.unit.clone().or_else(|| common_unit(&document));
    let mut report = Report::of(
        &cut,
        &document,
        arguments.on_plane,
        unit.as_deref(),
        format,
        numbers,
    );
    let reasons = if arguments.why.is_empty() {
        String::new()
    } else {
        why(cut.objects.iter().filter(|object| asked[object.node]))
    };
    if let Some(outputs) = outputs {
        document.scene = Scene::default();
        let task = Task {
            arguments,
            format,
            unit: unit.as_deref(),
            theme,
            totals: &totals,
            progress: &progress,
        };
        task.write(outputs, document, &mut cut, &mut report, notes)?;
    }
    progress.tell_all_done();
    Ok(Answer {
        report,
        totals,
        unit,
        reasons,
    })
}

impl Answer {
    /// The exit status, with its reason on stderr.
    fn status(&self, strict: bool) -> ExitCode {
        let faulty = self.report.faulty();
        if !faulty.is_empty() {
            warn(&format!(
                "error: the certificate found faults in the halves of {}: {}",
                counted(faulty.len(), "object"),
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
