//! Resolves the arguments of `transect slice`.

use std::path::PathBuf;

use transect_draw::CollinearPoints;
use transect_report::SectionRule;
use transect_report::heights::HeightRule;
use transect_report::request::Folder;
use transect_report::selection::ObjectSelection;
use transect_report::slice::labels::Direction;
use transect_report::slice::outputs::{SliceOutput, SliceSelection};
use transect_report::slice::request::{MaskRequest, SliceOutputs, SliceRequest, TerrainRule};
use transect_report::storeys::find::StoreySearch;

use crate::arguments::SliceArguments;
use crate::axes::Axes;
use crate::command::SliceCommand;
use crate::error::CommandError;
use crate::input::Models;
use crate::resolve::files::{check_folder, has_all_drawings, left_out, names_to_write};
use crate::resolve::font::fonts;
use crate::resolve::heights::{direction, heights};
use crate::resolve::model_unit::ModelUnit;
use crate::resolve::paper::paper;
use crate::resolve::theme::theme;
use crate::resolve::units::{conversion, unit_of_call};

/// Resolves the models, the request and the output options.
pub(crate) fn slice(
    arguments: SliceArguments,
    models: Models,
) -> Result<SliceCommand, CommandError> {
    check_folder::<SliceOutput>(arguments.output.as_ref())?;
    let conversion = conversion(&arguments.to_unit, arguments.unit.as_deref())?;
    let unit = unit_of_call(conversion.as_ref(), arguments.unit.clone());
    let in_unit = ModelUnit::of(unit.as_deref(), &models);
    let storeys = storeys(&arguments, &in_unit)?;
    let (direction, heights) = match storeys {
        Some(search) => (
            Direction::Axis(search.axis.unwrap_or(2)),
            HeightRule::At(Vec::new()),
        ),
        None => {
            let own = &arguments.heights;
            (direction(own)?, heights(own, &in_unit)?)
        }
    };
    if matches!(heights, HeightRule::At(_)) && arguments.at_layer.is_some() {
        return Err(CommandError::with_hint(
            "--at-layer: the heights of --heights are planes without thickness",
            "give layers with --step or --count, or leave --at-layer out",
        ));
    }
    let in_vain = in_vain(&arguments)
        .map(|flag| format!("{flag} does nothing without -o DIR: nothing is written or drawn"));
    let files = files(&arguments)?;
    check_drawings(&arguments, &files)?;
    let theme_file = arguments.theme.iter().map(PathBuf::from);
    let inputs = models.paths().iter().cloned().chain(theme_file);
    let inputs = inputs.chain(arguments.font.iter().cloned()).collect();
    let masks = masks(&arguments, &files, &in_unit)?;
    let axes = Axes {
        up: arguments.up,
        crs: arguments.crs,
        north: arguments.paper.north,
    };
    let request = SliceRequest {
        at_layer: arguments.at_layer,
        snaps: arguments.snap,
        rule: SectionRule {
            on_plane: arguments.on_plane,
            inside: arguments.inside,
        },
        selection: ObjectSelection::of("--only", &arguments.only)?,
        unit: unit.clone(),
        theme: theme(arguments.theme.as_deref())?,
        fonts: fonts(&arguments.font)?,
        collinear: if arguments.keep_collinear {
            CollinearPoints::Kept
        } else {
            CollinearPoints::LeftOut
        },
        hidden: arguments.hide,
        terrain: arguments.terrain,
        common_layers: (arguments.cli, cli_unit(arguments.cli_unit)?),
        masks,
        has_dimensions: arguments.paper.dimension,
        paper: paper(arguments.paper)?,
        outputs: arguments.output.map(|path| SliceOutputs {
            folder: Folder {
                path,
                replaces: arguments.force,
                inputs,
            },
            files,
        }),
        ..SliceRequest::new(direction, heights)
    };
    Ok(SliceCommand {
        models,
        axes,
        request,
        storeys,
        weld: arguments.weld.weld,
        conversion,
        display: arguments.display.into(),
        is_strict: arguments.strict,
        in_vain,
    })
}

/// Returns the search for storeys, if `--storeys` is given.
fn storeys(
    arguments: &SliceArguments,
    models: &ModelUnit<'_>,
) -> Result<Option<StoreySearch>, CommandError> {
    let above = arguments.above.as_deref();
    let height = above
        .map(|text| models.length("--above", text))
        .transpose()?;
    if !arguments.storeys {
        return match above {
            None => Ok(None),
            Some(_) => Err(CommandError::with_hint(
                "--above: the heights of the planes are given",
                "add --storeys in their place, or leave --above out",
            )),
        };
    }
    if let Some(above) = above
        && !height.is_some_and(|height| height > 0.0 && height.is_finite())
    {
        return Err(CommandError::with_hint(
            format!("--above {above} is not a height greater than 0"),
            "give the height of the plans above the floors, such as --above 1.2",
        ));
    }
    Ok(Some(StoreySearch {
        axis: arguments.heights.axis,
        above: height,
    }))
}

/// Parses the list of `--write`. Without the flag, the default files or those for storeys are selected, and
/// `--dimension` adds `plans.pdf`. `--paper` adds it also to groups with drawings.
fn files(arguments: &SliceArguments) -> Result<SliceSelection, CommandError> {
    let names = names_to_write(&arguments.write, arguments.output.as_ref())?;
    let is_usual = names.is_none();
    let selection = match names {
        Some(names) => SliceSelection::of(names)?,
        None if arguments.storeys => SliceSelection::of_storeys(),
        None => SliceSelection::default(),
    };
    let paper = &arguments.paper;
    let has_pdf = if is_usual {
        paper.paper.is_some() || paper.dimension
    } else {
        paper.paper.is_some() && has_all_drawings(&selection)
    };
    Ok(if has_pdf {
        selection.with(SliceOutput::PlansPdf)
    } else {
        selection
    })
}

/// The outputs with outlines, to which `--keep-collinear` applies.
const OUTLINED: [SliceOutput; 8] = [
    SliceOutput::Layers,
    SliceOutput::Sheet,
    SliceOutput::PlansPdf,
    SliceOutput::PlansDxf,
    SliceOutput::ContourLines,
    SliceOutput::Dxf,
    SliceOutput::GeoJson,
    SliceOutput::Wkb,
];

/// Returns an error if a flag for drawings is given and no selected file shows its effect.
fn check_drawings(arguments: &SliceArguments, files: &SliceSelection) -> Result<(), CommandError> {
    if arguments.paper.paper.is_some() && !files.contains_any(&SliceOutput::ON_PAPER) {
        return Err(left_out("--paper", "layers and plans.pdf", "plans.pdf"));
    }
    if !arguments.font.is_empty() && !files.contains_any(&[SliceOutput::PlansPdf]) {
        return Err(left_out("--font", "plans.pdf", "plans.pdf"));
    }
    if arguments.keep_collinear && !files.contains_any(&OUTLINED) {
        let files = "drawings, contours.geojson, layers.dxf, layers.geojson and layers.wkb";
        return Err(left_out("--keep-collinear", files, "layers.dxf"));
    }
    if arguments.paper.dimension && !files.contains_any(&SliceOutput::DIMENSIONED) {
        let files = "layers, plans.pdf and plans.dxf";
        return Err(left_out("--dimension", files, "plans.pdf"));
    }
    Ok(())
}

/// Checks the unit of `layers.cli`.
fn cli_unit(unit: f64) -> Result<f64, CommandError> {
    if unit > 0.0 && unit.is_finite() {
        return Ok(unit);
    }
    Err(CommandError::with_hint(
        format!("--cli-unit {unit} is not a length greater than 0"),
        "give a length in millimetres, such as 0.001",
    ))
}

/// Checks the options for masks, and returns the raster that they describe.
fn masks(
    arguments: &SliceArguments,
    files: &SliceSelection,
    models: &ModelUnit<'_>,
) -> Result<MaskRequest, CommandError> {
    let has_masks = files.contains_any(&[SliceOutput::Masks, SliceOutput::MaskArchive]);
    let resolution = arguments.resolution.as_deref();
    let resolution = resolution.map(|text| models.length("--resolution", text));
    match resolution.transpose()? {
        None if has_masks => Err(CommandError::with_hint(
            "--write: masks need the size of a pixel",
            "add --resolution SIZE, in the unit of the model, such as --resolution 0.05",
        )),
        Some(_) if !has_masks => Err(CommandError::with_hint(
            "--resolution: no masks are written",
            "add -o DIR --write masks (a folder) or masks.zip, or leave --resolution out",
        )),
        Some(pixel) if !(pixel > 0.0 && pixel.is_finite()) => Err(CommandError::with_hint(
            format!("--resolution {pixel} is not a size greater than 0"),
            "give the size of a pixel in the unit of the model, such as 0.05",
        )),
        pixel => Ok(MaskRequest {
            pixel,
            window: arguments
                .mask_frame
                .as_deref()
                .map(|text| rectangle(text, models))
                .transpose()?,
            mirrored: arguments.mirror.unwrap_or_default(),
        }),
    }
}

/// Parses the rectangle of `--mask-frame`.
fn rectangle(typed: &str, models: &ModelUnit<'_>) -> Result<[[f64; 2]; 2], CommandError> {
    let text = models.nearest("--mask-frame", typed)?;
    let numbers: Result<Vec<f64>, _> = text.split(',').map(|word| word.trim().parse()).collect();
    match numbers.as_deref() {
        Ok(&[x0, y0, x1, y1]) if x0 < x1 && y0 < y1 => Ok([[x0, y0], [x1, y1]]),
        _ => Err(CommandError::with_hint(
            format!("--mask-frame {typed:?} is not a rectangle"),
            "give the least and the greatest coordinates: --mask-frame 0,0,120,68",
        )),
    }
}

/// Returns the first given flag that has no effect without `-o`.
fn in_vain(arguments: &SliceArguments) -> Option<&'static str> {
    if arguments.output.is_some() {
        return None;
    }
    let flags = [
        ("--force", arguments.force),
        ("--hide", !arguments.hide.is_empty()),
        ("--theme", arguments.theme.is_some()),
        ("--terrain", arguments.terrain != TerrainRule::default()),
    ];
    flags
        .into_iter()
        .find(|(_, given)| *given)
        .map(|(flag, _)| flag)
}
