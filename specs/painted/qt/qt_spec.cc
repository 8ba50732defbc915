// Judges casement/painted_qt.h on windows of widgets and of QML, by what Qt itself says of them.
#include <QtQuick/QQuickItem>
#include <QtQuick/QQuickView>
#include <QtTest/QTest>
#include <QtWidgets/QtWidgets>

#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <string>

#define CASEMENT_PAINTED_IMPLEMENTATION
#include <casement/painted_qt.h>

namespace {

struct Item {
  std::string id, around, role, name, states, value;
  QRectF box;
  bool is(const std::string& state) const { return (" " + states + " ").find(" " + state + " ") != std::string::npos; }
};

nlohmann::json newest;

// Lets Qt draw until the window has told another frame.
std::vector<Item> told() {
  newest = nullptr;
  while (newest.is_null()) QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
  std::vector<Item> items;
  for (const nlohmann::json& item : newest["items"])
    items.push_back({item[0], item[1], item[2], item[3], item[8], item[9], QRectF(item[4], item[5], item[6], item[7])});
  return items;
}

class PaintedQt : public testing::Test {
 protected:
  void SetUp() override {
    painted_listen([](const char*, const char* json, size_t, void*) { newest = nlohmann::json::parse(json); }, nullptr);
  }
  void TearDown() override { painted_listen(nullptr, nullptr); }

  // The only item of this role and name.
  static Item find(const std::string& role, const std::string& name) {
    std::vector<Item> found;
    std::string all;
    for (const Item& item : told()) {
      if (item.role == role && item.name == name) found.push_back(item);
      all += "\n  " + item.role + " \"" + item.name + "\" " + item.states + " = " + item.value;
    }
    EXPECT_EQ(found.size(), 1U) << role << " \"" << name << "\" among" << all;
    return found.size() == 1 ? found.front() : Item();
  }
};

QRectF box_of(const QWidget& widget) {
  return QRectF(widget.mapTo(widget.window(), QPoint(0, 0)), widget.size());
}

class Form : public QWidget {
 public:
  Form() {
    auto* const layout = new QVBoxLayout(this);
    for (QWidget* const widget :
         std::initializer_list<QWidget*>{&order, &sugar, &label, &name, &secret, &size, &list, &strong})
      layout->addWidget(widget);
    label.setBuddy(&name);
    secret.setEchoMode(QLineEdit::Password);
    secret.setAccessibleName("PIN");
    secret.setText("1234");
    size.addItems({"Small", "Large"});
    size.setAccessibleName("Size");  // no label
    for (const char* const tea : {"Assam", "Darjeeling", "Sencha"}) list.addItem(tea);
    list.setAccessibleName("Teas");
    list.setCurrentRow(1);
    strong.setCheckable(true);
    resize(400, 500);
    show();
    painted_qt(windowHandle(), "#qt");
  }
  QPushButton order{"&Order tea"}, strong{"Strong"};
  QCheckBox sugar{"Sugar"};
  QLabel label{"&Your name"};
  QLineEdit name, secret;
  QComboBox size;
  QListWidget list;
};

TEST_F(PaintedQt, TellsRolesNamesAndBoxesOfWidgets) {
  Form form;
  const std::vector<std::pair<std::pair<const char*, const char*>, const QWidget*>> all{
      {{"button", "Order tea"}, &form.order}, {{"text", "Your name"}, &form.label},
      {{"textbox", "Your name"}, &form.name}, {{"textbox", "PIN"}, &form.secret},
      {{"combobox", "Size"}, &form.size},     {{"listbox", "Teas"}, &form.list},
      {{"checkbox", "Strong"}, &form.strong}};
  for (const auto& [what, widget] : all) EXPECT_EQ(find(what.first, what.second).box, box_of(*widget)) << what.second;
  // Qt tells where a check box can be pressed, which is less than its widget.
  const QRectF sugar = find("checkbox", "Sugar").box;
  EXPECT_TRUE(box_of(form.sugar).contains(sugar));
  EXPECT_EQ(form.childAt(sugar.center().toPoint()), &form.sugar);
  QTest::mouseClick(&form.sugar, Qt::LeftButton, {}, form.sugar.mapFrom(&form, sugar.center().toPoint()));
  EXPECT_TRUE(form.sugar.isChecked());
  EXPECT_EQ(newest["size"], nlohmann::json::array({400.0, 500.0}));
}

TEST_F(PaintedQt, TellsStatesAndValues) {
  Form form;
  EXPECT_EQ(find("checkbox", "Sugar").states, "");
  form.sugar.setChecked(true);
  EXPECT_TRUE(find("checkbox", "Sugar").is("checked"));
  form.sugar.setTristate(true);
  form.sugar.setCheckState(Qt::PartiallyChecked);
  EXPECT_TRUE(find("checkbox", "Sugar").is("mixed"));
  form.strong.setChecked(true);
  EXPECT_TRUE(find("checkbox", "Strong").is("checked"));  // as Qt describes buttons that stay down
  form.order.setEnabled(false);
  EXPECT_TRUE(find("button", "Order tea").is("disabled"));
  form.name.setText("Ada");
  form.name.setReadOnly(true);
  EXPECT_EQ(find("textbox", "Your name").value, "Ada");
  EXPECT_TRUE(find("textbox", "Your name").is("readonly"));
  EXPECT_TRUE(find("textbox", "PIN").is("secret"));
  EXPECT_EQ(find("combobox", "Size").value, "Small");
  form.size.setCurrentIndex(1);
  EXPECT_EQ(find("combobox", "Size").value, "Large");
  form.activateWindow();
  form.secret.setFocus();
  EXPECT_TRUE(find("textbox", "PIN").is("focused"));
}

TEST_F(PaintedQt, TellsRowsOfListsInsideTheirList) {
  Form form;
  const Item list = find("listbox", "Teas"), row = find("option", "Darjeeling");
  EXPECT_EQ(row.around, list.id);
  EXPECT_TRUE(row.is("selected"));
  EXPECT_FALSE(find("option", "Assam").is("selected"));
  const QRect box = form.list.visualItemRect(form.list.item(1));
  EXPECT_EQ(row.box, QRectF(form.list.viewport()->mapTo(&form, box.topLeft()), box.size()));
  for (int i = 0; i < 200; ++i) form.list.addItem(QString("Tea %1").arg(i));
  std::size_t rows = 0;
  for (const Item& item : told()) rows += item.role == "option";
  EXPECT_GT(rows, 3U);
  EXPECT_LT(rows, 40U);  // the others are scrolled out of view
}

TEST_F(PaintedQt, IdsStay) {
  Form form;
  const std::string id = find("button", "Order tea").id;
  form.order.setText("Order");
  EXPECT_EQ(find("button", "Order").id, id);
}

TEST_F(PaintedQt, CoveredAndClippedItemsAreTold) {
  Form form;
  EXPECT_FALSE(find("button", "Order tea").is("covered"));
  QFrame veil(&form);
  veil.setGeometry(form.order.geometry());
  veil.show();
  EXPECT_TRUE(find("button", "Order tea").is("covered"));
  veil.hide();
  EXPECT_FALSE(find("button", "Order tea").is("covered"));
  form.order.hide();
  std::size_t orders = 0;
  for (const Item& item : told()) orders += item.name == "Order tea";
  EXPECT_EQ(orders, 0U);
  form.resize(400, 300);
  QScrollArea area(&form);
  area.setGeometry(0, 0, 200, 60);
  auto* const tall = new QWidget;
  tall->resize(150, 400);
  QPushButton high("High", tall), low("Low", tall), half("Half", tall);
  high.setGeometry(0, 0, 100, 30);
  half.setGeometry(0, 45, 100, 30);
  low.setGeometry(0, 300, 100, 30);
  area.setWidget(tall);
  area.show();
  EXPECT_EQ(find("button", "High").states, "");
  EXPECT_TRUE(find("button", "Half").is("clipped"));
  for (const Item& item : told()) EXPECT_NE(item.name, "Low");
}

TEST_F(PaintedQt, ModalDialogCoversTheWindow) {
  Form form;
  QDialog dialog(&form);
  dialog.setModal(true);
  dialog.show();
  EXPECT_TRUE(find("button", "Order tea").is("covered"));
  dialog.hide();
  EXPECT_FALSE(find("button", "Order tea").is("covered"));
}

TEST_F(PaintedQt, TellsItemsOfQml) {
  QQuickView view;
  view.resize(300, 200);
  QTemporaryFile file("XXXXXX.qml");
  ASSERT_TRUE(file.open());
  file.write(R"(
    import QtQuick
    Rectangle {
      width: 300; height: 200
      Rectangle {
        objectName: "order"
        x: 20; y: 30; width: 100; height: 40
        Accessible.role: Accessible.Button
        Accessible.name: "Order tea"
      }
      Text { x: 20; y: 90; text: "Fresh every day"; Accessible.role: Accessible.StaticText; Accessible.name: text }
      Rectangle {
        x: 20; y: 120; width: 50; height: 20
        Accessible.role: Accessible.CheckBox
        Accessible.name: "Sugar"
        Accessible.checkable: true
        Accessible.checked: true
      }
    })");
  file.close();
  view.setSource(QUrl::fromLocalFile(file.fileName()));
  ASSERT_EQ(view.status(), QQuickView::Ready);
  view.show();
  painted_qt(&view, "#qml");
  told();  // Qt Quick's items describe themselves from now on
  EXPECT_EQ(find("button", "Order tea").box, QRectF(20, 30, 100, 40));
  EXPECT_TRUE(find("checkbox", "Sugar").is("checked"));
  EXPECT_EQ(find("text", "Fresh every day").box.topLeft(), QPointF(20, 90));
}

TEST_F(PaintedQt, NothingIsToldUntilSomebodyListens) {
  painted_listen(nullptr, nullptr);
  newest = nullptr;
  Form form;
  QElapsedTimer passed;
  passed.start();
  while (passed.elapsed() < 100) QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
  EXPECT_TRUE(newest.is_null());
}

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  const QApplication application(argc, argv);
  return RUN_ALL_TESTS();
}
