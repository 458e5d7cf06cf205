//! Draws scripts from seeds.

mod agents;
mod dice;
mod families;
mod guides;
mod numbers;
mod scene;
mod shapes;

pub use dice::Dice;
pub use families::{Family, draw};
pub use numbers::visit_numbers;
