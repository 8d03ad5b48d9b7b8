//! Amounts of memory: as typed, and that of the machine.

use std::fmt::{self, Display};
use std::path::{Path, PathBuf};
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
    /// where the system says neither in a file.
    pub(crate) fn quarter() -> Option<Self> {
        let machine = std::fs::read_to_string("/proc/meminfo").ok();
        let machine = machine.and_then(|text| total(&text));
        let groups = std::fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
        let limits = limits(&groups).into_iter();
        // A group without a limit has the word `max`, or a number beyond all memory.
        let limits =
            limits.filter_map(|path| std::fs::read_to_string(path).ok()?.trim().parse().ok());
        let least = limits.chain(machine).min()?;
        Some(Self(least / 4))
    }
}

/// Returns the memory of the machine in bytes, from the text of `/proc/meminfo`.
fn total(text: &str) -> Option<u64> {
    let mut lines = text.lines();
    let total = lines.find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kibibytes: u64 = total.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes << 10)
}

/// Returns the files that may limit the memory of a process, from the text of `/proc/self/cgroup`: those of its group and of
/// all groups around it. Inside a container, the group may be at the root.
fn limits(groups: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for line in groups.lines() {
        let mut fields = line.splitn(3, ':').skip(1);
        let (Some(controllers), Some(group)) = (fields.next(), fields.next()) else {
            continue;
        };
        let (root, file) = match controllers {
            "" => ("/sys/fs/cgroup", "memory.max"),
            _ if controllers.split(',').any(|own| own == "memory") => {
                ("/sys/fs/cgroup/memory", "memory.limit_in_bytes")
            }
            _ => continue,
        };
        let folders = Path::new(group.trim_start_matches('/')).ancestors();
        files.extend(folders.map(|folder| Path::new(root).join(folder).join(file)));
    }
    files
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
    fn the_groups_around_a_process_may_limit_it() {
        let groups = "12:cpu,cpuacct:/a\n4:memory:/docker/b\n0::/user.slice/run-1.scope\n";
        let files = limits(groups);
        let files: Vec<_> = files.iter().map(|path| path.to_string_lossy()).collect();
        assert_eq!(
            files,
            [
                "/sys/fs/cgroup/memory/docker/b/memory.limit_in_bytes",
                "/sys/fs/cgroup/memory/docker/memory.limit_in_bytes",
                "/sys/fs/cgroup/memory/memory.limit_in_bytes",
                "/sys/fs/cgroup/user.slice/run-1.scope/memory.max",
                "/sys/fs/cgroup/user.slice/memory.max",
                "/sys/fs/cgroup/memory.max",
            ]
        );
        assert_eq!(total("MemFree: 1 kB\nMemTotal:   16 kB\n"), Some(16 << 10));
        assert_eq!(total("MemTotal: much\n"), None);
    }

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
