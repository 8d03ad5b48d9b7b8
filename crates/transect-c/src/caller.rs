//! The memory of the caller. All reading and writing through pointers of a call is here.

use core::marker::PhantomData;
use core::ops::Range;
use core::ptr::NonNull;

use tinyvec::TinyVec;

use crate::status::{Failure, Status, run};

/// A type for which every pattern of bits is a value, so that the caller's memory always holds one.
///
/// # Safety
/// The type has no padding that is read, no reference, and no value that is not allowed.
pub(crate) unsafe trait Plain: Copy + 'static {}

macro_rules! plain {
    ($($type:ty),*) => {$(
        // SAFETY: every pattern of bits is a number.
        unsafe impl Plain for $type {}
    )*};
}

plain!(f32, f64, i8, i32, u8, u16, u32, u64, usize);

// SAFETY: arrays of such types are such types.
unsafe impl<T: Plain, const N: usize> Plain for [T; N] {}

// SAFETY: every pattern of bits is a pointer; it is only read after checks.
unsafe impl<T: 'static> Plain for *const T {}

// SAFETY: every pattern of bits is a pointer; it is only written after checks.
unsafe impl<T: 'static> Plain for *mut T {}

/// The memory that a call reads through slices, or writes.
#[derive(Clone, Debug, Default)]
struct Place {
    bytes: Range<usize>,
    is_written: bool,
    parameter: &'static str,
}

/// The caller of a function: gives access to the memory that the pointers of the call stand for.
///
/// Values are copied when they are read. Slices and places of results are remembered, and must not overlap, so that no
/// memory is read and written at the same time.
pub(crate) struct Caller<'c> {
    places: TinyVec<[Place; 4]>,
    memory: PhantomData<&'c ()>,
}

/// A place for a result, which was checked and is written at the end of the call.
pub(crate) struct Out<T>(NonNull<T>);

impl<T> Out<T> {
    /// Writes the result.
    pub(crate) fn set(self, value: T) {
        // SAFETY: `Caller::out` has checked that the pointer is neither null nor misaligned; the promise of
        // `Caller::of_call` is that it is valid for writing. The old contents are not dropped, because they need not
        // be a value.
        unsafe { self.0.write(value) }
    }
}

impl<'c> Caller<'c> {
    /// Returns access to the memory of the caller.
    ///
    /// # Safety
    /// Every pointer that is given to the methods during the call is null, or valid as lib.rs demands: for as many
    /// elements as the method reads or writes, and during the lifetime 'c. Handles were made by `give` and not yet
    /// freed.
    pub(crate) unsafe fn of_call() -> Self {
        Self {
            places: TinyVec::default(),
            memory: PhantomData,
        }
    }

    /// Runs the work of the function, and returns its status.
    pub(crate) fn answer(mut self, work: impl FnOnce(&mut Self) -> Result<(), Failure>) -> Status {
        run(move || work(&mut self))
    }

    /// Reads a value.
    pub(crate) fn read<T: Plain>(
        &self,
        parameter: &'static str,
        pointer: *const T,
    ) -> Result<T, Failure> {
        let pointer = checked(parameter, pointer.cast_mut())?;
        // SAFETY: the pointer is neither null nor misaligned, and valid by the promise of `of_call`. Every pattern of
        // bits is a value.
        Ok(unsafe { pointer.read() })
    }

    /// Reads a value whose pointer may be null.
    pub(crate) fn read_if_any<T: Plain>(
        &self,
        parameter: &'static str,
        pointer: *const T,
    ) -> Result<Option<T>, Failure> {
        if pointer.is_null() {
            Ok(None)
        } else {
            self.read(parameter, pointer).map(Some)
        }
    }

    /// Returns a slice of the caller's memory for reading.
    pub(crate) fn slice<T: Plain>(
        &mut self,
        parameter: &'static str,
        pointer: *const T,
        count: usize,
    ) -> Result<&'c [T], Failure> {
        if count == 0 {
            return Ok(&[]);
        }
        let pointer = self.place(parameter, pointer.cast_mut(), count, false)?;
        // SAFETY: the pointer is neither null nor misaligned; its bytes do not wrap around; the memory is valid by the
        // promise of `of_call`, and `place` has checked that the call does not write it.
        Ok(unsafe { core::slice::from_raw_parts(pointer.as_ptr(), count) })
    }

    /// Returns a slice of the caller's memory for writing. The old contents have no meaning.
    pub(crate) fn slice_mut<T: Plain>(
        &mut self,
        parameter: &'static str,
        pointer: *mut T,
        count: usize,
    ) -> Result<&'c mut [T], Failure> {
        if count == 0 {
            return Ok(&mut []);
        }
        let pointer = self.place(parameter, pointer, count, true)?;
        // SAFETY: as in `slice`; and `place` has checked that no other slice of the call has any of these bytes.
        Ok(unsafe { core::slice::from_raw_parts_mut(pointer.as_ptr(), count) })
    }

    /// Returns a slice for writing, or `None` for a null pointer.
    pub(crate) fn slice_mut_if_any<T: Plain>(
        &mut self,
        parameter: &'static str,
        pointer: *mut T,
        count: usize,
    ) -> Result<Option<&'c mut [T]>, Failure> {
        if pointer.is_null() {
            Ok(None)
        } else {
            self.slice_mut(parameter, pointer, count).map(Some)
        }
    }

    /// Returns the place of a result.
    pub(crate) fn out<T>(
        &mut self,
        parameter: &'static str,
        pointer: *mut T,
    ) -> Result<Out<T>, Failure> {
        self.place(parameter, pointer, 1, true).map(Out)
    }

    /// Returns the place of a result, or `None` for a null pointer: the caller does not want the result.
    pub(crate) fn out_if_any<T>(
        &mut self,
        parameter: &'static str,
        pointer: *mut T,
    ) -> Result<Option<Out<T>>, Failure> {
        if pointer.is_null() {
            Ok(None)
        } else {
            self.out(parameter, pointer).map(Some)
        }
    }

    /// Returns the contents of a handle.
    pub(crate) fn handle<T>(
        &self,
        parameter: &'static str,
        handle: *const T,
    ) -> Result<&'c T, Failure> {
        let handle = checked(parameter, handle.cast_mut())?;
        // SAFETY: the handle was made by `give` and not yet freed, by the promise of `of_call`, and no thread changes
        // it during the call, because lib.rs allows that only to calls that do not share it.
        Ok(unsafe { handle.as_ref() })
    }

    /// Returns the contents of a handle that the call changes.
    pub(crate) fn handle_mut<T>(
        &self,
        parameter: &'static str,
        handle: *mut T,
    ) -> Result<&'c mut T, Failure> {
        let mut handle = checked(parameter, handle)?;
        // SAFETY: as in `handle`; no function of this crate takes two handles of which one is changed, and lib.rs
        // allows the handle to one thread at a time.
        Ok(unsafe { handle.as_mut() })
    }

    /// Checks a pointer, and that its memory does not overlap with memory of the call if one of the two is written.
    fn place<T>(
        &mut self,
        parameter: &'static str,
        pointer: *mut T,
        count: usize,
        is_written: bool,
    ) -> Result<NonNull<T>, Failure> {
        let checked = checked(parameter, pointer)?;
        let start = pointer.addr();
        let size = size_of::<T>().checked_mul(count);
        let end = size
            .filter(|size| isize::try_from(*size).is_ok())
            .and_then(|size| start.checked_add(size));
        let Some(end) = end else {
            return Err(Failure::count(
                parameter,
                format_args!("{count} elements are more than memory can hold"),
            ));
        };
        let bytes = start..end;
        let mut others = self.places.iter();
        let other = others.find(|other| {
            (is_written || other.is_written)
                && other.bytes.start < bytes.end
                && bytes.start < other.bytes.end
        });
        if let Some(other) = other {
            return Err(Failure::new(
                Status::Overlap,
                format_args!("{parameter} overlaps with {}", other.parameter),
            ));
        }
        self.places.push(Place {
            bytes,
            is_written,
            parameter,
        });
        Ok(checked)
    }
}

/// Returns a new handle, which the caller owns.
pub(crate) fn give<T>(value: T) -> *mut T {
    Box::into_raw(Box::new(value))
}

/// Frees a handle. Null and misaligned pointers are ignored.
///
/// # Safety
/// The handle is null, or was made by [`give`] and not yet freed.
pub(crate) unsafe fn free<T>(handle: *mut T) {
    if handle.is_null() || !handle.is_aligned() {
        return;
    }
    let _ = run(|| {
        // SAFETY: the promise of this function.
        drop(unsafe { Box::from_raw(handle) });
        Ok(())
    });
}

fn checked<T>(parameter: &'static str, pointer: *mut T) -> Result<NonNull<T>, Failure> {
    let Some(checked) = NonNull::new(pointer) else {
        return Err(Failure::new(
            Status::NullPointer,
            format_args!("{parameter} is null"),
        ));
    };
    if !pointer.is_aligned() {
        return Err(Failure::new(
            Status::Misaligned,
            format_args!(
                "{parameter} is at an address that is not a multiple of {}",
                align_of::<T>()
            ),
        ));
    }
    Ok(checked)
}

/// Writes items into a buffer of the caller, whose size may be asked first: the number of items goes to `count`.
/// Nothing else is written if the buffer is too small; a null buffer of capacity 0 is no failure.
pub(crate) fn fill<'c, T: Plain>(
    caller: &mut Caller<'c>,
    (parameter, buffer, capacity): (&'static str, *mut T, usize),
    count: Out<usize>,
    items: impl Iterator<Item = T>,
    needed: usize,
) -> Result<(), Failure> {
    let buffer = caller.slice_mut_if_any(parameter, buffer, capacity)?;
    count.set(needed);
    match buffer {
        None if capacity > 0 => Err(Failure::new(
            Status::NullPointer,
            format_args!("{parameter} is null, and its capacity is {capacity}"),
        )),
        None => Ok(()),
        Some(buffer) if buffer.len() < needed => Err(Failure::new(
            Status::TooSmall,
            format_args!("{parameter} has room for {capacity} elements, {needed} are needed"),
        )),
        Some(buffer) => {
            for (place, item) in buffer.iter_mut().zip(items) {
                *place = item;
            }
            Ok(())
        }
    }
}
