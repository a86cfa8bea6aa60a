//! A message as text: what is wrong, where, the source line, what to do.

use super::{Diagnostic, SourceMap};
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

impl SourceMap {
    /// A message for a terminal (with colours) or a file; without a newline at the end.
    pub fn render(&self, diagnostic: &Diagnostic, colours: bool) -> String {
        let renderer = if colours { Renderer::styled() } else { Renderer::plain() };
        let title = Level::ERROR.primary_title(diagnostic.message.as_str()).id(diagnostic.code);
        let mut group = Group::with_title(title);
        if let Some(span) = diagnostic.span {
            let (first, length) = self.locate_token(span.unit, span.start);
            let last = span.end.saturating_sub(1).max(span.start);
            let (end, end_length) = self.locate_token(span.unit, last);
            let bytes = self.file_line(&first).unwrap_or_default();
            let start = (first.column as usize - 1).min(bytes.len());
            let same_line = end.line == first.line && end.column >= first.column;
            let stop = if same_line { end.column as usize - 1 + end_length } else { start + length };
            let stop = stop.clamp(start, bytes.len());
            // Columns are bytes; what is shown of a line that is no UTF-8 may be longer.
            let shown = |to: usize| String::from_utf8_lossy(&bytes[..to]).len();
            let line = String::from_utf8_lossy(&bytes).into_owned();
            let range = shown(start)..shown(stop).max(shown(start)).min(line.len());
            if bytes.is_empty() {
                let origin = annotate_snippets::Origin::path(first.file.clone());
                group = group.element(origin.line(first.line as usize).char_column(first.column as usize));
            } else {
                let snippet = Snippet::source(line).line_start(first.line as usize).path(first.file.clone());
                group = group.element(snippet.annotation(AnnotationKind::Primary.span(range)));
            }
        }
        if let Some((span, how)) = &diagnostic.other {
            group = group.element(Level::NOTE.message(format!("{how}: {}", self.locate(*span))));
        }
        if let Some(help) = &diagnostic.help {
            group = group.element(Level::HELP.message(help.as_str()));
        }
        renderer.render(&[group])
    }
}
