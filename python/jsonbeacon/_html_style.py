"""How the renderings look: one style sheet for light and dark pages, screen readers and print.

It names no colour of its own for text and page: what it adds are see-through tints over whatever the page has, so it
follows the theme of JupyterLab, VS Code, Colab and a page of nbconvert without asking which is on. (The system's own
preference would be wrong: a light notebook may be open on a dark desktop.) No meaning is in a colour alone: what was
taken out is struck through, what was put in is underlined, the place of a fault has a box and a caret. Where a host
strips style sheets, ``<mark>``, ``<del>``, ``<ins>``, ``<b>`` and a caret in a line of text are left, and say the same.
"""

from __future__ import annotations

# Twice, so that it counts for more than what notebooks say of tables and code.
_ROOT = "div.jsonbeacon.jsonbeacon"
_MONOSPACE = "var(--jp-code-font-family, var(--vscode-editor-font-family, ui-monospace)), monospace"

_RULES = {
    "": "border-left: 3px solid rgba(40, 120, 200, .8); padding: .1em 0 .1em .8em; line-height: 1.45; text-align: left",
    ".failed": "border-left: 6px double rgba(215, 95, 0, .9)",
    " div": "margin: 0 0 .35em",
    " .facts": "opacity: .8",
    " .message": "font-weight: 600",
    " pre": f"margin: 0 0 .35em; padding: .3em .5em; border: 0; background: rgba(128, 128, 128, .1); color: inherit; "
    f"font: var(--jp-code-font-size, .9em)/1.45 {_MONOSPACE}; max-height: 32em; overflow: auto; direction: ltr; "
    "white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 4",
    " pre.lines": "white-space: pre; overflow-wrap: normal",
    " code": f"font: .95em {_MONOSPACE}; background: none; color: inherit; padding: 0; border: 0; overflow-wrap: anywhere",
    " i": "font-style: normal; opacity: .65",
    " mark": "color: inherit; background: rgba(40, 120, 200, .26); border-bottom: 1px solid rgba(40, 120, 200, .8)",
    " .old": "display: inline-block; min-width: calc(100% - 6ch); background: rgba(215, 95, 0, .1)",
    " .new": "display: inline-block; min-width: calc(100% - 6ch); background: rgba(40, 120, 200, .12)",
    " del": "background: rgba(215, 95, 0, .28); text-decoration: line-through",
    " ins": "background: rgba(40, 120, 200, .32); text-decoration: underline",
    " .at": "position: relative; outline: 2px solid rgba(215, 95, 0, .95); background: rgba(215, 95, 0, .22)",
    # The caret, under its character whatever the font makes of the line. The line of text with the caret in it stays
    # for those who copy it, or see no styles.
    " .lines .at::after": 'content: "^"; position: absolute; left: 0; top: 100%; font-weight: 700; color: rgba(215, 95, 0, 1)',
    " .caret": "color: transparent; opacity: 1",
    " .number": "opacity: .65; user-select: none",
    " summary": "cursor: pointer; margin: 0 0 .35em",
    " table": "border-collapse: collapse; margin: 0 0 .35em; font-size: inherit",
    " tr": "border-bottom: 1px solid rgba(128, 128, 128, .3)",
    " th": "text-align: left; vertical-align: top; padding: .25em .8em .25em 0; font-weight: 600",
    " td": "text-align: left; vertical-align: top; padding: .25em .8em .25em 0; max-width: 60em",
    " td pre": "margin: 0; padding: .15em .3em; max-height: 9em; min-width: 12em",
    " td:last-child": "padding-right: 0",
}
# Said aloud before what is struck through or underlined; not seen, and not copied.
_SPOKEN = {" del::before": " [taken out] ", " ins::before": " [put in] ", " .at::before": " [here] "}
_UNSEEN = "position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(100%); white-space: nowrap"


def _sheet() -> str:
    rules = [f"{_ROOT}{selector} {{{body}}}" for selector, body in _RULES.items()]
    rules += [f'{_ROOT}{selector} {{content: "{words}"; {_UNSEEN}}}' for selector, words in _SPOKEN.items()]
    rules.append(f"@media print {{{_ROOT} pre {{max-height: none; white-space: pre-wrap}}}}")
    return "\n".join(rules)


STYLE = f"<style>\n{_sheet()}\n</style>"
