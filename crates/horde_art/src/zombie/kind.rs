//! The six kinds of zombie: who they were and what is left of it.

use crate::palette::Ink;

/// What covers a torso.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Outfit {
    /// A torn checked shirt.
    Shirt,
    /// Rags that leave the ribs bare.
    Rags,
    /// A vest too short for the belly, with braces.
    Vest,
    /// The suit of the funeral, with shirt and tie.
    Suit,
    /// A dress with a lace collar.
    Dress,
    /// Dungarees over a jumper.
    Dungarees,
}

/// What covers a skull.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Scalp {
    /// A messy mop.
    Mop,
    /// Nothing: the skull is open and shows the brain.
    OpenSkull,
    /// A bald head with stitches and a few last strands.
    Stitches,
    /// Neatly parted hair, as the undertaker left it.
    Parted,
    /// Long hair down the back.
    Long,
    /// A flat cap.
    Cap,
}

/// One kind of zombie.
pub struct Kind {
    /// Skin.
    pub skin: Ink,
    /// Main cloth.
    pub cloth: Ink,
    /// Second cloth: stripes, braces, tie.
    pub trim: Ink,
    /// Trousers.
    pub trousers: Ink,
    /// Hair or cap.
    pub hair: Ink,
    /// What covers the torso.
    pub outfit: Outfit,
    /// What covers the skull.
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
        skin: Ink::hex(0xb9e68c),
        cloth: Ink::hex(0xcf5a52),
        trim: Ink::hex(0x6b2c3c),
        trousers: Ink::hex(0x55729c),
        hair: Ink::hex(0x6e4a38),
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
            skin: Ink::hex(0xbfeee4),
            cloth: Ink::hex(0xa89472),
            trim: Ink::hex(0x5d5347),
            trousers: Ink::hex(0x86745c),
            outfit: Outfit::Rags,
            scalp: Scalp::OpenSkull,
            shoulders: 24.0,
            girth: 13.0,
            head: 15.0,
            limbs: 4.8,
            ..average
        },
        Kind {
            skin: Ink::hex(0xe0ea8c),
            cloth: Ink::hex(0xe6e0c8),
            trim: Ink::hex(0x9a4a36),
            trousers: Ink::hex(0x57636b),
            outfit: Outfit::Vest,
            scalp: Scalp::Stitches,
            shoulders: 28.5,
            girth: 21.0,
            head: 15.5,
            limbs: 7.6,
            ..average
        },
        Kind {
            skin: Ink::hex(0xd8cdf0),
            cloth: Ink::hex(0x707fa6),
            trim: Ink::hex(0xc23b4b),
            trousers: Ink::hex(0x566284),
            hair: Ink::hex(0x33364a),
            outfit: Outfit::Suit,
            scalp: Scalp::Parted,
            shoulders: 27.0,
            girth: 15.5,
            head: 15.5,
            limbs: 6.2,
        },
        Kind {
            skin: Ink::hex(0xc8f0bf),
            cloth: Ink::hex(0xa678d8),
            trim: Ink::hex(0xe4d6ec),
            trousers: Ink::hex(0xc8f0bf),
            hair: Ink::hex(0xf0d080),
            outfit: Outfit::Dress,
            scalp: Scalp::Long,
            shoulders: 24.5,
            girth: 15.0,
            head: 15.5,
            limbs: 5.2,
        },
        Kind {
            skin: Ink::hex(0xacd87c),
            cloth: Ink::hex(0xf0b645),
            trim: Ink::hex(0x3f6f94),
            trousers: Ink::hex(0x3f6f94),
            hair: Ink::hex(0x4a7ca0),
            outfit: Outfit::Dungarees,
            scalp: Scalp::Cap,
            shoulders: 27.0,
            girth: 16.0,
            head: 15.5,
            limbs: 6.6,
        },
    ]
}
