//! Draws some seconds of the scene off-screen into an animated GIF.

use super::off_screen::OffScreen;
use crate::command::{console, output};
use crate::options::Options;
use color_quant::NeuQuant;
use gif::{DisposalMethod, Encoder, Frame, Repeat};
use std::borrow::Cow;
use std::path::Path;
use std::process::ExitCode;
use tiny_skia::{FilterQuality, Pixmap, PixmapPaint, Transform};

/// Frames a second at 60 ticks a second; a frame lasts whole ticks. A GIF counts hundredths of a
/// second.
const FRAMES_PER_SECOND: u64 = 20;
/// The size of a frame, relative to that of the window.
const SCALE: f32 = 0.5;
/// Number of colors of the film. One more index says that a pixel stays as it is.
const COLORS: usize = 255;
const UNCHANGED: u8 = 255;
/// The colors are chosen from one in this many frames.
const PALETTE_STEP: usize = 10;
/// How carefully colors are chosen, 1 to 30; 1 is the best and the slowest.
const PALETTE_SAMPLING: i32 = 7;
/// The largest difference of a color channel that still counts as unchanged.
const TOLERANCE: u8 = 6;

/// Draws `seconds` simulated seconds from tick `from` on into `file`.
pub(super) fn shoot(options: &Options, file: &Path, from: u64, seconds: u16) -> ExitCode {
    let film = draw(options, from, seconds)
        .and_then(|(frames, clock)| {
            console::print_to_stderr("encoding the film");
            encode(&frames, clock)
        })
        .and_then(|film| {
            let failed = |reason| format!("cannot write {}: {reason}", file.display());
            output::write(file, film).map_err(failed)
        });
    match film {
        Ok(()) => {
            console::print_to_stderr(format_args!("wrote {}", file.display()));
            ExitCode::SUCCESS
        }
        Err(failure) => console::failure(format_args!("no film: {failure}")),
    }
}

/// The length of a frame.
#[derive(Clone, Copy, Debug)]
struct FrameClock {
    ticks: u64,
    /// Ticks per second.
    rate: u64,
}

impl FrameClock {
    /// How long the frame with this number is shown, hundredths of a second. The times of all
    /// frames add up to that of their ticks, although a film counts in whole hundredths.
    fn delay(self, number: u64) -> u16 {
        let start = |number: u64| (100 * self.ticks * number + self.rate / 2) / self.rate;
        (start(number + 1) - start(number)) as u16
    }
}

/// The frames, and how long each is shown.
fn draw(options: &Options, from: u64, seconds: u16) -> Result<(Vec<Pixmap>, FrameClock), String> {
    let rate = u64::from(options.hz);
    let ticks = (rate / FRAMES_PER_SECOND).max(1);
    let mut demo = OffScreen::new(options)?;
    demo.run(from);
    let mut frames = Vec::new();
    let count = (u64::from(seconds) * rate).div_ceil(ticks);
    for number in 0..count {
        if number.is_multiple_of(FRAMES_PER_SECOND) {
            console::print_to_stderr(format_args!("drawing frame {} of {count}", number + 1));
        }
        frames.push(scaled(&demo.draw()?)?);
        demo.run(ticks);
    }
    Ok((frames, FrameClock { ticks, rate }))
}

fn scaled(picture: &Pixmap) -> Result<Pixmap, String> {
    let side = |pixels: u32| (SCALE * pixels as f32) as u32;
    let (width, height) = (side(picture.width()), side(picture.height()));
    let mut scaled = Pixmap::new(width, height).ok_or("the picture is empty")?;
    let paint = PixmapPaint {
        quality: FilterQuality::Bilinear,
        ..PixmapPaint::default()
    };
    let scale = Transform::from_scale(SCALE, SCALE);
    scaled.draw_pixmap(0, 0, picture.as_ref(), &paint, scale, None);
    Ok(scaled)
}

/// Encodes a GIF. One palette serves all frames, so that ground that stays as it is costs nothing.
fn encode(frames: &[Pixmap], clock: FrameClock) -> Result<Vec<u8>, String> {
    let first = frames.first().ok_or("there is no frame")?;
    let size = |side: u32| u16::try_from(side).map_err(|_| "the picture is too large");
    let (width, height) = (size(first.width())?, size(first.height())?);
    let seen = frames.iter().step_by(PALETTE_STEP);
    let seen: Vec<u8> = seen.flat_map(|frame| frame.data()).copied().collect();
    let palette = NeuQuant::new(PALETTE_SAMPLING, COLORS, &seen);
    let colors = palette.color_map_rgb();
    let mut film = Vec::new();
    let failed = |reason: gif::EncodingError| format!("cannot encode the film: {reason}");
    let mut encoder = Encoder::new(&mut film, width, height, &colors).map_err(failed)?;
    encoder.set_repeat(Repeat::Infinite).map_err(failed)?;
    let mut shown: Vec<Option<[u8; 3]>> = vec![None; first.pixels().len()];
    for (number, picture) in (0..).zip(frames) {
        let pixels = picture.data().as_chunks::<4>().0.iter().zip(&mut shown);
        let indices = pixels.map(|(pixel, shown)| {
            let color = [pixel[0], pixel[1], pixel[2]];
            if shown.is_some_and(|shown| is_like(shown, color)) {
                return UNCHANGED;
            }
            let index = palette.index_of(pixel);
            *shown = colors.as_chunks::<3>().0.get(index).copied();
            index as u8
        });
        let frame = Frame {
            width,
            height,
            delay: clock.delay(number),
            dispose: DisposalMethod::Keep,
            transparent: Some(UNCHANGED),
            buffer: Cow::Owned(indices.collect()),
            ..Frame::default()
        };
        encoder.write_frame(&frame).map_err(failed)?;
    }
    drop(encoder);
    Ok(film)
}

fn is_like(one: [u8; 3], other: [u8; 3]) -> bool {
    let mut channels = one.into_iter().zip(other);
    channels.all(|(one, other)| one.abs_diff(other) <= TOLERANCE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gif::{ColorOutput, DecodeOptions};
    use tiny_skia::Color;

    /// 20 frames a second.
    const CLOCK: FrameClock = FrameClock { ticks: 3, rate: 60 };

    #[test]
    fn the_times_of_all_frames_add_up() {
        // 100 / 39 = 2.56 hundredths of a second.
        let clock = FrameClock { ticks: 1, rate: 39 };
        let delays: Vec<u16> = (0..39).map(|number| clock.delay(number)).collect();
        assert_eq!(delays[..4], [3, 2, 3, 2]);
        assert_eq!(delays.iter().sum::<u16>(), 100);
        assert_eq!(CLOCK.delay(7), 5);
    }

    fn picture(color: impl Fn(usize) -> (u8, u8, u8)) -> Pixmap {
        let mut picture = Pixmap::new(16, 8).expect("it has a size");
        for (index, pixel) in picture.pixels_mut().iter_mut().enumerate() {
            let (red, green, blue) = color(index);
            *pixel = tiny_skia::ColorU8::from_rgba(red, green, blue, 255).premultiply();
        }
        picture
    }

    #[test]
    fn a_film_shows_its_frames_and_keeps_what_stays() {
        // The upper half is lit, and then one more pixel; small changes of the other pixels are
        // left out.
        let (lit, dark) = ((250, 240, 20), (20, 30, 40));
        let before = |index| if index < 64 { lit } else { dark };
        let after = |index| match index {
            0..64 | 77 => lit,
            _ => (20, 30, 42),
        };
        let film = encode(&[picture(before), picture(after)], CLOCK).expect("it can be encoded");
        let mut options = DecodeOptions::new();
        options.set_color_output(ColorOutput::RGBA);
        let mut decoder = options.read_info(&*film).expect("it is a GIF");
        let first = decoder.read_next_frame().expect("it is a frame").cloned();
        let first = first.expect("there is a frame");
        assert_eq!((first.width, first.height, first.delay), (16, 8, 5));
        // The palette holds nearly these colors.
        let is = |pixel: &[u8; 4], color: (u8, u8, u8)| {
            let near = |one: u8, other: u8| one.abs_diff(other) < 20;
            let [red, green, blue, alpha] = *pixel;
            alpha > 0 && near(red, color.0) && near(green, color.1) && near(blue, color.2)
        };
        for (index, pixel) in first.buffer.as_chunks::<4>().0.iter().enumerate() {
            assert!(is(pixel, before(index)), "{index} {pixel:?}");
        }
        let second = decoder.read_next_frame().expect("it is a frame").cloned();
        let second = second.expect("there is a second frame");
        for (index, pixel) in second.buffer.as_chunks::<4>().0.iter().enumerate() {
            assert_eq!(
                (pixel[3] > 0, is(pixel, lit)),
                (index == 77, index == 77),
                "{index}"
            );
        }
        assert!(decoder.read_next_frame().expect("it is a GIF").is_none());
    }

    #[test]
    fn a_frame_has_half_of_the_size_and_the_mean_of_four_pixels() {
        let mut picture = picture(|_| (0, 0, 0));
        picture.fill(Color::from_rgba8(100, 200, 50, 255));
        let scaled = scaled(&picture).expect("it has a size");
        assert_eq!((scaled.width(), scaled.height()), (8, 4));
        let color = scaled.pixel(3, 2).expect("it is inside").demultiply();
        assert_eq!((color.red(), color.green(), color.blue()), (100, 200, 50));
    }

    #[test]
    fn no_frame_is_an_error() {
        assert_eq!(encode(&[], CLOCK), Err("there is no frame".to_owned()));
    }
}
