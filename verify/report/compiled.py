"""Templates of reports are compiled once: Jinja2 asks here for what an earlier run compiled."""

from __future__ import annotations

from jinja2.bccache import Bucket, BytecodeCache

from .kept import TEMPLATES


class CachedTemplates(BytecodeCache):
    """Jinja2's interface to the table of compiled templates; a bucket checks that its source is the same."""

    def load_bytecode(self, bucket: Bucket) -> None:
        """Fill the bucket where its template is known."""
        known = TEMPLATES.get(bucket.key)
        if known is not None:
            bucket.bytecode_from_string(known)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a template that was just compiled."""
        TEMPLATES.put(bucket.key, bucket.bytecode_to_string())
