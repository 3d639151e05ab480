"""How often is the verifier wrong? Planted truths and proved laws, decided as a user's data are.

Each row plants one truth, draws data from it, and lets the public path (table, evidence, decision)
decide one claim about it, many times. What came out is counted, held against the criteria, and printed
beside what a naive rule says of the same data.
"""
