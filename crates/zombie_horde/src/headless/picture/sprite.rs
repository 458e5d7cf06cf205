//! Pictures that can be drawn at any angle and size.

use bevy::prelude::*;
use tiny_skia::{
    BlendMode, ColorU8, FilterQuality, IntRect, Pixmap, PixmapPaint, Transform as Placing,
};

/// A picture in several sizes, each half of the previous one, so that small copies are smooth.
pub struct Sprite {
    sizes: Vec<Pixmap>,
    /// The point of the picture that is drawn at [`Pose::position`], as a fraction of its size.
    anchor: Vec2,
}

/// Position, size and angle of a drawn sprite.
#[derive(Clone, Copy)]
pub struct Pose {
    /// Position of the anchor, pixels.
    pub position: Vec2,
    /// Width, pixels.
    pub size: f32,
    /// Angle, radians, counterclockwise.
    pub angle: f32,
}

impl Pose {
    /// The pose of an upright sprite.
    pub fn upright(position: Vec2, size: f32) -> Self {
        Self {
            position,
            size,
            angle: 0.0,
        }
    }
}

impl Sprite {
    /// A whole picture with its anchor in the middle.
    pub fn new(picture: Pixmap) -> Self {
        let mut sizes = vec![picture];
        while let Some(half) = sizes.last().and_then(half_of) {
            sizes.push(half);
        }
        Self {
            sizes,
            anchor: Vec2::splat(0.5),
        }
    }

    /// The frames of an atlas, row by row.
    pub fn frames(atlas: &Pixmap, side: u32) -> Vec<Self> {
        let (columns, rows) = (atlas.width() / side, atlas.height() / side);
        let corners =
            (0..rows).flat_map(|row| (0..columns).map(move |column| (column * side, row * side)));
        corners
            .filter_map(|(x, y)| IntRect::from_xywh(x as i32, y as i32, side, side))
            .filter_map(|frame| atlas.clone_rect(frame))
            .map(Self::new)
            .collect()
    }

    /// The same picture with another anchor.
    pub fn anchored_at(mut self, anchor: Vec2) -> Self {
        self.anchor = anchor;
        self
    }

    /// The same picture, tinted.
    pub fn tinted(mut self, color: [u8; 3]) -> Self {
        let through = |part: u8, glass: u8| (u16::from(part) * u16::from(glass) / 255) as u8;
        for picture in &mut self.sizes {
            for pixel in picture.pixels_mut() {
                let straight = pixel.demultiply();
                *pixel = ColorU8::from_rgba(
                    through(straight.red(), color[0]),
                    through(straight.green(), color[1]),
                    through(straight.blue(), color[2]),
                    straight.alpha(),
                )
                .premultiply();
            }
        }
        self
    }

    /// Draws the sprite over the canvas.
    pub fn draw(&self, canvas: &mut Pixmap, pose: Pose) {
        self.draw_blended(canvas, pose, 1.0, BlendMode::SourceOver);
    }

    /// Draws the sprite with the given opacity and blend mode.
    pub fn draw_blended(
        &self,
        canvas: &mut Pixmap,
        pose: Pose,
        opacity: f32,
        blend_mode: BlendMode,
    ) {
        let fitting = self
            .sizes
            .iter()
            .rfind(|picture| picture.width() as f32 >= pose.size);
        let Some(picture) = fitting.or(self.sizes.first()) else {
            return;
        };
        let side = Vec2::new(picture.width() as f32, picture.height() as f32);
        let anchor = self.anchor * side;
        let scale = pose.size / side.x;
        let placing = Placing::from_translate(-anchor.x, -anchor.y)
            .post_scale(scale, scale)
            .post_rotate(-pose.angle.to_degrees())
            .post_translate(pose.position.x, pose.position.y);
        let paint = PixmapPaint {
            opacity,
            blend_mode,
            quality: FilterQuality::Bilinear,
        };
        canvas.draw_pixmap(0, 0, picture.as_ref(), &paint, placing, None);
    }
}

fn half_of(picture: &Pixmap) -> Option<Pixmap> {
    if picture.width() < 4 || picture.height() < 4 {
        return None;
    }
    let mut half = Pixmap::new(picture.width() / 2, picture.height() / 2)?;
    let paint = PixmapPaint {
        quality: FilterQuality::Bilinear,
        ..PixmapPaint::default()
    };
    half.draw_pixmap(
        0,
        0,
        picture.as_ref(),
        &paint,
        Placing::from_scale(0.5, 0.5),
        None,
    );
    Some(half)
}
