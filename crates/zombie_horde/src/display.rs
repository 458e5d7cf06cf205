//! Whether a window can be opened here at all.
//!
//! The window's libraries panic where there is no display or no driver, so they are not begun without a look first.

use bevy::tasks::block_on;
use std::fmt;
use wgpu::{Backends, Instance, InstanceDescriptor, RequestAdapterOptions};

/// Why there can be no window.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoWindow {
    /// No display can be reached.
    NoDisplay,
    /// A display, but no driver that could draw on it.
    NoDriver,
}

impl fmt::Display for NoWindow {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str(match self {
            Self::NoDisplay => "no display can be reached",
            Self::NoDriver => "no graphics driver (Vulkan or GL) can be found",
        })
    }
}

/// Whether a window can be opened and drawn into.
pub fn usable() -> Result<(), NoWindow> {
    if !has_display() {
        return Err(NoWindow::NoDisplay);
    }
    drawable()
}

/// Whether there is a graphics driver, which is all that off-screen drawing needs.
pub fn drawable() -> Result<(), NoWindow> {
    let instance = Instance::new(InstanceDescriptor {
        backends: Backends::from_env().unwrap_or_default(),
        ..InstanceDescriptor::new_without_display_handle()
    });
    let adapter = block_on(instance.request_adapter(&RequestAdapterOptions::default()));
    adapter.map(|_| ()).map_err(|_| NoWindow::NoDriver)
}

/// Whether the X server answers, with all that the window's library insists on.
#[cfg(all(unix, not(target_os = "macos")))]
fn has_display() -> bool {
    use x11rb::connection::RequestConnection;
    let libraries_are_there = x11_dl::xlib::Xlib::open().is_ok()
        && x11_dl::xcursor::Xcursor::open().is_ok()
        && x11_dl::xlib_xcb::Xlib_xcb::open().is_ok()
        && x11_dl::xinput2::XInput2::open().is_ok()
        && xkbcommon_dl::xkbcommon_option().is_some()
        && xkbcommon_dl::x11::xkbcommon_x11_option().is_some();
    if !libraries_are_there {
        return false;
    }
    let Ok((connection, _)) = x11rb::connect(None) else {
        return false;
    };
    ["RANDR", "XInputExtension", "XKEYBOARD"]
        .into_iter()
        .all(|extension| matches!(connection.extension_information(extension), Ok(Some(_))))
}

/// Elsewhere the system has a display or does not start programs.
#[cfg(not(all(unix, not(target_os = "macos"))))]
fn has_display() -> bool {
    true
}
