"""Terms compiled to torch: a term (`theory.node`) at a design point, as a program that draws it.

`graph` has the nodes, `products` the contractions, `lowering` what each head becomes, `operations` and
`program` run them, `statistics` takes the outermost `E`, `P`, `Var` and quantiles of a term apart. What is
proved of a term is not known here: of `theory` only models, terms and laws are read.
"""
