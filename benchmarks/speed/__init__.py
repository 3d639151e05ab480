"""Speed, as ratios measured in one run at one thread: `python -m benchmarks.speed`.

`simulator_terms` has a command of its own. The other modules `..._terms` are terms at whose sizes the
compiler's programs are tested; what their chunks and memory are stands in `programs.lock`.
"""
