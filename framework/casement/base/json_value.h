// A JSON value that programs pass and receive, such as the result of a script or the body of a route's answer. Headers
// of Casement include this class instead of nlohmann_json, which takes as long to compile as GoogleTest. If a program
// includes nlohmann_json, a JsonValue converts to nlohmann::json and back.
//
//   page.evaluate("[1, 2].map(n => n * 2)").at(1).get<int>();                   // 4
//   page.route("*/stock", RouteAnswer::json({{"left", 3}, {"sizes", {"S", "M"}}}));
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iosfwd>
#include <limits>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace casement {

// Immutable; copies are cheap.
class JsonValue {
 public:
  JsonValue();                // null
  JsonValue(std::nullptr_t);  // NOLINTBEGIN(google-explicit-constructor): every such argument is JSON
  // true or false; other types do not convert to a boolean implicitly.
  template <std::same_as<bool> Truth>
  JsonValue(Truth truth) : JsonValue(of_truth(truth)) {}
  // A whole number.
  template <std::integral Number>
    requires(!std::same_as<Number, bool>)
  JsonValue(Number number)
      : JsonValue(std::is_signed_v<Number> ? of_signed(static_cast<std::int64_t>(number))
                                           : of_unsigned(static_cast<std::uint64_t>(number))) {}
  // A floating-point number.
  template <std::floating_point Number>
  JsonValue(Number number) : JsonValue(of_double(static_cast<double>(number))) {}
  // A text, valid UTF-8.
  template <std::convertible_to<std::string_view> Text>
  JsonValue(const Text& text) : JsonValue(of_text(text)) {}
  // An array.
  template <class Element>
  JsonValue(const std::vector<Element>& elements)
      : JsonValue(of_elements(std::vector<JsonValue>(elements.begin(), elements.end()))) {}
  // The same value, from nlohmann_json.
  JsonValue(std::same_as<nlohmann::json> auto const& value) : JsonValue(of_json(value)) {}
  // An object if each element is a pair that begins with a text, otherwise an array.
  JsonValue(std::initializer_list<JsonValue> elements);
  // NOLINTEND(google-explicit-constructor)

  // Throws Error{Protocol}, with the byte offset of a syntax error.
  static JsonValue parse(std::string text);
  static JsonValue array(std::vector<JsonValue> elements = {});  // an array, whatever the elements look like
  static JsonValue object();                                     // an object without members

  bool is_null() const;     // whether it is null
  bool is_boolean() const;  // whether it is true or false
  bool is_number() const;   // whether it is a number, whole or not
  bool is_string() const;   // whether it is a string
  bool is_array() const;    // whether it is an array
  bool is_object() const;   // whether it is an object

  // The number of elements or members of an array or object, 0 for null and 1 for all other values.
  std::size_t size() const;
  bool empty() const { return size() == 0; }
  bool contains(std::string_view key) const;
  // Throws Error{Usage} if there is no such member or element.
  JsonValue at(std::string_view key) const;
  JsonValue at(std::size_t place) const;  // counted from 0
  JsonValue operator[](std::string_view key) const { return at(key); }
  JsonValue operator[](std::size_t place) const { return at(place); }
  std::vector<JsonValue> elements() const;  // of an array; throws Error{Usage} for any other type

  // Returns a bool, a number, a std::string, or what nlohmann_json reads into a `T` if its header is included. Throws
  // Error{Usage} for a value of another type. For an integer type, also throws for a fraction and for a number out of
  // range. If nlohmann_json reads the `T`, throws the exceptions of that library instead.
  template <class T>
  T get() const;
  explicit operator bool() const { return get<bool>(); }

  std::string dump(int indent = -1) const;                    // as text; on one line if `indent` is -1
  const nlohmann::json& json() const { return *value_; }      // for nlohmann_json, valid as long as this object
  operator const nlohmann::json&() const { return *value_; }  // NOLINT(google-explicit-constructor)

  friend bool operator==(const JsonValue& left, const JsonValue& right) { return left.equals(*right.value_); }
  friend bool operator==(const JsonValue& left, std::same_as<nlohmann::json> auto const& right) {
    return left.equals(right);
  }
  friend std::ostream& operator<<(std::ostream& out, const JsonValue& value);

 private:
  explicit JsonValue(std::shared_ptr<const nlohmann::json> value) : value_(std::move(value)) {}
  static JsonValue of_truth(bool truth);
  static JsonValue of_signed(std::int64_t number);
  static JsonValue of_unsigned(std::uint64_t number);
  static JsonValue of_double(double number);
  static JsonValue of_text(std::string_view text);
  static JsonValue of_elements(const std::vector<JsonValue>& elements);
  static JsonValue of_json(const nlohmann::json& value);
  bool equals(const nlohmann::json& other) const;
  std::int64_t signed_number(std::int64_t lowest, std::int64_t highest) const;
  std::uint64_t unsigned_number(std::uint64_t highest) const;
  bool truth() const;
  double number() const;
  std::string text() const;

  std::shared_ptr<const nlohmann::json> value_;  // never null
};

template <class T>
T JsonValue::get() const {
  if constexpr (std::same_as<T, bool>) {
    return truth();
  } else if constexpr (std::signed_integral<T>) {
    return static_cast<T>(signed_number(std::numeric_limits<T>::min(), std::numeric_limits<T>::max()));
  } else if constexpr (std::unsigned_integral<T>) {
    return static_cast<T>(unsigned_number(std::numeric_limits<T>::max()));
  } else if constexpr (std::floating_point<T>) {
    return static_cast<T>(number());
  } else if constexpr (std::same_as<T, std::string>) {
    return text();
  } else {
    static_assert(sizeof(T) > 0);
    using Library = std::conditional_t<(sizeof(T) > 0), nlohmann::json, void>;  // resolved when instantiated
    return static_cast<const Library&>(*value_).template get<T>();
  }
}

}  // namespace casement
