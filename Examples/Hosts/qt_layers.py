"""A host in Python: Glaze cards on a Qt widget, moved by the pointer.

    python qt_layers.py [IMAGE.png SECONDS]

Needs the package glaze and PySide6. Qt paints the board, Glaze draws the cards over it, and Qt
paints the outline of the chosen card over both, into the framebuffer of a QOpenGLWidget. With an image, a
card is dragged, one moment is drawn into the file, and the program ends.
"""

import sys
from pathlib import Path

import glaze
import numpy as np
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QMouseEvent, QPainter, QPen, QPolygonF
from PySide6.QtGui import QSurfaceFormat
from PySide6.QtOpenGLWidgets import QOpenGLWidget
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

CARDS = Path(__file__).with_name("cards.json")
BLUE = QColor("#2f6bff")


def hills() -> np.ndarray:
    """An image that NumPy computes: hills in front of a low sun."""
    y, x = np.mgrid[0:360, 0:540] / 360
    pixels = np.stack([255 - 20 * y, 130 + 120 * y, 120 + 40 * y], -1)
    pixels[np.hypot(x - 1.02, y - 0.42) < 0.17] = 255, 244, 200
    for depth, color in enumerate([(205, 110, 150), (134, 74, 150), (66, 46, 118)]):
        pixels[y > 0.5 + 0.15 * depth + 0.07 * np.sin(x * (4 + 2 * depth) + 2 * depth)] = color
    return pixels.astype(np.uint8)


class Board(QOpenGLWidget):
    def __init__(self) -> None:
        super().__init__()
        self.resize(760, 460)
        self.root = glaze.Document.open(CARDS).root_layer
        self.root["sublayers.photo.sublayers.image.contents"] = glaze.Image(hills())
        self.chosen: glaze.Layer | None = None
        self.grip = QPointF()
        self.start, self.moment = glaze.current_time(), None

    @property
    def time(self) -> float:
        return glaze.current_time() - self.start if self.moment is None else self.moment

    def initializeGL(self) -> None:
        self.renderer = glaze.Renderer("context")
        self.session = glaze.Session(self.root, self.renderer)
        self.session.commit(0)
        # A change requests a frame, which Qt draws later.
        self.session.on_update(self.update)
        self.context().aboutToBeDestroyed.connect(self.close_session)

    def close_session(self) -> None:
        self.makeCurrent()
        self.session.close()
        self.renderer.close()
        self.doneCurrent()

    def resizeGL(self, width: int, height: int) -> None:
        with glaze.transaction(actions=False):
            self.root.bounds = (0, 0, width, height)
        self.session.set_options(scale=self.devicePixelRatioF())

    def paintGL(self) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.paint_board(painter)
        painter.beginNativePainting()
        time = self.time
        self.session.render_to_framebuffer(time)
        painter.endNativePainting()
        if self.chosen is not None:
            self.paint_outline(painter, self.chosen)
        painter.end()
        if self.session.next_frame_time(time) <= time:
            self.update()

    def paint_board(self, painter: QPainter) -> None:
        paper = QLinearGradient(0, 0, self.width(), self.height())
        paper.setColorAt(0, QColor("#f4f1ea"))
        paper.setColorAt(1, QColor("#d3daf0"))
        painter.fillRect(self.rect(), paper)
        painter.setPen(QPen(QColor("#b4bcd6"), 3, c=Qt.PenCapStyle.RoundCap))
        for y in range(14, self.height(), 24):
            painter.drawPoints([QPoint(x, y) for x in range(20, self.width(), 24)])

    def paint_outline(self, painter: QPainter, card: glaze.Layer) -> None:
        right, bottom = card.bounds.width + 9, card.bounds.height + 9
        places = [(-9, -9), (right, -9), (right, bottom), (-9, bottom)]
        corners = [QPointF(*card.convert_point(place, self.root)) for place in places]
        painter.setPen(QPen(BLUE, 2, Qt.PenStyle.DashLine))
        painter.drawPolygon(QPolygonF(corners))
        painter.setPen(QPen(BLUE, 2))
        painter.setBrush(Qt.GlobalColor.white)
        for corner in corners:
            painter.drawEllipse(corner, 5, 5)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        found = self.root.hit_test(event.position().toTuple())
        while found is not None and found is not self.root and found.superlayer is not self.root:
            found = found.superlayer
        self.chosen, self.grip = None if found is self.root else found, event.position()
        if self.chosen is not None:
            with glaze.transaction(actions=False):
                self.root.add_sublayer(self.chosen)  # to the front
            self.chosen.shadow_radius = 24  # animated, as changes are by themselves
        self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        way, self.grip = event.position() - self.grip, event.position()
        if self.chosen is not None:
            with glaze.transaction(actions=False):
                x, y = self.chosen.position
                self.chosen.position = x + way.x(), y + way.y()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self.chosen is not None:
            self.chosen.shadow_radius = 12


def main(image: str | None = None, seconds: str = "1") -> None:
    surface = QSurfaceFormat()
    surface.setSamples(4)
    surface.setVersion(4, 3)
    surface.setProfile(QSurfaceFormat.OpenGLContextProfile.CoreProfile)
    QSurfaceFormat.setDefaultFormat(surface)
    application = QApplication(sys.argv[:1])
    board = Board()
    board.show()
    if image is None:
        sys.exit(application.exec())
    board.moment = 0.0
    QTest.mousePress(board, Qt.MouseButton.LeftButton, pos=QPoint(600, 320))
    board.grabFramebuffer()
    board.moment = float(seconds)
    QTest.mouseMove(board, QPoint(390, 285))
    board.grabFramebuffer().save(image)


if __name__ == "__main__":
    main(*sys.argv[1:])
