//! Tests of the import check, on small crates and pages.

use std::fs;
use std::path::{Path, PathBuf};

use crate::imports::graph::{Grain, Import, circles};
use crate::imports::page::{self, modules_named};
use crate::imports::paths;
use crate::imports::rules::{Exception, Layer, Only, PAGE, PageLayer, Rules};
use crate::imports::tree::Tree;

/// A folder of files that is removed after the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str, files: &[(&str, &str)]) -> Self {
        let process = std::process::id();
        let root = std::env::temp_dir().join(format!("transect-imports-{process}-{name}"));
        for (path, text) in files {
            let path = root.join(path);
            fs::create_dir_all(path.parent().expect("a folder")).expect("to make a folder");
            fs::write(path, text).expect("to write a file");
        }
        Self(root)
    }

    fn imports(&self, target: &str) -> Vec<Import> {
        let tree = Tree::read(&self.0, Path::new(target)).expect("a crate");
        paths::imports(&tree)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).expect("to remove a folder");
    }
}

/// Returns the imports of a library that has these files. Each import is written once as "from → to", without `src/`
/// and `.rs`.
fn arrows(name: &str, files: &[(&str, &str)]) -> Vec<String> {
    let short = |file: &str| file.replace("src/", "").replace(".rs", "");
    let folder = Folder::new(name, files);
    let mut arrows: Vec<String> = folder
        .imports("src/lib.rs")
        .iter()
        .filter_map(|import| {
            Some(format!(
                "{} → {}",
                short(&import.from),
                short(import.file()?)
            ))
        })
        .collect();
    arrows.dedup();
    arrows
}

#[test]
fn reexports_are_followed_to_where_a_name_is_declared() {
    let files = [
        (
            "src/lib.rs",
            "mod plane; mod sat; mod user; pub use plane::Plane;",
        ),
        ("src/plane.rs", "pub struct Plane;"),
        (
            "src/sat/mod.rs",
            "mod separation; pub use separation::separation; pub(crate) use self::separation::*;",
        ),
        (
            "src/sat/separation.rs",
            "pub fn separation() {} pub enum Gap { None }",
        ),
        (
            "src/user.rs",
            "use crate::Plane; use crate::sat::{Gap, separation as apart};",
        ),
    ];
    assert_eq!(
        arrows("reexports", &files),
        ["user → plane", "user → sat/separation"]
    );
}

#[test]
fn a_parent_that_uses_what_its_child_has_imports_it() {
    let child = ("src/room/child.rs", "use super::Shared; pub struct Own;");
    let shows = "mod child; pub use child::Own; pub struct Shared;";
    let uses = "mod child; use child::Own; pub struct Shared(Own);";
    let files = |room| {
        [
            ("src/lib.rs", "mod room;"),
            ("src/room/mod.rs", room),
            child,
        ]
    };
    assert_eq!(arrows("shows", &files(shows)), ["room/child → room/mod"]);
    let both = ["room/child → room/mod", "room/mod → room/child"];
    assert_eq!(arrows("uses", &files(uses)), both);
}

#[test]
fn paths_in_code_in_macros_and_in_blocks_count_and_those_of_tests_do_not() {
    let files = [
        (
            "src/lib.rs",
            "mod a; mod b; mod c; mod d; mod e; mod f; mod user;",
        ),
        ("src/a.rs", "pub fn ask() {}"),
        ("src/b.rs", "pub fn ask() {}"),
        ("src/c.rs", "pub struct C;"),
        ("src/d.rs", "pub const D: usize = 1;"),
        ("src/e.rs", "pub fn ask() {}"),
        ("src/f.rs", "pub fn ask() {}"),
        (
            "src/user.rs",
            "use crate::a; \
             /// [`crate::e::ask`]\n\
             fn all() { a::ask(); crate::b::ask(); println!(\"{}\", super::d::D); } \
             mod inner { fn one() { use super::super::c::C; } } \
             #[cfg(test)] mod tests { use crate::f::ask; } \
             #[cfg(test)] use crate::f; \
             #[cfg(test)] fn only() { crate::f::ask(); }",
        ),
    ];
    // The doc comment links to module e, but links are not imports, so "user → e" is not expected.
    let expected = ["user → a", "user → b", "user → c", "user → d"];
    assert_eq!(arrows("paths", &files), expected);
}

#[test]
fn modules_lie_beside_their_parent_or_in_its_folder() {
    let files = [
        ("src/lib.rs", "mod parent; mod other;"),
        (
            "src/parent.rs",
            "mod child; fn ask() { child::grandchild::ask() }",
        ),
        (
            "src/parent/child.rs",
            "pub mod grandchild { pub fn ask() { crate::other::ask() } }",
        ),
        ("src/other/mod.rs", "pub fn ask() {}"),
    ];
    let expected = ["parent/child → other/mod", "parent → parent/child"];
    let mut found = arrows("parents", &files);
    found.sort();
    assert_eq!(found, {
        let mut expected = expected.map(String::from);
        expected.sort();
        expected
    });
}

#[test]
fn a_file_that_is_no_rust_is_an_error_with_its_line() {
    let folder = Folder::new(
        "broken",
        &[("src/lib.rs", "mod a;"), ("src/a.rs", "\nfn (")],
    );
    let error = Tree::read(&folder.0, Path::new("src/lib.rs")).err();
    let message = error.expect("an error").to_string();
    assert!(message.starts_with("src/a.rs:2:"), "{message}");
}

fn import(from: &str, to: &str) -> Import {
    use crate::imports::graph::Imported;
    Import {
        from: from.into(),
        to: if to.contains('.') {
            Imported::File(to.into())
        } else {
            Imported::Crate(to.into())
        },
        line: 1,
        path: "crate::x".into(),
    }
}

#[test]
fn circles_are_found_among_files_and_among_rooms() {
    let imports = [
        import("c/src/a/one.rs", "c/src/b.rs"),
        import("c/src/b.rs", "c/src/a/two.rs"),
        import("c/src/d.rs", "c/src/e.rs"),
        import("c/src/e.rs", "c/src/f.rs"),
        import("c/src/f.rs", "c/src/d.rs"),
        import("c/src/f.rs", "c/src/b.rs"),
    ];
    let imports: Vec<&Import> = imports.iter().collect();
    assert_eq!(circles(&imports, Grain::File), [imports[2..5].to_vec()]);
    let rooms = [imports[..2].to_vec(), imports[2..5].to_vec()];
    assert_eq!(circles(&imports, Grain::Room), rooms);
}

/// Returns rules for the tests, with these exceptions. The rules have two layers of the library, and allow clap in one
/// folder of a crate.
fn rules(exceptions: &[(&str, &str)]) -> Rules {
    let layer = |name: &str, modules: &[&str], crates: &[&str]| Layer {
        name: name.into(),
        library: "transect".into(),
        modules: modules.iter().map(ToString::to_string).collect(),
        crates: crates.iter().map(ToString::to_string).collect(),
    };
    Rules {
        layer: vec![
            layer("low", &["low"], &[]),
            layer("high", &["high"], &["transect"]),
            layer("cli", &[], &["transect_cli"]),
        ],
        page: Vec::new(),
        only: vec![Only {
            name: "clap".into(),
            below: "crates/transect-cli/src/".into(),
            files: vec!["crates/transect-cli/src/arguments/".into()],
        }],
        exception: exceptions
            .iter()
            .map(|(from, to)| Exception {
                from: (*from).into(),
                to: (*to).into(),
                reason: "known".into(),
            })
            .collect(),
    }
}

const LOW: &str = "crates/transect/src/low.rs";
const HIGH: &str = "crates/transect/src/high/deep.rs";

#[test]
fn imports_run_downward_only() {
    let downward = [import(HIGH, LOW)];
    assert_eq!(rules(&[]).errors(&downward), [""; 0]);
    let upward = [import(LOW, HIGH)];
    let [error] = &rules(&[]).errors(&upward)[..] else {
        panic!("one error");
    };
    assert_eq!(
        error,
        "Imports run upward:\n  crates/transect/src/low.rs:1 → crates/transect/src/high/deep.rs by `crate::x`"
    );
    let mut of_crates = downward.to_vec();
    of_crates.push(import(HIGH, "transect_cli"));
    assert_eq!(rules(&[]).errors(&of_crates).len(), 1);
    assert_eq!(rules(&[(HIGH, "transect_cli")]).errors(&of_crates), [""; 0]);
}

#[test]
fn a_file_without_a_layer_and_a_layer_without_a_file_are_errors() {
    let imports = [import("crates/transect/src/new.rs", LOW)];
    let errors = rules(&[]).errors(&imports);
    assert_eq!(
        errors,
        [
            "crates/transect/src/new.rs is in no layer of xtask/imports.toml",
            "xtask/imports.toml names a module high of transect, which has no imports or no file",
        ]
    );
}

#[test]
fn scripts_of_the_page_import_downward_only() {
    let mut rules = rules(&[]);
    rules.layer.clear();
    let layer = |name: &str, files: &[&str]| PageLayer {
        name: name.into(),
        files: files.iter().map(ToString::to_string).collect(),
    };
    rules.page = vec![
        layer("values", &["view"]),
        layer("drawings", &["three/"]),
        layer("page", &["viewer"]),
    ];
    let at = |name: &str| format!("{PAGE}{name}.ts");
    let [view, orbit, viewer] = ["view", "three/orbit", "viewer"].map(at);
    let downward = [import(&orbit, &view), import(&viewer, &orbit)];
    assert_eq!(rules.errors(&downward), [""; 0]);
    let upward = [import(&view, &orbit), import(&viewer, &view)];
    let errors = rules.errors(&upward);
    assert!(errors[0].starts_with("Imports run upward:"), "{errors:?}");
    let new = [import(&viewer, &at("new")), import(&orbit, &view)];
    let errors = rules.errors(&new);
    assert_eq!(
        errors,
        [format!("{PAGE}new.ts is in no layer of xtask/imports.toml")]
    );
}

#[test]
fn clap_is_imported_where_arguments_are() {
    let arguments = import("crates/transect-cli/src/arguments/cut.rs", "clap");
    let elsewhere = import("crates/transect-cli/src/cut.rs", "clap_complete");
    let other_crate = import("xtask/src/bench.rs", "clap");
    let mut imports = vec![import(HIGH, LOW), arguments, other_crate];
    assert_eq!(rules(&[]).errors(&imports), [""; 0]);
    imports.push(elsewhere);
    let errors = rules(&[]).errors(&imports);
    let [error] = &errors[..] else {
        panic!("{errors:?}");
    };
    assert!(
        error.ends_with("crates/transect-cli/src/cut.rs:1 → crate clap_complete by `crate::x`"),
        "{error}"
    );
}

#[test]
fn exceptions_hold_while_they_occur_and_no_longer() {
    let circle = [
        import(HIGH, LOW),
        import("c/src/a.rs", "c/src/b.rs"),
        import("c/src/b.rs", "c/src/a.rs"),
    ];
    let excepted = rules(&[("c/src/a.rs", "c/src/b.rs")]);
    assert_eq!(rules(&[]).errors(&circle).len(), 1);
    assert_eq!(excepted.errors(&circle), [""; 0]);
    // Without the last import of `circle`, no files import each other. Then the import that the exception accepts
    // breaks no rule, so the exception is an error.
    assert_eq!(excepted.errors(&circle[..2]).len(), 1);
    assert_eq!(excepted.errors(&circle[..1]).len(), 1);
    let folder = rules(&[("c/src/", "c/src/a.rs")]);
    assert_eq!(folder.errors(&circle), [""; 0]);
}

#[test]
fn scripts_import_files_types_and_workers() {
    let script = r#"/** About "./nothing". */
import "./style.css";
import type { Plane } from "./api";
import {
  a,
} from './a';
export { b } from "../b";
const late = await import("./late"), word = "./no";
const worker = new Worker(new URL("./w.ts", import.meta.url), { type: "module" });
// import "./no";
/* import "./no";
   import "./no"; */
element.from("./no");
"#;
    let names: Vec<(usize, String)> = modules_named(script);
    let names: Vec<(usize, &str)> = names.iter().map(|(line, name)| (*line, &**name)).collect();
    let expected = [
        (2, "./style.css"),
        (3, "./api"),
        (6, "./a"),
        (7, "../b"),
        (8, "./late"),
        (9, "./w.ts"),
    ];
    assert_eq!(names, expected);
}

#[test]
fn names_of_scripts_are_files_beside_them() {
    let files = [
        (
            "src/a.ts",
            "import { b } from \"./deep/b\"; import three from \"three\";",
        ),
        (
            "src/deep/b.ts",
            "import { i } from \"../room\"; import \"./b.css\";",
        ),
        ("src/room/index.ts", ""),
        ("src/deep/b.css", ""),
    ];
    let folder = Folder::new("page", &files);
    let found = page::imports(&folder.0, "src").expect("a page");
    let arrows: Vec<String> = found
        .iter()
        .map(|import| format!("{} → {}", import.from, import.file().unwrap_or("?")))
        .collect();
    assert_eq!(
        arrows,
        [
            "src/a.ts → src/deep/b.ts",
            "src/deep/b.ts → src/room/index.ts"
        ]
    );
}
