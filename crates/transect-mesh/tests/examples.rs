//! Runs the programs of `examples/`, which users copy, to their ends. Their assertions must hold.

/// Makes a test that runs the program of a file.
macro_rules! program {
    ($name:ident, $path:literal) => {
        #[path = $path]
        mod $name;

        #[test]
        fn $name() {
            $name::main().expect("the program runs to its end");
        }
    };
}

program!(contour_lines, "../examples/contour_lines.rs");
program!(cut_arrays_with_uvs, "../examples/cut_arrays_with_uvs.rs");
program!(floor_plan, "../examples/floor_plan.rs");
