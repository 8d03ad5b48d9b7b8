//! The imports of the viewer's page.

use std::io;
use std::path::{Component, Path, PathBuf};

use crate::imports::graph::{Import, Imported};
use crate::imports::source::{names_in, slashes};

/// Returns the imports among the TypeScript files of a folder, including imports of types and workers.
pub(crate) fn imports(root: &Path, folder: &str) -> io::Result<Vec<Import>> {
    let mut found = Vec::new();
    for file in scripts(root, Path::new(folder))? {
        let text = std::fs::read_to_string(root.join(&file))?;
        for (line, path) in modules_named(&text) {
            if let Some(to) = resolve(root, &file, &path) {
                found.push(Import {
                    from: slashes(&file),
                    line,
                    path,
                    to: Imported::File(slashes(&to)),
                });
            }
        }
    }
    Ok(found)
}

fn scripts(root: &Path, folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for name in names_in(&root.join(folder))? {
        let path = folder.join(&name);
        if root.join(&path).is_dir() {
            files.extend(scripts(root, &path)?);
        } else if name.ends_with(".ts") {
            files.push(path);
        }
    }
    Ok(files)
}

/// Returns the file that a relative module name in a script means, or `None` for names of packages and of style sheets.
fn resolve(root: &Path, from: &Path, name: &str) -> Option<PathBuf> {
    if !name.starts_with('.') {
        return None;
    }
    let mut path = from.parent()?.to_path_buf();
    for part in Path::new(name).components() {
        match part {
            Component::ParentDir => {
                path.pop();
            }
            Component::Normal(part) => path.push(part),
            _ => {}
        }
    }
    let text = path.to_string_lossy().into_owned();
    let ends = ["", ".ts", "/index.ts"];
    let mut paths = ends.iter().map(|end| PathBuf::from(format!("{text}{end}")));
    paths.find(|path| path.to_string_lossy().ends_with(".ts") && root.join(path).is_file())
}

/// Returns the lines and names of all modules that a script imports:
/// strings after `from`, `import`, `import(` and `new URL(`.
///
/// These four forms are found without a parser of TypeScript, which would be the heaviest dependency of the tasks.
pub(crate) fn modules_named(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut is_in_comment = false;
    for (number, line) in (1..).zip(text.lines()) {
        let code = line.trim_start();
        if is_in_comment || code.starts_with("/*") {
            is_in_comment = !code.contains("*/");
            continue;
        }
        if code.starts_with("//") {
            continue;
        }
        // After splitting a line at its quotes, every second part is the content of a string.
        let parts: Vec<&str> = line.split(['"', '\'']).collect();
        for pair in parts.chunks_exact(2) {
            let before = pair[0].trim_end();
            let names_module = ["from", "import", "import(", "new URL("]
                .iter()
                .any(|keyword| ends_with_word(before, keyword));
            if names_module {
                found.push((number, pair[1].to_string()));
            }
        }
    }
    found
}

fn ends_with_word(text: &str, word: &str) -> bool {
    match text.strip_suffix(word) {
        Some(before) => !before.ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == '.'),
        None => false,
    }
}
