#include "casement/flow/model/text_functions.h"

#include <fmt/format.h>

#include <charconv>
#include <clocale>
#include <cstdlib>
#include <ctime>

#include "casement/base/text.h"

namespace casement {
namespace {

std::uint64_t hash(std::uint64_t seed, std::string_view text) {  // FNV-1a
  std::uint64_t value = 14695981039346656037ULL ^ seed;
  for (const char c : text) value = (value ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
  return value;
}

std::vector<std::string> split_arguments(std::string_view arguments) {
  std::vector<std::string> parts;
  if (collapse_white_space(arguments).empty()) return parts;
  for (;;) {
    const std::size_t comma = std::min(arguments.find(','), arguments.size());
    parts.push_back(collapse_white_space(arguments.substr(0, comma)));
    if (comma == arguments.size()) return parts;
    arguments.remove_prefix(comma + 1);
  }
}

std::optional<long> whole_number(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  long number = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
  if (parsed.ec != std::errc() || parsed.ptr != text.data() + text.size()) return std::nullopt;
  return number;
}

long seconds_of(const std::string& offset) {
  static constexpr std::string_view units = "smhd";
  static constexpr long lengths[] = {1, 60, 3600, 86400};
  const std::size_t unit = offset.empty() ? units.npos : units.find(offset.back());
  const auto number = whole_number(std::string_view(offset).substr(0, offset.empty() ? 0 : offset.size() - 1));
  if (unit == units.npos || !number || *number > 100'000 || *number < -100'000) {
    throw FunctionProblem{fmt::format("'{}' is not an offset such as +3d, -2h, +30m or +10s", shorten(offset, 40))};
  }
  return *number * lengths[unit];
}

std::string now(const std::vector<std::string>& arguments) {
  if (arguments.size() > 2) throw FunctionProblem{"now() accepts at most a format and an offset"};
  std::time_t time = std::time(nullptr);
  if (arguments.size() > 1) time += seconds_of(arguments[1]);
  const std::string format = arguments.empty() ? "%Y-%m-%dT%H:%M:%SZ" : arguments[0];
  std::tm utc{};
  gmtime_r(&time, &utc);
  char text[256];
  // Names of days and months are English in every locale of the program.
  static const locale_t plain = ::newlocale(LC_ALL_MASK, "C", nullptr);
  const std::size_t length = ::strftime_l(text, sizeof text, format.c_str(), &utc, plain);
  if (length == 0) throw FunctionProblem{fmt::format("now() cannot write '{}'", shorten(format, 40))};
  return {text, length};
}

std::string uuid(std::mt19937_64& random) {
  const std::uint64_t high = (random() & ~0xF000ULL) | 0x4000ULL;
  const std::uint64_t low = (random() >> 2) | (1ULL << 63);
  return fmt::format("{:08x}-{:04x}-{:04x}-{:04x}-{:012x}", high >> 32, (high >> 16) & 0xFFFF, high & 0xFFFF, low >> 48,
                     low & 0xFFFFFFFFFFFFULL);
}

std::string random_text(const std::vector<std::string>& arguments, std::mt19937_64& random) {
  static constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz0123456789";
  if (arguments.size() == 2) {
    const auto least = whole_number(arguments[0]), most = whole_number(arguments[1]);
    if (!least || !most || *least > *most || *least < -1'000'000'000 || *most > 1'000'000'000) {
      throw FunctionProblem{"random(1, 6) needs two whole numbers, the smaller one first"};
    }
    return std::to_string(*least + static_cast<long>(random() % static_cast<std::uint64_t>(*most - *least + 1)));
  }
  const auto length = arguments.empty() ? 8 : whole_number(arguments[0]);
  if (arguments.size() > 1 || !length || *length < 1 || *length > 1000) {
    throw FunctionProblem{"random(8) needs a number of characters from 1 to 1000, or two numbers"};
  }
  std::string text;
  for (long i = 0; i < *length; ++i) text += letters[random() % letters.size()];
  return text;
}

}  // namespace

TextFunctions::TextFunctions(std::uint64_t seed, std::string_view place)
    : state_(std::make_shared<State>(State{std::mt19937_64(hash(seed, place)), {}, {}})) {}

std::string TextFunctions::environment(const std::vector<std::string>& arguments) const {
  if (arguments.empty() || arguments.size() > 2) {
    throw FunctionProblem{
        "env(NAME) needs the name of an environment variable, and accepts a default for a variable that is not set"};
  }
  if (!state_->no_environment.empty()) throw FunctionProblem{state_->no_environment};
  const auto [known, is_new] = state_->environment.try_emplace(arguments[0]);
  const char* const value = is_new ? std::getenv(arguments[0].c_str()) : nullptr;
  if (value != nullptr) known->second = to_valid_utf8(value);
  if (known->second) return *known->second;
  if (arguments.size() == 2) return arguments[1];
  throw FunctionProblem{fmt::format("the environment variable '{}' is not set", shorten(arguments[0], 60)), true};
}

std::string TextFunctions::call(std::string_view name, std::string_view arguments) const {
  const std::vector<std::string> parts = split_arguments(arguments);
  if (name == "now") return now(parts);
  if (name == "random") return random_text(parts, state_->random);
  if (name == "env") return environment(parts);
  if (name == "uuid") {
    if (!parts.empty()) throw FunctionProblem{"uuid() has no arguments"};
    return uuid(state_->random);
  }
  static const std::vector<std::string> known{"now", "uuid", "random", "env"};
  const std::string nearest = nearest_word(name, known);
  throw FunctionProblem{
      fmt::format("unknown function '{}'{}", shorten(name, 40),
                  nearest.empty() ? "; known: " + join(known, ", ") : " (did you mean '" + nearest + "'?)")};
}

}  // namespace casement
