//! Resolves the arguments of `transect cut` by several planes: those of a region, or several `--plane` that divide the
//! model.

use std::path::PathBuf;

use transect::Aabb;
use transect_draw::{Exaggeration, Size, Up, View};
use transect_report::region::outputs::{RegionOutput, RegionSelection};
use transect_report::region::planes::RegionPlanes;
use transect_report::region::request::{RegionOutputs, RegionRequest};
use transect_report::request::{Folder, PictureOptions};
use transect_report::selection::ObjectSelection;

use crate::arguments::CutArguments;
use crate::command::RegionCommand;
use crate::error::CommandError;
use crate::region_file;
use crate::resolve::files::{left_out, names_to_write};
use crate::resolve::paper::paper;
use crate::resolve::plane::{numbers, planes as given_planes};
use crate::resolve::table::classify_in_place;
use crate::resolve::theme::theme;

/// Resolves the models, the request and the output options.
pub(crate) fn region(arguments: CutArguments) -> Result<RegionCommand, CommandError> {
    let planes = planes(&arguments)?;
    check_flags(&arguments)?;
    let mut files = files(&arguments)?;
    if arguments.paper.paper.is_some() {
        if arguments.write.is_empty() {
            files = files.with(RegionOutput::Pdf);
        }
        if !files.contains_any(&[RegionOutput::Svg, RegionOutput::Png, RegionOutput::Pdf]) {
            let files = "section.svg, section.png and section.pdf";
            return Err(left_out("--paper", files, "section.pdf"));
        }
    }
    if arguments.paper.dimension
        && !files.contains_any(&[
            RegionOutput::Svg,
            RegionOutput::Png,
            RegionOutput::Pdf,
            RegionOutput::Dxf,
        ])
    {
        let files = "section.svg, section.png, section.pdf and section.dxf";
        return Err(left_out("--dimension", files, "one of them"));
    }
    let in_vain = in_vain(&arguments, &files);
    let for_table = classify_in_place(&arguments);
    let region = &arguments.region;
    let theme_file = arguments.theme.iter().map(PathBuf::from);
    let inputs = arguments.models.iter().cloned().chain(theme_file);
    let inputs = inputs.chain(region.region.iter().chain(&region.frustum).cloned());
    let inputs = inputs.collect();
    let request = RegionRequest {
        keep: region.keep.unwrap_or_default(),
        selection: ObjectSelection::of("--only", &arguments.only)?,
        format: arguments.format,
        on_plane: arguments.on_plane,
        unit: arguments.unit,
        pictures: PictureOptions {
            theme: theme(arguments.theme.as_deref())?,
            hidden: arguments.hide,
            view: arguments.look,
            up: arguments.up,
            exaggeration: arguments.exaggerate,
            size: arguments.size,
            has_dimensions: arguments.paper.dimension,
            paper: paper(arguments.paper, None, Up::default())?,
        },
        outputs: arguments.output.map(|path| RegionOutputs {
            folder: Folder {
                path,
                replaces: arguments.force,
                inputs,
            },
            files,
        }),
        ..RegionRequest::new(planes)
    };
    Ok(RegionCommand {
        models: arguments.models,
        request,
        display: arguments.display.into(),
        is_strict: arguments.strict,
        in_vain,
        for_table,
    })
}

/// Returns the planes of the region, or those of several `--plane`.
fn planes(arguments: &CutArguments) -> Result<RegionPlanes, CommandError> {
    let region = &arguments.region;
    let given = region.given();
    let plane = &arguments.plane;
    let plane_flags = [
        ("--plane", !plane.plane.is_empty()),
        ("--point", !plane.point.is_empty()),
        ("--through", !plane.through.is_empty()),
    ];
    let plane_flag = plane_flags.into_iter().find(|(_, given)| *given);
    match (given.as_slice(), plane_flag) {
        ([first, ..], Some((flag, _))) => {
            return Err(CommandError::with_hint(
                format!(
                    "{first} gives a region, and {flag} gives a plane: the cut takes one of them"
                ),
                match first {
                    &"--grid" => {
                        "give the plane as a --grid of one direction, or leave one of the two out"
                    }
                    _ => {
                        "write the planes of both to a file, one equation per line, and give it with --region"
                    }
                },
            ));
        }
        ([first, second, ..], None) => {
            return Err(CommandError::with_hint(
                format!("{first} and {second} both give a region"),
                "leave one out; a file of --region holds any list of planes",
            ));
        }
        _ => {}
    }
    if let Some(text) = &region.aabb {
        return Ok(RegionPlanes::of_box(&aabb(text)?, text)?);
    }
    if let Some(text) = &region.slab {
        return Ok(RegionPlanes::of_slab(text)?);
    }
    if let Some(path) = &region.region {
        return Ok(RegionPlanes::of_file(&region_file::planes(path)?)?);
    }
    if let Some(path) = &region.frustum {
        return Ok(RegionPlanes::of_frustum(
            &region_file::frustum(path)?,
            path,
        )?);
    }
    if let Some(keep) = region.keep {
        return Err(CommandError::with_hint(
            format!(
                "--keep {}: several planes are not a region, and all parts are written",
                keep.name()
            ),
            "leave --keep out; or give the planes in a file with --region, whose inside is in front of all",
        ));
    }
    if !region.grid.is_empty() {
        return Ok(RegionPlanes::of_grid(&region.grid)?);
    }
    Ok(RegionPlanes::of_division(given_planes(plane)?)?)
}

/// Parses the corners of `--box`: the least coordinates, then the greatest. It is an error if a least coordinate
/// exceeds the greatest one on the same axis, because this is most likely a mistake.
fn aabb(text: &str) -> Result<Aabb, CommandError> {
    let [x0, y0, z0, x1, y1, z1] = numbers(
        "--box",
        text,
        "six numbers",
        "write two opposite corners with commas between all numbers: --box 0,0,0,4,3,2.5",
    )?;
    let (min, max) = ([x0, y0, z0], [x1, y1, z1]);
    Aabb::new(min, max).map_err(|error| {
        let exchanged = (0..3).find(|&axis| min[axis] > max[axis]);
        match exchanged {
            Some(axis) => {
                let name = ["x", "y", "z"][axis];
                let least = [0, 1, 2].map(|axis| min[axis].min(max[axis]));
                let most = [0, 1, 2].map(|axis| min[axis].max(max[axis]));
                let corners = [least, most].concat();
                let corners: Vec<String> = corners.iter().map(ToString::to_string).collect();
                CommandError::with_hint(
                    format!(
                        "--box {text}: {name} runs from {} to {}",
                        min[axis], max[axis]
                    ),
                    format!("is --box {} meant?", corners.join(",")),
                )
            }
            None => CommandError::new(format!("--box {text}: {error}")),
        }
    })
}

/// Rejects flags that apply only to a cut by one plane.
fn check_flags(arguments: &CutArguments) -> Result<(), CommandError> {
    if arguments.crs.is_some() {
        return Err(CommandError::with_hint(
            "--crs: the sections of several planes do not lie in one map",
            "leave --crs out; transect cut --plane z=1.2 --crs EPSG:25832 writes a map of one level plane",
        ));
    }
    if arguments.paper.north.is_some() {
        return Err(CommandError::with_hint(
            "--north: the drawings of several planes have different directions",
            "leave --north out; transect cut --plane z=1.2 --north 0 draws the section by one plane",
        ));
    }
    if !arguments.why.is_empty() {
        return Err(CommandError::with_hint(
            "--why explains the side of one plane, but several planes are given",
            "run transect cut once with --plane and --why; objects.csv has the side of each object for each plane",
        ));
    }
    if arguments.view {
        return Err(CommandError::with_hint(
            "--view: the viewer shows the cut by one plane",
            "leave --view out; --look iso sets the direction of preview.png",
        ));
    }
    Ok(())
}

/// Parses the list of `--write`.
fn files(arguments: &CutArguments) -> Result<RegionSelection, CommandError> {
    let Some(names) = names_to_write(&arguments.write, arguments.output.as_ref())? else {
        return Ok(RegionSelection::default());
    };
    Ok(RegionSelection::of(names)?)
}

/// Returns a note about the first given flag that has no effect.
fn in_vain(arguments: &CutArguments, files: &RegionSelection) -> Option<String> {
    let pictures = [
        ("--hide", !arguments.hide.is_empty()),
        ("--theme", arguments.theme.is_some()),
        ("--up", arguments.up != Up::default()),
    ];
    let preview = [
        ("--look", arguments.look != View::default()),
        ("--size", arguments.size != Size::default()),
        (
            "--exaggerate",
            arguments.exaggerate != Exaggeration::default(),
        ),
    ];
    let first = |flags: &[(&'static str, bool)]| {
        let given = flags.iter().find(|(_, given)| *given);
        given.map(|(flag, _)| *flag)
    };
    if arguments.output.is_none() {
        let all = [
            ("--force", arguments.force),
            ("--keep", arguments.region.keep.is_some()),
        ];
        let flag = first(&all)
            .or_else(|| first(&pictures))
            .or_else(|| first(&preview))?;
        return Some(format!(
            "{flag} does nothing without -o DIR: nothing is written or drawn"
        ));
    }
    let has_preview = files.contains(RegionOutput::Preview);
    let drawn = [
        RegionOutput::Svg,
        RegionOutput::Png,
        RegionOutput::Pdf,
        RegionOutput::Preview,
    ];
    if !has_preview && let Some(flag) = first(&preview) {
        return Some(format!(
            "{flag} does nothing: --write leaves out preview.png"
        ));
    }
    if !files.contains_any(&drawn)
        && let Some(flag) = first(&pictures)
    {
        return Some(format!("{flag} does nothing: --write names no picture"));
    }
    None
}
