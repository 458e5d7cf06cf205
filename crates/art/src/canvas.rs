//! A canvas: flat fills, strokes and glows, oversampled and scaled down at the end.

use tiny_skia::{
    BlendMode, Color, FillRule, FilterQuality, GradientStop, LineCap, LineJoin, Paint, Path,
    Pixmap, PixmapPaint, Point, PremultipliedColorU8, RadialGradient, SpreadMode, Stroke,
    Transform,
};

use crate::palette::Rgb;
use crate::shapes::{self, Spot};

/// A canvas, measured in pixels of the finished picture.
pub struct Canvas {
    pub(crate) pixmap: Pixmap,
    pub(crate) transform: Transform,
    /// How far the light comes from the upper left: 1 for moonlight on objects that do not turn;
    /// less for sprites, because their light turns with them.
    pub(crate) slant: f32,
    oversampling: u32,
}

impl Canvas {
    /// An empty canvas; each pixel is a square of `oversampling` times `oversampling` raw pixels.
    pub fn new(width: u32, height: u32, oversampling: u32) -> Self {
        let scale = oversampling as f32;
        Self {
            pixmap: blank(width * oversampling, height * oversampling),
            transform: Transform::from_scale(scale, scale),
            slant: 1.0,
            oversampling,
        }
    }

    /// The same canvas with another slant of the light.
    pub fn lit_at(mut self, slant: f32) -> Self {
        self.slant = slant;
        self
    }

    /// An empty layer of `width` by `height` raw pixels that lies at `corner` of this canvas.
    pub(crate) fn layer(&self, corner: (i32, i32), width: u32, height: u32) -> Self {
        Self {
            pixmap: blank(width, height),
            transform: self
                .transform
                .post_translate(-corner.0 as f32, -corner.1 as f32),
            slant: self.slant,
            oversampling: self.oversampling,
        }
    }

    /// Draws with the origin moved to `origin`, rotated by `degrees` and scaled by `scale`.
    pub fn placed(&mut self, origin: Spot, degrees: f32, scale: f32, draw: impl FnOnce(&mut Self)) {
        let outside = self.transform;
        self.transform = outside
            .pre_translate(origin.0, origin.1)
            .pre_concat(Transform::from_rotate(degrees))
            .pre_scale(scale, scale);
        draw(self);
        self.transform = outside;
    }

    /// Raw pixels per unit under the current transform.
    pub(crate) fn magnification(&self) -> f32 {
        let (x, y) = self.transform.get_scale();
        // A rotation changes the last bits, which must not change how a bevel is rounded.
        ((x * y).sqrt() * 1024.0).round() / 1024.0
    }

    /// Fills a path with one color.
    pub fn fill(&mut self, path: &Path, rgb: Rgb, opacity: f32) {
        self.fill_blended(path, rgb, opacity, BlendMode::SourceOver);
    }

    /// Fills a path, but only where something is already drawn.
    pub fn fill_atop(&mut self, path: &Path, rgb: Rgb, opacity: f32) {
        self.fill_blended(path, rgb, opacity, BlendMode::SourceAtop);
    }

    fn fill_blended(&mut self, path: &Path, rgb: Rgb, opacity: f32, blend_mode: BlendMode) {
        let paint = Paint {
            blend_mode,
            ..solid(rgb.with_opacity(opacity))
        };
        self.pixmap
            .fill_path(path, &paint, FillRule::Winding, self.transform, None);
    }

    /// Draws a line of the given width with round ends.
    pub fn stroke(&mut self, path: &Path, rgb: Rgb, width: f32, opacity: f32) {
        let stroke = Stroke {
            width,
            line_cap: LineCap::Round,
            line_join: LineJoin::Round,
            ..Stroke::default()
        };
        let paint = solid(rgb.with_opacity(opacity));
        self.pixmap
            .stroke_path(path, &paint, &stroke, self.transform, None);
    }

    /// Draws a soft light that brightens the drawing below and also shows on empty parts.
    pub fn glow(&mut self, center: Spot, radius: f32, rgb: Rgb, opacity: f32) {
        let fade = |share: f32| rgb.with_opacity(opacity * share);
        self.gradient(
            center,
            radius,
            &[
                (0.0, fade(1.0)),
                (0.25, fade(0.56)),
                (0.5, fade(0.25)),
                (0.75, fade(0.06)),
                (1.0, fade(0.0)),
            ],
            BlendMode::Screen,
        );
    }

    /// Draws a soft light on the existing drawing; empty parts stay empty.
    pub fn glow_atop(&mut self, center: Spot, radius: f32, rgb: Rgb, opacity: f32) {
        self.gradient(
            center,
            radius,
            &[
                (0.0, rgb.with_opacity(opacity)),
                (0.5, rgb.with_opacity(opacity * 0.35)),
                (1.0, rgb.with_opacity(0.0)),
            ],
            BlendMode::SourceAtop,
        );
    }

    fn gradient(
        &mut self,
        center: Spot,
        radius: f32,
        stops: &[(f32, Color)],
        blend_mode: BlendMode,
    ) {
        let middle = Point::from_xy(center.0, center.1);
        let shader = RadialGradient::new(
            middle,
            0.0,
            middle,
            radius,
            stops
                .iter()
                .map(|&(position, color)| GradientStop::new(position, color))
                .collect(),
            SpreadMode::Pad,
            Transform::identity(),
        )
        .expect("the radius is positive");
        let paint = Paint {
            shader,
            blend_mode,
            ..Paint::default()
        };
        self.pixmap.fill_path(
            &shapes::circle(center, radius),
            &paint,
            FillRule::Winding,
            self.transform,
            None,
        );
    }

    /// Draws raw pixels over this canvas, with their upper left at the raw pixel `corner`.
    pub(crate) fn lay(&mut self, corner: (i32, i32), picture: &Pixmap, blend_mode: BlendMode) {
        let paint = PixmapPaint {
            opacity: 1.0,
            blend_mode,
            quality: FilterQuality::Nearest,
        };
        self.pixmap.draw_pixmap(
            corner.0,
            corner.1,
            picture.as_ref(),
            &paint,
            Transform::identity(),
            None,
        );
    }

    /// The finished picture, scaled down.
    pub fn finish(self) -> Pixmap {
        shrunk(&self.pixmap, self.oversampling)
    }
}

/// An empty picture.
pub fn blank(width: u32, height: u32) -> Pixmap {
    Pixmap::new(width, height).expect("pictures have an area")
}

/// The picture at 1/`factor` of its size; each pixel is the mean of its square.
fn shrunk(picture: &Pixmap, factor: u32) -> Pixmap {
    let mut small = blank(picture.width() / factor, picture.height() / factor);
    let (width, row) = (small.width(), picture.width());
    let area = factor * factor;
    for (index, pixel) in small.pixels_mut().iter_mut().enumerate() {
        let (left, top) = (index as u32 % width * factor, index as u32 / width * factor);
        let mut sums = [area / 2; 4];
        for y in top..top + factor {
            for x in left..left + factor {
                let part = picture.pixels()[(y * row + x) as usize];
                sums[0] += u32::from(part.red());
                sums[1] += u32::from(part.green());
                sums[2] += u32::from(part.blue());
                sums[3] += u32::from(part.alpha());
            }
        }
        let [red, green, blue, alpha] = sums.map(|sum| (sum / area) as u8);
        *pixel = PremultipliedColorU8::from_rgba(red, green, blue, alpha)
            .expect("a mean of premultiplied colors is premultiplied");
    }
    small
}

fn solid(color: Color) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color(color);
    paint
}
