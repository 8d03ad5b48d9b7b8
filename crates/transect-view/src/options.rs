//! The options of the viewer.

use std::net::IpAddr;
use std::path::PathBuf;

use transect::CuttingPlane;
use transect::polygons::InsideRule;
use transect_draw::Up;
use transect_mesh::WeldDistance;

/// The options of a [`Server`](crate::Server).
#[derive(Clone, Debug)]
pub struct Options {
    /// The files to show; without files, the page starts empty.
    pub models: Vec<PathBuf>,
    /// The plane that the page shows first, if any.
    pub plane: Option<CuttingPlane>,
    /// The axis that points up on the page, if it was chosen; otherwise z.
    pub up: Option<Up>,
    /// The unit of the coordinates, instead of the unit of the files.
    pub unit: Option<String>,
    /// The distance within which gaps of open objects are closed, if any.
    pub weld: Option<WeldDistance>,
    /// The rule by which the page decides first which points are inside.
    pub inside: InsideRule,
    /// `true` if the page starts with the example scene.
    pub example: bool,
    /// The network address to listen on.
    pub host: IpAddr,
    /// The port to listen on; 0 selects a free port.
    pub port: u16,
    /// The secret token that requests must have; without one, the server makes a random token.
    pub token: Option<String>,
}
