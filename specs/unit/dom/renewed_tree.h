// A page made from a seed, and changed step by step, that knows which of its elements is which.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "specs/unit/dom/dom_readings.h"

namespace casement::spec {

struct RenewedNode {
  int who = 0;  // one and the same element to a person, however often it is made anew
  int number = 0;
  std::string tag, role, name, text, used_by, html_id, test_id, key, href;
  std::vector<std::unique_ptr<RenewedNode>> children;

  // What it says, and all that is in it.
  std::string said() const {
    std::string all = tag + role + name + text + href + '(';
    for (const auto& child : children) all += child->said();
    return all + ')';
  }
};

class RenewedTree {
 public:
  explicit RenewedTree(unsigned seed) : random_(seed) {
    body_ = made("body");
    RenewedNode& main = add(*body_, "div", "main");
    RenewedNode& bar = add(main, "nav", "navigation", "Primary");
    for (int i = 0; i < 5; ++i) add_link(bar, "page");
    const int parts = 4 + below(4);
    for (int i = 0; i < parts; ++i) add_part(main);
  }

  const RenewedNode& top() const { return *body_; }

  // Some of what may happen to a page, and then a part of it rendered anew, or all.
  void change(int changes) {
    for (int i = 0; i < changes; ++i) change_once();
    switch (below(3)) {
      case 0:
        return renew_in(*body_);  // innerHTML of the whole
      case 1: {
        RenewedNode& main = *body_->children.front();
        return renew_in(*main.children[static_cast<std::size_t>(below(static_cast<int>(main.children.size())))]);
      }
      default:  // by a framework that makes anew what it does not keep
        for (RenewedNode* list : lists(*body_)) {
          for (auto& child : list->children) {
            if (below(4) == 0) renew(*child);
          }
        }
    }
  }

  std::string reading() const {
    std::string text = tree_document({});
    append(text, *body_, 0);
    return text;
  }

 private:
  using Children = std::vector<std::unique_ptr<RenewedNode>>;

  int below(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }

  std::unique_ptr<RenewedNode> made(const char* tag, const char* role = "generic", std::string name = "") {
    auto node = std::make_unique<RenewedNode>();
    node->who = ++last_who_;
    node->number = ++last_number_;
    node->tag = tag;
    node->role = role;
    node->name = std::move(name);
    return node;
  }
  RenewedNode& add(RenewedNode& to, const char* tag, const char* role = "generic", std::string name = "") {
    to.children.push_back(made(tag, role, std::move(name)));
    return *to.children.back();
  }
  RenewedNode& add_text(RenewedNode& to, const char* tag, std::string text) {
    RenewedNode& node = add(to, tag);
    node.text = std::move(text);
    return node;
  }
  void add_button(RenewedNode& to, const char* name) { add(to, "button", "button", name).used_by = "semantic"; }
  RenewedNode& add_link(RenewedNode& to, const char* what) {
    const std::string word = new_word();
    RenewedNode& link = add(to, "a", "link", word);
    link.used_by = "semantic";
    link.href = std::string("/") + what + "/" + word;
    return link;
  }

  std::string new_word() {
    static const char* const words[]{"tea", "cup", "pot", "leaf", "tin", "box"};
    const std::string word = words[below(6)];  // in this order, whichever compiler it is
    return word + " " + std::to_string(below(1'000'000));
  }
  // That other things say as well.
  std::string common_word() {
    static const char* const words[]{"in stock", "sold out", "new", "3 €", "4 €", "5 €"};
    return words[below(6)];
  }

  enum class Kind { ById, ByKey, ByLink, Rows, Alike, Cells, Form, Prose };

  void add_part(RenewedNode& main) {
    const int kind = below(8);
    RenewedNode& part = add(main, "section");
    RenewedNode& heading = add(part, "h2", "heading", new_word());
    (void)heading;
    if (below(2) == 0) part.html_id = "part-" + std::to_string(last_who_);
    RenewedNode& list = add(part, kind == 5 ? "tbody" : kind >= 6 ? "div" : "ul", kind == 5 ? "rowgroup" : "list");
    kinds_[&list] = static_cast<Kind>(kind);
    const int items = 1 + below(9);
    for (int i = 0; i < items; ++i) list.children.push_back(item(static_cast<Kind>(kind)));
  }

  std::unique_ptr<RenewedNode> item(Kind kind) {
    auto one = kind == Kind::Cells   ? made("tr", "row")
               : kind == Kind::Form  ? made("div")
               : kind == Kind::Prose ? made("p", "paragraph")
                                     : made("li", "listitem");
    switch (kind) {
      case Kind::ById:
        one->html_id = "row-" + std::to_string(one->who);
        add_text(*one, "span", new_word());
        add_button(*one, "Buy");
        break;
      case Kind::ByKey:
        one->key = std::to_string(one->who);
        add_text(*one, "span", new_word());
        add_text(*one, "span", common_word());
        break;
      case Kind::ByLink:
        add_link(*one, "item");
        add_text(*one, "span", common_word());
        break;
      case Kind::Rows:
        add_text(*one, "span", new_word());
        add_text(*one, "span", common_word());
        add_button(*one, "Buy");
        add_button(*one, "Details");
        break;
      case Kind::Alike:
        one->text = common_word();
        break;
      case Kind::Cells:
        for (int i = 0; i < 4; ++i) add_text(*one, "td", i < 2 ? new_word() : common_word());
        break;
      case Kind::Form: {
        const std::string label = new_word();
        add_text(*one, "label", label);
        add(*one, "input", "textbox", label).used_by = "semantic";
        break;
      }
      case Kind::Prose:
        one->text = new_word();
        break;
    }
    return one;
  }

  std::vector<RenewedNode*> lists(RenewedNode& node) {
    std::vector<RenewedNode*> found;
    if (kinds_.contains(&node)) found.push_back(&node);
    for (auto& child : node.children) {
      for (RenewedNode* one : lists(*child)) found.push_back(one);
    }
    return found;
  }

  void change_once() {
    const std::vector<RenewedNode*> all = lists(*body_);
    if (all.empty()) return;
    RenewedNode& list = *all[static_cast<std::size_t>(below(static_cast<int>(all.size())))];
    Children& items = list.children;
    const Kind kind = kinds_[&list];
    const auto any = [&] { return items.begin() + below(static_cast<int>(items.size())); };
    const int what = below(5);
    if (what == 0 || items.empty()) {
      auto made = item(kind);
      items.insert(items.empty() ? items.end() : any(), std::move(made));
    } else if (what == 1) {
      items.erase(any());
    } else if (what == 2) {
      edit(**any(), kind);
    } else if (what == 3) {
      auto from = any();
      auto moved = std::move(*from);
      items.erase(from);
      items.insert(items.empty() ? items.end() : any(), std::move(moved));
    } else if (below(4) == 0) {
      std::shuffle(items.begin(), items.end(), random_);
    }
  }

  void edit(RenewedNode& item, Kind kind) {
    if (kind == Kind::ByKey || kind == Kind::ByLink || kind == Kind::Rows || kind == Kind::Cells)
      item.children[kind == Kind::Cells ? 2 : 1]->text = common_word() + "!";
    else if (kind == Kind::Alike || kind == Kind::Prose)
      item.text = new_word();
  }

  void renew(RenewedNode& node) {
    node.number = ++last_number_;
    renew_in(node);
  }
  void renew_in(RenewedNode& node) {
    for (auto& child : node.children) renew(*child);
  }

  static void append(std::string& out, const RenewedNode& node, int depth) {
    TreeElement one{node.tag, node.number, node.role, 0, node.name, "", node.used_by};
    if (!node.href.empty()) one.extras.push_back("/url=" + node.href);
    if (!node.html_id.empty()) one.extras.push_back("?html=" + node.html_id);
    if (!node.test_id.empty()) one.extras.push_back("?test=" + node.test_id);
    if (!node.key.empty()) one.extras.push_back("?key=" + node.key);
    out += tree_node(depth, one);
    if (!node.text.empty()) out += run(depth + 1, node.text);
    for (const auto& child : node.children) append(out, *child, depth + 1);
  }

  std::mt19937 random_;
  int last_who_ = 0, last_number_ = 0;
  std::unique_ptr<RenewedNode> body_;
  std::map<const RenewedNode*, Kind> kinds_;
};

}  // namespace casement::spec
