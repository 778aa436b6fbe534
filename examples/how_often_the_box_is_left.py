"""On pure noise nothing is favoured: how often each mutation leaves the box by itself, by dimension."""

import inbounds as ib

dimensions = (2, 5, 10, 30)
print(f"{'mutation':28}" + "".join(f"{f'{n}-D':>8}" for n in dimensions))
for mutation in ib.mutations():
    shares = []
    for dimension in dimensions:
        noise = ib.problem("noise", dimension=dimension)
        result = ib.DE(mutation=mutation, boundary="reflection").run(noise, budget=5_000, runs=4, seed=1, target=None)
        shares.append(result.repaired.mean())
    print(f"{mutation:28}" + "".join(f"{share:8.1%}" for share in shares))
