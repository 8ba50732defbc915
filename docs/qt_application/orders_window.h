// A shop's window: a button and a line of status are widgets, the list of orders is a web page.
#pragma once

#include <QMainWindow>

class QAction;
class QLabel;

class OrdersWindow : public QMainWindow {
 public:
  OrdersWindow();

  QAction* new_order() const { return new_order_; }  // the button in the tool bar
  QLabel* status() const { return status_; }         // "1 order", as the page says it

 private:
  QAction* new_order_ = nullptr;
  QLabel* status_ = nullptr;
};
