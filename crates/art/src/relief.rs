//! Shapes with volume: outline, cast shadow, rounded edges and moonlight.

use tiny_skia::{
    BlendMode, FillRule, LineJoin, Mask, Paint, Path, Pixmap, PremultipliedColorU8, Stroke,
    Transform,
};

use crate::blur;
use crate::canvas::{Canvas, blank};
use crate::noise;
use crate::palette::{MOONLIGHT, OUTLINE, Rgb, SHADE};

/// The material of a shape and its relief.
#[derive(Clone, Copy, Debug)]
pub struct Material {
    rgb: Rgb,
    bevel: f32,
    depth: f32,
    outline: f32,
    shadow: f32,
    noise: f32,
}

impl Material {
    /// A plain material: gently rounded, outlined, with a small cast shadow.
    pub fn new(rgb: Rgb) -> Self {
        Self {
            rgb,
            bevel: 3.0,
            depth: 1.0,
            outline: 1.5,
            shadow: 2.0,
            noise: 0.0,
        }
    }

    /// Sets how far the rounded edges extend inward, and how strongly they are shaded.
    pub fn rounded(mut self, bevel: f32, depth: f32) -> Self {
        self.bevel = bevel;
        self.depth = depth;
        self
    }

    /// Sets the width of the dark contour; 0 draws none.
    pub fn outlined(mut self, width: f32) -> Self {
        self.outline = width;
        self
    }

    /// Sets the length of the cast shadow; 0 casts none.
    pub fn casting(mut self, shadow: f32) -> Self {
        self.shadow = shadow;
        self
    }

    /// Sets the roughness of the surface; 0 is smooth.
    pub fn rough(mut self, noise: f32) -> Self {
        self.noise = noise;
        self
    }
}

/// A shape's coverage in raw pixels, and its position on the canvas.
struct Stencil {
    corner: (i32, i32),
    width: u32,
    height: u32,
    coverage: Vec<f32>,
}

impl Canvas {
    /// Draws a shape with volume.
    pub fn relief(&mut self, path: &Path, material: Material) {
        self.relief_with(path, material, |_| ());
    }

    /// Draws a shape with volume; `decorate` paints its surface before it is lit.
    pub fn relief_with(
        &mut self,
        path: &Path,
        material: Material,
        decorate: impl FnOnce(&mut Self),
    ) {
        let scale = self.magnification();
        let margin = (material.outline + material.bevel + 3.0 * material.shadow) * scale + 3.0;
        let Some(stencil) = self.stencil(path, margin) else {
            return;
        };
        if material.shadow > 0.0 {
            self.cast(&stencil, material.shadow * scale);
        }
        if material.outline > 0.0 {
            self.contour(path, material);
        }
        let mut layer = self.layer(stencil.corner, stencil.width, stencil.height);
        layer.pixmap.fill(material.rgb.with_opacity(1.0));
        decorate(&mut layer);
        light(&mut layer.pixmap, &stencil, material, scale, self.slant);
        self.lay(stencil.corner, &layer.pixmap, BlendMode::SourceOver);
    }

    fn stencil(&self, path: &Path, margin: f32) -> Option<Stencil> {
        let placed = path.clone().transform(self.transform)?;
        let bounds = placed.bounds();
        let left = (bounds.left() - margin).floor() as i32;
        let top = (bounds.top() - margin).floor() as i32;
        let right = (bounds.right() + margin).ceil() as i32;
        let bottom = (bounds.bottom() + margin).ceil() as i32;
        let unseen = right < 0
            || bottom < 0
            || left > self.pixmap.width() as i32
            || top > self.pixmap.height() as i32;
        if unseen {
            return None;
        }
        let (width, height) = ((right - left) as u32, (bottom - top) as u32);
        let mut mask = Mask::new(width, height)?;
        let shift = Transform::from_translate(-left as f32, -top as f32);
        mask.fill_path(&placed, FillRule::Winding, true, shift);
        let coverage = mask
            .data()
            .iter()
            .map(|&value| f32::from(value) / 255.0)
            .collect();
        Some(Stencil {
            corner: (left, top),
            width,
            height,
            coverage,
        })
    }

    fn cast(&mut self, stencil: &Stencil, reach: f32) {
        let (width, height) = (stencil.width as usize, stencil.height as usize);
        let mut plane = stencil.coverage.clone();
        blur::soften(&mut plane, width, height, reach * 0.8);
        let mut shade = blank(stencil.width, stencil.height);
        for (pixel, value) in shade.pixels_mut().iter_mut().zip(&plane) {
            *pixel = OUTLINE
                .with_opacity(0.62 * value)
                .premultiply()
                .to_color_u8();
        }
        let lean = (reach * (0.25 + 0.6 * self.slant)).round() as i32;
        let corner = (stencil.corner.0 + lean, stencil.corner.1 + lean);
        self.lay(corner, &shade, BlendMode::SourceAtop);
    }

    fn contour(&mut self, path: &Path, material: Material) {
        let mut paint = Paint::default();
        paint.set_color(OUTLINE.mix(material.rgb, 0.12).with_opacity(1.0));
        let stroke = Stroke {
            width: 2.0 * material.outline,
            line_join: LineJoin::Round,
            ..Stroke::default()
        };
        self.pixmap
            .stroke_path(path, &paint, &stroke, self.transform, None);
    }
}

/// Shades the painted surface by the slope of its blurred coverage, and cuts it to shape.
fn light(picture: &mut Pixmap, stencil: &Stencil, material: Material, scale: f32, slant: f32) {
    let (width, height) = (stencil.width as usize, stencil.height as usize);
    let reach = (material.bevel * scale).max(1.0);
    let mut swell = stencil.coverage.clone();
    blur::soften(&mut swell, width, height, reach);
    let moon = MOONLIGHT.channels();
    let shade = SHADE.channels();
    for y in 0..height {
        for x in 0..width {
            let index = y * width + x;
            let coverage = stencil.coverage[index];
            if coverage == 0.0 {
                picture.pixels_mut()[index] = PremultipliedColorU8::TRANSPARENT;
                continue;
            }
            let slope_x =
                swell[y * width + (x + 1).min(width - 1)] - swell[y * width + x.saturating_sub(1)];
            let slope_y =
                swell[(y + 1).min(height - 1) * width + x] - swell[y.saturating_sub(1) * width + x];
            let facing = (slope_x + slope_y) * 0.5 * 0.707 * reach * 2.5;
            let lit = (facing * slant * material.depth).clamp(-1.0, 1.0);
            let edge = (1.0 - (swell[index] - 0.5) * 2.0).clamp(0.0, 1.0);
            let hollow = 1.0 - 0.34 * edge * material.depth.min(1.0) * (1.0 - 0.6 * lit.max(0.0));
            let roughness = if material.noise > 0.0 {
                let place = |offset: i32, value: usize| (offset as f32 + value as f32) / scale;
                let (u, v) = (place(stencil.corner.0, x), place(stencil.corner.1, y));
                let speckle = noise::layered(u / 9.0, v / 9.0, 64, 4, 17) - 0.5;
                1.0 + material.noise * 2.0 * speckle
            } else {
                1.0
            };
            let surface = picture.pixels()[index];
            let paint = [surface.red(), surface.green(), surface.blue()];
            let lift = lit.max(0.0);
            let sink = (-lit).max(0.0) * 0.72;
            let mut channels = [0.0; 3];
            for channel in 0..3 {
                let base = f32::from(paint[channel]) * hollow * roughness;
                let bright = base * (1.0 + 0.25 * lift)
                    + (moon[channel] - base) * (0.16 * lift + 0.34 * lift.powi(3));
                let dark = bright * 0.42 + shade[channel] * 0.12;
                let value = bright + (dark - bright) * sink;
                channels[channel] = value.clamp(0.0, 255.0) * coverage;
            }
            let [red, green, blue] = channels.map(|value| value.round() as u8);
            let alpha = (coverage * 255.0).round() as u8;
            picture.pixels_mut()[index] = PremultipliedColorU8::from_rgba(
                red.min(alpha),
                green.min(alpha),
                blue.min(alpha),
                alpha,
            )
            .expect("no channel exceeds alpha");
        }
    }
}
