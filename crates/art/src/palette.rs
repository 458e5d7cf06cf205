//! The palette of all pictures.

use tiny_skia::Color;

/// An opaque color.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rgb {
    /// Red, 0 to 255.
    pub red: u8,
    /// Green, 0 to 255.
    pub green: u8,
    /// Blue, 0 to 255.
    pub blue: u8,
}

impl Rgb {
    /// The color `0xRRGGBB`.
    pub const fn hex(code: u32) -> Self {
        Self {
            red: (code >> 16) as u8,
            green: (code >> 8) as u8,
            blue: code as u8,
        }
    }

    /// Mixes in `share` (0 to 1) of `other`.
    pub fn mix(self, other: Self, share: f32) -> Self {
        let blend = |own: u8, new: u8| {
            let own = f32::from(own);
            (own + (f32::from(new) - own) * share.clamp(0.0, 1.0)).round() as u8
        };
        Self {
            red: blend(self.red, other.red),
            green: blend(self.green, other.green),
            blue: blend(self.blue, other.blue),
        }
    }

    /// A lighter color: mixes in `share` of white.
    pub fn lighter(self, share: f32) -> Self {
        self.mix(Self::hex(0xffffff), share)
    }

    /// A darker color: mixes in `share` of the outline color.
    pub fn darker(self, share: f32) -> Self {
        self.mix(OUTLINE, share)
    }

    /// The color for tiny-skia, with an opacity of 0 to 1.
    pub fn with_opacity(self, opacity: f32) -> Color {
        let mut color = Color::from_rgba8(self.red, self.green, self.blue, 255);
        color.apply_opacity(opacity);
        color
    }

    /// Red, green and blue from 0 to 255 as floating-point numbers.
    pub fn channels(self) -> [f32; 3] {
        [
            f32::from(self.red),
            f32::from(self.green),
            f32::from(self.blue),
        ]
    }
}

/// The color of contours and of deep shade.
pub const OUTLINE: Rgb = Rgb::hex(0x07101a);
/// Moonlight on lit edges.
pub const MOONLIGHT: Rgb = Rgb::hex(0xbfe9f2);
/// The tint of shade.
pub const SHADE: Rgb = Rgb::hex(0x122a46);

/// Cut stone.
pub const STONE: Rgb = Rgb::hex(0x7b9098);
/// Older, darker stone.
pub const OLD_STONE: Rgb = Rgb::hex(0x566973);
/// Moss on stone.
pub const MOSS: Rgb = Rgb::hex(0x557d4b);
/// Bare earth.
pub const EARTH: Rgb = Rgb::hex(0x4c433d);
/// Weathered wood.
pub const WOOD: Rgb = Rgb::hex(0x77614e);
/// Wrought iron.
pub const IRON: Rgb = Rgb::hex(0x2f3d49);
/// Water at night.
pub const WATER: Rgb = Rgb::hex(0x1d5a69);
/// Old bone.
pub const BONE: Rgb = Rgb::hex(0xded8b8);
/// Candle and lantern flame.
pub const FLAME: Rgb = Rgb::hex(0xffd87a);
/// The glow around a flame.
pub const LANTERN: Rgb = Rgb::hex(0xff9a3c);
/// Brain.
pub const BRAIN: Rgb = Rgb::hex(0xff86ad);
/// Half-dried blood.
pub const BLOOD: Rgb = Rgb::hex(0x8c2534);
/// The eyes of the dead.
pub const EYE: Rgb = Rgb::hex(0xf4ff8c);
