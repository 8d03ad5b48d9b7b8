//! Text on the page. No text may cover another text.

use crate::screen::WIDTH;

/// The smallest font size, in px of a page 1,000 px wide.
pub(crate) const SMALLEST: f64 = 9.0;

/// An axis-aligned box on the page, in px, y down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rect {
    pub(crate) left: f64,
    pub(crate) top: f64,
    pub(crate) right: f64,
    pub(crate) bottom: f64,
}

impl Rect {
    pub(crate) fn around(center: [f64; 2], width: f64, height: f64) -> Self {
        Self {
            left: center[0] - width / 2.0,
            top: center[1] - height / 2.0,
            right: center[0] + width / 2.0,
            bottom: center[1] + height / 2.0,
        }
    }

    pub(crate) fn width(&self) -> f64 {
        self.right - self.left
    }

    pub(crate) fn height(&self) -> f64 {
        self.bottom - self.top
    }

    pub(crate) fn center(&self) -> [f64; 2] {
        [
            (self.left + self.right) / 2.0,
            (self.top + self.bottom) / 2.0,
        ]
    }

    /// Returns the smallest box that contains both boxes.
    pub(crate) fn join(&self, other: &Self) -> Self {
        Self {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }

    /// Returns the box with each side moved outwards by `distance`.
    pub(crate) fn grown(&self, distance: f64) -> Self {
        Self {
            left: self.left - distance,
            top: self.top - distance,
            right: self.right + distance,
            bottom: self.bottom + distance,
        }
    }

    pub(crate) fn overlaps(&self, other: &Self) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }
}

/// The point of a text whose position is given: the start, the middle or the end of its baseline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
    /// The middle of the baseline of a text that runs upwards.
    Upwards,
}

/// The purpose of a text on the page, which determines its font and colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Title,
    Subtitle,
    Tick,
    Axis,
    Room,
    Area,
    Class,
    Count,
    Note,
    Message,
    Dimension,
}

impl Role {
    /// Returns the font size in px, and `true` for bold.
    pub(crate) fn font(self) -> (f64, bool) {
        match self {
            Self::Title => (20.0, true),
            Self::Subtitle => (12.0, false),
            Self::Tick | Self::Dimension => (9.0, false),
            Self::Axis | Self::Room => (10.0, true),
            Self::Area => (9.5, false),
            Self::Class | Self::Count => (11.0, false),
            Self::Note => (10.0, false),
            Self::Message => (15.0, false),
        }
    }
}

/// One line of text.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Text {
    pub(crate) role: Role,
    pub(crate) anchor: Anchor,
    /// The position of the anchor on the baseline.
    pub(crate) at: [f64; 2],
    pub(crate) content: String,
}

impl Text {
    /// Returns a box that contains the text in any common sans-serif font.
    pub(crate) fn bounds(&self) -> Rect {
        let (size, bold) = self.role.font();
        let width = width(&self.content, size, bold);
        if self.anchor == Anchor::Upwards {
            let [x, y] = self.at;
            return Rect {
                left: x - 0.8 * size,
                top: y - width / 2.0,
                right: x + 0.22 * size,
                bottom: y + width / 2.0,
            };
        }
        let left = match self.anchor {
            Anchor::Start => self.at[0],
            Anchor::Middle | Anchor::Upwards => self.at[0] - width / 2.0,
            Anchor::End => self.at[0] - width,
        };
        // This extra space keeps the names of the axes away from the tick labels beside them.
        let air = if self.role == Role::Axis { 5.0 } else { 0.0 };
        Rect {
            left: left - air,
            top: self.at[1] - 0.8 * size - air,
            right: left + width + air,
            bottom: self.at[1] + 0.22 * size + air,
        }
    }
}

/// All text of a page. A text that would cover another text is left out.
#[derive(Debug)]
pub(crate) struct Texts {
    /// The width of the page in px.
    width: f64,
    placed: Vec<(Text, Rect)>,
}

/// The default is for a page of 1,000 px width.
impl Default for Texts {
    fn default() -> Self {
        Self::new(WIDTH)
    }
}

impl Texts {
    /// Returns the empty text of a page of this width.
    pub(crate) fn new(width: f64) -> Self {
        Self {
            width,
            placed: Vec::new(),
        }
    }

    /// Returns the width of the page.
    pub(crate) fn width(&self) -> f64 {
        self.width
    }

    /// Places the text unless it would cover another text or leave the page. Returns `true` if the text was placed.
    pub(crate) fn place(&mut self, text: Text) -> bool {
        let has_room = self.has_room(&text);
        if has_room {
            let bounds = text.bounds();
            self.placed.push((text, bounds));
        }
        has_room
    }

    /// Returns `true` if the text would neither cover another text nor leave the page at its left, right or upper edge.
    pub(crate) fn has_room(&self, text: &Text) -> bool {
        let bounds = text.bounds();
        let within = bounds.left >= 0.0 && bounds.right <= self.width && bounds.top >= 0.0;
        within && !text.content.is_empty() && self.free(&bounds)
    }

    pub(crate) fn free(&self, bounds: &Rect) -> bool {
        !self.placed.iter().any(|(_, other)| other.overlaps(bounds))
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Text> {
        self.placed.iter().map(|(text, _)| text)
    }
}

/// Returns an upper bound for the width of a text.
/// For each kind of character, it uses the widest of Helvetica, Arial and DejaVu Sans.
pub(crate) fn width(text: &str, size: f64, bold: bool) -> f64 {
    let ems: f64 = text.chars().map(ems).sum();
    ems * size * if bold { 1.1 } else { 1.0 }
}

fn ems(character: char) -> f64 {
    match character {
        'i' | 'j' | 'l' | '\'' | '|' => 0.3,
        ' ' | '.' | ',' | ':' | ';' | '!' | 'I' | '·' => 0.34,
        'f' | 'r' | 't' | '(' | ')' | '[' | ']' | '/' | '-' => 0.42,
        '²' | '³' => 0.42,
        'm' | 'M' | '…' | '@' | '%' => 1.0,
        'w' => 0.83,
        'W' => 1.0,
        '0'..='9' | '_' | '\u{2212}' => 0.64,
        'a'..='z' => 0.64,
        'A'..='Z' => 0.79,
        '\u{20}'..='\u{7e}' => 0.84,
        '\u{a0}'..='\u{24f}' => 0.84,
        _ => 1.05,
    }
}

/// Shortens the text with "…" so that it is not wider than `limit`.
pub(crate) fn fitted(text: &str, size: f64, bold: bool, limit: f64) -> String {
    if width(text, size, bold) <= limit {
        return text.to_owned();
    }
    let mut kept = String::new();
    let mut used = width("…", size, bold);
    for character in text.chars() {
        used += width(character.encode_utf8(&mut [0; 4]), size, bold);
        if used > limit {
            break;
        }
        kept.push(character);
    }
    kept.truncate(kept.trim_end().len());
    kept.push('…');
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_are_shortened_at_their_ends() {
        let name = "IfcRailing/27dLDsxMX8Sv5rKurGZyKu";
        for limit in 10..200 {
            let fitted = fitted(name, 10.0, false, f64::from(limit));
            let kept = fitted.strip_suffix('…').unwrap_or(&fitted);
            assert!(name.starts_with(kept), "{fitted}");
            assert!(fitted == name || width(&fitted, 10.0, false) <= f64::from(limit));
        }
    }
}
