"""Makes `assets/blocks.ttf`, a font for tests: filled rectangles for three Chinese characters. Needs fonttools.

    python xtask/font.py assets/blocks.ttf
"""

import sys

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

WIDTHS = {".notdef": 900, "wide": 800, "medium": 500, "narrow": 200}
CHARACTERS = {"会": "wide", "议": "medium", "室": "narrow"}


def rectangle(width):
    """Return the glyph of a filled rectangle."""
    pen = TTGlyphPen(None)
    pen.moveTo((50, 0))
    for corner in [(50, 800), (50 + width, 800), (50 + width, 0)]:
        pen.lineTo(corner)
    pen.closePath()
    return pen.glyph()


def main():
    """Write the font. The same bytes each time: the dates in the file are constant."""
    font = FontBuilder(1000, isTTF=True)
    font.setupGlyphOrder(list(WIDTHS))
    font.setupCharacterMap({ord(character): name for character, name in CHARACTERS.items()})
    font.setupGlyf({name: rectangle(width) for name, width in WIDTHS.items()})
    font.setupHorizontalMetrics({name: (1000, 50) for name in WIDTHS})
    font.setupHorizontalHeader(ascent=800, descent=-200)
    names = {"familyName": "Blocks", "styleName": "Regular", "fullName": "Blocks Regular", "psName": "Blocks-Regular"}
    font.setupNameTable({**names, "uniqueFontIdentifier": "Blocks", "version": "1"})
    font.setupOS2(sTypoAscender=800, sTypoDescender=-200, usWinAscent=800, usWinDescent=200)
    font.setupPost()
    font.font["head"].created = font.font["head"].modified = 3786912000
    font.font.recalcTimestamp = False
    font.save(sys.argv[1])


if __name__ == "__main__":
    main()
