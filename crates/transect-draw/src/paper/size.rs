//! Standard sizes of paper.

/// A standard size of paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PaperSize {
    /// ISO 216: 841 mm × 1,189 mm.
    A0,
    /// ISO 216: 594 mm × 841 mm.
    A1,
    /// ISO 216: 420 mm × 594 mm.
    A2,
    /// ISO 216: 297 mm × 420 mm.
    A3,
    /// ISO 216: 210 mm × 297 mm.
    A4,
    /// ANSI A: 8.5 in × 11 in.
    Letter,
    /// 8.5 in × 14 in.
    Legal,
    /// ANSI B: 11 in × 17 in.
    Tabloid,
}

impl PaperSize {
    /// All sizes with their names.
    pub const NAMES: [(&str, Self); 8] = [
        ("a4", Self::A4),
        ("a3", Self::A3),
        ("a2", Self::A2),
        ("a1", Self::A1),
        ("a0", Self::A0),
        ("letter", Self::Letter),
        ("legal", Self::Legal),
        ("tabloid", Self::Tabloid),
    ];

    /// Returns the name as it is written on a sheet, such as `A3`.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::A0 => "A0",
            Self::A1 => "A1",
            Self::A2 => "A2",
            Self::A3 => "A3",
            Self::A4 => "A4",
            Self::Letter => "Letter",
            Self::Legal => "Legal",
            Self::Tabloid => "Tabloid",
        }
    }

    /// Returns the short and the long side in millimetres.
    #[must_use]
    pub const fn millimetres(self) -> [f64; 2] {
        match self {
            Self::A0 => [841.0, 1189.0],
            Self::A1 => [594.0, 841.0],
            Self::A2 => [420.0, 594.0],
            Self::A3 => [297.0, 420.0],
            Self::A4 => [210.0, 297.0],
            Self::Letter => [215.9, 279.4],
            Self::Legal => [215.9, 355.6],
            Self::Tabloid => [279.4, 431.8],
        }
    }
}
