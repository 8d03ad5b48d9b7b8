//! The interface of the header beside the recorded one: it changes only together with its version.
//!
//! `INTERFACE=write cargo test --test interface` records the interface, if its version allows the change.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::Path;

use transect_c::{TRANSECT_ABI_REVISION, TRANSECT_ABI_VERSION};

/// An interface: its version and revision, and its declarations without comments.
#[derive(Debug, PartialEq)]
struct Interface {
    version: [u32; 2],
    declarations: BTreeSet<String>,
}

/// Returns a declaration with single spaces.
fn spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn without_comments(header: &str) -> String {
    let mut text = String::new();
    let mut rest = header;
    while let Some((before, comment)) = rest.split_once("/*") {
        text += before;
        rest = comment.split_once("*/").map_or("", |(_, after)| after);
    }
    text + rest
}

impl Interface {
    /// Reads a header. Each declaration ends with a semicolon outside of braces.
    fn of_header(header: &str, version: [u32; 2]) -> Self {
        let mut declarations = BTreeSet::new();
        let mut declaration = String::new();
        let mut depth = 0_usize;
        let text = without_comments(header);
        let mut is_for_cpp = false;
        for line in text.lines() {
            if line.starts_with('#') {
                is_for_cpp = line.starts_with("#ifdef __cplusplus");
                continue;
            }
            if is_for_cpp {
                continue;
            }
            for character in line.chars().chain(['\n']) {
                declaration.push(character);
                match character {
                    '{' => depth += 1,
                    '}' => depth = depth.saturating_sub(1),
                    ';' if depth == 0 => {
                        declarations.insert(spaced(&declaration));
                        declaration.clear();
                    }
                    _ => {}
                }
            }
        }
        Self {
            version,
            declarations,
        }
    }

    fn of_record(record: &str) -> Self {
        let (version, declarations) = record.split_once('\n').expect("two lines at least");
        let numbers: Vec<u32> = version
            .split(' ')
            .filter_map(|word| word.parse().ok())
            .collect();
        let version = <[u32; 2]>::try_from(numbers).expect("a version and a revision");
        Self {
            version,
            declarations: declarations.lines().map(str::to_owned).collect(),
        }
    }

    fn record(&self) -> String {
        let [version, revision] = self.version;
        let mut record = format!("version {version} revision {revision}\n");
        for declaration in &self.declarations {
            record += declaration;
            record.push('\n');
        }
        record
    }

    /// Returns why this interface may not follow an older one, if it may not.
    fn fault_after(&self, old: &Self) -> Option<String> {
        let [version, revision] = self.version;
        let [old_version, old_revision] = old.version;
        let mut gone = old.declarations.difference(&self.declarations);
        let mut new = self.declarations.difference(&old.declarations);
        if version > old_version {
            return None;
        }
        if let Some(gone) = gone.next() {
            return Some(format!(
                "a declaration was changed or removed: raise TRANSECT_ABI_VERSION above {old_version}\n{gone}"
            ));
        }
        match new.next() {
            Some(new) if revision <= old_revision => Some(format!(
                "a declaration was added: raise TRANSECT_ABI_REVISION above {old_revision}\n{new}"
            )),
            _ => None,
        }
    }
}

#[test]
fn the_interface_changes_only_with_its_version() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let header = fs::read_to_string(root.join("include/transect.h")).expect("the header");
    let [version, revision] = [TRANSECT_ABI_VERSION, TRANSECT_ABI_REVISION];
    for (name, number) in [("VERSION", version), ("REVISION", revision)] {
        let line = format!("#define TRANSECT_ABI_{name} {number}");
        assert!(
            header.lines().any(|own| own == line),
            "the header does not say {line}: run `cargo xtask header`"
        );
    }
    let now = Interface::of_header(&header, [version, revision]);
    assert!(now.declarations.len() > 100, "{}", now.declarations.len());
    let path = root.join("tests/interface.txt");
    let writes = env::var_os("INTERFACE").is_some_and(|value| value == "write");
    let record = fs::read_to_string(&path);
    if let Ok(record) = &record {
        let fault = now.fault_after(&Interface::of_record(record));
        assert_eq!(fault, None, "{}", fault.as_deref().unwrap_or_default());
    }
    if writes {
        fs::write(&path, now.record()).expect("the record can be written");
    }
    let record = fs::read_to_string(&path).expect("the record of the interface");
    assert_eq!(
        Interface::of_record(&record),
        now,
        "record the interface: INTERFACE=write cargo test --test interface"
    );
}

#[test]
fn a_change_without_a_version_is_refused() {
    let interface = |header: &str, version| Interface::of_header(header, version);
    let old = interface("int a(int);\n/* b; */ struct c { int d; };", [3, 1]);
    assert_eq!(old.declarations.len(), 2);
    assert_eq!(Interface::of_record(&old.record()), old);
    let fault = |header: &str, version| interface(header, version).fault_after(&old);
    let same = "int  a(int);\nstruct c {\n  int d; };";
    assert_eq!(fault(same, [3, 1]), None);
    let changed = "long a(int);\nstruct c { int d; };";
    assert!(
        fault(changed, [3, 2]).is_some_and(|text| text.contains("VERSION above 3\nint a(int);"))
    );
    assert_eq!(fault(changed, [4, 0]), None);
    let added = "int a(int); struct c { int d; }; int e(void);";
    assert!(
        fault(added, [3, 1]).is_some_and(|text| text.contains("REVISION above 1\nint e(void);"))
    );
    assert_eq!(fault(added, [3, 2]), None);
}
