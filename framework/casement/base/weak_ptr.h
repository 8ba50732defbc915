// Pointers that become null when their object is destroyed, like base::WeakPtr in Chromium.
//
// An object that hands out WeakPtrs to itself owns a WeakPtrFactory. Every pointer becomes null when the factory, and
// so its object, is destroyed. A WeakPtr does not extend the life of its object: hold one lock from the check to the
// last use. Objects of a connection use the engine lock.
#pragma once

#include <memory>
#include <utility>

namespace casement {

template <typename T>
class WeakPtr {
 public:
  WeakPtr() = default;

  // Null once the object has been destroyed.
  T* get() const {
    const std::shared_ptr<T*> place = place_.lock();
    return place == nullptr ? nullptr : *place;
  }
  explicit operator bool() const { return get() != nullptr; }

 private:
  template <typename>
  friend class WeakPtrFactory;
  explicit WeakPtr(const std::shared_ptr<T*>& place) : place_(place) {}

  std::weak_ptr<T*> place_;
};

// A member of the object it points to. The object can be neither copied nor moved.
template <typename T>
class WeakPtrFactory {
 public:
  explicit WeakPtrFactory(T* object) : place_(std::make_shared<T*>(object)) {}
  WeakPtrFactory(const WeakPtrFactory&) = delete;
  WeakPtrFactory& operator=(const WeakPtrFactory&) = delete;

  WeakPtr<T> get() const { return WeakPtr<T>(place_); }

 private:
  // The only lasting owner; WeakPtr::get shares it only during the call.
  std::shared_ptr<T*> place_;
};

}  // namespace casement
