//! The CPU feature levels (sets of vector instructions) that batches use.

use core::fmt;

/// A CPU feature level. Batches use the best level available; tests and benchmarks choose others.
///
/// With the feature `std`, the level is detected at run time. Without `std`, the level is the one that the compile
/// target guarantees. Results are the same at every level.
///
/// ```
/// use transect::batch::Level;
/// let levels: Vec<_> = Level::available().collect();
/// assert_eq!(levels.last().map(Level::to_string), Some(Level::best().to_string()));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Level(pub(crate) fearless_simd::Level);

impl Level {
    /// Returns the best level that batches can use on this CPU: the one detected at run time, or, without `std`, the
    /// one that the compile target guarantees.
    #[inline]
    #[must_use]
    pub fn best() -> Self {
        Self::available().last().unwrap_or(Self(level_of_cpu()))
    }

    /// Returns the level as [`dispatch!`](crate::dispatch) takes it.
    #[must_use]
    pub fn simd(self) -> fearless_simd::Level {
        self.0
    }

    /// Returns all levels of this CPU, the best level last.
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    pub fn available() -> impl Iterator<Item = Self> {
        use fearless_simd::Simd;
        let found = level_of_cpu();
        [
            found.as_sse2().map(Simd::level),
            found.as_avx2().map(Simd::level),
            found.as_avx512().map(Simd::level),
        ]
        .into_iter()
        .flatten()
        .map(Self)
    }

    /// Returns all levels of this CPU, the best level last.
    #[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
    pub fn available() -> impl Iterator<Item = Self> {
        [Self(level_of_cpu())].into_iter()
    }
}

/// Returns the level that `fearless_simd` detects on this CPU, or the one that the compile target guarantees if it
/// cannot detect one. [`dispatch!`](crate::dispatch) takes it.
#[must_use]
pub fn level_of_cpu() -> fearless_simd::Level {
    fearless_simd::Level::try_detect().unwrap_or(fearless_simd::Level::baseline())
}

/// Returns `true` if `mul_add` and `mul_sub` of `fearless_simd` round once at this level. At other levels, they round
/// the product, too.
#[inline(always)]
pub(crate) fn has_fused_products(level: fearless_simd::Level) -> bool {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    return level.as_avx2().is_some();
    #[cfg(target_arch = "aarch64")]
    return level.as_neon().is_some();
    #[cfg(not(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64")))]
    {
        let _ = level;
        false
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The debug output of a level is "Avx512(Avx512 { .. })" or similar. The text before the parenthesis is the
        // level's name.
        let full = alloc::format!("{:?}", self.0);
        let end = full.find(|c: char| !c.is_alphanumeric() && c != '_');
        f.pad(&full[..end.unwrap_or(full.len())])
    }
}

/// Evaluates an expression with the vector instructions of a CPU feature level. The expression is compiled once for each
/// level, so functions that it calls must be `#[inline(always)]`. Results are the same at every level if the expression
/// has no operations that a level may fuse.
///
/// The macro of `fearless_simd` would also compile the expression for SSE4.2, which is the best level of only a few CPUs.
/// The code for SSE4.2 would be a fourth of all compiled code.
///
/// ```
/// use transect::batch::level_of_cpu;
/// #[inline(always)]
/// fn sum(numbers: &[f64]) -> f64 {
///     let (blocks, rest) = numbers.as_chunks::<8>();
///     let mut sums = [0.0; 8];
///     for block in blocks {
///         (0..8).for_each(|lane| sums[lane] += block[lane]);
///     }
///     sums.iter().chain(rest).sum()
/// }
/// assert_eq!(transect::dispatch!(level_of_cpu(), _simd => sum(&[0.5; 19])), 9.5);
/// ```
#[cfg(all(
    any(target_arch = "x86", target_arch = "x86_64"),
    target_feature = "sse2"
))]
#[macro_export]
macro_rules! dispatch {
    ($level:expr, $simd:ident => $said:expr) => {{
        use $crate::batch::fearless_simd::{Level, Simd as _};
        // Levels that the compile target guarantees are not tested at run time, and levels below the guaranteed one are
        // not compiled.
        let (level, least) = ($level, Level::baseline());
        if let Some($simd) = level.as_avx512().or(least.as_avx512()) {
            $simd.vectorize(#[inline(always)] || $said)
        } else if let Some($simd) = level.as_avx2().or(least.as_avx2()) {
            $simd.vectorize(#[inline(always)] || $said)
        } else {
            let $simd = least.as_sse2().expect("what this was compiled for");
            $simd.vectorize(#[inline(always)] || $said)
        }
    }};
}

/// Evaluates an expression with the vector instructions of a CPU feature level, by the macro of `fearless_simd`.
#[cfg(not(all(
    any(target_arch = "x86", target_arch = "x86_64"),
    target_feature = "sse2"
)))]
#[macro_export]
macro_rules! dispatch {
    ($($tokens:tt)*) => {
        $crate::batch::fearless_simd::dispatch!($($tokens)*)
    };
}

pub(crate) use dispatch;
