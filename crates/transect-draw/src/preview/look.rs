//! What parts of bodies look like: from material colours to calm ones.

use crate::palette::Palette;
use crate::preview::light::{encoded, mix, value};
use crate::preview::subject::Look;

/// What a triangle is part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The half beyond the plane.
    Solid,
    /// What closes it where it was cut.
    Cap,
    /// The half between the eye and the plane.
    Ghost,
    /// What closes that: never drawn.
    GhostCap,
}

/// How a part is drawn; colours are sRGB, from zero to one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Style {
    pub(super) kind: Kind,
    pub(super) body: u32,
    pub(super) color: [f32; 3],
    pub(super) hatch: [f32; 3],
}

/// The palette, ready to be mixed.
pub(super) struct Styles<'p> {
    palette: &'p Palette,
}

/// How far material colours are brought towards the palette's solid, and towards their own grey.
const CALM: f32 = 0.25;
const GREYED: f32 = 0.2;
/// How far the channels of a grey are apart at most, as a part of the greatest.
const GREY: f32 = 0.25;
/// How dark the hatch is on a cap of a material colour.
const HATCH: f32 = 0.55;

impl<'p> Styles<'p> {
    pub(super) fn new(palette: &'p Palette) -> Self {
        Self { palette }
    }

    /// The style of a part of a body of the solid or the ghosted half.
    pub(super) fn style(&self, look: &Look, half: Kind, body: u32) -> Style {
        let kind = match (half, look.cap) {
            (Kind::Ghost, true) => Kind::GhostCap,
            (Kind::Ghost, false) => Kind::Ghost,
            (_, true) => Kind::Cap,
            (_, false) => Kind::Solid,
        };
        let solid = value(self.palette.solid);
        let own = look.color.and_then(material);
        // A cut through something grey is told from its surface by the palette's colour.
        let own = own.filter(|own| kind != Kind::Cap || is_coloured(own));
        let (color, hatch) = match (kind, own) {
            (Kind::Cap, None) => (value(self.palette.cap), value(self.palette.cap_hatch)),
            (Kind::Cap, Some(own)) => {
                let color = mix(own, solid, 0.15);
                (color, color.map(|c| c * HATCH))
            }
            (_, None) => (solid, solid),
            (_, Some(own)) => {
                let grey = 0.2126 * own[0] + 0.7152 * own[1] + 0.0722 * own[2];
                let color = mix(mix(own, [grey; 3], GREYED), solid, CALM);
                (color, color)
            }
        };
        Style {
            kind,
            body,
            color,
            hatch,
        }
    }
}

/// Whether a colour is not a mere shade of grey.
fn is_coloured(color: &[f32; 3]) -> bool {
    let most = color.iter().copied().fold(0.0, f32::max);
    let least = color.iter().copied().fold(1.0, f32::min);
    most - least > GREY * most
}

/// A material colour that somebody chose: white, and the light grey that programs write where
/// nobody chose, are none.
fn material(color: [f64; 4]) -> Option<[f32; 3]> {
    let [red, green, blue, _] = color;
    let default = red == green && green == blue && (red >= 1.0 || red == 0.8);
    let sound = [red, green, blue].iter().all(|c| c.is_finite());
    (sound && !default).then(|| [red, green, blue].map(|c| encoded(c.clamp(0.0, 1.0) as f32)))
}
