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

program!(cull_for_a_camera, "../examples/cull_for_a_camera.rs");
program!(fit_a_plane, "../examples/fit_a_plane.rs");
program!(moving_ball, "../examples/moving_ball.rs");
program!(pick_with_a_ray, "../examples/pick_with_a_ray.rs");
program!(portals, "../examples/portals.rs");
program!(separating_axis_2d, "../examples/separating_axis_2d.rs");
program!(sort_points, "../examples/sort_points.rs");
program!(tree_of_boxes, "../examples/tree_of_boxes.rs");
