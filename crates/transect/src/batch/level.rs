//! Which instructions of the CPU batches use.

use core::fmt;

/// A level of a CPU's instructions. Batches take the best one that there is; tests and benches ask for others.
///
/// With the feature `std` it is found out at run time; without, it is what the compiler was told of.
/// Answers are the same at every level.
///
/// ```
/// use transect::batch::Level;
/// let levels: Vec<_> = Level::available().collect();
/// assert_eq!(levels.last().map(Level::to_string), Some(Level::best().to_string()));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Level(pub(crate) fearless_simd::Level);

impl Level {
    /// The best level of this CPU.
    #[inline]
    #[must_use]
    pub fn best() -> Self {
        Self::available().last().unwrap_or(Self(level_of_cpu()))
    }

    /// All levels of this CPU, the best one last.
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

    /// All levels of this CPU, the best one last.
    #[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
    pub fn available() -> impl Iterator<Item = Self> {
        [Self(level_of_cpu())].into_iter()
    }
}

/// What fearless_simd says of this CPU.
pub(crate) fn level_of_cpu() -> fearless_simd::Level {
    fearless_simd::Level::try_detect().unwrap_or(fearless_simd::Level::baseline())
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // "Avx512(Avx512 { .. })", and so on: the name is the variant's.
        let full = alloc::format!("{:?}", self.0);
        let end = full.find(|c: char| !c.is_alphanumeric() && c != '_');
        f.pad(&full[..end.unwrap_or(full.len())])
    }
}

/// What a loop says with the instructions of a level. It is compiled for each: that of fearless_simd has one for SSE4.2
/// besides, which few CPUs stop at, and a fourth of all that is compiled.
#[cfg(all(
    any(target_arch = "x86", target_arch = "x86_64"),
    target_feature = "sse2"
))]
macro_rules! dispatch {
    ($level:expr, $simd:ident => $said:expr) => {{
        use fearless_simd::{Level, Simd as _};
        // What the compiler was told that every CPU has needs no question, and nothing below it is kept.
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

#[cfg(not(all(
    any(target_arch = "x86", target_arch = "x86_64"),
    target_feature = "sse2"
)))]
pub(crate) use fearless_simd::dispatch;

#[cfg(all(
    any(target_arch = "x86", target_arch = "x86_64"),
    target_feature = "sse2"
))]
pub(crate) use dispatch;
