//! The argument that limits the memory.

use clap::Args;

use crate::memory::MemorySize;

/// The argument that limits the memory.
#[derive(Args, Clone, Debug)]
pub(crate) struct MemoryArguments {
    /// Read an STL file in one pass if it would need more memory than this, such as 2GB, 500MB or 0. The default is a
    /// quarter of the machine's memory. One pass cuts by one plane and writes halves as STL; the answers are the same
    /// but for those that it cannot know (docs/one-pass.md)
    #[arg(long, value_name = "SIZE", help_heading = "Input")]
    pub(crate) memory: Option<MemorySize>,
}
