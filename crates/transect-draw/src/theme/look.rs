//! The contents of a theme, and the lookup of the style of a class.

use std::collections::HashSet;

use crate::color::Color;
use crate::hatch::Hatch;
use crate::palette::Palette;
use crate::style::{Layer, Style};
use crate::text::Role;

/// The theme of a drawing: the colours of the page, and the fills, hatches and outlines of classes.
///
/// A theme is written in TOML; `docs/themes.md` explains the format. The text holds only the differences from a
/// built-in theme. The key `base` names this theme: `light` (the default) or `dark`.
///
/// ```
/// use transect_draw::{Drawing, Theme};
/// let theme: Theme = "base = 'dark'\n[page]\nbackground = '#000000'".parse()?;
/// assert_eq!(Theme::dark().preview(), theme.preview());
/// let svg = Drawing { theme, ..Drawing::default() }.to_svg();
/// assert!(svg.contains(r##"fill="#000000""##));
///
/// let error = "[page]\nbackgroud = '#000000'".parse::<Theme>().unwrap_err();
/// assert_eq!((error.line, error.column), (2, 1));
/// assert!(error.to_string().contains("did you mean `background`?"));
/// # Ok::<(), transect_draw::ThemeError>(())
/// ```
#[cfg_attr(feature = "serde_1", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, PartialEq)]
pub struct Theme {
    pub(crate) page: PageColors,
    pub(crate) plain: Style,
    pub(crate) other: Style,
    pub(super) classes: Vec<ClassStyle>,
    pub(super) tint: Tint,
    pub(super) palette: Vec<Color>,
    pub(super) preview: Palette,
    pub(crate) contours: ContourColors,
}

/// The colours of a contour drawing.
#[cfg_attr(feature = "serde_1", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ContourColors {
    /// The colours of the lines: the first one for the lowest height, the last one for the highest. Heights in between
    /// get a mixture of two neighbouring colours.
    pub(crate) ramp: Vec<Color>,
    /// The colour of slopes that face away from the light, in the hill shading below the lines.
    pub(crate) shadow: Color,
    /// The colour of slopes that face the light, in the hill shading below the lines.
    pub(crate) light: Color,
}

impl ContourColors {
    /// Returns the colour of the line at a fraction of the way from the lowest height to the highest.
    pub(crate) fn at(&self, fraction: f64) -> Color {
        let last = self.ramp.len().saturating_sub(1);
        let place = fraction.clamp(0.0, 1.0) * last as f64;
        let lower = (place.floor() as usize).min(last);
        let upper = (lower + 1).min(last);
        let (from, to) = match (self.ramp.get(lower), self.ramp.get(upper)) {
            (Some(from), Some(to)) => (from.parts(), to.parts()),
            _ => return Color::default(),
        };
        let part = place - lower as f64;
        Color::nearest(
            [0, 1, 2].map(|channel| from[channel] + (to[channel] - from[channel]) * part),
        )
    }
}

/// The colours of the page.
#[cfg_attr(feature = "serde_1", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct PageColors {
    pub(crate) background: Color,
    pub(crate) title: Color,
    /// The colour of the text in the legend and beside the scale bar.
    pub(crate) text: Color,
    /// The colour of the subtitle, of the notes, and of the text on a page without a section.
    pub(crate) secondary: Color,
    /// The colour of the numbers at the grid and of the counts in the legend.
    pub(crate) muted: Color,
    pub(crate) axis: Color,
    pub(crate) room: Color,
    pub(crate) area: Color,
    /// The colour of the halo around the letters of room labels.
    pub(crate) halo: Color,
    pub(crate) grid: Color,
    pub(crate) frame: Color,
    /// The colour of open ends, where an outline does not close. It differs from the colours of other outlines in
    /// lightness too, not only in hue.
    pub(crate) warning: Color,
}

impl PageColors {
    /// Returns the colour of a text with this role.
    pub(crate) fn of(&self, role: Role) -> &Color {
        match role {
            Role::Title => &self.title,
            Role::Subtitle | Role::Note | Role::Message => &self.secondary,
            Role::Tick | Role::Count => &self.muted,
            Role::Axis => &self.axis,
            Role::Room => &self.room,
            Role::Area => &self.area,
            Role::Class | Role::Dimension => &self.text,
        }
    }
}

/// The style of the classes that match a pattern.
#[cfg_attr(feature = "serde_1", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ClassStyle {
    /// A full class name, or a prefix followed by `*`.
    pub(super) pattern: String,
    pub(super) style: Style,
}

/// The rules that derive the style of a class from one colour, which is called the hue of the class.
#[cfg_attr(feature = "serde_1", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Tint {
    pub(super) fill: Share,
    pub(super) hatch_color: Share,
    pub(super) outline: Share,
    pub(super) hatch: Hatch,
    /// The possible angles of the hatch, in degrees. A number derived from the class name selects one of them.
    pub(super) angles: Vec<f64>,
    pub(super) weight: f64,
}

/// A mixture of a class's hue with the colour `on`.
#[cfg_attr(feature = "serde_1", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Share {
    /// The fraction of the hue in the mixture, from 0 to 1.
    pub(super) share: f64,
    pub(super) on: Color,
}

impl Share {
    fn of(&self, hue: [f64; 3]) -> Color {
        let on = self.on.parts();
        Color::nearest([0, 1, 2].map(|part| on[part] + (hue[part] - on[part]) * self.share))
    }
}

impl Theme {
    /// Returns the colours of a picture of the scene in 3D.
    #[must_use]
    pub fn preview(&self) -> Palette {
        self.preview
    }

    /// Returns `true` if the objects of a class are volumes of air: rooms, zones, and the openings cut out of walls.
    /// Floor plans show such objects flat or dashed; in 3D they would hide the objects inside them.
    ///
    /// ```
    /// use transect_draw::Theme;
    /// let theme = Theme::light();
    /// assert!(theme.is_air("IfcSpace") && theme.is_air("IfcOpeningElement"));
    /// assert!(!theme.is_air("IfcSpaceHeater") && !theme.is_air("part"));
    /// ```
    #[must_use]
    pub fn is_air(&self, class: &str) -> bool {
        self.known(class)
            .is_some_and(|style| matches!(style.layer, Layer::Space | Layer::Opening))
    }

    /// Returns the style that the theme defines for a class. A style for the full name takes precedence over a style
    /// for a prefix, and a longer prefix over a shorter one.
    pub(crate) fn known(&self, class: &str) -> Option<&Style> {
        let matching = self.classes.iter().filter_map(|entry| {
            let length = match entry.pattern.strip_suffix('*') {
                Some(beginning) => class.starts_with(beginning).then_some(beginning.len()),
                None => (class == entry.pattern).then_some(usize::MAX),
            };
            length.map(|length| (length, &entry.style))
        });
        matching
            .max_by_key(|(length, _)| *length)
            .map(|(_, style)| style)
    }

    /// Returns the style of a class whose objects all have this material colour (linear RGBA; opacity is ignored).
    pub(crate) fn of_color(&self, class: &str, color: [f64; 4]) -> Style {
        let srgb = |linear: f64| {
            let linear = if linear.is_finite() {
                linear.clamp(0.0, 1.0)
            } else {
                0.5
            };
            if linear <= 0.003_130_8 {
                linear * 12.92
            } else {
                1.055 * linear.powf(1.0 / 2.4) - 0.055
            }
        };
        let hue = [srgb(color[0]), srgb(color[1]), srgb(color[2])];
        self.tint.style(hue, hash(class))
    }

    /// Returns the style of a class for which the theme defines no style. The class name selects a pair: a colour of
    /// the palette and a hatch angle. If `taken` contains this pair already, the next pair that is not taken is used.
    pub(crate) fn of_palette(&self, class: &str, taken: &mut HashSet<u64>) -> Style {
        let hues = self.palette.len() as u64;
        let looks = hues * self.tint.angles.len() as u64;
        let first = hash(class) % looks;
        let look = (0..looks)
            .map(|step| (first + step) % looks)
            .find(|look| taken.insert(*look));
        let look = look.unwrap_or(first);
        let hue = self.palette[(look % hues) as usize].parts();
        self.tint.style(hue, look / hues)
    }
}

impl Tint {
    /// Returns the style made from a hue (sRGB from 0 to 1). `number`, modulo the number of angles, selects the angle
    /// of the hatch.
    fn style(&self, hue: [f64; 3], number: u64) -> Style {
        let angle = self.angles[(number % self.angles.len() as u64) as usize];
        Style {
            layer: Layer::Other,
            fill: Some(self.fill.of(hue)),
            hatch: Some(Hatch {
                angle,
                ..self.hatch
            }),
            hatch_color: self.hatch_color.of(hue),
            outline: self.outline.of(hue),
            weight: self.weight,
            dashed: false,
        }
    }
}

/// Returns the FNV-1a hash (Fowler, Noll and Vo), whose upper half is combined with its lower half by exclusive or.
/// The hash is the same on every machine and in every version.
fn hash(class: &str) -> u64 {
    let hash = class.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    hash ^ (hash >> 32)
}
