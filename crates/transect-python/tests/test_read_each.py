"""Many files, each read as a scene of its own."""

import itertools
import os
import pathlib
import threading
from collections.abc import Iterator

import pytest

import transect as tr


@pytest.fixture
def paths(cube: tr.Mesh, tmp_path: pathlib.Path) -> list[pathlib.Path]:
    """Twenty files, of which the third is empty and the last is missing."""
    for number in range(20):
        tr.Mesh(cube.vertices + number, cube.faces).write(tmp_path / f"{number:02}.stl")
    (tmp_path / "02.stl").write_bytes(b"")
    (tmp_path / "19.stl").unlink()
    return [tmp_path / f"{number:02}.stl" for number in range(20)]


@pytest.mark.parametrize("jobs", [None, 1, 2, 50])
def test_scenes_come_in_order_and_errors_do_not_end_the_loop(paths: list[pathlib.Path], jobs: int | None) -> None:
    files = list(tr.read_each(paths, jobs=jobs))
    assert [file.path for file in files] == paths
    bad = [file for file in files if file.error is not None]
    assert [file.path.name for file in bad] == ["02.stl", "19.stl"]
    for number, file in enumerate(files):
        if file.error is None:
            assert file.scene.to_mesh().vertices.min() == number
            assert file.scene.files == [file.path]


def test_an_item_with_an_error_raises_it(paths: list[pathlib.Path]) -> None:
    empty, missing = (next(tr.read_each([paths[place]])) for place in (2, 19))
    assert isinstance(empty.error, tr.FileError) and isinstance(missing.error, OSError)
    assert (empty.error.kind, missing.error.kind) == ("input_file", "missing_file")
    for _ in range(2):
        with pytest.raises(tr.FileError, match="02.stl: the file is empty"):
            _ = empty.scene
    with pytest.raises(tr.FileError) as alone:
        tr.read(paths[2])
    assert str(alone.value) == str(empty.error)
    assert repr(empty).endswith("02.stl, error>")


@pytest.mark.parametrize("jobs", [1, 3])
def test_paths_are_taken_when_they_are_needed(paths: list[pathlib.Path], jobs: int) -> None:
    taken = 0

    def endless() -> Iterator[str]:
        nonlocal taken
        for path in itertools.cycle(paths):
            taken += 1
            yield os.fspath(path)

    files = tr.read_each(endless(), jobs=jobs)
    assert taken == 0
    for seen in range(1, 10):
        next(files)
        assert taken == seen + jobs


def test_an_exception_of_the_paths_comes_after_the_files_before_it(paths: list[pathlib.Path]) -> None:
    def failing() -> Iterator[pathlib.Path]:
        yield paths[0]
        yield paths[1]
        raise KeyError("the list of paths")

    files = tr.read_each(failing(), jobs=8)
    assert [next(files).path for _ in range(2)] == paths[:2]
    with pytest.raises(KeyError, match="the list of paths"):
        next(files)
    assert list(files) == []
    mixed: list[object] = [paths[0], 7]
    files = tr.read_each(mixed)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    assert next(files).error is None
    with pytest.raises(TypeError):
        next(files)


def test_units_and_arguments(paths: list[pathlib.Path]) -> None:
    file = next(tr.read_each(paths, unit="in", to_unit="mm"))
    assert file.scene.to_mesh().vertices.max() == 25.4
    file = next(tr.read_each(paths, to_unit="mm"))
    assert isinstance(file.error, ValueError | OSError)
    assert "the unit of the model is not known" in str(file.error)
    for jobs in (0, -1):
        with pytest.raises(ValueError, match=f"jobs is {jobs}, less than 1"):
            tr.read_each(paths, jobs=jobs)
    with pytest.raises(tr.GeometryError, match="cubit"):
        tr.read_each(paths, to_unit="cubit")
    with pytest.raises(ValueError, match="weld"):
        tr.read_each(paths, weld=-1.0)
    with pytest.raises(TypeError):
        tr.read_each(7)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    assert list(tr.read_each([])) == []


def test_the_iterator_may_be_dropped_and_belongs_to_one_thread_at_a_time(paths: list[pathlib.Path]) -> None:
    next(tr.read_each(paths, jobs=20))
    files = tr.read_each(paths, jobs=4)
    read: list[pathlib.Path] = []
    refused = 0
    lock = threading.Lock()

    def take() -> None:
        nonlocal refused
        while True:
            try:
                with lock:
                    file = next(files, None)
            except RuntimeError:
                refused += 1
                continue
            if file is None:
                return
            read.append(file.path)

    threads = [threading.Thread(target=take) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(read) == paths and refused == 0
