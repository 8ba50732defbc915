#include "casement/base/json_value.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <ostream>

#include "casement/base/error.h"
#include "casement/base/json.h"

namespace casement {
namespace {

std::shared_ptr<const Json> share(Json value) {
  return std::make_shared<const Json>(std::move(value));
}

constexpr std::size_t kLongestExcerpt = 80;

[[noreturn]] void refuse(const Json& value, const std::string& wanted) {
  std::string text = dump_json(value);
  if (text.size() > kLongestExcerpt) text = text.substr(0, kLongestExcerpt) + "…";
  throw Error(ErrorKind::Usage, "expected " + wanted + ", but the JSON value is " + value.type_name(), {text});
}

bool is_whole(const Json& value) {
  if (value.is_number_integer()) return true;
  return value.is_number_float() && std::trunc(value.get<double>()) == value.get<double>();
}

bool is_pair(const JsonValue& element) {
  return element.is_array() && element.size() == 2 && element.at(0).is_string();
}

}  // namespace

JsonValue::JsonValue() : JsonValue(nullptr) {}
JsonValue::JsonValue(std::nullptr_t) {
  static const std::shared_ptr<const Json> null = share(nullptr);
  value_ = null;
}

JsonValue::JsonValue(std::initializer_list<JsonValue> elements) {
  if (elements.size() > 0 && std::all_of(elements.begin(), elements.end(), is_pair)) {
    Json object = Json::object();
    for (const JsonValue& pair : elements) object[(*pair.value_)[0].get<std::string>()] = (*pair.value_)[1];
    value_ = share(std::move(object));
  } else {
    *this = of_elements(elements);
  }
}

JsonValue JsonValue::of_truth(bool truth) {
  return JsonValue(share(truth));
}
JsonValue JsonValue::of_signed(std::int64_t number) {
  return JsonValue(share(number));
}
JsonValue JsonValue::of_unsigned(std::uint64_t number) {
  return JsonValue(share(number));
}
JsonValue JsonValue::of_double(double number) {
  return JsonValue(share(number));
}
JsonValue JsonValue::of_text(std::string_view text) {
  return JsonValue(share(std::string(text)));
}
JsonValue JsonValue::of_json(const Json& value) {
  return JsonValue(share(value));
}
JsonValue JsonValue::of_elements(const std::vector<JsonValue>& elements) {
  Json array = Json::array();
  for (const JsonValue& element : elements) array.push_back(*element.value_);
  return JsonValue(share(std::move(array)));
}

JsonValue JsonValue::parse(std::string text) {
  return JsonValue(share(parse_json(std::move(text))));
}
JsonValue JsonValue::array(std::vector<JsonValue> elements) {
  return of_elements(elements);
}

JsonValue JsonValue::object() {
  return JsonValue(share(Json::object()));
}

bool JsonValue::is_null() const {
  return value_->is_null();
}
bool JsonValue::is_boolean() const {
  return value_->is_boolean();
}
bool JsonValue::is_number() const {
  return value_->is_number();
}
bool JsonValue::is_string() const {
  return value_->is_string();
}
bool JsonValue::is_array() const {
  return value_->is_array();
}
bool JsonValue::is_object() const {
  return value_->is_object();
}

std::size_t JsonValue::size() const {
  return value_->size();
}
bool JsonValue::contains(std::string_view key) const {
  return value_->contains(std::string(key));
}

JsonValue JsonValue::at(std::string_view key) const {
  const auto found = value_->is_object() ? value_->find(std::string(key)) : value_->end();
  if (found == value_->end()) refuse(*value_, "object with '" + std::string(key) + "'");
  return JsonValue(std::shared_ptr<const Json>(value_, &*found));
}
JsonValue JsonValue::at(std::size_t place) const {
  if (!value_->is_array() || place >= value_->size()) refuse(*value_, "array with an element " + std::to_string(place));
  return JsonValue(std::shared_ptr<const Json>(value_, &(*value_)[place]));
}

std::vector<JsonValue> JsonValue::elements() const {
  if (!value_->is_array()) refuse(*value_, "array");
  std::vector<JsonValue> elements;
  for (const Json& element : *value_) elements.push_back(JsonValue(std::shared_ptr<const Json>(value_, &element)));
  return elements;
}

bool JsonValue::truth() const {
  if (!value_->is_boolean()) refuse(*value_, "boolean");
  return value_->get<bool>();
}
double JsonValue::number() const {
  if (!value_->is_number()) refuse(*value_, "number");
  return value_->get<double>();
}
std::string JsonValue::text() const {
  if (!value_->is_string()) refuse(*value_, "string");
  return value_->get<std::string>();
}

std::int64_t JsonValue::signed_number(std::int64_t lowest, std::int64_t highest) const {
  constexpr double kPastEnd = 9223372036854775808.0;  // 2^63
  const bool held = is_whole(*value_) &&
                    (value_->is_number_unsigned() ? value_->get<std::uint64_t>() <= static_cast<std::uint64_t>(highest)
                                                  : std::abs(value_->get<double>()) <= kPastEnd);
  const bool past_end = held && value_->is_number_float() && value_->get<double>() >= kPastEnd;
  if (!held || past_end) refuse(*value_, "whole number of that size");
  const auto whole = value_->get<std::int64_t>();
  if (whole < lowest || whole > highest) refuse(*value_, "whole number of that size");
  return whole;
}

std::uint64_t JsonValue::unsigned_number(std::uint64_t highest) const {
  constexpr double kPastEnd = 18446744073709551616.0;  // 2^64
  const bool held = is_whole(*value_) &&
                    (value_->is_number_unsigned() || (value_->get<double>() >= 0 && value_->get<double>() < kPastEnd));
  if (!held || value_->get<std::uint64_t>() > highest) refuse(*value_, "whole number of that size");
  return value_->get<std::uint64_t>();
}

std::string JsonValue::dump(int indent) const {
  return value_->dump(indent, ' ', false, Json::error_handler_t::replace);
}

bool JsonValue::equals(const Json& other) const {
  return *value_ == other;
}

std::ostream& operator<<(std::ostream& out, const JsonValue& value) {
  return out << value.dump();
}

}  // namespace casement
