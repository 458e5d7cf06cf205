//! What every number means: the text behind the tooltips.
//!
//! Defaults are not written here: they are read from the components themselves.

mod avoidance;
mod body;
mod goals;
mod society;

use bevy::prelude::*;

/// What a component is to the panel.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Role {
    /// A part of every agent.
    Body,
    /// A behaviour: it can be switched off and on.
    Behavior,
    /// A mark without fields that is set or not.
    Switch,
    /// Written by the plugin, shown but not edited.
    Memory,
    /// Not a component: a value inside of components.
    Part,
}

/// The unit of a number, and how it is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// No unit: a factor, a part of something.
    Plain,
    /// A count.
    Count,
    /// World units.
    WorldUnits,
    /// World units per second.
    Speed,
    /// Mass times world units per second squared.
    Force,
    /// Seconds.
    Seconds,
    /// An angle, kept in radians and shown in degrees.
    Angle,
    /// Half of a view's width; an angle with the named views as buttons.
    ViewAngle,
    /// Kept in radians per second, shown in degrees.
    AngularSpeed,
    /// A `Length`: body radii or world units.
    Length,
    /// Groups, one bit each.
    Groups,
}

impl Unit {
    /// What stands after the number.
    pub(crate) const fn suffix(self) -> &'static str {
        match self {
            Self::Plain | Self::Count | Self::Length | Self::Groups => "",
            Self::WorldUnits => " u",
            Self::Speed => " u/s",
            Self::Force => " m·u/s²",
            Self::Seconds => " s",
            Self::Angle | Self::ViewAngle => "°",
            Self::AngularSpeed => "°/s",
        }
    }

    /// The factor from the number that is kept to the one that is shown.
    pub(crate) fn shown_per_kept(self) -> f64 {
        match self {
            Self::Angle | Self::ViewAngle | Self::AngularSpeed => 1f64.to_degrees(),
            _ => 1.0,
        }
    }
}

/// What one field means.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FieldDocumentation {
    pub(crate) name: &'static str,
    pub(crate) meaning: &'static str,
    pub(crate) unit: Unit,
    pub(crate) least: f64,
    pub(crate) most: f64,
    pub(crate) finite: Option<f64>,
    pub(crate) raising: &'static str,
    pub(crate) disable: &'static str,
    pub(crate) is_scale: bool,
}

impl FieldDocumentation {
    /// A field that may be any number.
    pub const fn new(name: &'static str, meaning: &'static str, unit: Unit) -> Self {
        Self {
            name,
            meaning,
            unit,
            least: f64::NEG_INFINITY,
            most: f64::INFINITY,
            finite: None,
            raising: "",
            disable: "",
            is_scale: false,
        }
    }

    /// The least and the largest legal value.
    pub const fn within(mut self, least: f64, most: f64) -> Self {
        self.least = least;
        self.most = most;
        self
    }

    /// What raising the value does.
    pub const fn raising(mut self, effect: &'static str) -> Self {
        self.raising = effect;
        self
    }

    /// Which value switches it off.
    pub const fn disabled_by(mut self, value: &'static str) -> Self {
        self.disable = value;
        self
    }

    /// May be infinite; `finite` is what it becomes when infinity is switched off.
    pub const fn or_infinite(mut self, finite: f64) -> Self {
        self.finite = Some(finite);
        self
    }

    /// Says how large the game's world is, which no default can know: a reset of the component keeps it.
    pub const fn kept_by_reset(mut self) -> Self {
        self.is_scale = true;
        self
    }

    const fn weight(raising: &'static str) -> Self {
        Self::new("weight", "factor on the force", Unit::Plain)
            .within(0.0, f64::INFINITY)
            .raising(raising)
            .disabled_by("0, or switch the behaviour off")
    }

    const fn length(name: &'static str, meaning: &'static str) -> Self {
        Self::new(name, meaning, Unit::Length).within(0.0, f64::INFINITY)
    }
}

/// What one component means, and its fields.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ComponentDocumentation {
    /// The type's name without its path, such as `Seek`.
    pub name: &'static str,
    /// What it is to the panel.
    pub role: Role,
    /// One sentence.
    pub meaning: &'static str,
    /// Its fields.
    pub fields: &'static [FieldDocumentation],
}

/// Every component that the panel explains, in the order in which it shows them.
///
/// Holds the components of `bevy_horde` from the start. A game adds its own with
/// [`InspectComponent::inspect_component`](crate::InspectComponent::inspect_component).
#[derive(Resource, Clone, PartialEq, Debug)]
pub struct SteeringDocumentation(pub Vec<ComponentDocumentation>);

impl Default for SteeringDocumentation {
    fn default() -> Self {
        let tables = [body::TABLE, goals::TABLE, society::TABLE, avoidance::TABLE];
        Self(tables.concat())
    }
}

impl SteeringDocumentation {
    /// The place of a type in the order, and its text.
    pub(crate) fn of(&self, name: &str) -> Option<(usize, &ComponentDocumentation)> {
        self.0
            .iter()
            .enumerate()
            .find(|(_, component)| component.name == name)
    }

    /// The text of one field of a type.
    pub(crate) fn of_field(&self, name: &str, field: &str) -> Option<FieldDocumentation> {
        let (_, component) = self.of(name)?;
        let found = component.fields.iter().find(|entry| entry.name == field)?;
        Some(*found)
    }
}
