//! Random calls with good and bad arguments: none reports an internal error, and most of the functions succeed at
//! times.
//!
//! `RANDOM_CALLS=1000000` sets the number of calls, 10 000 otherwise. `.ci/run c` runs the test under AddressSanitizer.

mod calls;

use std::env;

use crate::calls::{Played, play};

/// The generator SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }
}

#[test]
fn random_calls_are_answered_or_refused() {
    let calls = match env::var("RANDOM_CALLS") {
        Ok(text) => text.parse().expect("RANDOM_CALLS is a number"),
        Err(_) => 10_000,
    };
    let mut sum = Played::default();
    let mut seed = 0;
    while sum.succeeded + sum.refused < calls {
        let random = &mut Random(seed);
        let bytes: Vec<u8> = (0..2_000)
            .flat_map(|_| random.next().to_le_bytes())
            .collect();
        let played = play(&bytes);
        sum.succeeded += played.succeeded;
        sum.refused += played.refused;
        seed += 1;
    }
    println!("{sum:?} of {seed} sequences");
    assert!(
        3 * sum.succeeded > sum.refused,
        "too many calls were refused: {sum:?}"
    );
}
