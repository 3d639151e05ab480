"""How theorycheck itself is measured, from the checkout: README.md."""
