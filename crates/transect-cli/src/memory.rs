//! Amounts of memory: as typed, and that of the machine.

use std::fmt::{self, Display};
use std::str::FromStr;

/// An amount of memory in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct MemorySize(pub(crate) u64);

/// The units of amounts of memory, and their bytes. The largest come first.
const UNITS: [(&str, u64); 8] = [
    ("TB", 1_000_000_000_000),
    ("GB", 1_000_000_000),
    ("MB", 1_000_000),
    ("kB", 1_000),
    ("TiB", 1 << 40),
    ("GiB", 1 << 30),
    ("MiB", 1 << 20),
    ("KiB", 1 << 10),
];

impl MemorySize {
    /// Returns a quarter of the memory of the machine, or of the control group that limits this process. Returns `None`
    /// where the system does not say it in a file.
    pub(crate) fn quarter() -> Option<Self> {
        let text = std::fs::read_to_string("/proc/meminfo").ok()?;
        let total = text
            .lines()
            .find_map(|line| line.strip_prefix("MemTotal:"))?;
        let kibibytes: u64 = total.trim().strip_suffix("kB")?.trim().parse().ok()?;
        // In a container, the file of the control group is at this place; without a limit, it says `max`.
        let limit = std::fs::read_to_string("/sys/fs/cgroup/memory.max").ok();
        let limit = limit.and_then(|text| text.trim().parse().ok());
        Some(Self((kibibytes << 10).min(limit.unwrap_or(u64::MAX)) / 4))
    }
}

impl FromStr for MemorySize {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("\"{text}\" is not an amount of memory, such as 2GB, 500MB or 0");
        let digits = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
        let unit = &text[digits.len()..];
        let number: f64 = digits.trim_end().parse().map_err(|_| wrong())?;
        let unit = match unit {
            "" | "B" => 1,
            unit => {
                let mut units = UNITS.iter();
                let known = units.find(|(name, _)| {
                    name.eq_ignore_ascii_case(unit) || name[..1].eq_ignore_ascii_case(unit)
                });
                known.ok_or_else(wrong)?.1
            }
        };
        if !(0.0..1e18).contains(&(number * unit as f64)) {
            return Err(wrong());
        }
        Ok(Self((number * unit as f64) as u64))
    }
}

/// Writes the amount in decimal units, rounded up to two digits, so that the text is an amount that does.
impl Display for MemorySize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let decimal = &UNITS[..4];
        let Some((name, unit)) = decimal.iter().find(|(_, unit)| self.0 >= *unit) else {
            return write!(f, "{}B", self.0);
        };
        if self.0 < 10 * unit {
            let tenths = self.0.div_ceil(unit / 10);
            return match tenths % 10 {
                0 => write!(f, "{}{name}", tenths / 10),
                _ => write!(f, "{}.{}{name}", tenths / 10, tenths % 10),
            };
        }
        write!(f, "{}{name}", self.0.div_ceil(*unit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_read_in_decimal_and_binary_units() {
        for (text, bytes) in [
            ("0", 0),
            ("64", 64),
            ("2GB", 2_000_000_000),
            ("1.5 gb", 1_500_000_000),
            ("500MB", 500_000_000),
            ("64MiB", 64 << 20),
            ("3k", 3000),
            ("7B", 7),
        ] {
            assert_eq!(text.parse(), Ok(MemorySize(bytes)), "{text}");
        }
        for text in ["", "GB", "-1", "2XB", "nan", "1e30", "2GBs"] {
            assert!(text.parse::<MemorySize>().is_err(), "{text}");
        }
    }

    #[test]
    fn amounts_are_shown_rounded_up() {
        for (bytes, text) in [
            (0, "0B"),
            (999, "999B"),
            (64 << 20, "68MB"),
            (1_000_001, "1.1MB"),
            (2_000_000_000, "2GB"),
            (123_400_000_000, "124GB"),
        ] {
            assert_eq!(MemorySize(bytes).to_string(), text);
            let read: MemorySize = text.parse().expect("an amount");
            assert!(read.0 >= bytes);
        }
    }
}
