"""A chart of the times of compare.py: one bar per question and engine.

Usage: python chart.py TIMES.csv CHART.svg

The bars are times of the clock on a logarithmic scale. An engine whose answer differs from that of transect in the first
four digits has a hatched bar.
"""

from __future__ import annotations

import csv
import math
import sys
from html import escape

COLORS = {"transect": "#1f5fbf", "manifold3d": "#c8663a", "meshlib": "#6b8e4e", "trimesh": "#8a6fae"}
LEFT, WIDTH, ROW, GAP, TOP = 190, 480, 16, 12, 44
AGREES = ": agrees with transect to 4 digits"


def read(path: str) -> tuple[dict[str, dict[str, float]], set[tuple[str, str]]]:
    """Return the times in ms by question and engine, and the pairs with another answer."""
    times: dict[str, dict[str, float]] = {}
    other: set[tuple[str, str]] = set()
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            question, engine, value = row["question"], row["engine"], row["wall ms, or answer"]
            if question.endswith(AGREES):
                if value != "True":
                    other.add((question.removesuffix(AGREES), engine))
            elif row["threads"]:
                name = f"{question}, {row['threads']} thread{'s' if row['threads'] != '1' else ''}"
                times.setdefault(name, {})[engine] = float(value)
    return times, other


def chart(times: dict[str, dict[str, float]], other: set[tuple[str, str]]) -> str:
    """Return the chart as SVG."""
    all_times = [time for engines in times.values() for time in engines.values()]
    low = 10 ** math.floor(math.log10(min(all_times)))
    decades = math.ceil(math.log10(max(all_times) / low))
    parts, y = [], TOP
    for question, engines in times.items():
        parts.append(f'<text x="{LEFT - 8}" y="{y + 12}" text-anchor="end" font-weight="600">{escape(question)}</text>')
        for engine, time in sorted(engines.items(), key=lambda pair: pair[1]):
            length = WIDTH * math.log10(time / low) / decades
            differs = (question.rsplit(", ", 1)[0], engine) in other
            look = f'fill="{COLORS[engine]}"' + (' fill-opacity="0.25" stroke-dasharray="3"' if differs else "")
            parts.append(f'<rect x="{LEFT}" y="{y}" width="{length:.1f}" height="{ROW - 3}" {look} stroke="{COLORS[engine]}"/>')
            note = ", another answer" if differs else ""
            shown = f"{time:,.0f}" if time >= 100 else f"{time:.3g}"
            parts.append(f'<text x="{LEFT + length + 5:.1f}" y="{y + 11}">{engine} {shown} ms{note}</text>')
            y += ROW
        y += GAP
    for decade in range(decades + 1):
        x = LEFT + WIDTH * decade / decades
        parts.insert(0, f'<path d="M{x:.1f} {TOP - 6}V{y}" stroke="#d5d9de"/>')
        parts.append(f'<text x="{x:.1f}" y="{TOP - 12}" text-anchor="middle" fill="#555">{low * 10**decade:,g} ms</text>')
    size = f'width="{LEFT + WIDTH + 170}" height="{y + 6}" viewBox="0 0 {LEFT + WIDTH + 170} {y + 6}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="11.5" fill="#222">'
    return "\n".join([head, '<rect width="100%" height="100%" fill="#fff"/>', *parts, "</svg>", ""])


def main() -> None:
    times, other = read(sys.argv[1])
    with open(sys.argv[2], "w", newline="\n") as file:
        file.write(chart(times, other))


if __name__ == "__main__":
    main()
