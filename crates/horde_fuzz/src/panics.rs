//! Panics of what is tested: caught, and not printed.

use std::any::Any;
use std::panic;
use std::sync::{Mutex, PoisonError};

static LAST: Mutex<Option<String>> = Mutex::new(None);

/// From now on panics are remembered instead of printed.
pub fn remember() {
    panic::set_hook(Box::new(|panic| {
        let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
        // The first one says why; those after it only that a thread is gone.
        if last.is_none() {
            *last = Some(panic.to_string());
        }
    }));
}

/// What a panic said.
pub fn message(payload: &(dyn Any + Send)) -> String {
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    let said = payload
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| payload.downcast_ref::<String>().cloned());
    last.take()
        .or(said)
        .unwrap_or_else(|| "a panic without words".into())
}
