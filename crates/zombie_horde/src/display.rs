//! Checks whether a window can be opened.
//!
//! The window libraries panic without a display or a driver, so this check comes first.

use bevy::tasks::block_on;
use std::fmt;
use wgpu::{Backends, Instance, InstanceDescriptor, RequestAdapterOptions};

/// Why no window can be opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoWindow {
    /// No display can be reached.
    NoDisplay,
    /// There is a display, but this library, which windows need, is missing.
    NoLibrary(&'static str),
    /// There is no graphics driver.
    NoDriver,
}

impl fmt::Display for NoWindow {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::NoDisplay => write!(out, "no display can be reached"),
            Self::NoLibrary(library) => write!(out, "the library {library} is not installed"),
            Self::NoDriver => write!(out, "no graphics driver (Vulkan or GL) can be found"),
        }
    }
}

/// Checks that a window can be opened and drawn into.
pub fn usable() -> Result<(), NoWindow> {
    find_display()?;
    drawable()
}

/// Checks that there is a graphics driver. Off-screen drawing needs nothing else.
pub fn drawable() -> Result<(), NoWindow> {
    let instance = Instance::new(InstanceDescriptor {
        backends: Backends::from_env().unwrap_or_default(),
        ..InstanceDescriptor::new_without_display_handle()
    });
    let adapter = block_on(instance.request_adapter(&RequestAdapterOptions::default()));
    adapter.map(|_| ()).map_err(|_| NoWindow::NoDriver)
}

/// Checks that the X server answers, and that every extension and library that the window needs is
/// there.
#[cfg(all(unix, not(target_os = "macos")))]
fn find_display() -> Result<(), NoWindow> {
    use x11rb::connection::RequestConnection;
    let (connection, _) = x11rb::connect(None).map_err(|_| NoWindow::NoDisplay)?;
    let answers = ["RANDR", "XInputExtension", "XKEYBOARD"]
        .into_iter()
        .all(|extension| matches!(connection.extension_information(extension), Ok(Some(_))));
    if !answers {
        return Err(NoWindow::NoDisplay);
    }
    let libraries = [
        ("libX11", x11_dl::xlib::Xlib::open().is_ok()),
        ("libX11-xcb", x11_dl::xlib_xcb::Xlib_xcb::open().is_ok()),
        ("libXcursor", x11_dl::xcursor::Xcursor::open().is_ok()),
        ("libXi", x11_dl::xinput2::XInput2::open().is_ok()),
        ("libxkbcommon", xkbcommon_dl::xkbcommon_option().is_some()),
        (
            "libxkbcommon-x11",
            xkbcommon_dl::x11::xkbcommon_x11_option().is_some(),
        ),
    ];
    match libraries.into_iter().find(|(_, is_there)| !is_there) {
        Some((library, _)) => Err(NoWindow::NoLibrary(library)),
        None => Ok(()),
    }
}

/// On other systems, a program that starts has a display.
#[cfg(not(all(unix, not(target_os = "macos"))))]
fn find_display() -> Result<(), NoWindow> {
    Ok(())
}
