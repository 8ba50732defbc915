#include "casement/reports/columns.h"

#include <locale.h>
#include <clocale>
#include <cwchar>

namespace casement::reports {
namespace {

// Switches the locale of this thread only, because the program's own locale changes how numbers are written.
class Utf8Locale {
 public:
  Utf8Locale() : locale_(::newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr)) {
    if (locale_ != nullptr) before_ = ::uselocale(locale_);
  }
  ~Utf8Locale() {
    if (locale_ == nullptr) return;
    ::uselocale(before_);
    ::freelocale(locale_);
  }
  Utf8Locale(const Utf8Locale&) = delete;
  Utf8Locale& operator=(const Utf8Locale&) = delete;

 private:
  locale_t locale_, before_ = nullptr;
};

// Removes the first character of `text`. Returns its columns.
std::size_t take_character(std::string_view& text) {
  wchar_t character = 0;
  std::mbstate_t state{};
  const std::size_t length = std::mbrtowc(&character, text.data(), text.size(), &state);
  if (length == 0 || length > text.size()) {  // no such locale, or not UTF-8
    text.remove_prefix(1);
    while (!text.empty() && (static_cast<unsigned char>(text[0]) & 0xC0) == 0x80) text.remove_prefix(1);
    return 1;
  }
  text.remove_prefix(length);
  const int columns = ::wcwidth(character);
  return columns < 0 ? 1 : static_cast<std::size_t>(columns);
}

}  // namespace

std::size_t count_columns(std::string_view text) {
  const Utf8Locale utf8;
  std::size_t columns = 0;
  while (!text.empty()) columns += take_character(text);
  return columns;
}

std::string fit_columns(std::string_view text, std::size_t columns) {
  if (columns == 0) return "";
  const Utf8Locale utf8;
  std::size_t used = 0, before_last = 0;  // bytes that leave a column for "…"
  for (std::string_view rest = text; !rest.empty();) {
    if (used < columns) before_last = text.size() - rest.size();
    used += take_character(rest);
    if (used > columns) return std::string(text.substr(0, before_last)) + "…";
  }
  return std::string(text);
}

}  // namespace casement::reports
