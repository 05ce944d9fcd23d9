"""A batch feeds a net, in JAX or torch, and the net's actions feed the batch. With --device cuda all of it stays on the GPU.

    python examples/batch_to_nets.py --library jax --device cpu
    python examples/batch_to_nets.py --library torch --device cuda --games 65536

The net has learned nothing: it only shows how arrays go to and fro without a copy.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import ponticello as pc

HIDDEN = 64
NEVER = -1e9  # what an illegal action is worth


def weights(inputs: int, outputs: int) -> tuple[Any, Any]:
    """Returns the weights of a small net that has learned nothing."""
    random = np.random.default_rng(1)
    first = random.normal(0, inputs**-0.5, (inputs, HIDDEN))
    return first.astype(np.float32), random.normal(0, HIDDEN**-0.5, (HIDDEN, outputs)).astype(np.float32)


def jax_policy(inputs: int, outputs: int, device: str) -> Callable[[Any, Any, Any], Any]:
    """Returns a net in JAX that takes the arrays of a batch and returns actions."""
    import jax
    import jax.numpy as jnp

    first, second = weights(inputs, outputs)

    @jax.jit
    def decide(planes: Any, scalars: Any, mask: Any) -> Any:
        seen = jnp.concatenate([planes.reshape(len(planes), -1), scalars], axis=1).astype(jnp.float32)
        return jnp.where(mask, jnp.tanh(seen @ first) @ second, NEVER).argmax(axis=1)

    def policy(*arrays: Any) -> Any:
        # JAX works on streams of its own: it must have read everything before the batch writes there again.
        return jax.block_until_ready(decide(*map(jax.dlpack.from_dlpack, arrays)))

    return policy


def torch_policy(inputs: int, outputs: int, device: str) -> Callable[[Any, Any, Any], Any]:
    """Returns the same net in torch."""
    import torch

    first, second = (torch.from_numpy(each).to(device) for each in weights(inputs, outputs))

    def policy(*arrays: Any) -> Any:
        planes, scalars, mask = (torch.from_dlpack(each) for each in arrays)
        seen = torch.cat([planes.flatten(1), scalars], dim=1).float()
        return (torch.tanh(seen @ first) @ second).masked_fill(~mask, NEVER).argmax(dim=1)

    return policy


def main() -> None:
    """Plays some steps and says how fast."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="ponte")
    parser.add_argument("--library", choices=("jax", "torch"), default="jax")
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    parser.add_argument("--games", type=int, default=1024)
    parser.add_argument("--steps", type=int, default=200)
    arguments = parser.parse_args()
    game = pc.game(arguments.game)
    batch = game.batch(arguments.games, seed=1, device=arguments.device, auto_reset="same step")
    spec = game.observation_spec()
    inputs = int(np.prod(spec.planes_shape)) + spec.scalars_shape[0]
    policy = (jax_policy if arguments.library == "jax" else torch_policy)(inputs, game.rulebook.actions, arguments.device)
    finished, clock = 0, time.perf_counter()
    for _ in range(arguments.steps):
        seen = batch.observation
        batch.step(policy(seen.planes, seen.scalars, batch.legal_mask))
        finished += int(np.asarray(batch.ended).sum())
    passed = time.perf_counter() - clock
    print(f"{arguments.steps * arguments.games:,} steps of {game.title} in {passed:.1f} s, {finished:,} games finished")


if __name__ == "__main__":
    main()
