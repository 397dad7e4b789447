"""Runs in the environment that has the learner: fits a forest for each fold and one on everything.

    python fit.py SAMPLES.npz FOLDER

SAMPLES holds matrix (blocks x features), body, weight, fold (-1 for pages no site of which is judged), names. FOLDER gets
fold-N.npz and all.npz, each with the arrays that collector.extract.roles.forest reads. Imports nothing of the product.
"""

from __future__ import annotations

import json
import sys
import tempfile
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

TREES, LEVELS = 200, 6


def main(samples: str, folder: str) -> None:
    data = np.load(samples, allow_pickle=False)
    matrix, body, weight, fold = data["matrix"], data["body"], data["weight"], data["fold"]
    used = weight > 0
    for name, part in [(f"fold-{k}", fold != k) for k in sorted(set(fold))] + [("all", fold > -9)]:
        rows = used & part
        forest = _fitted(matrix[rows], body[rows], weight[rows], [str(feature) for feature in data["names"]])
        np.savez_compressed(Path(folder) / f"{name}.npz", **forest)


def _fitted(matrix: Any, body: Any, weight: Any, names: list[str]) -> dict[str, Any]:
    learner = import_module("catboost").CatBoostClassifier(
        iterations=TREES,
        depth=LEVELS,
        learning_rate=0.1,
        l2_leaf_reg=20,
        border_count=32,
        rsm=0.5,
        bootstrap_type="Bernoulli",
        subsample=0.7,
        random_seed=1,
        verbose=0,
        thread_count=2,
    )
    learner.fit(matrix, body, sample_weight=weight)
    with tempfile.TemporaryDirectory() as place:
        learner.save_model(f"{place}/model.json", format="json")
        model = json.loads(Path(f"{place}/model.json").read_text())
    trees = [tree for tree in model["oblivious_trees"] if tree["splits"]]
    borders = np.full((len(trees), LEVELS), np.inf, dtype=np.float32)
    values = np.zeros((len(trees), 2**LEVELS), dtype=np.float32)
    inputs = [[names[0]] * LEVELS for _ in trees]
    for row, tree in enumerate(trees):
        for level, split in enumerate(tree["splits"]):
            inputs[row][level], borders[row, level] = names[split["float_feature_index"]], split["border"]
        values[row, : len(tree["leaf_values"])] = tree["leaf_values"]
    scale, bias = model["scale_and_bias"]
    flat = np.array([name for tree in inputs for name in tree])
    return {"inputs": flat, "borders": borders, "values": values * scale, "bias": np.float32(np.ravel(bias)[0])}


if __name__ == "__main__":
    main(*sys.argv[1:])
