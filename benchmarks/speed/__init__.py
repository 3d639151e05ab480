"""Speed, as ratios measured in one run at one thread: `python -m benchmarks.speed`.

Other measurements of time have a command of their own: `startup`, `derivations`, `compiled`,
`conditioning_terms`, `pages`, `run_modes`, `run_presets`.
"""
