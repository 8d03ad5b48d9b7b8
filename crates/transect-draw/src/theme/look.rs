//! What a theme holds, and which style it has for a class.

use std::collections::HashSet;

use crate::color::Color;
use crate::hatch::Hatch;
use crate::palette::Palette;
use crate::style::{Layer, Style};
use crate::text::Role;

/// The look of a drawing: colours of the page, and fills, hatches and outlines of classes.
///
/// Text of a theme is TOML; `docs/themes.md` explains it. It holds what differs from its `base`, which
/// is `light` unless it says `dark`.
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
#[derive(Clone, Debug, PartialEq)]
pub struct Theme {
    pub(crate) page: PageColors,
    pub(crate) plain: Style,
    pub(crate) other: Style,
    pub(super) classes: Vec<ClassStyle>,
    pub(super) tint: Tint,
    pub(super) palette: Vec<Color>,
    pub(super) preview: Palette,
}

/// The colours of the page.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct PageColors {
    pub(crate) background: Color,
    pub(crate) title: Color,
    /// The legend and the scale bar.
    pub(crate) text: Color,
    /// The subtitle, notes, and the words of a page without a section.
    pub(crate) secondary: Color,
    /// Numbers of the grid and of the legend.
    pub(crate) muted: Color,
    pub(crate) axis: Color,
    pub(crate) room: Color,
    pub(crate) area: Color,
    /// What surrounds the letters in rooms.
    pub(crate) halo: Color,
    pub(crate) grid: Color,
    pub(crate) frame: Color,
    /// Open chains: a colour that stays apart from the outlines by lightness too.
    pub(crate) warning: Color,
}

impl PageColors {
    /// The colour of a text.
    pub(crate) fn of(&self, role: Role) -> &Color {
        match role {
            Role::Title => &self.title,
            Role::Subtitle | Role::Note | Role::Message => &self.secondary,
            Role::Tick | Role::Count => &self.muted,
            Role::Axis => &self.axis,
            Role::Room => &self.room,
            Role::Area => &self.area,
            Role::Class => &self.text,
        }
    }
}

/// The style of the classes that a name stands for.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ClassStyle {
    /// A whole name, or a beginning with `*` behind it.
    pub(super) pattern: String,
    pub(super) style: Style,
}

/// How a style is made of one hue.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Tint {
    pub(super) fill: Share,
    pub(super) hatch_color: Share,
    pub(super) outline: Share,
    pub(super) hatch: Hatch,
    /// The directions of the hatches of one hue.
    pub(super) angles: Vec<f64>,
    pub(super) weight: f64,
}

/// A colour mixed with another.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Share {
    /// How much of the hue is left, from 0 to 1.
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
    /// The colours of a picture of the scene in space.
    #[must_use]
    pub fn preview(&self) -> Palette {
        self.preview
    }

    /// Whether the objects of a class are volumes of air: rooms, zones, and the openings cut out of
    /// walls. Floor plans show them flat or dashed; in space they would hide what fills them.
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

    /// The style that the theme holds for a class: that of its whole name, or else of the longest
    /// beginning.
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

    /// The style of a class whose objects all have this material colour (linear RGB).
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

    /// The style of a class that is not known, from its name; where a class before it has that look
    /// already, the next free one.
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
    /// The style of one hue (sRGB), its hatch in the direction of that number.
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

/// Fowler, Noll and Vo's hash FNV-1a, its high bits folded onto the low ones: the same on every
/// machine and in every version.
fn hash(class: &str) -> u64 {
    let hash = class.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    hash ^ (hash >> 32)
}
