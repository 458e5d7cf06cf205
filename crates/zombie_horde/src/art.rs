//! The pictures, compiled into the program, so that it runs from any folder.

/// The color of plain ground.
pub const PLAIN: [u8; 3] = [44, 62, 66];

macro_rules! picture {
    ($name:ident, $file:literal, $what:literal) => {
        #[doc = $what]
        pub const $name: &[u8] = include_bytes!(concat!(env!("ASSETS"), "/", $file));
    };
}

picture!(
    ZOMBIES_PNG,
    "zombies.png",
    "Walk cycles: 8 columns by 6 rows of 96 pixels."
);
picture!(
    SHADOW_PNG,
    "shadow.png",
    "The shadow under a zombie, 96 pixels."
);
picture!(
    OBSTACLES_PNG,
    "obstacles.png",
    "Round graveyard objects: 4 columns by 2 rows of 256 pixels."
);
picture!(
    GROUND_PNG,
    "ground.png",
    "Seamless night ground, 1024 pixels."
);
picture!(BRAIN_PNG, "brain.png", "The bait, 128 pixels.");
picture!(
    GLOW_PNG,
    "glow.png",
    "White light fading to nothing, 256 pixels."
);
picture!(VIGNETTE_PNG, "vignette.png", "Dark edges, 512 pixels.");
picture!(FLOCK_PNG, "flock.png", "Birds: 3 columns of 64 pixels.");
picture!(
    AGENT_PNG,
    "agent.png",
    "A round token with an arrow, 64 pixels."
);
picture!(ICON_PNG, "icon.png", "The icon, 256 pixels.");
