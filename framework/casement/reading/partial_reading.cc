#include "casement/reading/partial_reading.h"

#include <charconv>

#include "casement/base/error.h"

namespace casement {
namespace {

[[noreturn]] void throw_unfit() {
  throw Error(ErrorKind::Protocol, "the page sent a partial reading that does not match the previous reading");
}

// Removes the next number from the line and returns it.
long number_in(std::string_view& line) {
  long number = 0;
  const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), number);
  if (error != std::errc()) throw_unfit();
  line.remove_prefix(static_cast<std::size_t>(end - line.data()));
  if (line.starts_with('\t')) line.remove_prefix(1);
  return number;
}

std::string_view cut_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  if (end == std::string_view::npos) throw_unfit();
  const std::string_view line = text.substr(0, end + 1);
  text.remove_prefix(end + 1);
  return line;
}

std::string_view first_lines(std::string_view text, long count) {
  std::size_t end = 0;
  for (; count > 0; --count) {
    end = text.find('\n', end);
    if (end == std::string_view::npos) throw_unfit();
    ++end;
  }
  return text.substr(0, end);
}

// Every line ends with a newline.
std::string_view last_lines(std::string_view text, long count) {
  std::size_t begin = text.size();
  for (; count > 0; --count) {
    if (begin == 0) throw_unfit();
    const std::size_t end_before = begin < 2 ? std::string_view::npos : text.rfind('\n', begin - 2);
    begin = end_before == std::string_view::npos ? 0 : end_before + 1;
  }
  return text.substr(begin);
}

}  // namespace

bool is_partial_reading(std::string_view told) {
  return told.starts_with('~');
}

WholeReading whole_reading(std::string_view told, std::string_view before) {
  std::string_view line = cut_line(told).substr(1);
  WholeReading whole;
  whole.number = static_cast<std::uint64_t>(number_in(line));
  const long begin = number_in(line), end = number_in(line), walked = number_in(line);
  whole.is_of_parts = begin >= 0 && end >= 0;
  if (!whole.is_of_parts) {
    whole.text = told;
    return whole;
  }
  whole.elements_walked = static_cast<std::size_t>(walked);
  const std::string_view header = cut_line(told);
  cut_line(before);
  const std::string_view first = first_lines(before, begin);
  const std::string_view last = last_lines(before.substr(first.size()), end);
  whole.text.reserve(header.size() + first.size() + told.size() + last.size());
  whole.text.append(header).append(first).append(told).append(last);
  return whole;
}

}  // namespace casement
