//! Texts from outside, fit to print: a terminal shows them and does not obey them.

use std::borrow::Cow;
use std::fmt::Write;

/// Characters of the longest word that a message shows whole.
const LONGEST_WORD: usize = 200;
/// Characters of the longest message that is shown whole.
const LONGEST_MESSAGE: usize = 2000;

/// The text with control characters other than line breaks and tabs escaped, as in `\u001b`.
///
/// JSON has the same escapes, so that a string in JSON keeps its meaning.
pub fn printable(text: &str) -> Cow<'_, str> {
    escaped(text, |letter| {
        letter.is_control() && !matches!(letter, '\n' | '\t')
    })
}

/// The text as one line of bounded length. Every control character is escaped; long words and long
/// texts lose their middle.
pub fn one_line(text: &str) -> String {
    let words: Vec<Cow<'_, str>> = text
        .split(' ')
        .map(|word| without_middle(word, LONGEST_WORD))
        .collect();
    let text = words.join(" ");
    escaped(&without_middle(&text, LONGEST_MESSAGE), char::is_control).into_owned()
}

fn escaped(text: &str, is_escaped: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&is_escaped) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 5);
    for letter in text.chars() {
        if is_escaped(letter) {
            // Writing to a string does not fail.
            let _ = write!(escaped, "\\u{:04x}", u32::from(letter));
        } else {
            escaped.push(letter);
        }
    }
    Cow::Owned(escaped)
}

/// The text, or its first two thirds and its last third of `most` characters.
fn without_middle(text: &str, most: usize) -> Cow<'_, str> {
    let count = text.chars().count();
    if count <= most {
        return Cow::Borrowed(text);
    }
    let tail = most / 3;
    let at = |index| {
        text.char_indices()
            .nth(index)
            .map_or(text.len(), |(byte, _)| byte)
    };
    let (head, rest) = (&text[..at(most - tail)], &text[at(count - tail)..]);
    let left_out = count - most;
    Cow::Owned(format!("{head}...({left_out} more characters)...{rest}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_shown_and_not_obeyed() {
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
    fn a_long_word_loses_its_middle() {
        let name = "ä".repeat(100_000);
        let line = one_line(&format!("no scene \"{name}\"; there are two"));
        assert!(line.starts_with("no scene \"ää"), "{line}");
        assert!(line.contains("ä...(99803 more characters)...ä"), "{line}");
        assert!(line.ends_with("ää\"; there are two"), "{line}");
        assert!(line.chars().count() < 300, "{line}");
        let path = "a/".repeat(LONGEST_WORD / 2);
        assert_eq!(one_line(&path), path);
    }

    #[test]
    fn a_long_message_loses_its_middle() {
        let line = one_line(&format!("error: {} is unknown", "a b ".repeat(100_000)));
        assert!(line.starts_with("error: a b a"), "{line}");
        assert!(line.ends_with("a b  is unknown"), "{line}");
        assert!(line.chars().count() < LONGEST_MESSAGE + 50, "{line}");
    }
}
