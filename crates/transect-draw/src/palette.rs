//! The colours of a preview.

/// The sRGB colours of a preview; each [`Theme`](crate::Theme) has one palette.
///
/// The surface of an object with a material colour keeps its hue, and is blended slightly towards `solid`.
///
/// ```
/// use transect_draw::{Palette, Theme};
/// let brand = Palette { cap: [0, 160, 120], ..Theme::light().preview() };
/// assert_ne!(brand.background, Theme::dark().preview().background);
/// ```
#[cfg_attr(feature = "serde_1", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Palette {
    /// The colour of the background.
    pub background: [u8; 3],
    /// The colour of bodies without a material colour.
    pub solid: [u8; 3],
    /// The colour of the lines along creases, borders and outlines of bodies.
    pub edge: [u8; 3],
    /// The colour of the translucent half: the bodies between the eye and the plane.
    pub ghost: [u8; 3],
    /// The colour of caps, the surfaces that close cut bodies, if the body has no material colour or a grey material
    /// colour.
    pub cap: [u8; 3],
    /// The colour of the hatch lines on caps of the colour `cap`.
    pub cap_hatch: [u8; 3],
    /// The colour of the plane's outline.
    pub plane: [u8; 3],
    /// The colour of the text and of the scale bar.
    pub text: [u8; 3],
    /// The colours of the arrows that show the x, y and z axes.
    pub axes: [[u8; 3]; 3],
}
