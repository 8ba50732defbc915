// Writes readings in which the whole tree was asked for, for the specs of this room.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "casement/dom/assemble_dom.h"
#include "specs/unit/snapshot/readings.h"

namespace casement::spec {

// An element as js/whole_tree.js tells of it.
struct TreeElement {
  std::string tag;
  int number = 0;
  std::string role = "generic";
  int ref = 0;
  std::string name = {};
  std::string states = {};
  std::string used_by = {};
  std::string hidden_by = {};
  std::string box = "0,0,10,10";
  std::string marks = {};
  int unread = 0;
  std::vector<std::string> extras = {};
};

inline std::string tree_node(int depth, const TreeElement& one) {
  std::vector<std::string> extras = one.extras;
  if (!one.box.empty()) extras.push_back("?box=" + one.box);
  extras.push_back("?dom=" + std::to_string(one.number) + "," + one.marks + "," + one.hidden_by + "," + one.used_by +
                   "," + std::to_string(one.unread) + "," + one.tag);
  return node(depth, {one.role, one.ref, one.name, one.states, std::move(extras)});
}

// In a viewport of 100 by 100, scrolled to 5,7.
inline std::string tree_document(std::initializer_list<std::string> lines, std::string_view url = "http://shop.test/") {
  std::string text = "casement/1\t" + std::string(url) + "\tShop\t7\t0\t0\t1.5\t100,100,5,7,300,900,0\n";
  for (const std::string& line : lines) text += line;
  return text;
}

inline DomSnapshot dom_of(std::vector<CapturedFrame> frames, const DomAssembly& assembly = {}) {
  return assemble_dom(std::move(frames), assembly);
}
inline DomSnapshot dom_of(std::initializer_list<std::string> lines, const DomAssembly& assembly = {}) {
  std::vector<CapturedFrame> frames;
  frames.push_back(main_frame(tree_document(lines)));
  return dom_of(std::move(frames), assembly);
}

}  // namespace casement::spec
