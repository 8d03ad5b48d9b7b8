//! The options of the viewer.

use std::net::IpAddr;
use std::path::PathBuf;

use transect::CuttingPlane;

/// The options of a [`Server`](crate::Server).
#[derive(Clone, Debug)]
pub struct Options {
    /// The files to show; without files, the page starts empty.
    pub models: Vec<PathBuf>,
    /// The initial plane.
    pub plane: Option<CuttingPlane>,
    /// The unit of the coordinates, instead of the unit of the files.
    pub unit: Option<String>,
    /// `true` if the page starts with the example scene.
    pub example: bool,
    /// The address to listen on.
    pub host: IpAddr,
    /// The port; 0 selects a free port.
    pub port: u16,
    /// The access token; a random token by default.
    pub token: Option<String>,
}
