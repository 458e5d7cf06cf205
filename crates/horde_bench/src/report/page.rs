//! Replaces the part of a page between two marks. The rest is written by hand.

/// The line before the part.
pub const BEGIN: &str = "<!-- measured: begin -->";
/// The line after the part.
pub const END: &str = "<!-- measured: end -->";

/// The page with its measured part replaced.
///
/// # Errors
///
/// Which mark is missing, repeated or out of order.
pub fn replaced(page: &str, part: &str) -> Result<String, String> {
    let find = |mark: &str| {
        let mut positions = page.match_indices(mark).map(|(place, _)| place);
        match (positions.next(), positions.next()) {
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
    fn only_the_part_between_the_marks_changes() {
        let page = format!("# Title\n\nBefore.\n\n{BEGIN}\nold\n{END}\n\nAfter.\n");
        let new = replaced(&page, "\nnew\n").expect("both marks are there");
        let expected = format!("# Title\n\nBefore.\n\n{BEGIN}\n\nnew\n\n{END}\n\nAfter.\n");
        assert_eq!(new, expected);
        assert_eq!(replaced(&new, "new").expect("they still are"), expected);
    }

    #[test]
    fn marks_must_be_there_once_and_in_order() {
        let error = |page: String| replaced(&page, "new").expect_err("it has no such part");
        assert!(error(format!("{BEGIN}\n")).contains(END));
        assert!(error(format!("{END}\n")).contains(BEGIN));
        assert!(error(format!("{END}\n{BEGIN}\n")).contains("before"));
        assert!(error(format!("{BEGIN}\n{BEGIN}\n{END}\n")).contains("more than one"));
    }
}
