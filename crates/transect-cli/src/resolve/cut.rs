//! Resolves the arguments of `transect cut`.

use std::path::PathBuf;

use transect_draw::{CollinearPoints, Exaggeration, Size, View};
use transect_report::outputs::{CutOutput, OutputSelection};
use transect_report::planes::CutPlanes;
use transect_report::request::{CutOutputs, Folder, Keep, PictureOptions};
use transect_report::selection::ObjectSelection;
use transect_report::unit::symbol_of;
use transect_report::{CutRequest, SectionRule};

use crate::arguments::CutArguments;
use crate::axes::Axes;
use crate::command::CutCommand;
use crate::error::CommandError;
use crate::input::Models;
use crate::resolve::files::{are_there, check_folder, has_all_drawings, left_out, names_to_write};
use crate::resolve::font::fonts;
use crate::resolve::model_unit::ModelUnit;
use crate::resolve::paper::paper;
use crate::resolve::planes::cut_planes;
use crate::resolve::table::classify_in_place;
use crate::resolve::theme::theme;
use crate::resolve::units::{conversion, unit_of_call};

/// Resolves the models, the request and the output options.
pub(crate) fn cut(arguments: CutArguments, models: Models) -> Result<CutCommand, CommandError> {
    if arguments.view {
        are_there(models.paths())?;
    }
    check_folder::<CutOutput>(arguments.output.as_ref())?;
    let conversion = conversion(&arguments.to_unit, arguments.unit.as_deref())?;
    if arguments.view && conversion.is_some() {
        return Err(CommandError::with_hint(
            "--to-unit and --view: the viewer shows the model in the unit of the file",
            "leave one of the two out",
        ));
    }
    let unit = unit_of_call(conversion.as_ref(), arguments.unit.clone());
    let in_unit = ModelUnit::of(unit.as_deref(), &models);
    let planes = cut_planes(&arguments.plane, &arguments.region, &in_unit)?;
    check_keep(arguments.keep, &planes)?;
    let mut files = files(&arguments, &planes)?;
    if arguments.paper.paper.is_some() && has_all_drawings(&files) {
        files = files.with(CutOutput::Pdf);
    }
    check_files(&arguments, &files)?;
    let for_table = classify_in_place(&arguments, models.paths());
    if let Some(keep) = arguments.keep
        && files.contains(CutOutput::Parts)
        && !["inside", "outside"]
            .iter()
            .any(|part| (keep.name() == *part || keep == Keep::Both) && files.contains_part(part))
    {
        return Err(CommandError::with_hint(
            format!(
                "--keep {0}: --write does not name the part {0}",
                keep.name()
            ),
            "leave one of the two out",
        ));
    }
    let in_vain = in_vain(&arguments, &files);
    let axes = Axes {
        up: arguments.up,
        crs: arguments.crs,
        north: arguments.paper.north,
    };
    let draws = arguments.output.is_some() && has_axes(&files);
    let writes_usual = arguments.write.is_empty();
    let region = &arguments.region;
    let theme_file = arguments.theme.iter().map(PathBuf::from);
    let inputs = models.paths().iter().cloned().chain(theme_file);
    let inputs = inputs.chain(arguments.font.iter().cloned());
    let inputs = inputs.chain(region.region.iter().chain(&region.frustum).cloned());
    let inputs = inputs.collect();
    let request = CutRequest {
        crs: None,
        keep: arguments.keep.unwrap_or_default(),
        selection: ObjectSelection::of("--only", &arguments.only)?,
        format: arguments.format,
        rule: SectionRule {
            on_plane: arguments.on_plane,
            inside: arguments.inside,
        },
        unit: symbol_of(unit.as_deref())?,
        pictures: PictureOptions {
            theme: theme(arguments.theme.as_deref())?,
            fonts: fonts(&arguments.font)?,
            collinear: if arguments.keep_collinear {
                CollinearPoints::Kept
            } else {
                CollinearPoints::LeftOut
            },
            hidden: arguments.hide,
            view: arguments.look,
            up: arguments.up.unwrap_or_default(),
            exaggeration: arguments.exaggerate,
            size: arguments.size,
            has_dimensions: arguments.paper.dimension,
            paper: paper(arguments.paper)?,
        },
        outputs: arguments.output.map(|path| CutOutputs {
            folder: Folder {
                path,
                replaces: arguments.force,
                inputs,
            },
            files,
        }),
        planes,
    };
    Ok(CutCommand {
        models,
        why: ObjectSelection::of("--why", &arguments.why)?,
        weld: arguments.weld.weld,
        memory: arguments.memory.memory,
        conversion,
        display: arguments.display.into(),
        is_strict: arguments.strict,
        drops_normals: arguments.no_normals,
        snaps: arguments.snap,
        opens_viewer: arguments.view,
        writes_usual,
        in_vain,
        axes: draws.then_some(axes),
        up: arguments.up,
        for_table,
        request,
    })
}

/// The outputs to which `--theme` and `--hide` apply: section.svg, section.png, section.pdf, preview.png and
/// report.html.
const DRAWN: [CutOutput; 5] = [
    CutOutput::Svg,
    CutOutput::Png,
    CutOutput::Pdf,
    CutOutput::Preview,
    CutOutput::Page,
];

/// The outputs that show dimensions.
const DIMENSIONED: [CutOutput; 5] = [
    CutOutput::Svg,
    CutOutput::Png,
    CutOutput::Pdf,
    CutOutput::Dxf,
    CutOutput::Page,
];

/// Rejects `--keep` if the planes do not bound a region.
fn check_keep(keep: Option<Keep>, planes: &CutPlanes) -> Result<(), CommandError> {
    let Some(keep) = keep.filter(|_| !planes.kind.is_region()) else {
        return Ok(());
    };
    Err(if !planes.are_several() {
        CommandError::with_hint(
            format!(
                "--keep {}: a single plane is given, not a region",
                keep.name()
            ),
            "add a region, such as --box 0,0,0,4,3,2.5; --write front or --write back selects one half",
        )
    } else {
        CommandError::with_hint(
            format!(
                "--keep {}: several planes are not a region, and all parts are written",
                keep.name()
            ),
            "leave --keep out; or give the planes in a file with --region, whose inside is in front of all",
        )
    })
}

/// Parses the list of `--write`. Without the flag, the usual files are selected.
fn files(arguments: &CutArguments, planes: &CutPlanes) -> Result<OutputSelection, CommandError> {
    let Some(names) = names_to_write(&arguments.write, arguments.output.as_ref())? else {
        return Ok(OutputSelection::usual(planes));
    };
    Ok(OutputSelection::of(names)?)
}

/// Returns `true` if the axis that points up changes a file.
fn has_axes(files: &OutputSelection) -> bool {
    files.contains_any(&DRAWN) || files.contains_any(&CutOutput::SECTION)
}

/// Rejects flags that change only files that `--write` leaves out.
fn check_files(arguments: &CutArguments, files: &OutputSelection) -> Result<(), CommandError> {
    let on_paper = [CutOutput::Svg, CutOutput::Png, CutOutput::Pdf];
    if arguments.paper.paper.is_some() && !files.contains_any(&on_paper) {
        let files = "section.svg, section.png and section.pdf";
        return Err(left_out("--paper", files, "section.pdf"));
    }
    if !arguments.font.is_empty() && !files.contains_any(&[CutOutput::Png, CutOutput::Pdf]) {
        let files = "section.png and section.pdf";
        return Err(left_out("--font", files, "section.png"));
    }
    if arguments.keep_collinear
        && !files.contains_any(&CutOutput::SECTION)
        && !files.contains_any(&DRAWN)
    {
        let files = "all files of the section";
        return Err(left_out("--keep-collinear", files, "section.svg"));
    }
    if let Some(flag) = for_preview(arguments)
        && !files.contains_any(&[CutOutput::Preview, CutOutput::Page])
    {
        return Err(left_out(flag, "preview.png and report.html", "preview"));
    }
    if arguments.up.is_some() && !has_axes(files) {
        let files = "preview.png, report.html and all files of the section";
        return Err(left_out("--up", files, "preview or section.svg"));
    }
    if arguments.paper.dimension && !files.contains_any(&DIMENSIONED) {
        let files = "section.svg, section.png, section.pdf and section.dxf";
        return Err(left_out("--dimension", files, "one of them"));
    }
    Ok(())
}

/// Returns a note about given flags that have no effect.
fn in_vain(arguments: &CutArguments, files: &OutputSelection) -> Option<String> {
    let writes = arguments.output.is_some();
    let draws = writes && files.contains_any(&DRAWN);
    let flags = [
        ("--force", arguments.force && !writes),
        ("--keep", arguments.keep.is_some() && !writes),
        ("--hide", !arguments.hide.is_empty() && !draws),
        ("--theme", arguments.theme.is_some() && !draws),
    ];
    let given = flags.into_iter().filter(|(_, given)| *given);
    let given: Vec<&str> = given.map(|(flag, _)| flag).collect();
    let verb = match given.len() {
        0 => return None,
        1 => "does",
        _ => "do",
    };
    let why = if !writes {
        " without -o DIR: nothing is written or drawn"
    } else {
        ": --write names no picture and no report.html"
    };
    Some(format!("{} {verb} nothing{why}", given.join(" and ")))
}

/// Returns the first given flag that applies only to the preview.
fn for_preview(arguments: &CutArguments) -> Option<&'static str> {
    let flags = [
        ("--look", arguments.look != View::default()),
        ("--size", arguments.size != Size::default()),
        (
            "--exaggerate",
            arguments.exaggerate != Exaggeration::default(),
        ),
    ];
    let given = flags.into_iter().find(|(_, given)| *given);
    given.map(|(flag, _)| flag)
}
