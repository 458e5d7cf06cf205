//! Keeps the messages of panics of the tested code.

use std::any::Any;
use std::panic;
use std::sync::{Mutex, PoisonError};

static LAST: Mutex<Option<String>> = Mutex::new(None);

/// Stores panic messages instead of printing them.
pub fn remember() {
    panic::set_hook(Box::new(|panic| {
        let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
        // The first message has the cause; later ones only report that a thread is gone.
        if last.is_none() {
            *last = Some(panic.to_string());
        }
    }));
}

/// The message of a panic.
pub fn message(payload: &(dyn Any + Send)) -> String {
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    let text = payload
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| payload.downcast_ref::<String>().cloned());
    last.take()
        .or(text)
        .unwrap_or_else(|| "a panic without a message".into())
}
