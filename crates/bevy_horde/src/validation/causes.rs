//! Log lines: one for each cause, with the number of entities.

use super::InvalidSetting;
use bevy::platform::collections::HashMap;

/// The most causes that the plugin remembers. Beyond that it forgets them all.
const MOST_CAUSES: usize = 256;

/// The causes of reports: the same field of the same component, and the same sentence, numbers
/// aside.
#[derive(Debug, Default)]
pub(super) struct Causes {
    causes: HashMap<(&'static str, &'static str, String), Cause>,
    has_news: bool,
}

#[derive(Debug, Default)]
struct Cause {
    /// The number of reports.
    count: usize,
    /// That number in the last line.
    logged: usize,
    /// The first entity since the last line, and its sentence.
    first: Option<(InvalidSetting, String)>,
}

impl Causes {
    /// Adds a report.
    pub(super) fn add(&mut self, setting: InvalidSetting, what: &str) {
        let is_of_number = |letter: char| letter.is_ascii_digit() || ".-".contains(letter);
        let sentence = what
            .chars()
            .filter(|letter| !is_of_number(*letter))
            .collect();
        let key = (setting.component, setting.field, sentence);
        if self.causes.len() >= MOST_CAUSES && !self.causes.contains_key(&key) {
            self.causes.clear();
        }
        let cause = self.causes.entry(key).or_default();
        cause.count += 1;
        if cause
            .first
            .as_ref()
            .is_none_or(|(first, _)| setting.entity.index_u32() < first.entity.index_u32())
        {
            cause.first = Some((setting, what.into()));
        }
        self.has_news |= cause.is_due();
    }

    /// Whether any line is due.
    pub(super) fn has_news(&self) -> bool {
        self.has_news
    }

    /// The lines of causes that are new, or whose number of reports has doubled since their last
    /// line.
    pub(super) fn take_lines(&mut self) -> Vec<String> {
        self.has_news = false;
        let due = self.causes.values_mut().filter(|cause| cause.is_due());
        let mut lines: Vec<_> = due.filter_map(Cause::take_line).collect();
        lines.sort_unstable_by_key(|(setting, line)| (setting.entity.index_u32(), line.clone()));
        lines.into_iter().map(|(_, line)| line).collect()
    }
}

impl Cause {
    fn is_due(&self) -> bool {
        self.count >= 2 * self.logged.max(1) || self.logged == 0
    }

    fn take_line(&mut self) -> Option<(InvalidSetting, String)> {
        self.logged = self.count;
        let (setting, what) = self.first.take()?;
        let others = match self.count - 1 {
            0 => String::new(),
            1 => " (reported for 1 other entity too)".into(),
            count => format!(" (reported for {count} other entities too)"),
        };
        Some((setting, format!("{setting} {what}{others}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::prelude::*;

    fn setting(entity: u32, field: &'static str) -> InvalidSetting {
        InvalidSetting {
            entity: Entity::from_raw_u32(entity).expect("a legal number"),
            component: "Seek",
            field,
        }
    }

    #[test]
    fn a_cause_has_one_line_until_its_number_doubles() {
        let mut causes = Causes::default();
        for entity in (5..10_005).rev() {
            causes.add(
                setting(entity, "weight"),
                &format!("is -{entity}.5, not legal"),
            );
        }
        assert!(causes.has_news());
        let first = setting(5, "weight");
        let expected = format!("{first} is -5.5, not legal (reported for 9999 other entities too)");
        assert_eq!(causes.take_lines(), [expected]);
        for entity in 20_000..29_999 {
            causes.add(setting(entity, "weight"), "is -1, not legal");
        }
        assert!(!causes.has_news());
        causes.add(setting(30_000, "weight"), "is -1, not legal");
        assert_eq!(causes.take_lines().len(), 1);
        assert!(!causes.has_news());
    }

    #[test]
    fn another_field_and_another_sentence_are_other_causes() {
        let mut causes = Causes::default();
        causes.add(setting(2, "weight"), "is -1, not legal");
        causes.add(setting(3, "weight"), "is NaN, not legal");
        causes.add(setting(1, "mass"), "is -1, not legal");
        causes.add(setting(4, "mass"), "is -7, not legal");
        let lines = causes.take_lines();
        assert_eq!(lines.len(), 3, "{lines:?}");
        assert!(lines[0].contains("mass") && lines[0].ends_with("1 other entity too)"));
        assert!(lines[1].ends_with("is -1, not legal") && lines[2].contains("NaN"));
    }

    #[test]
    fn the_number_of_causes_is_bounded() {
        let mut causes = Causes::default();
        for number in 0..10_000_u32 {
            let letters: String = format!("{number}")
                .bytes()
                .map(|digit| (digit + 49) as char)
                .collect();
            causes.add(setting(1, "weight"), &letters);
        }
        assert!(causes.causes.len() <= MOST_CAUSES);
    }
}
