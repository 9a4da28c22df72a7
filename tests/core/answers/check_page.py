# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads a page that `tidemark report` made as a browser and as an XML parser would, and prints as JSON what it
is made of: elements, what it loads from elsewhere, and the cells of its tables."""
import html.parser
import json
import sys
import xml.etree.ElementTree

VOID = {"meta", "br", "hr", "img", "link", "input"}


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.open, self.elements, self.loads, self.rows, self.texts = [], {}, [], [], []
        self.flaws, self.cells, self.handlers = [], None, []

    def handle_starttag(self, tag, attributes):
        self.elements[tag] = self.elements.get(tag, 0) + 1
        for name, value in attributes:
            if name in ("src", "href", "data", "action") or "url(" in (value or ""):
                self.loads.append(value)
            if name.startswith("on"):
                self.handlers.append(name)
        if tag not in VOID:
            self.open.append(tag)
        if tag == "tr":
            self.cells = []
        if tag in ("td", "th") and self.cells is not None:
            self.cells.append("")

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        if not self.open or self.open[-1] != tag:
            self.flaws.append("</%s> closes %s" % (tag, self.open[-1:] or "nothing"))
            return
        self.open.pop()
        if tag == "tr":
            self.rows.append(self.cells)
            self.cells = None

    def handle_data(self, data):
        if self.open and self.open[-1] == "style":
            if "url(" in data or "@import" in data:
                self.loads.append(data)
            return
        self.texts.append(data)
        if self.cells:
            self.cells[-1] += data


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        text = file.read()
    page = Page()
    page.feed(text)
    page.close()
    page.flaws += ["<%s> stays open" % tag for tag in page.open]
    xml.etree.ElementTree.fromstring(text.split("\n", 1)[1])  # raises where it is not well-formed
    json.dump({"flaws": page.flaws, "elements": page.elements, "loads": page.loads, "rows": page.rows,
               "handlers": page.handlers, "text": "".join(page.texts)}, sys.stdout)


main()
