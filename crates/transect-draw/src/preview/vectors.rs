//! Loops that use the vector instructions of the CPU. Results do not depend on the instructions.

use fearless_simd::Level;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use fearless_simd::Simd;

/// Runs a task with wide vector instructions (AVX2) if the CPU has them. The compiler uses them in code that is inlined
/// into the task.
#[inline(always)]
pub(super) fn with_vectors(task: impl FnOnce()) {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    if let Some(simd) = Level::try_detect().unwrap_or(Level::baseline()).as_avx2() {
        return simd.vectorize(task);
    }
    task();
}
