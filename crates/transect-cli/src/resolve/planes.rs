//! Resolves the flags for the planes of `transect cut` and `transect verify`: one plane, a region, a grid, or several
//! planes.

use transect::Aabb;
use transect_report::planes::CutPlanes;

use crate::arguments::{PlaneArguments, RegionArguments};
use crate::error::CommandError;
use crate::region_file;
use crate::resolve::model_unit::ModelUnit;
use crate::resolve::plane::{numbers, plane as only_plane, planes as given_planes};

/// Returns the planes of the cut: one plane, those of a region or a grid, or several that divide the model.
pub(super) fn cut_planes(
    plane: &PlaneArguments,
    region: &RegionArguments,
    models: &ModelUnit<'_>,
) -> Result<CutPlanes, CommandError> {
    let plane = &models.planes(plane)?;
    let given = region.given();
    let plane_flags = [
        ("--plane", !plane.plane.is_empty()),
        ("--point", !plane.point.is_empty()),
        ("--through", !plane.through.is_empty()),
    ];
    let plane_flag = plane_flags.into_iter().find(|(_, given)| *given);
    match (given.as_slice(), plane_flag) {
        ([first, ..], Some((flag, _))) => {
            return Err(CommandError::with_hint(
                match first {
                    &"--grid" => format!(
                        "--grid gives all planes of the cut, and {flag} gives a further one"
                    ),
                    _ => format!(
                        "{first} gives a region, and {flag} gives a plane: the cut takes one of them"
                    ),
                },
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
        let text = models.nearest("--box", text)?;
        return Ok(CutPlanes::of_box(&aabb(&text)?, &text)?);
    }
    if let Some(text) = &region.slab {
        let text = models.nearest("--slab", text)?;
        return Ok(CutPlanes::of_slab(&text)?);
    }
    if let Some(path) = &region.region {
        return Ok(CutPlanes::of_file(&region_file::planes(path)?)?);
    }
    if let Some(path) = &region.frustum {
        return Ok(CutPlanes::of_frustum(&region_file::frustum(path)?, path)?);
    }
    if !region.has_several_planes(plane) {
        return Ok(only_plane(plane)?.into());
    }
    if !region.grid.is_empty() {
        let lines: Result<Vec<String>, _> =
            region.grid.iter().map(|text| models.grid(text)).collect();
        return Ok(CutPlanes::of_grid(&lines?)?);
    }
    Ok(CutPlanes::of_division(given_planes(plane)?)?)
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
