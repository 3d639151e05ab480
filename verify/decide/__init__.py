"""The rows of the verdict table: one module for each kind of relation, and what they share."""
