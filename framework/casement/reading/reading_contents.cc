#include "casement/reading/reading_contents.h"

#include <algorithm>
#include <functional>

namespace casement {

FrameContents contents_in(const DocumentSnapshot& reading) {
  FrameContents contents;
  contents.is_empty = reading.nodes.empty();
  for (const Node& node : reading.nodes) {
    contents.highest_ref = std::max(contents.highest_ref, static_cast<int>(node.ref));
    if (node.frame_mark == Node::FrameMark::Visible) {
      contents.owners.push_back({static_cast<int>(node.ref), std::string(node.name)});
    }
  }
  return contents;
}

std::size_t fingerprint_of(std::string_view reading) {
  const std::hash<std::string_view> hash;
  const std::size_t header = std::min(reading.find('\n'), reading.size());
  std::size_t print = hash(reading.substr(header));
  std::size_t begin = 0;
  for (int field = 0; begin <= header; ++field) {
    const std::size_t end = std::min(reading.find('\t', begin), header);
    if (field != 5 && field != 6 && field != 8) print = print * 31 + hash(reading.substr(begin, end - begin));
    begin = end + 1;
  }
  return print;
}

}  // namespace casement
