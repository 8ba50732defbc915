// Widgets and page together. Qt has the main thread, as it must; the tests run on another one, which asks widgets over
// there and acts on the page as everywhere.
#include <casement/testing.h>
#include <gtest/gtest.h>

#include <QAction>
#include <QApplication>
#include <QLabel>
#include <QTcpServer>
#include <QTest>
#include <memory>
#include <thread>

#include "orders_window.h"

using namespace casement;
using namespace std::chrono_literals;

namespace {

QByteArray debugging_address;

// Runs it where widgets live, and waits until it is done.
template <typename Call>
void in_qt(Call call) {
  QMetaObject::invokeMethod(qApp, call, Qt::BlockingQueuedConnection);
}

class Window : public testing::Test {
 protected:
  void SetUp() override {
    in_qt([this] {
      window_ = std::make_unique<OrdersWindow>();
      window_->show();
    });
    browser_ = Browser::adopt("http://" + debugging_address.toStdString(), 10s);
    page_.emplace(browser_->find_page("0 orders", 10s));
  }
  void TearDown() override {
    browser_.reset();  // before the page that it knows
    in_qt([this] { window_.reset(); });
  }

  // Waits until the status is this one, while Qt goes on.
  bool status_becomes(const QString& text) {
    bool has = false;
    in_qt([&] { has = QTest::qWaitFor([&] { return window_->status()->text() == text; }); });
    return has;
  }

  std::unique_ptr<OrdersWindow> window_;
  std::optional<Browser> browser_;
  std::optional<Page> page_;
};

TEST_F(Window, ListsAnOrderThatItsButtonMakes) {
  in_qt([this] { window_->new_order()->trigger(); });
  expect(*page_).shows("listitem that has text 'Green tea'");
  EXPECT_TRUE(status_becomes("1 order"));
}

TEST_F(Window, CountsWhatIsDoneInThePage) {
  in_qt([this] { window_->new_order()->trigger(); });
  page_->click("button 'Done: Green tea'");
  expect(*page_).hides("listitem");
  EXPECT_TRUE(status_becomes("0 orders"));
}

QByteArray free_address() {
  QTcpServer server;
  server.listen(QHostAddress::LocalHost);
  return "127.0.0.1:" + QByteArray::number(server.serverPort());
}

}  // namespace

int main(int argument_count, char** arguments) {
  testing::InitGoogleTest(&argument_count, arguments);
  if (testing::GTEST_FLAG(list_tests)) return RUN_ALL_TESTS();  // where there is no display
  debugging_address = free_address();
  qputenv("QTWEBENGINE_REMOTE_DEBUGGING", debugging_address);
  QApplication application(argument_count, arguments);
  QApplication::setQuitOnLastWindowClosed(false);
  int result = 0;
  std::thread tests([&result] {
    result = RUN_ALL_TESTS();
    QMetaObject::invokeMethod(qApp, &QCoreApplication::quit);
  });
  QApplication::exec();
  tests.join();
  return result;
}
