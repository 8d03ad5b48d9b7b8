//! The flags for a plane, shared by all subcommands that take one.

use clap::Args;

// No doc comment here: clap would use it as the help of the subcommand.
#[derive(Args, Clone, Debug)]
pub(crate) struct PlaneArguments {
    /// The plane as an equation in x, y and z, such as z=1.2 or 2x+3y=17. In transect cut and transect verify,
    /// several planes divide the model into one part per combination of sides
    #[arg(
        long,
        value_name = "EXPR",
        allow_hyphen_values = true,
        help_heading = "Plane"
    )]
    pub(crate) plane: Vec<String>,

    /// A point of the plane, as x,y,z; needs --normal. The plane is stored as this point and the normal, and
    /// not rounded: the point lies on it exactly
    #[arg(
        long,
        value_name = "P",
        allow_hyphen_values = true,
        requires = "normal",
        help_heading = "Plane"
    )]
    pub(crate) point: Vec<String>,

    /// The direction from the plane to its front, as x,y,z, of any length; needs --point
    #[arg(long, value_name = "N", allow_hyphen_values = true, requires = "point")]
    #[arg(help_heading = "Plane")]
    pub(crate) normal: Vec<String>,

    /// A point of the plane, as x,y,z. Give three points, counter-clockwise seen from the front. The plane
    /// is stored as these points and not rounded: a face that they are taken from lies on it exactly
    #[arg(
        long,
        value_name = "P",
        allow_hyphen_values = true,
        help_heading = "Plane"
    )]
    pub(crate) through: Vec<String>,
}
