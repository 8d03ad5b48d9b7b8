//! The direction of view of a preview, and its text form.

use std::str::FromStr;

/// The direction from which a preview shows the scene.
///
/// The azimuth is the position of the eye, seen from above: 0° in front, 90° on the right, 180° behind, 270° or −90° on
/// the left. The elevation is the angle above the horizon: 90° straight above, −90° straight below. With z up, the
/// front is at the smallest y and the right is at the greatest x.
///
/// ```
/// use transect_draw::View;
/// assert_eq!("right".parse(), Ok(View::Angles { azimuth: 90.0, elevation: 0.0 }));
/// assert_eq!("-30, 20".parse(), Ok(View::Angles { azimuth: -30.0, elevation: 20.0 }));
/// assert!("nowhere".parse::<View>().is_err());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum View {
    /// The direction is chosen from the plane and the bounds of the scene. The view is oblique, onto the front of the
    /// plane.
    #[default]
    Auto,
    /// A direction, in degrees.
    Angles {
        /// The position of the eye, seen from above, from −360° to 360°.
        azimuth: f64,
        /// The angle above the horizon, from −90° to 90°.
        elevation: f64,
    },
}

/// The elevation from which the three axes look equally long: its tangent is 1/√2.
const ISOMETRIC: f64 = 35.264_389_682_754_654;

/// The named views, each with its azimuth and its elevation.
const NAMED: [(&str, f64, f64); 7] = [
    ("iso", 45.0, ISOMETRIC),
    ("front", 0.0, 0.0),
    ("back", 180.0, 0.0),
    ("left", -90.0, 0.0),
    ("right", 90.0, 0.0),
    ("top", 0.0, 90.0),
    ("bottom", 0.0, -90.0),
];

/// An error for a text that is not a valid view.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ViewError {
    /// The text is neither the name of a view nor two numbers.
    #[error(
        "{text:?} is not a view; there are auto, iso, front, back, left, right, top, bottom, and \
         AZ,EL in degrees, such as 30,20"
    )]
    Unknown {
        /// The text that is not a view.
        text: String,
    },
    /// An angle is out of range.
    #[error("{what} {value} is out of range: it goes from -{most} to {most} degrees")]
    OutOfRange {
        /// The name of the angle: azimuth or elevation.
        what: &'static str,
        /// The angle that was given.
        value: f64,
        /// The greatest allowed absolute value of the angle.
        most: f64,
    },
}

impl FromStr for View {
    type Err = ViewError;

    fn from_str(text: &str) -> Result<Self, ViewError> {
        let name = text.trim();
        if name.eq_ignore_ascii_case("auto") {
            return Ok(Self::Auto);
        }
        if let Some(&(_, azimuth, elevation)) = NAMED
            .iter()
            .find(|(known, ..)| name.eq_ignore_ascii_case(known))
        {
            return Ok(Self::Angles { azimuth, elevation });
        }
        let angles = name.split_once(',').and_then(|(azimuth, elevation)| {
            let angle = |text: &str| text.trim().parse::<f64>().ok();
            Some((angle(azimuth)?, angle(elevation)?))
        });
        let Some((azimuth, elevation)) = angles else {
            return Err(ViewError::Unknown { text: text.into() });
        };
        for (what, value, most) in [
            ("the azimuth", azimuth, 360.0),
            ("the elevation", elevation, 90.0),
        ] {
            // The condition is negated, so NaN is also out of range.
            if !(-most..=most).contains(&value) {
                return Err(ViewError::OutOfRange { what, value, most });
            }
        }
        Ok(Self::Angles { azimuth, elevation })
    }
}
