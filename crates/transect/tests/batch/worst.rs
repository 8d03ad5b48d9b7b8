//! Cases whose rounding errors all have the same sign and are nearly as large as possible.
//! The error bounds must cover these cases.

/// Planes and f32 points for which the rounded n·p + d is positive, although the point is behind the plane. A search
/// found them. The largest coordinate of each point is 1. In the comments on each case, u = 2⁻²⁴ and T = |n₀| + |n₁| +
/// |n₂| + |d|.
pub(crate) const SINGLE: [([f64; 3], f64, [f32; 3]); 2] = [
    // If products are rounded before they are added, the rounded n·p + d is 1.9999u·T, with u = 2⁻²⁴ and T = |n₀| +
    // |n₁| + |n₂| + |d|.
    (
        [
            1.000_001_609_339_960_9,
            5.966_285_243_630_409e-8,
            -1.000_036_180_008_062_7,
        ],
        8.940_696_716_308_594e-8,
        [0.999_998_45, 1.0, 0.999_964_06],
    ),
    // If products are not rounded before they are added (fused multiply-add), the rounded n·p + d is 1.993u·T, with u =
    // 2⁻²⁴ and T = |n₀| + |n₁| + |n₂| + |d|.
    (
        [
            1.000_028_431_473_765_5,
            5.966_285_243_630_409e-8,
            -1.000_242_650_450_673,
        ],
        6.100_903_249_262_046e-8,
        [0.999_971_6, 1.0, 0.999_757_6],
    ),
];

/// A plane and a point on it. The pairwise sum of n·p + d in f64 is just below 2u·T, with u = 2⁻⁵³ and T the sum of the
/// magnitudes of the terms. Two products and the two inner sums lie halfway between floats and round up.
pub(crate) const DOUBLE: ([f64; 3], f64, [f64; 3]) = (
    [5.0, 1.0, -19.0],
    3.0,
    [1_801_439_850_948_199.0, 3.0, 474_063_118_670_579.0],
);
