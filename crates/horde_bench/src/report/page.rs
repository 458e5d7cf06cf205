//! The part of a page that the command writes, between two marks; the rest is written by hand.

/// The line before the part.
pub const BEGIN: &str = "<!-- measured: begin -->";
/// The line after it.
pub const END: &str = "<!-- measured: end -->";

/// The page with its measured part replaced.
///
/// # Errors
///
/// What is wrong with the marks.
pub fn replaced(page: &str, part: &str) -> Result<String, String> {
    let find = |mark: &str| {
        let mut places = page.match_indices(mark).map(|(place, _)| place);
        match (places.next(), places.next()) {
            (Some(place), None) => Ok(place),
            (None, _) => Err(format!("it has no line {mark}")),
            (Some(_), Some(_)) => Err(format!("it has more than one line {mark}")),
        }
    };
    let (begin, end) = (find(BEGIN)?, find(END)?);
    if end < begin {
        return Err(format!("{END} stands before {BEGIN}"));
    }
    let (head, tail) = (&page[..begin + BEGIN.len()], &page[end..]);
    Ok(format!("{head}\n\n{}\n\n{tail}", part.trim()))
}

#[cfg(test)]
mod tests {
    use super::{BEGIN, END, replaced};

    #[test]
    fn only_what_is_between_the_marks_changes() {
        let page = format!("# Title\n\nBefore.\n\n{BEGIN}\nold\n{END}\n\nAfter.\n");
        let new = replaced(&page, "\nnew\n").expect("both marks are there");
        let expected = format!("# Title\n\nBefore.\n\n{BEGIN}\n\nnew\n\n{END}\n\nAfter.\n");
        assert_eq!(new, expected);
        assert_eq!(replaced(&new, "new").expect("they still are"), expected);
    }

    #[test]
    fn marks_must_be_there_once_and_in_order() {
        let fault = |page: String| replaced(&page, "new").expect_err("it has no such part");
        assert!(fault(format!("{BEGIN}\n")).contains(END));
        assert!(fault(format!("{END}\n")).contains(BEGIN));
        assert!(fault(format!("{END}\n{BEGIN}\n")).contains("before"));
        assert!(fault(format!("{BEGIN}\n{BEGIN}\n{END}\n")).contains("more than one"));
    }
}
