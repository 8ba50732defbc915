#include "casement/flow/model/authoring_errors.h"

#include <algorithm>
#include <tuple>

#include "casement/base/text.h"

namespace casement {
namespace {

constexpr std::size_t kMostErrors = 100;  // more errors would bury the first

// Masks a source line such as "  3 | password: hunter2", and fits the underline below: "    |           ^~~~~~~".
void hide_in_excerpt(const results::SecretRedactor& redactor, std::string& line, std::string* carets) {
  constexpr std::string_view kBar = " | ";
  const std::size_t begin = line.find(kBar);
  if (begin == std::string::npos) {
    line = redactor.masked(line);
    return;
  }
  const std::string front = line.substr(0, begin + kBar.size()), shown = line.substr(front.size());
  const std::string hidden = redactor.masked(shown);
  if (hidden == shown) return;
  line = front + hidden;
  const std::size_t caret = carets == nullptr ? std::string::npos : carets->find('^');
  if (caret == std::string::npos || caret < front.size()) return;
  const auto width_until = [&](std::size_t column) {  // in the masked text
    std::size_t at = 0;
    for (; column > 0 && at < shown.size(); --column) {
      ++at;
      while (at < shown.size() && (static_cast<unsigned char>(shown[at]) & 0xC0) == 0x80) ++at;
    }
    return std::min(count_characters(redactor.masked(std::string_view(shown).substr(0, at))), count_characters(hidden));
  };
  const std::size_t column = caret - front.size(), length = carets->size() - caret;
  const std::size_t from = width_until(column), to = std::max(width_until(column + length), from + 1);
  carets->replace(front.size(), std::string::npos, std::string(from, ' ') + '^' + std::string(to - from - 1, '~'));
}

}  // namespace

void AuthoringErrors::hide(const results::SecretRedactor& redactor) {
  for (Error& error : errors_) {
    std::vector<std::string> trail = error.trail();
    for (std::size_t i = 0; i < trail.size(); ++i) {
      hide_in_excerpt(redactor, trail[i], i + 1 < trail.size() ? &trail[i + 1] : nullptr);
    }
    const std::string problem = redactor.masked(error.problem());
    if (const auto& place = error.place()) {
      error = Error(error.kind(), {redactor.masked(place->file), place->line, place->column}, problem, trail);
    } else {
      error = Error(error.kind(), problem, trail);
    }
  }
}

void AuthoringErrors::add(const Error& error) {
  const bool known = std::any_of(errors_.begin(), errors_.end(), [&](const Error& one) {
    return one.place() == error.place() && (one.place() || one.message() == error.message());
  });
  if (!known && errors_.size() < kMostErrors) errors_.push_back(error);
}

std::vector<Error> AuthoringErrors::sorted() const {
  std::vector<std::string> files;
  const auto rank = [&](const Error& error) {
    const SourcePlace place = error.place().value_or(SourcePlace{error.message(), 0, 0});
    auto found = std::find(files.begin(), files.end(), place.file);
    if (found == files.end()) found = files.insert(files.end(), place.file);
    return std::tuple(found - files.begin(), place.line, place.column);
  };
  for (const Error& error : errors_) rank(error);
  std::vector<Error> sorted = errors_;
  std::stable_sort(sorted.begin(), sorted.end(), [&](const Error& a, const Error& b) { return rank(a) < rank(b); });
  return sorted;
}

void AuthoringErrors::throw_if_any() const {
  if (errors_.empty()) return;
  const std::vector<Error> all = sorted();
  std::vector<std::string> trail = all.front().trail();
  for (auto other = std::next(all.begin()); other != all.end(); ++other) {
    trail.push_back(other->message());
    trail.insert(trail.end(), other->trail().begin(), other->trail().end());
  }
  throw all.front().with_trail(std::move(trail));
}

}  // namespace casement
