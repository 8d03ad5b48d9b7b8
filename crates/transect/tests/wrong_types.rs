//! Tests compiler errors for values of a wrong type: the error must name a public trait that the type does not
//! implement. `src/wrong_types.rs` has such values, in documentation tests that must not compile.

use std::fs;
use std::path::Path;

/// The traits that a value of a wrong type may lack. Each entry has the source file, the declaration of the trait, and
/// the public trait that the compiler error must name.
const TRAITS: [(&str, &str, &str); 23] = [
    ("shape.rs", "pub trait Shape<", "Shape"),
    ("polytope.rs", "pub trait Polytope<", "Polytope"),
    (
        "kept_plane/extent.rs",
        "pub trait ExtentThrough<",
        "ExtentThrough",
    ),
    (
        "kept_plane/interval.rs",
        "pub trait IntervalThrough<",
        "IntervalThrough",
    ),
    ("kept_plane.rs", "pub trait KeptPlane<", "KeptPlane"),
    ("meet/mod.rs", "pub trait Meet<", "Meet"),
    ("chord/mod.rs", "pub trait Convex<", "Convex"),
    ("clip/mod.rs", "pub trait Clip<", "Clip"),
    ("clipped/mod.rs", "pub trait ClipInChain<", "ClipInChain"),
    (
        "region/overlap.rs",
        "pub trait RegionShape<",
        "region::RegionShape",
    ),
    ("cutter.rs", "pub trait Cutter:", "Cutter"),
    ("batch/sides.rs", "pub trait Batch<", "batch::Batch"),
    (
        "batch/shapes.rs",
        "pub(crate) trait Shapes<",
        "batch::Batch",
    ),
    (
        "batch/blocks.rs",
        "pub(crate) trait Blocks<",
        "batch::Batch",
    ),
    ("batch/scalar.rs", "pub trait Scalar:", "batch::Scalar"),
    ("batch/scalar.rs", "pub trait Lanes:", "batch::Scalar"),
    (
        "bvh/coordinate.rs",
        "pub trait Coordinate:",
        "bvh::Coordinate",
    ),
    (
        "coordinates.rs",
        "pub trait Coordinates<",
        "interop::Coordinates",
    ),
    (
        "coordinates.rs",
        "pub trait RoundedFrom<",
        "interop::RoundedFrom",
    ),
    ("coordinates.rs", "pub trait Matrix4:", "interop::Matrix4"),
    // These traits are private, although they are declared as public. Users cannot cause an error about them, so the
    // entries have no public trait.
    ("cutter.rs", "pub trait Sealed ", ""),
    ("kept_plane.rs", "pub trait Form<", ""),
    // Only authors of figures with exact nodes implement this trait.
    ("triangulation/figure.rs", "pub trait Nodes ", ""),
];

fn read(folder: &Path, file: &str) -> String {
    fs::read_to_string(folder.join(file)).expect("a source of the crate")
}

#[test]
fn errors_of_wrong_types_name_a_public_trait() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let compiled = read(&folder, "wrong_types.rs");
    for (file, declaration, public) in TRAITS.into_iter().filter(|(.., public)| !public.is_empty())
    {
        let text = read(&folder, file);
        let (above, _) = text.split_once(declaration).expect("the trait");
        let attributes = above.rsplit("///").next().unwrap_or_default();
        assert!(
            attributes.contains("#[diagnostic::on_unimplemented("),
            "{declaration}"
        );
        let label = format!("this type does not implement `transect::{public}`");
        assert!(attributes.contains(&label), "{declaration}");
        assert!(
            compiled.contains(&format!("(crate::{public})")),
            "{declaration}"
        );
    }
}

#[test]
fn every_public_trait_is_in_the_list() {
    fn search(folder: &Path, found: &mut Vec<String>) {
        for entry in fs::read_dir(folder).expect("a folder of sources") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                search(&path, found);
            } else {
                let text = fs::read_to_string(&path).expect("a source");
                let traits = text
                    .lines()
                    .map(str::trim)
                    .filter(|line| line.starts_with("pub trait "));
                found.extend(traits.map(String::from));
            }
        }
    }
    let mut found = Vec::new();
    search(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("src"),
        &mut found,
    );
    for line in found {
        let is_listed = TRAITS
            .iter()
            .any(|(_, declaration, _)| line.starts_with(declaration.trim()));
        assert!(is_listed, "{line}");
    }
}
