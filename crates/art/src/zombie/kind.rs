//! The six kinds of zombies: skin, clothes and proportions.

use crate::palette::Rgb;

/// The clothes of a torso.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Outfit {
    /// A torn checked shirt.
    Shirt,
    /// Rags that leave the ribs bare.
    Rags,
    /// A vest too short for the belly, with suspenders.
    Vest,
    /// A dark suit with shirt and tie.
    Suit,
    /// A dress with a lace collar.
    Dress,
    /// Dungarees over a jumper.
    Dungarees,
}

/// The top of a head.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Scalp {
    /// A messy mop.
    Mop,
    /// An open skull that shows the brain.
    OpenSkull,
    /// A bald head with stitches and a few last strands.
    Stitches,
    /// Neatly parted hair.
    Parted,
    /// Long hair down the back.
    Long,
    /// A flat cap.
    Cap,
}

/// One kind of zombie.
pub struct Kind {
    /// Color of the skin.
    pub skin: Rgb,
    /// Color of the main cloth.
    pub cloth: Rgb,
    /// Color of the second cloth: stripes, suspenders, tie.
    pub trim: Rgb,
    /// Color of the trousers.
    pub trousers: Rgb,
    /// Color of the hair or cap.
    pub hair: Rgb,
    /// The clothes of the torso.
    pub outfit: Outfit,
    /// The top of the head.
    pub scalp: Scalp,
    /// Half the width of the shoulders.
    pub shoulders: f32,
    /// Half the depth of the torso.
    pub girth: f32,
    /// Radius of the head.
    pub head: f32,
    /// Thickness of the limbs.
    pub limbs: f32,
}

/// All kinds, in the order of the rows of the atlas.
pub fn all() -> [Kind; 6] {
    let average = Kind {
        skin: Rgb::hex(0xb9e68c),
        cloth: Rgb::hex(0xcf5a52),
        trim: Rgb::hex(0x6b2c3c),
        trousers: Rgb::hex(0x55729c),
        hair: Rgb::hex(0x6e4a38),
        outfit: Outfit::Shirt,
        scalp: Scalp::Mop,
        shoulders: 26.0,
        girth: 15.5,
        head: 16.0,
        limbs: 6.2,
    };
    [
        Kind { ..average },
        Kind {
            skin: Rgb::hex(0xbfeee4),
            cloth: Rgb::hex(0xa89472),
            trim: Rgb::hex(0x5d5347),
            trousers: Rgb::hex(0x86745c),
            outfit: Outfit::Rags,
            scalp: Scalp::OpenSkull,
            shoulders: 24.0,
            girth: 13.0,
            head: 15.0,
            limbs: 4.8,
            ..average
        },
        Kind {
            skin: Rgb::hex(0xe0ea8c),
            cloth: Rgb::hex(0xe6e0c8),
            trim: Rgb::hex(0x9a4a36),
            trousers: Rgb::hex(0x57636b),
            outfit: Outfit::Vest,
            scalp: Scalp::Stitches,
            shoulders: 28.5,
            girth: 21.0,
            head: 15.5,
            limbs: 7.6,
            ..average
        },
        Kind {
            skin: Rgb::hex(0xd8cdf0),
            cloth: Rgb::hex(0x707fa6),
            trim: Rgb::hex(0xc23b4b),
            trousers: Rgb::hex(0x566284),
            hair: Rgb::hex(0x33364a),
            outfit: Outfit::Suit,
            scalp: Scalp::Parted,
            shoulders: 27.0,
            girth: 15.5,
            head: 15.5,
            limbs: 6.2,
        },
        Kind {
            skin: Rgb::hex(0xc8f0bf),
            cloth: Rgb::hex(0xa678d8),
            trim: Rgb::hex(0xe4d6ec),
            trousers: Rgb::hex(0xc8f0bf),
            hair: Rgb::hex(0xf0d080),
            outfit: Outfit::Dress,
            scalp: Scalp::Long,
            shoulders: 24.5,
            girth: 15.0,
            head: 15.5,
            limbs: 5.2,
        },
        Kind {
            skin: Rgb::hex(0xacd87c),
            cloth: Rgb::hex(0xf0b645),
            trim: Rgb::hex(0x3f6f94),
            trousers: Rgb::hex(0x3f6f94),
            hair: Rgb::hex(0x4a7ca0),
            outfit: Outfit::Dungarees,
            scalp: Scalp::Cap,
            shoulders: 27.0,
            girth: 16.0,
            head: 15.5,
            limbs: 6.6,
        },
    ]
}
