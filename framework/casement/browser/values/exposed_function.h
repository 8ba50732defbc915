// A C++ function that scripts of a page call: see Page::expose.
//
//   page.expose("stockOf", [&](const std::string& name) { return stock.at(name); });
//   // in the page: const left = await stockOf('mug');
//
// Arguments and the result are JSON. Each exposed function has a thread of its own and runs one call at a time, in the
// order of the calls, while the test goes on: protect data that the test uses too. The function cannot use a browser,
// because the test may wait for the page and the page for the function: each such call throws Error{Usage}.
#pragma once

#include <concepts>
#include <cstddef>
#include <functional>
#include <type_traits>
#include <utility>
#include <vector>

#include "casement/base/error.h"
#include "casement/base/json_value.h"
#include "casement/browser/values/page_records.h"

namespace casement {

// A call of the page. A function with this as its only parameter gets the arguments as they are.
struct FunctionCall {
  std::vector<JsonValue> arguments;
  FramePlace place;  // the frame or worker that called
};

// Throws Error{Usage} with the two numbers.
[[noreturn]] void refuse_arguments(std::size_t wanted, std::size_t given);

class ExposedFunction {
 public:
  // Any function whose parameters JsonValue::get can return. Its result is JSON; void becomes null. An exception
  // rejects the page's promise with its message.
  template <typename Function>
    requires(!std::same_as<std::remove_cvref_t<Function>, ExposedFunction>)
  ExposedFunction(Function function)  // NOLINT(google-explicit-constructor)
      : run_(of(std::function(std::move(function)))) {}

  bool empty() const { return run_ == nullptr; }  // made of an empty function
  JsonValue operator()(const FunctionCall& call) const { return run_(call); }

 private:
  using Run = std::function<JsonValue(const FunctionCall&)>;

  template <typename Value>
  static Value read(const JsonValue& argument) {
    if constexpr (std::same_as<Value, JsonValue>) {
      return argument;
    } else {
      return argument.get<Value>();
    }
  }

  template <typename Result, typename... Parameters>
  static Run of(std::function<Result(Parameters...)> function) {
    if (!function) return nullptr;
    return [function = std::move(function)](const FunctionCall& call) {
      const auto answer = [&](auto&&... given) {
        if constexpr (std::is_void_v<Result>) {
          function(std::forward<decltype(given)>(given)...);
          return JsonValue();
        } else {
          return JsonValue(function(std::forward<decltype(given)>(given)...));
        }
      };
      if constexpr ((std::same_as<std::remove_cvref_t<Parameters>, FunctionCall> && ...) &&
                    sizeof...(Parameters) == 1) {
        return answer(call);
      } else {
        if (call.arguments.size() != sizeof...(Parameters))
          refuse_arguments(sizeof...(Parameters), call.arguments.size());
        return [&]<std::size_t... place>(std::index_sequence<place...>) {
          return answer(read<std::remove_cvref_t<Parameters>>(call.arguments[place])...);
        }(std::index_sequence_for<Parameters...>());
      }
    };
  }

  Run run_;
};

}  // namespace casement
