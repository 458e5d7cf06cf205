//! Mipmaps: smaller copies of a picture, so that small sprites do not shimmer.

use bevy::asset::RenderAssetUsages;
use bevy::image::{
    CompressedImageFormats, Image, ImageAddressMode, ImageFilterMode, ImageSampler,
    ImageSamplerDescriptor, ImageType,
};
use bevy::prelude::*;

/// How a picture continues beyond its edges.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Edges {
    /// The color of the edge continues.
    Clamp,
    /// The picture repeats.
    Repeat,
}

/// Reads a PNG file and adds its mipmaps.
pub(super) fn load(png: &[u8], edges: Edges) -> Result<Image> {
    let image = decode(png, edges)?;
    Ok(with_mipmaps(image))
}

/// Reads a PNG file of square frames and pads every frame to the next power of two.
///
/// Mipmaps then halve each frame by itself, and colors do not leak into neighboring frames.
pub(super) fn load_frames(png: &[u8], frame: u32) -> Result<Image> {
    let image = decode(png, Edges::Clamp)?;
    let cell = frame.next_power_of_two();
    if cell == frame {
        return Ok(with_mipmaps(image));
    }
    let size = image.size();
    let (columns, rows) = (size.x / frame, size.y / frame);
    let margin = (cell - frame) / 2;
    let (width, height) = (columns * cell, rows * cell);
    let mut pixels = vec![0; (width * height * 4) as usize];
    let source = image.data.as_deref().unwrap_or_default();
    for y in 0..rows * frame {
        for column in 0..columns {
            let from = ((y * size.x + column * frame) * 4) as usize;
            let to_y = y / frame * cell + margin + y % frame;
            let to = ((to_y * width + column * cell + margin) * 4) as usize;
            let length = (frame * 4) as usize;
            pixels[to..to + length].copy_from_slice(&source[from..from + length]);
        }
    }
    let mut padded = image;
    padded.texture_descriptor.size.width = width;
    padded.texture_descriptor.size.height = height;
    padded.data = Some(pixels);
    Ok(with_mipmaps(padded))
}

fn decode(png: &[u8], edges: Edges) -> Result<Image> {
    let address = match edges {
        Edges::Clamp => ImageAddressMode::ClampToEdge,
        Edges::Repeat => ImageAddressMode::Repeat,
    };
    let sampler = ImageSampler::Descriptor(ImageSamplerDescriptor {
        address_mode_u: address,
        address_mode_v: address,
        mag_filter: ImageFilterMode::Linear,
        min_filter: ImageFilterMode::Linear,
        mipmap_filter: ImageFilterMode::Linear,
        ..default()
    });
    let image = Image::from_buffer(
        png,
        ImageType::Extension("png"),
        CompressedImageFormats::NONE,
        true,
        sampler,
        RenderAssetUsages::RENDER_WORLD,
    )?;
    Ok(image)
}

fn with_mipmaps(mut image: Image) -> Image {
    let size = image.size();
    let Some(mut pixels) = image.data.take() else {
        return image;
    };
    let (mut width, mut height) = (size.x as usize, size.y as usize);
    let mut level = pixels.clone();
    let mut levels = 1;
    while width > 1 || height > 1 {
        (level, width, height) = halve(&level, width, height);
        pixels.extend_from_slice(&level);
        levels += 1;
    }
    image.data = Some(pixels);
    image.texture_descriptor.mip_level_count = levels;
    image
}

/// Half the size; colors are weighted by their opacity, in linear light.
fn halve(pixels: &[u8], width: usize, height: usize) -> (Vec<u8>, usize, usize) {
    let (half_width, half_height) = ((width / 2).max(1), (height / 2).max(1));
    let mut half = Vec::with_capacity(half_width * half_height * 4);
    let linear: Vec<f32> = (0..=255_u8)
        .map(|value| Srgba::gamma_function(f32::from(value) / 255.0))
        .collect();
    for y in 0..half_height {
        for x in 0..half_width {
            let mut color = Vec3::ZERO;
            let mut alpha = 0.0;
            for (right, down) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
                let from_x = (2 * x + right).min(width - 1);
                let from_y = (2 * y + down).min(height - 1);
                let at = (from_y * width + from_x) * 4;
                let weight = f32::from(pixels[at + 3]) / 255.0;
                let texel = Vec3::new(
                    linear[usize::from(pixels[at])],
                    linear[usize::from(pixels[at + 1])],
                    linear[usize::from(pixels[at + 2])],
                );
                color += texel * weight;
                alpha += weight;
            }
            if alpha > 0.0 {
                color /= alpha;
            }
            let byte = |value: f32| (value * 255.0).round() as u8;
            half.extend([
                byte(Srgba::gamma_function_inverse(color.x)),
                byte(Srgba::gamma_function_inverse(color.y)),
                byte(Srgba::gamma_function_inverse(color.z)),
                byte(alpha / 4.0),
            ]);
        }
    }
    (half, half_width, half_height)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::art;

    #[test]
    fn halving_keeps_a_plain_color_and_fades_edges() {
        let red = [200, 10, 10, 255];
        let none = [0, 0, 0, 0];
        let (half, width, height) = halve(&[red, red, red, red].concat(), 2, 2);
        assert_eq!((half.as_slice(), width, height), (red.as_slice(), 1, 1));
        let (half, _, _) = halve(&[red, none, red, none].concat(), 2, 2);
        assert_eq!(half, [200, 10, 10, 128]);
    }

    #[test]
    fn frames_get_margins_and_all_smaller_copies() {
        let image = load_frames(art::ZOMBIES_PNG, 96).expect("the atlas is a picture");
        assert_eq!(image.size(), UVec2::new(1024, 768));
        assert_eq!(image.texture_descriptor.mip_level_count, 11);
        let pixels = image.data.expect("there are pixels");
        assert!(pixels[..16 * 1024 * 4].iter().all(|value| *value == 0));
    }
}
