"""Meshes and polygons of other packages, by the attributes that they have. No package is needed but the one in use."""

from __future__ import annotations

import json
import warnings
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from ._transect import Mesh

Arrays = tuple["ArrayLike", "ArrayLike"]
Layers = list[tuple[str, "ArrayLike"]]
# Vertices, faces, for each face the rows of its corners, and the rows of each attribute by its name.
WithLayers = tuple["ArrayLike", "ArrayLike", "ArrayLike", Layers]

# The attribute of vertices with the colours of a mesh of trimesh that has texture coordinates, too.
COLOR = "color"


def _attribute(mesh: Any, name: str, expected: str) -> Any:
    value = getattr(mesh, name, None)
    if value is None:
        raise TypeError(f"{type(mesh).__name__} is not {expected}: it has no attribute {name!r}")
    return value


def from_trimesh(mesh: Any) -> Arrays | WithLayers:
    """Returns the vertices and faces of a mesh of trimesh, with its colours and texture coordinates."""
    vertices: Any = np.asarray(_attribute(mesh, "vertices", "a trimesh.Trimesh"))
    faces: Any = np.asarray(_attribute(mesh, "faces", "a trimesh.Trimesh"))
    layers: Layers = []
    corners = faces
    visual: Any = getattr(mesh, "visual", None)
    kind = getattr(visual, "kind", None)
    others: list[str] = []
    if kind in ("vertex", "face") and len(faces) > 0:
        colors: Any = visual.vertex_colors if kind == "vertex" else visual.face_colors
        if kind == "face":
            corners = np.repeat(np.arange(len(faces)), 3).reshape(-1, 3)
        layers.append(("color 0", np.asarray(colors, dtype=np.float64) / 255))
    elif kind == "texture":
        if getattr(visual, "uv", None) is not None:
            layers.append(("uv 0", np.array(visual.uv, dtype=np.float64)))
        if getattr(visual, "material", None) is not None:
            others.append("the material and its images")
    attributes: dict[str, Any] = dict(getattr(mesh, "vertex_attributes", None) or {})
    if kind == "texture" and _is_color(attributes.get(COLOR)):
        layers.append(("color 0", np.array(attributes.pop(COLOR), dtype=np.float64)))
    others += [f"the attribute {name} of vertices" for name in attributes]
    of_faces: dict[str, Any] = dict(getattr(mesh, "face_attributes", None) or {})
    others += [f"the attribute {name} of faces" for name in of_faces]
    _warn("a mesh of transect", others)
    return (vertices, faces, corners, layers) if layers else (vertices, faces)


def _is_color(values: Any) -> bool:
    """Returns whether the values of an attribute are colours, from 0 to 1, with 3 or 4 numbers."""
    values = np.asarray(values)
    return values.ndim == 2 and values.shape[1] in (3, 4) and np.issubdtype(values.dtype, np.floating)


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
    """Returns a mesh of trimesh, without its repairs, with colours, texture coordinates and normals."""
    trimesh: Any = import_module("trimesh")
    faces = mesh.faces.astype(np.int64)
    corners, rows = mesh._layers
    layers = dict(rows)
    others = [name for name in layers if name not in ("normal", "uv 0", "color 0")]
    color, uv = layers.get("color 0"), layers.get("uv 0")
    face_colors = None
    if color is not None and uv is None and not _one_per_vertex(faces, corners, color):
        # Colours of faces need no vertices of their own.
        per_face = color[corners]
        if np.all(per_face == per_face[:, :1]):
            face_colors, color = per_face[:, 0], None
    # Each pair of a vertex and of values at it becomes a vertex.
    kept = [own for own in (color, uv) if own is not None]
    vertices = mesh.vertices
    of_corner = np.zeros(faces.size, dtype=np.int64)
    if kept:
        values = np.concatenate(kept, axis=1)[corners.ravel()]
        keys = np.column_stack([faces.ravel(), values])
        _, first, inverse = np.unique(keys, axis=0, return_index=True, return_inverse=True)
        # Vertices keep their order; those of equal positions follow each other.
        vertices = vertices[faces.ravel()[first]]
        of_corner = corners.ravel()[first]
        faces = inverse.reshape(-1, 3)
    normals = layers.get("normal")
    arguments: dict[str, Any] = {}
    if normals is not None:
        at_corners = normals[corners]
        own = np.zeros_like(vertices)
        own[faces] = at_corners
        if np.array_equal(own[faces], at_corners):
            arguments["vertex_normals"] = own
        else:
            others.append("normals that differ at a vertex")
    there = trimesh.Trimesh(vertices, faces, process=False, **arguments)
    if uv is not None:
        there.visual = trimesh.visual.TextureVisuals(uv=uv[of_corner])
        if color is not None:
            there.vertex_attributes[COLOR] = color[of_corner]
    elif color is not None:
        there.visual = trimesh.visual.ColorVisuals(there, vertex_colors=_bytes(color[of_corner]))
    elif face_colors is not None:
        there.visual = trimesh.visual.ColorVisuals(there, face_colors=_bytes(face_colors))
    _warn("a mesh of trimesh", others)
    return there


def _one_per_vertex(faces: Any, corners: Any, values: Any) -> bool:
    """Returns True if all corners at a vertex have the same values."""
    own = np.zeros((faces.max(initial=-1) + 1, values.shape[1]))
    own[faces] = values[corners]
    return np.array_equal(own[faces], values[corners])


def _bytes(colors: Any) -> Any:
    return (colors * 255).round().clip(0, 255).astype(np.uint8)


def _warn(holder: str, others: list[str]) -> None:
    """Warns that content is not kept."""
    if others:
        warnings.warn(f"{holder} does not keep: {', '.join(others)}", stacklevel=3)


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
