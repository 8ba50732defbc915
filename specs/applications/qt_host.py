#!/usr/bin/python3
"""A window with a web view, as a small application has it: qt_host.py 5|6 URL. It knows nothing of Casement."""
import sys

if sys.argv[1] == '6':
    from PyQt6.QtCore import QUrl
    from PyQt6.QtWebEngineWidgets import QWebEngineView
    from PyQt6.QtWidgets import QApplication
else:
    from PyQt5.QtCore import QUrl
    from PyQt5.QtWebEngineWidgets import QWebEngineView
    from PyQt5.QtWidgets import QApplication

views = []


class View(QWebEngineView):
    def createWindow(self, kind):
        return show()


def show():
    view = View()
    view.resize(1280, 720)
    view.page().windowCloseRequested.connect(lambda: close(view))
    view.show()
    views.append(view)
    return view


def close(view):
    views.remove(view)
    view.close()
    view.deleteLater()


application = QApplication(sys.argv[:1])
show().load(QUrl(sys.argv[2]))
(application.exec if sys.argv[1] == '6' else application.exec_)()
