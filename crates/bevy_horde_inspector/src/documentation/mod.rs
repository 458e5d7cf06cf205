//! The documentation of all settings, for tooltips.
//!
//! It contains no defaults: these are read from the components.

mod avoidance;
mod body;
mod flocking;
mod goals;

use bevy::prelude::*;

/// The role of a component in the panel.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Role {
    /// A part of every agent.
    Body,
    /// A behavior: it can be switched off and on.
    Behavior,
    /// A marker component that is present or not.
    Switch,
    /// State that the plugin writes, or a list that the game sets; shown, but not edited.
    Memory,
    /// A value inside components, not a component.
    Part,
}

/// The unit of a number and how it is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// No unit: a factor or a share.
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
    /// An angle, stored in radians and shown in degrees.
    Angle,
    /// Half the angle of a view, like [`Self::Angle`], with the named views as buttons.
    ViewAngle,
    /// An angular speed, stored in radians per second and shown in degrees per second.
    AngularSpeed,
    /// A `Length`: body radii or world units.
    Length,
    /// Groups, one bit each.
    Groups,
}

impl Unit {
    /// The unit after the number.
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

    /// The factor from the stored number to the shown one.
    pub(crate) fn shown_per_stored(self) -> f64 {
        match self {
            Self::Angle | Self::ViewAngle | Self::AngularSpeed => 1f64.to_degrees(),
            _ => 1.0,
        }
    }
}

/// The documentation of a field.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FieldDocumentation {
    pub(crate) name: &'static str,
    pub(crate) meaning: &'static str,
    pub(crate) unit: Unit,
    pub(crate) min: f64,
    pub(crate) max: f64,
    pub(crate) finite: Option<f64>,
    pub(crate) raising: &'static str,
    pub(crate) disable: &'static str,
    pub(crate) is_scale: bool,
}

impl FieldDocumentation {
    /// A field without limits.
    pub const fn new(name: &'static str, meaning: &'static str, unit: Unit) -> Self {
        Self {
            name,
            meaning,
            unit,
            min: f64::NEG_INFINITY,
            max: f64::INFINITY,
            finite: None,
            raising: "",
            disable: "",
            is_scale: false,
        }
    }

    /// Sets the smallest and the largest legal value.
    pub const fn within(mut self, min: f64, max: f64) -> Self {
        self.min = min;
        self.max = max;
        self
    }

    /// Describes the effect of raising the value.
    pub const fn raising(mut self, effect: &'static str) -> Self {
        self.raising = effect;
        self
    }

    /// Describes the value that disables the effect.
    pub const fn disabled_by(mut self, value: &'static str) -> Self {
        self.disable = value;
        self
    }

    /// Allows infinity; `finite` is the new value when the user switches infinity off.
    pub const fn or_infinite(mut self, finite: f64) -> Self {
        self.finite = Some(finite);
        self
    }

    /// Makes a reset of the component keep the field, as its value depends on the game's world.
    pub const fn kept_by_reset(mut self) -> Self {
        self.is_scale = true;
        self
    }

    const fn weight(raising: &'static str) -> Self {
        Self::new("weight", "factor on the force", Unit::Plain)
            .within(0.0, f64::INFINITY)
            .raising(raising)
            .disabled_by("0, or switch the behavior off")
    }

    const fn length(name: &'static str, meaning: &'static str) -> Self {
        Self::new(name, meaning, Unit::Length).within(0.0, f64::INFINITY)
    }
}

/// The documentation of a component and its fields.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ComponentDocumentation {
    /// The type's name without its path, such as `Seek`.
    pub name: &'static str,
    /// Its role in the panel.
    pub role: Role,
    /// A description in one sentence.
    pub meaning: &'static str,
    /// Its fields.
    pub fields: &'static [FieldDocumentation],
}

/// The documentation of all components, in display order.
///
/// It starts with the components of `bevy_horde`. A game adds its own with
/// [`InspectComponent::inspect_component`](crate::InspectComponent::inspect_component).
#[derive(Resource, Clone, PartialEq, Debug)]
pub struct SteeringDocumentation(pub Vec<ComponentDocumentation>);

impl Default for SteeringDocumentation {
    fn default() -> Self {
        let tables = [body::TABLE, goals::TABLE, flocking::TABLE, avoidance::TABLE];
        Self(tables.concat())
    }
}

impl SteeringDocumentation {
    /// The index and the documentation of a type.
    pub(crate) fn of(&self, name: &str) -> Option<(usize, &ComponentDocumentation)> {
        self.0
            .iter()
            .enumerate()
            .find(|(_, component)| component.name == name)
    }

    /// The documentation of a field of a type.
    pub(crate) fn of_field(&self, name: &str, field: &str) -> Option<FieldDocumentation> {
        let (_, component) = self.of(name)?;
        let found = component.fields.iter().find(|entry| entry.name == field)?;
        Some(*found)
    }
}
