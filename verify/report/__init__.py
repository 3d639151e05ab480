"""Reports: a run's document as offline HTML pages, and as their Markdown twin.

Both are pure functions of the document: the same document gives the same bytes, and a report only
formats numbers; it computes none but counts, and the ratios that its plots show. Jinja2 and latex2mathml
are imported with what lays a page out, matplotlib for a figure as a PDF alone.
"""
