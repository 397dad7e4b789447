"""Train the model of the main text on the pages with truth, judge it on sites it has not seen, and write it to the package.

    python -m tests.bench.extract.train [--write]

The learner runs in an environment of its own; what ships is an archive of arrays. Printed figures are cross-validated: each
page is scored by a model that was fitted without its site. Without --write the package is left as it is.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from collector.extract.roles.body import choose
from collector.extract.roles.forest import read_forest
from tests.bench.extract.metric import f1, score
from tests.bench.extract.sets import CHINESE, NAMES, OTHERS
from tests.bench.extract.train.samples import FOLDS, Sample, samples
from tests.bench.peer_environment import PeerEnvironment

LEARNER = PeerEnvironment("extract-train", ("catboost==1.2.10", "numpy==2.4.6"))
PACKAGED = Path(__file__).resolve().parents[4] / "collector" / "extract" / "roles" / "body.npz"
_FIT_S = 1_800
_FAR, _KEPT_FAR = 8, 250


def main(arguments: list[str]) -> int:
    """Fit, print the cross-validated figures, and with --write replace the packaged model."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="replace the model in the package")
    options = parser.parse_args(arguments)
    LEARNER.install()
    listed = list(samples())
    with tempfile.TemporaryDirectory() as place:
        _save(listed, Path(place) / "samples.npz")
        fit = [str(LEARNER.python), str(Path(__file__).with_name("fit.py")), f"{place}/samples.npz", place]
        subprocess.run(fit, check=True, timeout=_FIT_S)
        _judge(listed, Path(place))
        if options.write:
            shutil.copyfile(Path(place) / "all.npz", PACKAGED)
    return 0


def _save(listed: Sequence[Sample], path: Path) -> None:
    kept = [_kept(sample) for sample in listed]
    np.savez(
        path,
        matrix=np.vstack([sample.rows[:, rows].T for sample, rows in zip(listed, kept, strict=True)]),
        body=np.concatenate([sample.body[rows] for sample, rows in zip(listed, kept, strict=True)]),
        weight=np.concatenate([sample.weight[rows] for sample, rows in zip(listed, kept, strict=True)]),
        fold=np.concatenate([np.full(rows.sum(), sample.fold) for sample, rows in zip(listed, kept, strict=True)]),
        names=np.array(listed[0].names),
    )


def _kept(sample: Sample) -> np.ndarray:
    """Blocks near the text, and an even share of those far from it, so that huge pages do not outweigh others."""
    near = np.convolve(sample.body, np.ones(2 * _FAR + 1), mode="same") > 0
    step = max(1, len(near) // _KEPT_FAR)
    kept: np.ndarray = near[: len(sample.body)] | (np.arange(len(sample.body)) % step == 0)
    return kept


def _judge(listed: Sequence[Sample], place: Path) -> None:
    forests = [read_forest((place / f"fold-{fold}.npz").read_bytes()) for fold in range(FOLDS)]
    found = {}
    for name in NAMES:
        scores = []
        for sample in listed:
            if sample.page.set == name:
                chance = forests[sample.fold].probabilities(sample.names, sample.rows)
                chosen = choose(chance, sample.rows[sample.names.index("log_size")]).chosen
                text = "\n".join(text for text, taken in zip(sample.texts, chosen, strict=True) if taken)
                scores.append(score(sample.page.text, text))
        found[name] = f1(scores)[0]
        print(f"{name:12} {len(scores):4} F1 {found[name]:.4f}")
    for title, names in (("Chinese", CHINESE), ("others", OTHERS)):
        print(f"mean of {title}: {sum(found[name] for name in names) / len(names):.4f}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
