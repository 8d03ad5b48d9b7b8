//! The colours of a preview.

/// The colours of a preview, as sRGB: a part of every [`Theme`](crate::Theme).
///
/// Objects with a material colour of their own keep its hue, brought a little towards `solid`.
///
/// ```
/// use transect_draw::{Palette, Theme};
/// let brand = Palette { cap: [0, 160, 120], ..Theme::light().preview() };
/// assert_ne!(brand.background, Theme::dark().preview().background);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Palette {
    /// What is behind everything.
    pub background: [u8; 3],
    /// Bodies without a colour of their own.
    pub solid: [u8; 3],
    /// The lines along edges and outlines.
    pub edge: [u8; 3],
    /// The translucent half.
    pub ghost: [u8; 3],
    /// Caps of bodies without a colour of their own.
    pub cap: [u8; 3],
    /// The lines of the hatch on those caps.
    pub cap_hatch: [u8; 3],
    /// The outline of the plane.
    pub plane: [u8; 3],
}
