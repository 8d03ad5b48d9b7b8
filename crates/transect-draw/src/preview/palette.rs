//! The colours of a preview.

/// The colours of a preview, as sRGB.
///
/// Objects with a material colour of their own keep its hue, brought a little towards `solid`.
///
/// ```
/// use transect_draw::Palette;
/// let brand = Palette { cap: [0, 160, 120], ..Palette::light() };
/// assert_ne!(brand.background, Palette::dark().background);
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

impl Palette {
    /// Dark lines on a light ground.
    #[must_use]
    pub const fn light() -> Self {
        Self {
            background: [0xfa, 0xfb, 0xfc],
            solid: [0xd9, 0xdf, 0xe6],
            edge: [0x24, 0x2e, 0x3a],
            ghost: [0x8a, 0xa4, 0xc0],
            cap: [0xf5, 0xa6, 0x7c],
            cap_hatch: [0xa8, 0x45, 0x1c],
            plane: [0x2f, 0x6f, 0xd0],
        }
    }

    /// The same on a dark ground.
    #[must_use]
    pub const fn dark() -> Self {
        Self {
            background: [0x16, 0x1b, 0x22],
            solid: [0x8f, 0x9b, 0xa8],
            edge: [0x07, 0x0a, 0x0e],
            ghost: [0x9d, 0xb8, 0xd6],
            cap: [0xf0, 0x8d, 0x5a],
            cap_hatch: [0x7a, 0x2c, 0x0c],
            plane: [0x6e, 0xa8, 0xff],
        }
    }
}

impl Default for Palette {
    fn default() -> Self {
        Self::light()
    }
}
