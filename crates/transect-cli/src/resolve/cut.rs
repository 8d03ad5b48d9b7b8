//! Resolves the arguments of `transect cut`.

use std::path::PathBuf;

use transect::{CuttingPlane, Frame};
use transect_draw::{Crs, Exaggeration, Size, Up, View};
use transect_report::CutRequest;
use transect_report::outputs::{CutOutput, OutputSelection};
use transect_report::request::{CutOutputs, Folder, PictureOptions};
use transect_report::selection::ObjectSelection;
use transect_report::unit::symbol_of;
use transect_report::upright::upright;

use crate::arguments::CutArguments;
use crate::command::CutCommand;
use crate::error::CommandError;
use crate::resolve::files::{are_there, left_out, names_to_write};
use crate::resolve::paper::paper;
use crate::resolve::plane::plane;
use crate::resolve::table::classify_in_place;
use crate::resolve::theme::theme;

/// Resolves the models, the request and the output options.
pub(crate) fn cut(arguments: CutArguments) -> Result<CutCommand, CommandError> {
    if let Some(keep) = arguments.region.keep {
        return Err(CommandError::with_hint(
            format!(
                "--keep {}: a single plane is given, not a region",
                keep.name()
            ),
            "add a region, such as --box 0,0,0,4,3,2.5; --write front or --write back selects one half",
        ));
    }
    if arguments.view {
        are_there(&arguments.models)?;
    }
    let mut files = files(&arguments)?;
    if arguments.paper.paper.is_some() {
        if arguments.write.is_empty() {
            files = files.with(CutOutput::Pdf);
        }
        if !files.contains_any(&[CutOutput::Svg, CutOutput::Png, CutOutput::Pdf]) {
            let files = "section.svg, section.png and section.pdf";
            return Err(left_out("--paper", files, "section.pdf"));
        }
    }
    if let Some(flag) = for_preview(&arguments)
        && !files.contains_any(&[CutOutput::Preview, CutOutput::Page])
    {
        return Err(left_out(flag, "preview.png and report.html", "preview"));
    }
    let has_axes = files.contains_any(&DRAWN) || files.contains_any(&CutOutput::SECTION);
    if arguments.up != Up::default() && !has_axes {
        let files = "preview.png, report.html and all files of the section";
        return Err(left_out("--up", files, "preview or section.svg"));
    }
    if arguments.paper.dimension && !files.contains_any(&DIMENSIONED) {
        let files = "section.svg, section.png, section.pdf and section.dxf";
        return Err(left_out("--dimension", files, "one of them"));
    }
    let for_table = classify_in_place(&arguments);
    let draws = arguments.output.is_some() && files.contains_any(&DRAWN);
    let draws_in_vain = !draws && (!arguments.hide.is_empty() || arguments.theme.is_some());
    let theme_file = arguments.theme.iter().map(PathBuf::from);
    let inputs = arguments.models.iter().cloned().chain(theme_file).collect();
    let plane = plane(&arguments.plane)?;
    let request = CutRequest {
        crs: crs(arguments.crs, &plane, arguments.up)?,
        selection: ObjectSelection::of("--only", &arguments.only)?,
        format: arguments.format,
        on_plane: arguments.on_plane,
        unit: symbol_of(arguments.unit.as_deref())?,
        pictures: PictureOptions {
            theme: theme(arguments.theme.as_deref())?,
            hidden: arguments.hide,
            view: arguments.look,
            up: arguments.up,
            exaggeration: arguments.exaggerate,
            size: arguments.size,
            has_dimensions: arguments.paper.dimension,
            paper: paper(arguments.paper, Some(plane.plane()), arguments.up)?,
        },
        outputs: arguments.output.map(|path| CutOutputs {
            folder: Folder {
                path,
                replaces: arguments.force,
                inputs,
            },
            files,
        }),
        plane,
    };
    Ok(CutCommand {
        models: arguments.models,
        why: ObjectSelection::of("--why", &arguments.why)?,
        display: arguments.display.into(),
        is_strict: arguments.strict,
        opens_viewer: arguments.view,
        forces_in_vain: arguments.force && request.outputs.is_none(),
        draws_in_vain,
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

/// Parses the list of `--write`. Without the flag, all files are selected.
fn files(arguments: &CutArguments) -> Result<OutputSelection, CommandError> {
    let Some(names) = names_to_write(&arguments.write, arguments.output.as_ref())? else {
        return Ok(OutputSelection::default());
    };
    Ok(OutputSelection::of(names)?)
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

/// Returns the coordinate reference system of `--crs`. It is an error if the coordinates in the section are not x and
/// y.
fn crs(crs: Option<Crs>, plane: &CuttingPlane, up: Up) -> Result<Option<Crs>, CommandError> {
    let axes = upright(&Frame::of(plane.plane()), up).names();
    if crs.is_none() || axes == ["x", "y"] {
        return Ok(crs);
    }
    Err(CommandError::with_hint(
        format!(
            "--crs: the coordinates of the section are {} and {}, not x and y: the plane is {}",
            axes[0],
            axes[1],
            plane.plane()
        ),
        "a map needs a level plane with its front above and y up, such as --plane z=1.2; or leave --crs out",
    ))
}
