//! The colours of the night: every picture mixes its paints from these.

use tiny_skia::Color;

/// An opaque colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ink {
    /// Red, 0 to 255.
    pub red: u8,
    /// Green, 0 to 255.
    pub green: u8,
    /// Blue, 0 to 255.
    pub blue: u8,
}

impl Ink {
    /// The colour written `0xRRGGBB`.
    pub const fn hex(code: u32) -> Self {
        Self {
            red: (code >> 16) as u8,
            green: (code >> 8) as u8,
            blue: code as u8,
        }
    }

    /// This colour with `share` (0 to 1) of `other` stirred in.
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

    /// A lighter shade: `share` of white stirred in.
    pub fn lighter(self, share: f32) -> Self {
        self.mix(Self::hex(0xffffff), share)
    }

    /// A darker shade: `share` of the outline colour stirred in.
    pub fn darker(self, share: f32) -> Self {
        self.mix(OUTLINE, share)
    }

    /// The colour as tiny-skia wants it, with an opacity of 0 to 1.
    pub fn with_opacity(self, opacity: f32) -> Color {
        let mut color = Color::from_rgba8(self.red, self.green, self.blue, 255);
        color.apply_opacity(opacity);
        color
    }

    /// Red, green and blue from 0 to 255 as numbers to calculate with.
    pub fn channels(self) -> [f32; 3] {
        [
            f32::from(self.red),
            f32::from(self.green),
            f32::from(self.blue),
        ]
    }
}

/// Contours of everything, and the colour of deep shade.
pub const OUTLINE: Ink = Ink::hex(0x07101a);
/// Moonlight on whatever faces it.
pub const MOONLIGHT: Ink = Ink::hex(0xbfe9f2);
/// What shade is tinted with.
pub const SHADE: Ink = Ink::hex(0x122a46);

/// Cut stone.
pub const STONE: Ink = Ink::hex(0x7b9098);
/// Older, darker stone.
pub const OLD_STONE: Ink = Ink::hex(0x566973);
/// Moss on stone.
pub const MOSS: Ink = Ink::hex(0x557d4b);
/// Bare earth.
pub const EARTH: Ink = Ink::hex(0x4c433d);
/// Weathered wood.
pub const WOOD: Ink = Ink::hex(0x77614e);
/// Wrought iron.
pub const IRON: Ink = Ink::hex(0x2f3d49);
/// Water at night.
pub const WATER: Ink = Ink::hex(0x1d5a69);
/// Old bone.
pub const BONE: Ink = Ink::hex(0xded8b8);
/// Candle and lantern flame.
pub const FLAME: Ink = Ink::hex(0xffd87a);
/// The air around a flame.
pub const LANTERN: Ink = Ink::hex(0xff9a3c);
/// Brain.
pub const BRAIN: Ink = Ink::hex(0xff86ad);
/// Half-dried blood.
pub const BLOOD: Ink = Ink::hex(0x8c2534);
/// The eyes of the dead.
pub const EYE: Ink = Ink::hex(0xf4ff8c);
