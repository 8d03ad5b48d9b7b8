"""Threads, forks, signals and memory."""

from __future__ import annotations

import gc
import multiprocessing
import os
import pickle
import resource
import signal
import subprocess
import sys
import textwrap
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import transect as tr

PLANE = tr.Plane("x + 2y + 3z = 4")
POINTS = np.random.default_rng(7).integers(-3, 4, (50_000, 3)).astype(float)
SIDES = np.sign(POINTS @ [1, 2, 3] - 4).astype(np.int8)


def test_threads(wavy: tr.Mesh) -> None:
    boxes, points = tr.Boxes(min=POINTS, max=POINTS), tr.Points(POINTS)

    def ask(index: int) -> bool:
        same = np.array_equal(PLANE.side(points), SIDES) and np.array_equal(PLANE.side(boxes), SIDES)
        return same and wavy.split(f"x = {index + 0.5}").certificate().is_correct

    with ThreadPoolExecutor(8) as threads:
        assert all(threads.map(ask, range(32)))


def ask_in_child(_: int) -> bool:
    return bool(np.array_equal(PLANE.side(POINTS), SIDES))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_a_forked_process_works(wavy: tr.Mesh) -> None:
    assert ask_in_child(0)  # the parent has started its threads
    layers = wavy.layers("z", heights=np.linspace(0, 10, 1000))
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert pool.map_async(ask_in_child, range(4)).get(timeout=60) == [True] * 4
    child = os.fork()
    if child == 0:
        try:
            next(layers)
        except RuntimeError as error:
            os._exit(0 if "forked" in str(error) else 2)
        os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert ask_in_child(0)


PROGRAM = """
    import sys, time
    import numpy as np, transect as tr
    size = {"cut": 400, "layers": 400}.get(sys.argv[1], 1000)
    x, y = np.meshgrid(np.arange(size + 1.0), np.arange(size + 1.0), indexing="ij")
    points = np.column_stack([x.ravel(), y.ravel(), (np.sin(x) * np.cos(y)).ravel()])
    index = np.arange((size + 1) ** 2).reshape(size + 1, size + 1)
    a, b, c = (part.ravel() for part in (index[:-1, :-1], index[1:, :-1], index[1:, 1:]))
    mesh = tr.Mesh(points, np.column_stack([a, b, c]))
    scene = tr.Scene({str(number): mesh for number in range(200 if size == 400 else 1)})
    print("ready", flush=True)
    try:
        if sys.argv[1] == "cut":
            scene.cut("z = 0.1")
        elif sys.argv[1] == "tree":
            boxes = tr.Boxes(np.hstack([np.tile(points, (3, 1))] * 2))
            while True:
                tr.Bvh(boxes)
        elif sys.argv[1] == "split":
            while True:  # each call takes about a second
                mesh.split("z = 0.1")
        elif sys.argv[1] == "certificate":
            split = mesh.split("z = 0.1")
            while True:
                split.certificate()
        else:
            for layer in mesh.layers("z", heights=np.linspace(-1, 1, 1_000_000)):
                pass
    except KeyboardInterrupt:
        print("stopped", flush=True)
        sys.exit(3)
    print("done", flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="the test sends a signal of Unix")
@pytest.mark.parametrize("work", ["cut", "layers", "split", "certificate", "tree"])
def test_ctrl_c(work: str) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(PROGRAM), work], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    time.sleep(1)
    before = time.monotonic()
    process.send_signal(signal.SIGINT)
    assert process.stdout.readline() == "stopped\n"
    assert time.monotonic() - before < 0.5
    assert process.wait(timeout=60) == 3


def resident() -> int:
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize()


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="this system does not tell the memory of a process")
def test_calls_do_not_leak(cube: tr.Mesh) -> None:
    boxes, points = tr.Boxes(np.zeros((100, 6))), np.zeros((100, 3))
    region = tr.Region.box([0, 0, 0], [1, 1, 1])

    def call(times: int) -> None:
        for _ in range(times):
            PLANE.side(points)
            PLANE.side([0.0, 0.0, 1.0])
            PLANE.masks(boxes)
            PLANE.signed_distance(points)
            region.overlap(boxes)

    call(2000)
    gc.collect()
    before = resident()
    call(20_000)  # 100 000 calls
    gc.collect()
    assert resident() - before < 4 << 20

    def cut(times: int) -> None:
        for _ in range(times):
            cube.split("z = 0.5").certificate()

    cut(300)
    before = resident()
    cut(1000)
    assert resident() - before < 8 << 20


@pytest.mark.parametrize(
    "value",
    [
        PLANE,
        tr.Box([0, 0, 0], [1, 1, float("inf")]),
        tr.Sphere([0, 0, 0], 1),
        tr.Parallelepiped([0, 0, 0], np.eye(3)),
        tr.Hull([[0, 0, 0]]),
        tr.Region([PLANE, "z = 1"]),
        tr.Side.FRONT,
        tr.SideCounts(1, 2, 3, 4),
    ],
)
def test_pickles_and_reprs(value: object) -> None:
    assert pickle.loads(pickle.dumps(value)) == value
    if not isinstance(value, tr.Side):
        assert eval(repr(value), {"transect": tr, **vars(tr)}) == value


def test_pickles_of_batches_and_meshes(wavy: tr.Mesh) -> None:
    points = POINTS.astype(np.float32)
    batches = [
        tr.Points(points),
        tr.Boxes(min=points, max=points + 1),
        tr.Spheres(points, np.abs(points[:, 0])),
        tr.Parallelepipeds(points, np.broadcast_to(np.eye(3, dtype=np.float32), (len(points), 3, 3))),
    ]
    for batch in batches:
        again = pickle.loads(pickle.dumps(batch))
        assert repr(again) == repr(batch)
        assert np.array_equal(PLANE.side(again), PLANE.side(batch))
    again = pickle.loads(pickle.dumps(wavy))
    assert np.array_equal(again.vertices, wavy.vertices) and np.array_equal(again.faces, wavy.faces)
