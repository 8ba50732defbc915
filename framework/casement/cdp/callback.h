// A function that is called later: when a reply arrives, when a time has come, or when an event arrives.
//
// Before the call anything may be destroyed: the page closes, the context is disposed of, the browser is abandoned. A
// callback is therefore not a closure. A callback is a member function of a weakly held object, with values bound to
// the call; if the object is gone, the callback does nothing. The types enforce this: a callback cannot be made in any
// other way, and bound values are copied and may not be pointers, references or views.
#pragma once

#include <functional>
#include <string_view>
#include <type_traits>
#include <utility>

#include "casement/base/weak_ptr.h"

namespace casement::cdp {

template <typename Signature>
class Callback;

template <typename Value>
inline constexpr bool kMayBeBound =
    !std::is_pointer_v<Value> && !std::is_reference_v<Value> && !std::is_same_v<Value, std::string_view>;

// A callback runs with the engine lock held, like every reducer, and must not wait. If the object is gone, the callback
// returns an empty Result.
template <typename Result, typename... Given>
class Callback<Result(Given...)> {
 public:
  Callback() = default;
  Callback(std::nullptr_t) {}  // does nothing

  // Calls `member` with the arguments of the call, then the bound values.
  template <typename T, typename... Parameters, typename... Bound>
  Callback(WeakPtr<T> object, Result (T::*member)(Given..., Parameters...), Bound... bound) {
    static_assert(sizeof...(Parameters) == sizeof...(Bound), "each parameter after what is given is bound");
    static_assert((kMayBeBound<Bound> && ...), "what is bound must live as long as the callback: bind values");
    call_ = [object = std::move(object), member, ... bound = std::move(bound)](Given... given) -> Result {
      T* const alive = object.get();
      if (alive == nullptr) return Result{};
      return (alive->*member)(std::forward<Given>(given)..., bound...);
    };
  }

  explicit operator bool() const { return call_ != nullptr; }
  Result operator()(Given... given) const { return call_ ? call_(std::forward<Given>(given)...) : Result{}; }

 private:
  std::function<Result(Given...)> call_;
};

}  // namespace casement::cdp
