"""Meshes and polygons of other packages, by the attributes that they have. No package is needed but the one in use."""

from __future__ import annotations

import json
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from ._transect import Mesh

Arrays = tuple["ArrayLike", "ArrayLike"]


def _attribute(mesh: Any, name: str, expected: str) -> Any:
    value = getattr(mesh, name, None)
    if value is None:
        raise TypeError(f"{type(mesh).__name__} is not {expected}: it has no attribute {name!r}")
    return value


def from_trimesh(mesh: Any) -> Arrays:
    """Returns the vertices and faces of a mesh of trimesh."""
    vertices: Any = _attribute(mesh, "vertices", "a trimesh.Trimesh")
    faces: Any = _attribute(mesh, "faces", "a trimesh.Trimesh")
    return np.asarray(vertices), np.asarray(faces)


def from_manifold(mesh: Any) -> Arrays:
    """Returns the vertices and faces of a manifold or a mesh of manifold3d."""
    if hasattr(mesh, "to_mesh"):
        mesh = mesh.to_mesh()
    vertices: Any = np.asarray(_attribute(mesh, "vert_properties", "a manifold3d.Manifold"))
    return vertices[:, :3], np.asarray(_attribute(mesh, "tri_verts", "a manifold3d.Manifold"))


def from_pyvista(mesh: Any) -> Arrays:
    """Returns the vertices and faces of a surface of pyvista."""
    points: Any = np.asarray(_attribute(mesh, "points", "a pyvista.PolyData"))
    faces: Any = np.asarray(_attribute(mesh, "faces", "a pyvista.PolyData"))
    if faces.size % 4 != 0 or np.any(faces.reshape(-1, 4)[:, 0] != 3):
        raise ValueError("the surface has faces that are not triangles; call its method triangulate() first")
    return points, faces.reshape(-1, 4)[:, 1:]


def from_meshio(mesh: Any) -> Arrays:
    """Returns the vertices and faces of a mesh of meshio."""
    cells: Any = _attribute(mesh, "cells", "a meshio.Mesh")
    others = sorted({str(block.type) for block in cells} - {"triangle"})
    if others:
        raise ValueError(f"the mesh has cells that are not triangles: {', '.join(others)}")
    points: Any = np.asarray(_attribute(mesh, "points", "a meshio.Mesh"))
    blocks = [np.asarray(block.data) for block in cells]
    return points, np.concatenate(blocks) if blocks else np.empty((0, 3), dtype=np.int64)


def to_trimesh(mesh: Mesh) -> Any:
    """Returns a mesh of trimesh, without its repairs."""
    trimesh: Any = import_module("trimesh")
    return trimesh.Trimesh(mesh.vertices, mesh.faces.astype(np.int64), process=False)


def to_manifold(mesh: Mesh) -> Any:
    """Returns a manifold of manifold3d."""
    manifold3d: Any = import_module("manifold3d")
    raw = manifold3d.Mesh(vert_properties=mesh.vertices.astype(np.float32), tri_verts=mesh.faces)
    return manifold3d.Manifold(raw)


def to_pyvista(mesh: Mesh) -> Any:
    """Returns a surface of pyvista."""
    pyvista: Any = import_module("pyvista")
    faces = np.column_stack([np.full(len(mesh.faces), 3, dtype=np.int64), mesh.faces])
    return pyvista.PolyData(mesh.vertices, faces.ravel())


def to_meshio(mesh: Mesh) -> Any:
    """Returns a mesh of meshio."""
    meshio: Any = import_module("meshio")
    return meshio.Mesh(mesh.vertices, [("triangle", mesh.faces.astype(np.int64))])


def multi_polygon(text: str) -> dict[str, Any]:
    """Returns the polygons of GeoJSON features as one multi-polygon."""
    coordinates: list[Any] = []
    for feature in json.loads(text)["features"]:
        geometry = feature["geometry"]
        if geometry is None:  # an object whose section has no area
            continue
        if geometry["type"] == "MultiPolygon":  # open chains are features of their own
            coordinates.extend(geometry["coordinates"])
    return {"type": "MultiPolygon", "coordinates": coordinates}
