//! Escapes untrusted text, so that a terminal shows its control characters instead of executing
//! them.

use std::borrow::Cow;
use std::fmt::Write;

/// The length up to which messages show a whole word, characters.
const MAX_WORD: usize = 200;
/// The length up to which a message is shown whole, characters.
const MAX_MESSAGE: usize = 2000;

/// The text with control characters other than line breaks and tabs escaped, as in `\u001b`.
///
/// JSON uses the same escapes, so a JSON string keeps its value.
pub fn printable(text: &str) -> Cow<'_, str> {
    escaped(text, |letter| {
        letter.is_control() && !matches!(letter, '\n' | '\t')
    })
}

/// The text as one line of bounded length. Control characters are escaped; long words and long
/// texts are shortened in the middle.
pub fn one_line(text: &str) -> String {
    let words: Vec<Cow<'_, str>> = text
        .split(' ')
        .map(|word| without_middle(word, MAX_WORD))
        .collect();
    let text = words.join(" ");
    escaped(&without_middle(&text, MAX_MESSAGE), char::is_control).into_owned()
}

fn escaped(text: &str, is_escaped: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&is_escaped) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 5);
    for letter in text.chars() {
        if is_escaped(letter) {
            // Writing to a string cannot fail.
            let _ = write!(escaped, "\\u{:04x}", u32::from(letter));
        } else {
            escaped.push(letter);
        }
    }
    Cow::Owned(escaped)
}

/// The text, shortened in the middle to about `max` characters.
fn without_middle(text: &str, max: usize) -> Cow<'_, str> {
    let count = text.chars().count();
    if count <= max {
        return Cow::Borrowed(text);
    }
    let tail = max / 3;
    let at = |index| {
        text.char_indices()
            .nth(index)
            .map_or(text.len(), |(byte, _)| byte)
    };
    let (head, rest) = (&text[..at(max - tail)], &text[at(count - tail)..]);
    let left_out = count - max;
    Cow::Owned(format!("{head}...({left_out} more characters)...{rest}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_escaped() {
        assert_eq!(printable("plain, über\n\tall"), "plain, über\n\tall");
        assert_eq!(
            printable("\u{1b}[31mred\u{9b}2J\r\u{7}\u{7f}"),
            "\\u001b[31mred\\u009b2J\\u000d\\u0007\\u007f"
        );
        assert_eq!(
            one_line("one\nerror: two\u{1b}c"),
            "one\\u000aerror: two\\u001bc"
        );
    }

    #[test]
    fn a_long_word_is_shortened_in_the_middle() {
        let name = "ä".repeat(100_000);
        let line = one_line(&format!("no scene \"{name}\"; there are two"));
        assert!(line.starts_with("no scene \"ää"), "{line}");
        assert!(line.contains("ä...(99803 more characters)...ä"), "{line}");
        assert!(line.ends_with("ää\"; there are two"), "{line}");
        assert!(line.chars().count() < 300, "{line}");
        let path = "a/".repeat(MAX_WORD / 2);
        assert_eq!(one_line(&path), path);
    }

    #[test]
    fn a_long_message_is_shortened_in_the_middle() {
        let line = one_line(&format!("error: {} is unknown", "a b ".repeat(100_000)));
        assert!(line.starts_with("error: a b a"), "{line}");
        assert!(line.ends_with("a b  is unknown"), "{line}");
        assert!(line.chars().count() < MAX_MESSAGE + 50, "{line}");
    }
}
