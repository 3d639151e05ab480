"""Speed, as ratios measured in one run at one thread: `python -m benchmarks.speed`.

Other measurements of time have a command of their own: `startup`, `derivations`, `compiled`,
`pages`, `run_modes`, `run_presets`, `simulator_terms`.
"""
