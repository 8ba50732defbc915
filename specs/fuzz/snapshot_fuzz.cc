// Feeds any bytes to the way from readings to their text. The first byte chooses: the bytes as they
// stand are a reading (which either decodes or is an Error), or they are the names, texts and
// addresses of a page, or those of a page with frames in frames, some of which fail. Whatever text
// comes out is valid UTF-8 and YAML, and holds exactly the refs of what is there to be used; the page has not
// changed since itself, and contains what its own text says.
//
//   cmake --preset asan && cmake --build --preset asan --target snapshot_fuzz && build/asan/specs/snapshot_fuzz
//   -max_len=4096
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>

#include "casement/base/error.h"
#include "casement/base/text.h"
#include "casement/snapshot/diff.h"
#include "casement/snapshot/match.h"
#include "casement/snapshot/redundant_text.h"
#include "casement/target/ref.h"
#include "specs/unit/snapshot/readings.h"

namespace {

using namespace casement;
using namespace casement::spec;

void demand(bool holds, const char* claim, const std::string& text) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n%s\n", claim, text.c_str());
  std::abort();
}

// Takes fields off the front; each ends with a zero byte.
class Fields {
 public:
  explicit Fields(std::string_view bytes) : left_(bytes) {}
  bool any() const { return !left_.empty(); }
  unsigned byte() {
    if (left_.empty()) return 0;
    const auto value = static_cast<unsigned char>(left_.front());
    left_.remove_prefix(1);
    return value;
  }
  std::string_view text() {
    const std::size_t end = std::min(left_.find('\0'), left_.size());
    const std::string_view field = left_.substr(0, end);
    left_.remove_prefix(std::min(end + 1, left_.size()));
    return field;
  }

 private:
  std::string_view left_;
};

// `most` elements, or fewer where the bytes end first.
std::string page_of_fields(Fields& fields, int most) {
  static const char* const roles[] = {"button", "link", "listitem", "textbox", "generic", "img"};
  const std::string_view url = fields.text(), title = fields.text();
  std::string text = document({}, url, title);
  int depth = 0;
  for (int i = 1; fields.any() && i <= most; ++i) {
    const unsigned choice = fields.byte();
    Element element{roles[choice % 6], choice & 8 ? i : 0, std::string(fields.text())};
    if (choice & 16) element.extras.push_back("/url=" + std::string(fields.text()));
    if (choice & 32) element.extras.push_back("/placeholder=" + std::string(fields.text()));
    if (choice % 7 == 0) {
      element.role = "iframe";
      element.extras.push_back(choice & 16 ? "?frame=visible" : "?frame=hidden");
      element.extras.push_back((choice & 32 ? "/name=" : "/id=") + std::string(fields.text()));
    }
    text += node(depth, element);
    if (choice & 64) text += run(depth + 1, fields.text());
    if (choice & 128) text += value(depth + 1, fields.text());
    depth = static_cast<int>(fields.byte() % static_cast<unsigned>(depth + 2));
  }
  return text;
}

// A main frame and up to five below it, wherever the bytes put them.
std::vector<CapturedFrame> frames_of_fields(Fields& fields) {
  std::vector<CapturedFrame> readings;
  const int count = 1 + static_cast<int>(fields.byte() % 6);
  for (int ordinal = 0; ordinal < count; ++ordinal) {
    std::string text = page_of_fields(fields, 8);
    if (ordinal == 0) {
      readings.push_back(main_frame(std::move(text)));
      continue;
    }
    const int parent = static_cast<int>(fields.byte()) % (ordinal + 1);  // itself, now and then
    const int owner = static_cast<int>(fields.byte() % 9);
    const unsigned choice = fields.byte();
    CapturedFrame frame = child_frame(ordinal, parent, owner, std::move(text));
    frame.frame_id = std::string(fields.text());
    frame.name = std::string(fields.text());
    frame.origin = std::string(fields.text());
    frame.cross_site = choice & 1;
    if (choice & 2) {
      FrameFailure failure;
      failure.kind = static_cast<FrameFailure::Kind>((choice >> 2) % 10);
      failure.message = std::string(fields.text());
      failure.url = std::string(fields.text());
      failure.frame_name = std::string(fields.text());
      frame.failure = std::move(failure);
    }
    readings.push_back(std::move(frame));
  }
  return readings;
}

// The refs on element lines. A name is quoted, so a ref in it stands before the last quote.
void collect_refs(const YAML::Node& list, std::multiset<std::string>& refs) {
  for (const YAML::Node& item : list) {
    const std::string key = item.IsMap() ? item.begin()->first.Scalar() : item.Scalar();
    if (key == "text" || key.starts_with("/")) continue;
    const std::size_t quote = key.rfind('"');
    const std::size_t at = key.find(" [ref=", quote == std::string::npos ? 0 : quote);
    if (at != std::string::npos) refs.insert(key.substr(at + 6, key.find(']', at) - at - 6));
    if (item.IsMap() && item.begin()->second.IsSequence()) collect_refs(item.begin()->second, refs);
  }
}

enum class Roles { Known, Any };

void check(std::vector<CapturedFrame> readings, Roles roles) {
  SnapshotOptions options;
  options.reveal_values = true;
  const Snapshot page = assemble_snapshot(std::move(readings), options, {});
  const std::string& text = page.text();
  demand(is_valid_utf8(text), "valid UTF-8", text);
  std::multiset<std::string> given, found;
  for (const Node& node : page.nodes()) {
    if (node.ref != 0 && node.line != 0 && is_ref_written(node)) given.insert(format_ref(node.frame, node.ref));
  }
  try {
    if (!text.empty()) collect_refs(YAML::Load(text), found);
  } catch (const YAML::Exception& error) {
    demand(false, error.what(), text);
  }
  demand(given == found, "exactly the refs of what is there to be used", text);
  demand(nlohmann::json::accept(page.json()), "JSON", text);
  demand(diff(page, page).empty(), "no change since itself", text);
  // A template knows the roles that there are.
  if (roles == Roles::Any || text.empty() || text.find("- /cut: ") != std::string::npos) return;
  const TemplateMatch matched = match(page, text);
  demand(matched.matched, matched.message.c_str(), text);
}

void check_bytes(std::string_view bytes, Roles roles) {
  std::vector<CapturedFrame> readings;
  try {
    readings.push_back(main_frame(std::string(bytes)));
  } catch (const Error& error) {
    demand(error.kind() == ErrorKind::Protocol, "a reading that is none is a protocol error", error.full_text());
    return;
  }
  check(std::move(readings), roles);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  Fields fields(bytes);
  switch (data[0] % 3) {
    case 0:
      check_bytes(bytes, Roles::Any);
      break;
    case 1:
      check_bytes(page_of_fields(fields, 200), Roles::Known);
      break;
    default:
      check(frames_of_fields(fields), Roles::Known);
  }
  return 0;
}
