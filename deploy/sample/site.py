"""The sample site as others use it: `render`, `serve`, `sources`, `truth` and the command line."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from deploy.sample.rendering import DEFAULT_BASE_URL, Response, render
from deploy.sample.server import make_server, serve
from deploy.sample.sources import sources
from deploy.sample.truth import truth, truth_json

__all__ = ["DEFAULT_BASE_URL", "Response", "main", "make_server", "render", "serve", "sources", "truth", "truth_json"]


def main(argv: Sequence[str]) -> None:
    """Serves the site until interrupted, or prints its `truth.json` with --truth."""
    options = _parser().parse_args(argv)
    if options.truth:
        print(truth_json(), end="")
        return
    serve(options.host, options.port)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m deploy.sample", description="Serve the sample news site.")
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on")
    parser.add_argument("--port", type=int, default=8650, help="port to listen on; 0 takes a free one")
    parser.add_argument("--truth", action="store_true", help="print what a perfect collection would hold, as JSON")
    return parser
