//! The side of a point equals the sign of n·p + d in exact arithmetic. The library usually decides the side from
//! rounded floats, with a bound on their error.
#![no_main]
use libfuzzer_sys::fuzz_target;
use transect::{Plane, predicates::Dyadic};

fuzz_target!(|numbers: [f64; 7]| {
    let [a, b, c, d, x, y, z] = numbers;
    let Ok(plane) = Plane::new([a, b, c], d) else {
        return;
    };
    if [x, y, z].iter().all(|coordinate| coordinate.is_finite()) {
        let exact = Dyadic::<136>::sum_of_products([(a, x), (b, y), (c, z), (d, 1.0)]).side();
        assert_eq!(plane.side(&[x, y, z]), exact);
        assert_eq!(plane.flipped().side(&[x, y, z]), -exact);
    }
});
