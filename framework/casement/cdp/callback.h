// What is called later: when a reply comes, when a time has come, when an event arrives.
//
// Between asking and being called anything may have been destroyed: the page closed, the context
// disposed of, the browser given up. So a callback is no closure but a member function of an object
// that is held weakly, with values bound to it; when the object has gone, nothing is called. The types
// see to it: there is no other way to make one, and what is bound is copied and may not be a pointer,
// a reference or a view.
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

// Called with the engine lock held, as every reducer: it may not wait. Where its object has gone it
// returns an empty Result.
template <typename Result, typename... Given>
class Callback<Result(Given...)> {
 public:
  Callback() = default;
  Callback(std::nullptr_t) {}  // nobody cares

  // `member` is called with what is given, then the bound values.
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
