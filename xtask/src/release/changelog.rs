//! CHANGELOG.md: its section about a version, and its size.

/// The largest number of lines of a section. A reader wants to know what changes for them, not what was done.
const MOST_LINES: usize = 150;

/// Returns what is wrong with the changelog at the release of a version.
pub(super) fn faults(changelog: &str, version: &str) -> Vec<String> {
    let Some(section) = section(changelog, version) else {
        return vec![format!(
            "CHANGELOG.md: there is no section \"## {version}\""
        )];
    };
    let mut faults = Vec::new();
    let lines = section.lines().count();
    if lines > MOST_LINES {
        faults.push(format!(
            "CHANGELOG.md: the section {version} has {lines} lines; at most {MOST_LINES} are read"
        ));
    }
    if heading(changelog, version).is_some_and(|heading| heading.contains("unreleased")) {
        faults.push(format!(
            "CHANGELOG.md: the heading of {version} says \"unreleased\"; put the date there"
        ));
    }
    faults
}

/// Returns the section of the changelog about a version, without its heading.
pub(super) fn section<'a>(changelog: &'a str, version: &str) -> Option<&'a str> {
    let (_, body) = from_heading(changelog, version)?.split_once('\n')?;
    let end = body.find("\n## ").unwrap_or(body.len());
    Some(body[..end].trim())
}

/// Returns the line with which the section of a version begins, after the version.
fn heading<'a>(changelog: &'a str, version: &str) -> Option<&'a str> {
    from_heading(changelog, version)?.lines().next()
}

/// Returns the changelog from the heading of a version on, after the version.
fn from_heading<'a>(changelog: &'a str, version: &str) -> Option<&'a str> {
    let heading = format!("\n## {version}");
    let mut starts = changelog.match_indices(&heading);
    // A date may follow the version, and a longer version begins with the same text.
    starts.find_map(|(start, _)| {
        let rest = &changelog[start + heading.len()..];
        rest.starts_with([' ', '\n']).then_some(rest)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHANGELOG: &str = "# Changelog\n\n## 0.1.10\n\nTen.\n\n## 0.1.1 (2027-01-02)\n\n* One.\n\n### SQL\n\n* Two.\n";

    #[test]
    fn a_section_ends_at_the_next_version() {
        assert_eq!(section(CHANGELOG, "0.1.10"), Some("Ten."));
        assert_eq!(
            section(CHANGELOG, "0.1.1"),
            Some("* One.\n\n### SQL\n\n* Two.")
        );
        assert_eq!(section(CHANGELOG, "0.1"), None);
    }

    #[test]
    fn a_section_that_is_missing_long_or_without_a_date_is_a_fault() {
        assert_eq!(faults(CHANGELOG, "0.1.1"), [""; 0]);
        assert_eq!(
            faults(CHANGELOG, "0.2.0"),
            ["CHANGELOG.md: there is no section \"## 0.2.0\""]
        );
        let long = format!("\n## 1.0.0 (unreleased)\n\n{}", "* one\n".repeat(151));
        assert_eq!(
            faults(&long, "1.0.0"),
            [
                "CHANGELOG.md: the section 1.0.0 has 151 lines; at most 150 are read",
                "CHANGELOG.md: the heading of 1.0.0 says \"unreleased\"; put the date there",
            ]
        );
    }

    #[test]
    fn the_newest_section_is_short_enough_to_be_read() {
        let changelog = include_str!("../../../CHANGELOG.md");
        let newest = changelog.lines().find_map(|line| line.strip_prefix("## "));
        let newest = newest
            .and_then(|line| line.split(' ').next())
            .expect("a version");
        let lines = section(changelog, newest)
            .expect("a section")
            .lines()
            .count();
        assert!(lines <= MOST_LINES, "{lines} lines about {newest}");
    }
}
