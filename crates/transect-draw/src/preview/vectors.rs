//! Loops that use the vector instructions of the CPU. Results do not depend on the instructions.

use fearless_simd::Level;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use fearless_simd::Simd;

/// Returns the vector instructions that the CPU has.
#[inline]
pub(super) fn level() -> Level {
    Level::try_detect().unwrap_or(Level::baseline())
}

/// Runs a task with wide vector instructions (AVX-512 or AVX2) if the CPU has them. The compiler uses them in code that
/// is inlined into the task.
#[inline(always)]
pub(super) fn with_vectors(task: impl FnOnce()) {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    {
        let level = level();
        if let Some(simd) = level.as_avx512() {
            return simd.vectorize(task);
        }
        if let Some(simd) = level.as_avx2() {
            return simd.vectorize(task);
        }
    }
    task();
}
