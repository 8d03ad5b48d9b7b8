//! The flags for a region or a grid, which replace the plane of `transect cut` and `transect verify`.

use std::path::PathBuf;

use clap::{ArgGroup, Args};

use crate::arguments::plane::PlaneArguments;

/// Returns the argument group that requires a plane or a region. If both are given, `crate::resolve` returns an error.
pub(super) fn plane_or_region_is_required() -> ArgGroup {
    let group = ArgGroup::new("which plane").required(true).multiple(true);
    group.args([
        "plane", "point", "through", "box", "slab", "region", "frustum", "grid",
    ])
}

// No doc comment here: clap would use it as the help of the subcommand.
#[derive(Args, Clone, Debug)]
pub(crate) struct RegionArguments {
    /// Cut out an axis-aligned box, given by two opposite corners
    #[arg(
        long = "box",
        value_name = "X0,Y0,Z0,X1,Y1,Z1",
        allow_hyphen_values = true
    )]
    #[arg(id = "box", help_heading = "Region")]
    pub(crate) aabb: Option<String>,

    /// Cut out the space between two parallel planes: an expression and its range, such as z=1..2 or
    /// x+y=0..4
    #[arg(
        long,
        value_name = "EXPR=A..B",
        allow_hyphen_values = true,
        help_heading = "Region"
    )]
    pub(crate) slab: Option<String>,

    /// Cut out the space in front of all planes of a file: one equation per line; # begins a comment
    #[arg(long, value_name = "FILE", help_heading = "Region")]
    pub(crate) region: Option<PathBuf>,

    /// Cut out what a camera sees: a JSON file with a camera or a projection matrix (see
    /// docs/regions.md)
    #[arg(long, value_name = "FILE", help_heading = "Region")]
    pub(crate) frustum: Option<PathBuf>,

    /// Divide by parallel planes: an expression, its range, and the number or the width of the cells, such
    /// as x=0..40/4 or 'z=0..3 step 0.5'. Give one per direction. The ends of the range are planes, too
    #[arg(
        long,
        value_name = "EXPR=A..B/N",
        allow_hyphen_values = true,
        help_heading = "Region"
    )]
    pub(crate) grid: Vec<String>,
}

impl RegionArguments {
    /// Returns `true` if several planes cut: those of a region or a grid, or several that the flags for a plane give.
    pub(crate) fn has_several_planes(&self, plane: &PlaneArguments) -> bool {
        let given = plane.plane.len() + plane.point.len() + plane.through.len() / 3;
        !self.given().is_empty() || given > 1
    }

    /// Returns the names of the given flags that describe a region.
    pub(crate) fn given(&self) -> Vec<&'static str> {
        let flags = [
            ("--box", self.aabb.is_some()),
            ("--slab", self.slab.is_some()),
            ("--region", self.region.is_some()),
            ("--frustum", self.frustum.is_some()),
            ("--grid", !self.grid.is_empty()),
        ];
        let given = flags.into_iter().filter(|(_, given)| *given);
        given.map(|(flag, _)| flag).collect()
    }
}
