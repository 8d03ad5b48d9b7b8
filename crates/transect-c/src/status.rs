//! Statuses of functions, and the message of the last failure of a thread.

use std::cell::RefCell;
use std::ffi::{CString, c_char};
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The status of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum Status {
    /// The call succeeded.
    Ok = 0,
    /// A pointer is null that must not be.
    NullPointer = 1,
    /// A pointer is not a multiple of the alignment of its type.
    Misaligned = 2,
    /// Memory that the function writes overlaps with memory that it also reads or writes.
    Overlap = 3,
    /// A count, a stride or an index is out of range.
    Count = 4,
    /// The caller's buffer is too small. The count tells how much room is needed.
    TooSmall = 5,
    /// A value is invalid: a NaN, a zero normal, an unknown constant, text that is not a plane.
    Invalid = 6,
    /// The mesh is invalid, or not of the kind that the function needs, such as closed.
    Mesh = 7,
    /// There is no further result.
    End = 8,
    /// The certificate has an error: the cut is wrong.
    WrongCut = 9,
    /// An error of the library itself. The handles of the call must only be freed. Please report it.
    Internal = 10,
}

/// A failure of a call: its status and the message.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) status: Status,
    message: String,
}

impl Failure {
    pub(crate) fn new(status: Status, message: impl fmt::Display) -> Self {
        Self {
            status,
            message: message.to_string(),
        }
    }

    /// Returns the failure for an invalid value. The message names the parameter.
    pub(crate) fn invalid(parameter: &str, error: impl fmt::Display) -> Self {
        Self::new(Status::Invalid, format_args!("{parameter}: {error}"))
    }

    /// Returns the failure for a mesh that the function cannot use.
    pub(crate) fn mesh(error: impl fmt::Display) -> Self {
        Self::new(Status::Mesh, error)
    }

    /// Returns the failure for a count, stride or index. The message names the parameter.
    pub(crate) fn count(parameter: &str, error: impl fmt::Display) -> Self {
        Self::new(Status::Count, format_args!("{parameter}: {error}"))
    }
}

thread_local! {
    static MESSAGE: RefCell<CString> = RefCell::new(CString::default());
}

/// Runs the work of a function. A failure becomes its status and the message of the thread, and a panic becomes
/// [`Status::Internal`].
pub(crate) fn run(work: impl FnOnce() -> Result<(), Failure>) -> Status {
    let failure = match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(())) => return Status::Ok,
        Ok(Err(failure)) => failure,
        Err(payload) => {
            let text = payload.downcast_ref::<String>().map(String::as_str);
            let text = text.or_else(|| payload.downcast_ref::<&str>().copied());
            let text = text.unwrap_or("a panic without a message");
            let failure = Failure::new(Status::Internal, format_args!("internal error: {text}"));
            // Dropping a payload could panic again.
            std::mem::forget(payload);
            failure
        }
    };
    // Messages of the library may quote text of the caller, which ends at the first null byte in any case.
    let message = CString::new(failure.message.replace('\0', " ")).unwrap_or_default();
    // The thread may be ending, and then there is nobody to read the message.
    let _ = MESSAGE.try_with(|last| {
        if let Ok(mut last) = last.try_borrow_mut() {
            *last = message;
        }
    });
    failure.status
}

/// Returns the message of the last call of this thread that failed, in English and UTF-8; an empty text before the
/// first failure. The text is valid until the next failure of this thread, and is never freed by the caller.
#[unsafe(no_mangle)]
pub extern "C" fn transect_last_message() -> *const c_char {
    let message = MESSAGE.try_with(|last| last.try_borrow().map(|last| last.as_ptr()));
    match message {
        Ok(Ok(message)) => message,
        _ => c"".as_ptr(),
    }
}

/// Returns the name of a status, such as `invalid`; `unknown` for a number that is not a `transect_status`. The text is
/// never freed.
#[unsafe(no_mangle)]
pub extern "C" fn transect_status_name(status: i32) -> *const c_char {
    const NAMES: [&std::ffi::CStr; 11] = [
        c"ok",
        c"null pointer",
        c"misaligned",
        c"overlap",
        c"count",
        c"too small",
        c"invalid",
        c"mesh",
        c"end",
        c"wrong cut",
        c"internal",
    ];
    let name = usize::try_from(status).ok().and_then(|at| NAMES.get(at));
    name.copied().unwrap_or(c"unknown").as_ptr()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::CStr;

    fn last() -> String {
        // SAFETY: the text is valid until the next failure of this thread.
        let message = unsafe { CStr::from_ptr(transect_last_message()) };
        message.to_string_lossy().into_owned()
    }

    #[test]
    fn panics_become_a_status_and_a_message() {
        assert_eq!(run(|| panic!("row {}", 7)), Status::Internal);
        assert_eq!(last(), "internal error: row 7");
        assert_eq!(run(|| Ok(())), Status::Ok);
        assert_eq!(
            last(),
            "internal error: row 7",
            "success leaves the message"
        );
        assert_eq!(
            run(|| Err(Failure::invalid("plane", "a\0b"))),
            Status::Invalid
        );
        assert_eq!(last(), "plane: a b");
    }

    #[test]
    fn every_status_has_its_name() {
        let name = |status: i32| {
            // SAFETY: names are static texts.
            let name = unsafe { CStr::from_ptr(transect_status_name(status)) };
            name.to_str().expect("ASCII")
        };
        assert_eq!(name(Status::Ok as i32), "ok");
        assert_eq!(name(Status::WrongCut as i32), "wrong cut");
        assert_eq!(name(Status::Internal as i32), "internal");
        assert_eq!((name(11), name(-1)), ("unknown", "unknown"));
    }
}
