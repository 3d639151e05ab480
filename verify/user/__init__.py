"""Claims, simulators and laws that users write, brought to the records that tables hold."""
