//! The styles of the parts of bodies, with muted material colours.

use crate::palette::Palette;
use crate::preview::hatch::Patterns;
use crate::preview::light::{encoded, mix, value};
use crate::preview::subject::Look;

/// The part of a body that a triangle belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The half of the body beyond the plane, which is drawn solid.
    Solid,
    /// The cap of the solid half: the surface that closes the half along the plane.
    Cap,
    /// The half of the body between the eye and the plane, which is drawn translucent.
    Ghost,
    /// The cap of the translucent half (the surface that closes the half along the plane). It is never drawn.
    GhostCap,
}

/// The style of a part; colours are sRGB, from zero to one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Style {
    pub(super) kind: Kind,
    pub(super) body: u32,
    pub(super) color: [f32; 3],
    pub(super) hatch: [f32; 3],
    /// The index of the hatch pattern of a cap.
    pub(super) pattern: u32,
}

/// The palette of a picture, and the hatch patterns of its caps.
pub(super) struct Styles<'p> {
    palette: &'p Palette,
    pub(super) patterns: Patterns,
}

/// Two factors by which a material colour is muted: `CALM` blends it towards the palette's solid colour, and `GREYED`
/// blends it towards its own grey.
const CALM: f32 = 0.25;
const GREYED: f32 = 0.2;
/// The greatest difference between the channels of a grey colour, as a fraction of the greatest channel.
const GREY: f32 = 0.25;
/// The factor that darkens the material colour of a cap for its hatch lines.
const HATCH: f32 = 0.55;

impl<'p> Styles<'p> {
    pub(super) fn new(palette: &'p Palette) -> Self {
        Self {
            palette,
            patterns: Patterns::new(),
        }
    }

    /// Returns the style of a part of the body with index `body`. `look` is the appearance of the part; `half` is
    /// `Kind::Solid` or `Kind::Ghost`, the half that the body is in.
    pub(super) fn style(&mut self, look: &Look, half: Kind, body: u32) -> Style {
        let kind = match (half, look.cap) {
            (Kind::Ghost, true) => Kind::GhostCap,
            (Kind::Ghost, false) => Kind::Ghost,
            (_, true) => Kind::Cap,
            (_, false) => Kind::Solid,
        };
        if let Some(style) = look.style.filter(|_| kind == Kind::Cap) {
            return Style {
                kind,
                body,
                color: value(style.fill),
                hatch: value(style.hatch_color),
                pattern: self.patterns.index(style.hatch),
            };
        }
        let solid = value(self.palette.solid);
        let own = look.color.and_then(material);
        // The surface of a grey body is drawn in its own grey. The cap of the body takes the palette's cap colour
        // instead, so that the cap differs from the surface.
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
            pattern: Patterns::USUAL,
        }
    }
}

/// Returns `true` if a colour is not a shade of grey.
fn is_coloured(color: &[f32; 3]) -> bool {
    let most = color.iter().copied().fold(0.0, f32::max);
    let least = color.iter().copied().fold(1.0, f32::min);
    most - least > GREY * most
}

/// Returns a material colour that was chosen deliberately.
/// White and light grey are ignored, because programs write them by default.
fn material(color: [f64; 4]) -> Option<[f32; 3]> {
    let [red, green, blue, _] = color;
    let default = red == green && green == blue && (red >= 1.0 || red == 0.8);
    let sound = [red, green, blue].iter().all(|c| c.is_finite());
    (sound && !default).then(|| [red, green, blue].map(|c| encoded(c.clamp(0.0, 1.0) as f32)))
}
