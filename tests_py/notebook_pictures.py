"""The pictures of docs/notebooks.md, made from what a notebook gets: `python tests_py/notebook_pictures.py`.

Needs Chromium (the command `chromium`) and Pillow.
"""

from __future__ import annotations

import html
import pathlib
import subprocess
import tempfile
from typing import Any

import jsonbeacon
from PIL import Image, ImageChops

FOLDER = pathlib.Path(__file__).parent.parent / "docs" / "pictures"
# The pages that JupyterLab has in its two themes.
THEMES = {"light": ("#fff", "rgba(0, 0, 0, .87)"), "dark": ("#111", "#fff")}
PAGE = """<!DOCTYPE html><meta charset="utf-8"><style>
body {{margin: 0; padding: 14px; background: {0}; color: {1}; font: 14px/1.4 "DejaVu Sans", sans-serif}}
.in {{font: 13px "DejaVu Sans Mono", monospace; margin: 14px 0 8px; white-space: pre-wrap}}
.in:first-child {{margin-top: 0}}
</style>{2}"""
WIDTH = 720

TICKET = {"properties": {"intent": {"enum": ["cancel", "change"]}, "confidence": {"maximum": 1}}}


def outcome(reply: str, **options: Any) -> Any:
    try:
        return jsonbeacon.extract_json_detailed(reply, **options)
    except jsonbeacon.JSONBeaconError as error:
        return error


RESULT = "Sure, here it is:\n```json\n{'id': 4714, 'items': ['soup', 'bread',],\n \"paid\": True}\n```\nAnything else?"
BROKEN = 'Of course:\n{\n  "id": 4712,\n  "items": ["soup", "bread",],\n  "paid": false\n}'
PICTURES = {
    ("results", "light"): {
        "extract_json_detailed(reply)": outcome(RESULT.replace("'", '"').replace("True", "true").replace(",]", "]")),
        'extract_json_detailed(reply, repair="syntax")': outcome(RESULT, repair="syntax"),
    },
    ("errors", "dark"): {
        "error": outcome(BROKEN),
        "error  # of a call with schema=...": outcome('Sure: {"intent": "refund", "confidence": 7}', schema=TICKET),
        "list_candidates(reply)": jsonbeacon.list_candidates('The form is [name]: {"name": "Ada"} or {"name":'),
    },
}


def picture(shown: dict[str, Any], theme: str) -> Image.Image:
    """What the browser makes of the renderings, without the empty rest of its window."""
    cells = "".join(f'<div class="in">{html.escape(code)}</div>{found._repr_html_()}' for code, found in shown.items())
    with tempfile.TemporaryDirectory() as folder:
        page, file = pathlib.Path(folder, "page.html"), pathlib.Path(folder, "page.png")
        page.write_text(PAGE.format(*THEMES[theme], cells), "utf-8")
        command = ["chromium", "--headless", "--no-sandbox", "--hide-scrollbars", f"--window-size={WIDTH},1600"]
        subprocess.run([*command, f"--screenshot={file}", page.as_uri()], check=True, capture_output=True)
        image = Image.open(file).convert("RGB")
    ground = Image.new("RGB", image.size, image.getpixel((0, 0)))
    _, _, _, bottom = ImageChops.difference(image, ground).getbbox() or (0, 0, 0, 1)
    return image.crop((0, 0, WIDTH, min(bottom + 14, image.height)))


for (name, theme), shown in PICTURES.items():
    small = picture(shown, theme).quantize(64, dither=Image.Dither.NONE)
    small.save(FOLDER / f"notebook-{name}.png", optimize=True)
