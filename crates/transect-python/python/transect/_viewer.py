"""The viewer: its page in one file, and the command `transect view` as a process that belongs to this one."""

from __future__ import annotations

import atexit
import html
import os
import pathlib
import subprocess
import sys
import tempfile
import webbrowser
from types import TracebackType
from typing import TYPE_CHECKING, final

from ._transect import page_file

if TYPE_CHECKING:
    from ._transect import CutterLike, Inside, Path, Scene


def models_of(scene: Scene, folder: str) -> list[str]:
    """Return the files of a scene. A scene that was made in memory is written into the folder."""
    if scene.files is not None:
        return [os.path.abspath(path) for path in scene.files]
    # OBJ keeps names, and numbers of 64 bits.
    path = os.path.join(folder, "scene.obj")
    scene.write(path)
    return [path]


def page_of(scene: Scene, planes: tuple[CutterLike, ...], unit: str | None, inside: Inside) -> Page:
    """Return the page with a scene and the answers for some planes."""
    with tempfile.TemporaryDirectory(prefix="transect-") as folder:
        return Page(page_file(models_of(scene, folder), list(planes), unit, inside).decode())


@final
class Page:
    """The page of the viewer with a scene and answers, in one HTML file. `Scene.page` returns it.

    A notebook shows the page inline.

    Examples
    --------
    >>> import transect as tr
    >>> triangle = tr.Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
    >>> page = tr.Scene({"triangle": triangle}).page("x = 0.5", "y = 0.5")
    >>> page._repr_html_()[:8]
    '<iframe '
    """

    html: str
    """The text of the file."""

    def __init__(self, html: str) -> None:
        self.html = html

    def write(self, path: Path, *, force: bool = False) -> None:
        """Write the page into a file, which opens from disk without a network.

        Parameters
        ----------
        path : str or os.PathLike
        force : bool, optional
            Replaces an existing file.

        Raises
        ------
        FileExistsError
            If the file exists and `force` is false.

        Examples
        --------
        >>> import pathlib, tempfile, transect as tr
        >>> triangle = tr.Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
        >>> path = pathlib.Path(tempfile.mkdtemp()) / "triangle.html"
        >>> tr.Scene({"triangle": triangle}).page("x = 0.5").write(path)
        >>> path.exists()
        True
        """
        with pathlib.Path(path).open("w" if force else "x", encoding="utf-8", newline="") as file:
            file.write(self.html)

    def _repr_html_(self) -> str:
        """Return the page in a frame of its own, for notebooks."""
        # References instead of characters beyond ASCII hold in documents of any encoding.
        source = html.escape(self.html).encode("ascii", "xmlcharrefreplace").decode()
        return (
            '<iframe style="width:100%;height:640px;border:0" sandbox="allow-scripts allow-downloads" '
            f'srcdoc="{source}"></iframe>'
        )

    def __repr__(self) -> str:
        return f"<transect.Page: {len(self.html):,} characters>"


@final
class Viewer:
    """A running viewer. `Scene.view` starts it.

    It ends with its method `stop`, at the end of a ``with`` block, or with this process.

    Examples
    --------
    >>> import transect as tr
    >>> triangle = tr.Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
    >>> with tr.Scene({"triangle": triangle}).view(opens_tab=False) as viewer:
    ...     viewer.is_running
    True
    >>> viewer.is_running
    False
    """

    url: str
    """The address of the page, with a secret token. Only this machine can open it."""

    def __init__(self, scene: Scene, flags: list[str], unit: str | None, opens_tab: bool) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="transect-")
        self._messages = tempfile.TemporaryFile("w+")
        models = models_of(scene, self._folder.name)
        units = [] if unit is None else [f"--unit={unit}"]
        program = "import sys; from transect._command import serve; sys.exit(serve())"
        # The process ends when its standard input ends. In a session of its own, it does not get the Ctrl-C that stops
        # a cell of a notebook.
        self._process = subprocess.Popen(
            [sys.executable, "-c", program, "view", "--no-open", *flags, *units, "--", *models],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._messages,
            start_new_session=True,
            text=True,
        )
        atexit.register(self.stop)
        assert self._process.stdout is not None
        self.url = self._process.stdout.readline().strip()
        if not self.url:
            self._process.wait()
            self._messages.seek(0)
            reason = self._messages.read().strip()
            self.stop()
            raise RuntimeError(f"the viewer did not start: {reason}")
        if opens_tab:
            webbrowser.open_new_tab(self.url)

    @property
    def is_running(self) -> bool:
        """`True` until the viewer is stopped."""
        return self._process.poll() is None

    def stop(self) -> None:
        """Stop the viewer. The page then says that it has no connection.

        Examples
        --------
        >>> import transect as tr
        >>> triangle = tr.Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
        >>> viewer = tr.Scene({"triangle": triangle}).view(opens_tab=False)
        >>> viewer.stop()
        >>> viewer
        <transect.Viewer: stopped>
        """
        atexit.unregister(self.stop)
        if self._messages.closed:
            return
        if self._process.poll() is None:
            self._process.terminate()
        self._process.communicate()
        self._messages.close()
        self._folder.cleanup()

    def __enter__(self) -> Viewer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, place: TracebackType | None
    ) -> None:
        self.stop()

    def __repr__(self) -> str:
        return f"<transect.Viewer: {self.url if self.is_running else 'stopped'}>"
