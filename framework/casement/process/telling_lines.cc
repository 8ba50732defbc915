#include "casement/process/telling_lines.h"

#include <algorithm>

#include "casement/base/characters.h"
#include "casement/base/text.h"

namespace casement {
namespace {

constexpr std::size_t kLongestReport = 20;  // lines

// "==17==ERROR: AddressSanitizer: …", "WARNING: ThreadSanitizer: …"
bool begins_report(std::string_view line) {
  for (const std::string_view word : {"ERROR: ", "WARNING: "}) {
    const std::size_t at = line.find(word);
    if (at == line.npos) continue;
    const std::string_view rest = line.substr(at + word.size());
    if (rest.substr(0, rest.find(' ')).ends_with("Sanitizer:")) return true;
  }
  return false;
}

// "cart.cc:17:5: runtime error: …", but not Go's "panic: runtime error: …"
bool is_undefined_behaviour(std::string_view line) {
  const std::size_t at = line.find(": runtime error: ");
  return at != line.npos && at > 0 && is_ascii_digit(line[at - 1]) && line.substr(0, at).find(':') != line.npos;
}

}  // namespace

std::vector<std::string> sanitizer_report(std::string_view output) {
  const std::vector<std::string_view> lines = split_lines(output);
  const auto begin = std::ranges::find_if(
      lines, [](std::string_view line) { return begins_report(line) || is_undefined_behaviour(line); });
  std::vector<std::string> report;
  if (begin == lines.end()) return report;
  bool is_in_map = false;
  for (auto line = begin; line != lines.end(); ++line) {
    const bool is_last = line->starts_with("SUMMARY: ");
    is_in_map = is_in_map || line->starts_with("Shadow bytes around");
    const bool is_wanted = !is_in_map && line->find_first_not_of("= ") != line->npos && report.size() < kLongestReport;
    if (is_wanted || is_last) report.emplace_back(*line);
    if (is_last) return report;
  }
  return report;
}

std::vector<std::string> telling_lines(std::string_view output, std::size_t most) {
  if (std::vector<std::string> report = sanitizer_report(output); !report.empty()) return report;
  const std::vector<std::string_view> lines = split_lines(output);
  return {lines.end() - static_cast<std::ptrdiff_t>(std::min(lines.size(), most)), lines.end()};
}

}  // namespace casement
