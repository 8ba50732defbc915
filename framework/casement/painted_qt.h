// Tells Casement what a window of Qt shows, by Qt's own interfaces for screen readers (docs/painted.md). Qt 5.15 and 6,
// widgets and QML. In exactly one source file:
//
//   #define CASEMENT_PAINTED_IMPLEMENTATION
//   #include <casement/painted_qt.h>
//
// and call painted_qt once for each window. The file needs Qt's module Gui.
#ifndef CASEMENT_PAINTED_QT_H
#define CASEMENT_PAINTED_QT_H

#ifdef CASEMENT_PAINTED_IMPLEMENTATION
#define CASEMENT_PAINTED_QT_IMPLEMENTATION_
#endif
#include <casement/painted.h>

class QWindow;

// Tells the items of the window from now on, 60 times a second, until the window is deleted. Call it on the thread of
// the window; for a widget, pass `widget->windowHandle()` after show(). `canvas`: as for painted_begin.
void painted_qt(QWindow* window, const char* canvas);

#endif

#ifdef CASEMENT_PAINTED_QT_IMPLEMENTATION_
#undef CASEMENT_PAINTED_QT_IMPLEMENTATION_

#include <QtCore/QByteArray>
#include <QtCore/QTimer>
#include <QtGui/QAccessible>
#include <QtGui/QGuiApplication>
#include <QtGui/QWindow>

#include <vector>

namespace painted_qt_detail {

// Bounds what one frame costs in lists of many rows.
constexpr int kMostChildren = 2000;
constexpr int kDeepest = 100;

// The role of ARIA 1.2, or null for what only arranges other items.
inline const char* role_of(QAccessible::Role role, const QAccessible::State& state) {
  switch (role) {
    case QAccessible::Button:
    case QAccessible::ButtonDropDown:
    case QAccessible::ButtonMenu:
    case QAccessible::ButtonDropGrid:
      return "button";
    case QAccessible::CheckBox:
      return "checkbox";
    case QAccessible::RadioButton:
      return "radio";
    case QAccessible::EditableText:
      return "textbox";
    case QAccessible::ComboBox:
      return "combobox";
    case QAccessible::List:
      return "listbox";
    case QAccessible::ListItem:
      return "option";
    case QAccessible::Tree:
      return "tree";
    case QAccessible::TreeItem:
      return "treeitem";
    case QAccessible::Table:
      return "table";
    case QAccessible::Row:
      return "row";
    case QAccessible::Cell:
      return "cell";
    case QAccessible::ColumnHeader:
      return "columnheader";
    case QAccessible::RowHeader:
      return "rowheader";
    case QAccessible::PageTabList:
      return "tablist";
    case QAccessible::PageTab:
      return "tab";
    case QAccessible::MenuBar:
      return "menubar";
    case QAccessible::PopupMenu:
      return "menu";
    case QAccessible::MenuItem:
      return state.checkable ? "menuitemcheckbox" : "menuitem";
    case QAccessible::Slider:
      return "slider";
    case QAccessible::SpinBox:
      return "spinbutton";
    case QAccessible::ProgressBar:
      return "progressbar";
    case QAccessible::ScrollBar:
      return "scrollbar";
    case QAccessible::StaticText:
      return "text";
    case QAccessible::Heading:
      return "heading";
    case QAccessible::Link:
      return "link";
    case QAccessible::Graphic:
      return "img";
    case QAccessible::Grouping:
      return "group";
    case QAccessible::Dialog:
    case QAccessible::Window:
      return "dialog";
    case QAccessible::AlertMessage:
      return "alert";
    case QAccessible::ToolBar:
      return "toolbar";
    case QAccessible::StatusBar:
      return "status";
    case QAccessible::ToolTip:
      return "tooltip";
    default:
      return nullptr;
  }
}

inline unsigned states_of(QAccessible::Role role, const QAccessible::State& state) {
  unsigned states = 0;
  if (state.checkStateMixed)
    states |= PAINTED_MIXED;
  else if (state.checked)
    states |= PAINTED_CHECKED;
  if (state.disabled) states |= PAINTED_DISABLED;
  if (state.selected) states |= PAINTED_SELECTED;
  if (state.expandable) states |= state.expanded ? PAINTED_EXPANDED : PAINTED_COLLAPSED;
  if (state.focused) states |= PAINTED_FOCUSED;
  if (state.readOnly && role == QAccessible::EditableText) states |= PAINTED_READONLY;
  if (state.invalid) states |= PAINTED_INVALID;
  if (state.passwordEdit) states |= PAINTED_SECRET;
  return states;
}

// On Unix, Qt gives a combo box the chosen text as its name, and its label by a relation.
inline QString name_of(QAccessibleInterface* item) {
  if (item->role() != QAccessible::ComboBox || item->object() == nullptr) return item->text(QAccessible::Name);
  const auto labels = item->relations(QAccessible::Label);
  for (const auto& label : labels)
    if (label.first != nullptr) return label.first->text(QAccessible::Name);
  return item->object()->property("accessibleName").toString();
}

inline QString value_of(QAccessibleInterface* item) {
  if (item->valueInterface() != nullptr) return item->valueInterface()->currentValue().toString();
  const bool has_text = item->role() == QAccessible::EditableText || item->role() == QAccessible::ComboBox;
  return has_text ? item->text(QAccessible::Value) : QString();
}

// One item that is drawn, in the order of drawing. Boxes are places on the screen.
struct Item {
  QAccessibleInterface* item;
  QAccessible::Role kind;
  QAccessible::State state;
  QRect box, shown;  // `shown` is what the items around leave of the box
  uint64_t around;   // the id of the nearest item around that is told, or 0
  const char* role;  // null if the item is not told
  size_t end;        // the place after the last item in this one
  bool takes_presses;
};

class Teller {
 public:
  explicit Teller(QWindow* window) : window_(window), root_(window->accessibleRoot()) {}

  void tell() {
    painted_size(static_cast<float>(window_->width()), static_cast<float>(window_->height()));
    add(root_, 0, QRect(window_->mapToGlobal(QPoint(0, 0)), window_->size()), 0);
    const QWindow* const modal = QGuiApplication::modalWindow();
    const bool is_blocked = modal != nullptr && modal != window_ && !modal->isAncestorOf(window_);
    for (size_t i = 0; i < items_.size(); ++i) {
      const Item& one = items_[i];
      if (one.role == nullptr) continue;
      unsigned states = states_of(one.kind, one.state);
      if (!one.shown.contains(one.box.center()))
        states |= PAINTED_CLIPPED;
      else if (is_blocked || is_covered(one))
        states |= PAINTED_COVERED;
      const QPoint at = window_->mapFromGlobal(one.box.topLeft());
      const painted_box box = {static_cast<float>(at.x()), static_cast<float>(at.y()),
                               static_cast<float>(one.box.width()), static_cast<float>(one.box.height())};
      painted_item(QAccessible::uniqueId(one.item), one.around, one.role, name_of(one.item).toUtf8().constData(), box,
                   states, value_of(one.item).toUtf8().constData());
    }
  }

 private:
  void add(QAccessibleInterface* item, uint64_t around, const QRect& clip, int depth) {
    if (item == nullptr || !item->isValid() || depth > kDeepest) return;
    const QAccessible::State state = item->state();
    if (state.invisible && item != root_) return;
    const QRect box = item->rect();
    const QRect shown = box.isEmpty() ? clip : box & clip;
    if (shown.isEmpty()) return;  // scrolled out of view
    const QAccessible::Role kind = item->role();
    const char* const role = item == root_ || box.isEmpty() ? nullptr : role_of(kind, state);
    // Items of Qt Quick let presses through unless they handle them.
    const bool is_widget = item->object() != nullptr && item->object()->isWidgetType();
    const bool is_picture = kind == QAccessible::StaticText || kind == QAccessible::Graphic;
    const size_t place = items_.size();
    items_.push_back({item, kind, state, box, shown, around, role, 0, !box.isEmpty() && (is_widget || !is_picture)});
    if (role != nullptr) around = QAccessible::uniqueId(item);
    const int count = qMin(item->childCount(), kMostChildren);
    for (int i = 0; i < count; ++i) add(item->child(i), around, shown, depth + 1);
    items_[place].end = items_.size();
  }

  // Whether an item that is drawn later, and is not in this one, would get a press at the middle.
  bool is_covered(const Item& one) const {
    const QPoint middle = one.box.center();
    for (size_t i = one.end; i < items_.size(); ++i)
      if (items_[i].takes_presses && items_[i].shown.contains(middle)) return true;
    return false;
  }

  QWindow* window_;
  QAccessibleInterface* root_;
  std::vector<Item> items_;
};

}  // namespace painted_qt_detail

void painted_qt(QWindow* window, const char* canvas) {
  QTimer* const frames = new QTimer(window);
  const bool is_default = canvas == nullptr;
  QObject::connect(frames, &QTimer::timeout, window, [window, is_default, selector = QByteArray(canvas)] {
    if (painted_begin(is_default ? nullptr : selector.constData()) != 0) {
      if (!QAccessible::isActive()) QAccessible::setActive(true);  // Qt Quick's controls describe themselves only then
      painted_qt_detail::Teller(window).tell();
    }
    painted_end();
  });
  frames->start(16);
}

#endif  // CASEMENT_PAINTED_QT_IMPLEMENTATION_
