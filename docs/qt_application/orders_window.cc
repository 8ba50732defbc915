#include "orders_window.h"

#include <QAction>
#include <QLabel>
#include <QStatusBar>
#include <QToolBar>
#include <QWebEngineView>

namespace {

constexpr const char* kPage = R"(<!doctype html>
<html lang="en">
<title>0 orders</title>
<h1>Orders</h1>
<ul aria-label="Open orders"></ul>
<script>
  const list = document.querySelector('ul')
  const count = () => { document.title = `${list.children.length} order` + (list.children.length === 1 ? '' : 's') }
  function add(what) {
    const item = list.appendChild(document.createElement('li'))
    item.textContent = what + ' '
    const done = item.appendChild(document.createElement('button'))
    done.textContent = `Done: ${what}`
    done.onclick = () => { item.remove(); count() }
    count()
  }
</script>)";

}  // namespace

OrdersWindow::OrdersWindow() {
  resize(1000, 700);
  auto* const view = new QWebEngineView(this);
  setCentralWidget(view);
  status_ = new QLabel(this);
  statusBar()->addWidget(status_);
  new_order_ = addToolBar("Orders")->addAction("New order");
  connect(new_order_, &QAction::triggered, view, [view] { view->page()->runJavaScript("add('Green tea')"); });
  connect(view, &QWebEngineView::titleChanged, status_, &QLabel::setText);
  view->setHtml(kPage);
}
