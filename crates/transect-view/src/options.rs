//! What to show, and where.

use std::net::IpAddr;
use std::path::PathBuf;

use transect::CuttingPlane;

/// What to show, and where.
#[derive(Clone, Debug)]
pub struct Options {
    /// The files; without any the page says that there are none.
    pub models: Vec<PathBuf>,
    /// The plane to begin with.
    pub plane: Option<CuttingPlane>,
    /// The unit of the coordinates, instead of the one that the files are in.
    pub unit: Option<String>,
    /// Whether the page begins with the example scene.
    pub example: bool,
    /// The address to listen at.
    pub host: IpAddr,
    /// The port; 0 takes a free one.
    pub port: u16,
    /// The secret of the address; a random one if none is given.
    pub token: Option<String>,
}
