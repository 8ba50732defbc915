#include <QApplication>

#include "orders_window.h"

int main(int argument_count, char** arguments) {
  QApplication application(argument_count, arguments);
  OrdersWindow window;
  window.show();
  return QApplication::exec();
}
