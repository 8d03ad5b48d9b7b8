//! The certificate of a cut: a status, findings, and text.

use core::ffi::c_char;
use core::fmt::Write as _;

use transect_mesh::Finding;

use crate::caller::{Caller, fill, free, give};
use crate::status::{Failure, Status};

/// The certificate of a cut: computed from the input, the planes and the parts, without the code that cuts. Any
/// function may use it in several threads at once.
pub struct Certificate(transect_mesh::Certificate);

/// The verdict of a certificate. Bounds and differences are rounded.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Verdict {
    /// `true` if the certificate found no error.
    pub is_correct: bool,
    /// `true` if, in addition, the caps fill the section and no outlines of the section cross.
    pub caps_verified: bool,
    /// `true` if the input is closed.
    pub input_closed: bool,
    /// The number of findings: errors, and notes about the input.
    pub findings: usize,
    /// The number of parts that were judged.
    pub parts: usize,
    /// An upper bound on the distance of a vertex from its exact position, along an axis.
    pub displacement: f64,
    /// The volumes of the parts minus that of the input, without sign.
    pub volume_difference: f64,
    /// The largest such difference that rounding explains.
    pub volume_bound: f64,
}

impl Certificate {
    pub(crate) fn give(certificate: transect_mesh::Certificate) -> *mut Self {
        give(Self(certificate))
    }

    /// Returns the certificate as text: one line per finding, without a line for none.
    fn text(&self) -> String {
        let mut text = match (self.0.is_correct(), self.0.caps_verified()) {
            (false, _) => String::from("wrong cut\n"),
            (true, false) => String::from("correct, caps not verified\n"),
            (true, true) => String::from("correct\n"),
        };
        for finding in &self.0.findings {
            text += &line(finding);
            text.push('\n');
        }
        text
    }
}

/// Returns a finding as a line of text.
fn line(finding: &Finding) -> String {
    let kind = if finding.kind.is_error() {
        "error"
    } else {
        "note"
    };
    let mut line = format!("{kind}: {}", finding.kind.name());
    // Writing to a string never fails.
    if let Some(part) = finding.part {
        let _ = write!(line, ", part {part}");
    }
    if let Some(plane) = finding.plane {
        let _ = write!(line, ", plane {plane}");
    }
    if let Some([x, y, z]) = finding.place {
        let _ = write!(line, ", at ({x}, {y}, {z})");
    }
    let _ = write!(line, ": count {}, amount {}", finding.count, finding.amount);
    line
}

/// Returns the status of a cut: success if the certificate found no error, and `TRANSECT_STATUS_WRONG_CUT` otherwise.
/// Then `transect_last_message` is the first error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_certificate_check(certificate: *const Certificate) -> Status {
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    let caller = unsafe { Caller::of_call() };
    caller.answer(|caller| {
        let own = caller.handle("certificate", certificate)?;
        match own.0.errors().next() {
            None => Ok(()),
            Some(finding) => Err(Failure::new(Status::WrongCut, line(finding))),
        }
    })
}

/// Finds the verdict of a certificate.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_certificate_verdict(
    certificate: *const Certificate,
    verdict: *mut Verdict,
) -> Status {
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    let caller = unsafe { Caller::of_call() };
    caller.answer(|caller| {
        let own = &caller.handle("certificate", certificate)?.0;
        let place = caller.out("verdict", verdict)?;
        place.set(Verdict {
            is_correct: own.is_correct(),
            caps_verified: own.caps_verified(),
            input_closed: own.input_closed,
            findings: own.findings.len(),
            parts: own.parts.len(),
            displacement: own.displacement,
            volume_difference: own.volume.found,
            volume_bound: own.volume.bound,
        });
        Ok(())
    })
}

/// Writes a certificate as text: a line for the verdict and one per finding, each with its end, and a null byte.
/// Writes the number of bytes, the null byte included. With `text` null and the capacity 0, writes only the number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_certificate_text(
    certificate: *const Certificate,
    text: *mut c_char,
    capacity: usize,
    count: *mut usize,
) -> Status {
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    let caller = unsafe { Caller::of_call() };
    caller.answer(|caller| {
        let own = caller.handle("certificate", certificate)?.text();
        let count = caller.out("count", count)?;
        let bytes = own.bytes().chain([0]);
        fill(
            caller,
            ("text", text.cast::<u8>(), capacity),
            count,
            bytes,
            own.len() + 1,
        )
    })
}

/// Frees a certificate. Null is ignored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transect_certificate_free(certificate: *mut Certificate) {
    // SAFETY: the promise of the caller (lib.rs, "Safety").
    unsafe { free(certificate) }
}
