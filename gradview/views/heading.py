"""Text inside a picture: the title of an exported figure, and the experiment's name in its corner."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import Qt
from PySide6.QtGui import QAbstractTextDocumentLayout, QColor, QPainter, QPalette, QTextDocument, QTextOption

from gradview.views.colours import Palette
from gradview.views.plotting import pg


class Heading(pg.GraphicsWidget):  # type: ignore[misc]  # pyqtgraph has no types
    """A paragraph that breaks its lines at the width it is given, and takes no room when empty."""

    def __init__(self, palette: Palette, *, right: bool = False) -> None:
        super().__init__()
        self._palette = palette
        self._above = 6.0 if right else 0.0
        self._document = QTextDocument()
        self._document.setDocumentMargin(0)
        side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
        self._document.setDefaultTextOption(QTextOption(side))
        self._arrange()

    def setWords(self, words: str, symbol: str = "") -> None:
        """Show words in bold and a symbol beside them."""
        self._document.setHtml(title_html(words, symbol, self._palette))
        self._arrange()

    def setNote(self, text: str) -> None:
        """Show one plain, muted line."""
        self._document.setHtml(
            f'<span style="color:{self._palette.muted}">{escape(text)}</span>' if text else ""
        )
        self._arrange()

    def text(self) -> str:
        """What is written."""
        return self._document.toPlainText()

    def resizeEvent(self, event: object) -> None:
        """Break the lines anew."""
        self._arrange()

    def paint(self, painter: QPainter, *_: object) -> None:
        """Draw the paragraph."""
        context = QAbstractTextDocumentLayout.PaintContext()
        palette = QPalette()
        palette.setColor(QPalette.ColorRole.Text, QColor(self._palette.text))
        context.palette = palette
        painter.translate(0, self._above)
        self._document.documentLayout().draw(painter, context)

    def _arrange(self) -> None:
        self._document.setDefaultFont(self.font())
        self._document.setTextWidth(max(self.size().width(), 100.0))
        height = 0.0 if self._document.isEmpty() else self._document.size().height() + self._above
        self.setMinimumHeight(height)
        self.setMaximumHeight(height)


def title_html(words: str, symbol: str, palette: Palette) -> str:
    """A title line: what is drawn in words, then its symbol and how it was reduced."""
    return f'<b>{escape(words)}</b>&nbsp; <span style="color:{palette.muted}">{escape(symbol)}</span>'
