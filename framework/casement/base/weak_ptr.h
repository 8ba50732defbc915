// Pointers that know whether their object is still there, as base::WeakPtr does in Chromium.
//
// An object that hands out WeakPtrs to itself owns a WeakPtrFactory; every pointer becomes null when
// the factory, and so its object, is destroyed. Look and use belong under one lock: a WeakPtr does not
// keep its object alive. For objects of a connection that is the engine lock.
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

// A member of the object it points to, which can be neither copied nor moved.
template <typename T>
class WeakPtrFactory {
 public:
  explicit WeakPtrFactory(T* object) : place_(std::make_shared<T*>(object)) {}
  WeakPtrFactory(const WeakPtrFactory&) = delete;
  WeakPtrFactory& operator=(const WeakPtrFactory&) = delete;

  WeakPtr<T> get() const { return WeakPtr<T>(place_); }

 private:
  // Shared with nobody for longer than a WeakPtr::get lasts.
  std::shared_ptr<T*> place_;
};

}  // namespace casement
