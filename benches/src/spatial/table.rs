//! Tables as they stand in the book.

/// Prints a table in Markdown under a title.
pub(crate) fn print(title: &str, heads: &[&str], rows: &[Vec<String>]) {
    println!("\n{title}\n");
    println!("| {} |", heads.join(" | "));
    println!("|{}", "---|".repeat(heads.len()));
    for row in rows {
        println!("| {} |", row.join(" | "));
    }
}
