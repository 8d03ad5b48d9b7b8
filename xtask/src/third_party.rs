//! The texts that accompany a program that is given away: the licences of the code of others in it, and the bill of its
//! materials.
//!
//! `cargo about` and `cargo cyclonedx` write such files, too. Each takes minutes to build, and knows the crates only: the
//! page of the viewer has packages of npm in it.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::Path;

use serde_json::{Value, json};

use crate::linked::Linked;

/// The beginnings of names of files with licences and notices.
const LICENCES: [&str; 6] = [
    "licen",
    "copying",
    "unlicense",
    "notice",
    "copyright",
    "ofl",
];

/// The packages of npm whose code is in the page of the viewer. A test compares them with `package.json`.
const IN_PAGE: [&str; 2] = ["three", "three-mesh-bvh"];

/// Returns the licences of all crates and of the packages in the page as one text. Equal texts stand once, after the names
/// of all that have them.
pub(crate) fn licences(linked: &[Linked], web: &Path) -> io::Result<String> {
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut without = Vec::new();
    let mut add = |name: String, folder: &Path, licence: &str| -> io::Result<()> {
        let found = texts_in(folder)?;
        if found.is_empty() {
            without.push(format!("{name} ({licence})"));
        }
        for text in found {
            texts.entry(text).or_default().push(name.clone());
        }
        Ok(())
    };
    for package in linked {
        let name = format!("{} {}", package.name, package.version);
        add(name, &package.folder, &package.licence)?;
    }
    for name in IN_PAGE {
        let folder = web.join("node_modules").join(name);
        let manifest = manifest(&folder)?;
        let name = format!("{name} {} (npm)", text(&manifest, "version")?);
        add(name, &folder, text(&manifest, "license")?)?;
    }
    let mut all = String::from(
        "The program transect has code of others in it. transect itself is MIT or Apache-2.0, at your option.\n\n",
    );
    for package in linked {
        // Writing to a text does not fail.
        let _ = writeln!(
            all,
            "{} {}: {}",
            package.name, package.version, package.licence
        );
    }
    if !without.is_empty() {
        let _ = writeln!(
            all,
            "\nWithout a text of their licence; that of Apache-2.0 is in LICENSE-APACHE: {}",
            without.join(", ")
        );
    }
    let mut texts: Vec<(String, Vec<String>)> = texts.into_iter().collect();
    texts.sort_by(|(_, one), (_, other)| one.cmp(other));
    for (text, names) in texts {
        let line = "=".repeat(80);
        let _ = write!(all, "\n{line}\n{}\n{line}\n\n{text}\n", names.join(", "));
    }
    Ok(all)
}

/// Returns the texts of the licences in the folder of a package and in its folders, with line ends of Unix. Code and fonts
/// that a package has from others have their licences beside them.
fn texts_in(folder: &Path) -> io::Result<Vec<String>> {
    let mut paths = Vec::new();
    for entry in walkdir::WalkDir::new(folder) {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().to_lowercase();
        let is_licence = LICENCES.iter().any(|begin| name.starts_with(begin));
        // Source files may have such names, too.
        let is_text = Path::new(&name).extension().is_none_or(|extension| {
            let known = ["txt", "md", "apache", "mit"];
            known
                .iter()
                .any(|text| extension.eq_ignore_ascii_case(text))
        });
        if is_licence && is_text && entry.file_type().is_file() {
            paths.push(entry.into_path());
        }
    }
    paths.sort();
    let texts = paths.iter().map(fs::read);
    texts
        .map(|bytes| {
            Ok(String::from_utf8_lossy(&bytes?)
                .replace("\r\n", "\n")
                .trim()
                .to_owned())
        })
        .collect()
}

/// Returns the bill of materials of a program in the format CycloneDX 1.5. It has no time, so that two builds are equal.
pub(crate) fn bill(version: &str, linked: &[Linked], web: &Path) -> io::Result<Value> {
    let mut components: Vec<Value> = Vec::new();
    for package in linked {
        let address = format!("pkg:cargo/{}@{}", package.name, package.version);
        components.push(json!({
            "type": "library",
            "bom-ref": address,
            "name": package.name,
            "version": package.version,
            "purl": address,
            "licenses": [{ "expression": package.licence }],
            "hashes": [{ "alg": "SHA-256", "content": package.checksum }],
        }));
    }
    for name in IN_PAGE {
        let manifest = manifest(&web.join("node_modules").join(name))?;
        let version = text(&manifest, "version")?;
        let address = format!("pkg:npm/{name}@{version}");
        components.push(json!({
            "type": "library",
            "bom-ref": address,
            "name": name,
            "version": version,
            "purl": address,
            "licenses": [{ "expression": text(&manifest, "license")? }],
        }));
    }
    Ok(json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": "transect",
                "name": "transect",
                "version": version,
                "licenses": [{ "expression": "MIT OR Apache-2.0" }],
            },
        },
        "components": components,
    }))
}

fn manifest(folder: &Path) -> io::Result<Value> {
    let text = fs::read_to_string(folder.join("package.json"))?;
    serde_json::from_str(&text).map_err(io::Error::other)
}

fn text<'m>(manifest: &'m Value, key: &str) -> io::Result<&'m str> {
    let missing = || io::Error::other(format!("a package.json has no {key}"));
    manifest[key].as_str().ok_or_else(missing)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(folder: &Path, name: &str, licence: Option<&str>) -> Linked {
        let folder = folder.join(name);
        fs::create_dir_all(&folder).expect("a folder");
        if let Some(text) = licence {
            fs::write(folder.join("LICENSE-MIT"), text).expect("a file");
        }
        fs::write(folder.join("README"), "no licence").expect("a file");
        Linked {
            name: name.to_owned(),
            version: "1.0.0".to_owned(),
            licence: "MIT OR Apache-2.0".to_owned(),
            checksum: "00".repeat(32),
            folder,
        }
    }

    /// Makes the packages of the page as npm installs them.
    fn web(folder: &Path) -> std::path::PathBuf {
        let web = folder.join("web");
        for name in IN_PAGE {
            let folder = web.join("node_modules").join(name);
            fs::create_dir_all(&folder).expect("a folder");
            let manifest = r#"{ "version": "1.2.3", "license": "MIT" }"#;
            fs::write(folder.join("package.json"), manifest).expect("a file");
            fs::write(folder.join("LICENSE"), name).expect("a file");
        }
        web
    }

    #[test]
    fn equal_licences_stand_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let linked = [
            package(folder.path(), "one", Some("the text\r\n")),
            package(folder.path(), "two", Some("the text\n")),
            package(folder.path(), "three-dimensions", None),
        ];
        let all = licences(&linked, &web(folder.path())).expect("the files can be read");
        assert_eq!(all.matches("the text").count(), 1);
        assert!(all.contains("\none 1.0.0, two 1.0.0\n"), "{all}");
        assert!(all.contains("LICENSE-APACHE: three-dimensions 1.0.0 (MIT OR Apache-2.0)"));
        assert!(all.contains("\nthree 1.2.3 (npm)\n"), "{all}");
        assert!(!all.contains("no licence"));
    }

    #[test]
    fn code_and_fonts_that_a_crate_has_from_others_have_their_licences() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let linked = crate::linked::linked(&root, "transect-cli", "x86_64-unknown-linux-gnu");
        let linked = linked.expect("cargo knows the tree");
        let folder = tempfile::tempdir().expect("a folder");
        let all = licences(&linked, &web(folder.path())).expect("the files can be read");
        for owner in ["Microsoft Corporation", "Bitstream"] {
            assert!(all.contains(owner), "{owner}");
        }
    }

    #[test]
    fn a_bill_has_each_crate_with_its_checksum_and_each_package_of_the_page() {
        let folder = tempfile::tempdir().expect("a folder");
        let linked = [package(folder.path(), "one", None)];
        let bill = bill("0.1.0", &linked, &web(folder.path())).expect("the files can be read");
        let components = bill["components"].as_array().expect("a list");
        assert_eq!(components.len(), 1 + IN_PAGE.len());
        assert_eq!(components[0]["purl"], "pkg:cargo/one@1.0.0");
        assert_eq!(components[0]["hashes"][0]["content"], "00".repeat(32));
        assert_eq!(components[1]["purl"], "pkg:npm/three@1.2.3");
    }

    #[test]
    fn the_packages_of_the_page_are_those_of_its_manifest() {
        let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/transect-view/web");
        let manifest = manifest(&web).expect("a manifest");
        let stated = manifest["dependencies"].as_object().expect("dependencies");
        let stated: Vec<&String> = stated.keys().collect();
        assert_eq!(stated, IN_PAGE);
    }
}
