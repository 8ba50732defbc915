#include "casement/flow/steps/snapshot_approval.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <system_error>

#include "casement/api/expect.h"
#include "casement/base/deadline.h"
#include "casement/base/error.h"
#include "casement/base/file_text.h"
#include "casement/base/text.h"
#include "casement/expect/picture_baseline.h"
#include "casement/snapshot/match.h"
#include "casement/snapshot/snapshot_template.h"

namespace casement {
namespace {

constexpr int kLooks = 50;  // at a page that keeps changing

bool is_passing(std::string_view state) {
  return state.starts_with("ref=") || state == "active" || state.starts_with("cursor=");
}

// The offset after the role and the name in "  - link \"Back\" [ref=e2]: text".
std::size_t states_begin(std::string_view line) {
  std::size_t at = line.find("- ");
  if (at == std::string_view::npos) return line.size();
  at = line.find_first_of(" :", at + 2);
  if (at == std::string_view::npos || line.substr(at, 2) != " \"") return std::min(at, line.size());
  for (at += 2; at < line.size() && line[at] != '"'; ++at) {
    if (line[at] == '\\') ++at;
  }
  return std::min(at + 1, line.size());
}

bool holds(Page page, const std::string& path, Milliseconds timeout) {
  const std::string text = read_whole_file(path).value_or("");
  try {
    if (parse_snapshot_template(text).empty()) return false;
    PageExpectation(page).within(timeout).snapshot(text);
    return true;
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::Authoring && error.kind() != ErrorKind::Assertion) throw;
    return false;
  }
}

// Waits for the same template twice in a row, because a page may still be changing.
std::string settled_template(Page page) {
  std::string last;
  for (int look = 0; look < kLooks; ++look) {
    const Snapshot snapshot = page.snapshot();
    std::string now = template_of(snapshot.text());
    if (look > 0 && now == last && match(snapshot, now).matched) return now;
    last = std::move(now);
  }
  throw Error(ErrorKind::Usage, "the page keeps changing, so no template could be written");
}

}  // namespace

bool approves_snapshots() {
  return picture_approval() != Approval::None;
}

std::string template_of(std::string_view snapshot_text) {
  std::string text;
  for (const std::string_view line : split_lines(snapshot_text)) {
    std::size_t at = states_begin(line);
    text += line.substr(0, at);
    while (line.substr(at, 2) == " [") {
      const std::size_t end = line.find(']', at);
      if (end == std::string_view::npos) break;
      if (!is_passing(line.substr(at + 2, end - at - 2))) text += line.substr(at, end + 1 - at);
      at = end + 1;
    }
    text += line.substr(at);
    text += '\n';
  }
  return text;
}

void approve_snapshot(Page page, const std::string& path,
                      const std::function<bool(const std::string& text)>& holds_secret, Milliseconds timeout) {
  if (holds(page, path, timeout)) return;
  const std::string text = settled_template(page);
  if (parse_snapshot_template(text).empty()) {
    throw Error(ErrorKind::Usage, fmt::format("the page shows nothing, so {} was not written", path));
  }
  if (holds_secret(text)) {
    throw Error(ErrorKind::Usage, fmt::format("the page shows a secret, so {} was not written", path));
  }
  // Not a private file: the template is a source of the flow, to be committed and read by others.
  std::error_code failed;
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  if (!folder.empty()) std::filesystem::create_directories(folder, failed);
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << text;
  file.close();
  if (!file) throw Error(ErrorKind::Environment, "cannot write " + path);
}

}  // namespace casement
