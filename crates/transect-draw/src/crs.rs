//! Coordinate reference systems of maps, by their EPSG codes.

use std::ops::RangeInclusive;
use std::str::FromStr;

/// The range of the codes that the EPSG dataset uses: "EPSG Dataset", IOGP Guidance Note 7-1.
const CODES: RangeInclusive<u32> = 1024..=32767;

/// The coordinate reference system of a map, for GeoJSON, WKT and WKB. Coordinates are not converted.
///
/// ```
/// use transect_draw::Crs;
/// let crs: Crs = "EPSG:25832".parse()?;
/// assert_eq!(crs.code(), 25832);
/// assert_eq!(crs.urn(), "urn:ogc:def:crs:EPSG::25832");
/// # Ok::<(), transect_draw::CrsError>(())
/// ```
#[cfg_attr(
    feature = "serde_1",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "u32", into = "u32")
)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crs {
    code: u32,
}

/// An error for a text that is not a coordinate reference system.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{text:?} is not a coordinate reference system: give a code from EPSG:{} to EPSG:{}, such as EPSG:25832",
    CODES.start(),
    CODES.end()
)]
pub struct CrsError {
    text: String,
}

impl Crs {
    /// Returns the EPSG code.
    #[must_use]
    pub fn code(self) -> u32 {
        self.code
    }

    /// Returns the name of the system as a URN of the OGC, as the GeoJSON specification of 2008 requires it.
    #[must_use]
    pub fn urn(self) -> String {
        format!("urn:ogc:def:crs:EPSG::{}", self.code)
    }
}

/// The EPSG code.
#[cfg(feature = "serde_1")]
impl From<Crs> for u32 {
    fn from(crs: Crs) -> Self {
        crs.code
    }
}

/// The system with an EPSG code.
#[cfg(feature = "serde_1")]
impl TryFrom<u32> for Crs {
    type Error = CrsError;

    fn try_from(code: u32) -> Result<Self, CrsError> {
        format!("EPSG:{code}").parse()
    }
}

impl FromStr for Crs {
    type Err = CrsError;

    fn from_str(text: &str) -> Result<Self, CrsError> {
        let code = text.split_once(':').and_then(|(authority, code)| {
            let is_number = code.bytes().all(|byte| byte.is_ascii_digit());
            let code = code.parse().ok().filter(|code| CODES.contains(code));
            code.filter(|_| is_number && authority.eq_ignore_ascii_case("EPSG"))
        });
        let code = code.ok_or_else(|| CrsError { text: text.into() })?;
        Ok(Self { code })
    }
}
