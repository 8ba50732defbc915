// Numbered logs of the events in a page. All logs share one sequence, so that a waiter can ignore earlier events: it
// reads `EventClock::now()`, triggers something, and searches for entries with higher numbers. Reducers add entries;
// readers hold the engine lock.
#pragma once

#include <cstddef>
#include <deque>
#include <utility>
#include <vector>

#include "casement/browser/values/event_number.h"

namespace casement {

class EventClock {  // numbers events in the order of arrival
 public:
  EventNumber now() const { return now_; }
  EventNumber tick() { return ++now_; }

 private:
  EventNumber now_ = 0;
};

// The newest `capacity` entries of one kind; an Entry has a `number`.
template <typename Entry>
class EventLog {
 public:
  explicit EventLog(EventClock& clock, std::size_t capacity = 1000) : clock_(clock), capacity_(capacity) {}

  Entry& add(Entry entry) {
    entry.number = clock_.tick();
    if (entries_.size() >= capacity_) entries_.pop_front();
    return entries_.emplace_back(std::move(entry));
  }
  template <typename Test>
  void erase_if(Test test) {
    std::erase_if(entries_, test);
  }
  // Finds the oldest match; null if there is none.
  template <typename Test>
  const Entry* find_since(EventNumber mark, Test test) const {
    for (const Entry& entry : entries_) {
      if (entry.number > mark && test(entry)) return &entry;
    }
    return nullptr;
  }
  const std::deque<Entry>& entries() const { return entries_; }
  std::deque<Entry>& entries() { return entries_; }
  std::vector<Entry> copy() const { return {entries_.begin(), entries_.end()}; }
  void set_capacity(std::size_t capacity) { capacity_ = capacity; }

 private:
  EventClock& clock_;
  std::size_t capacity_;
  std::deque<Entry> entries_;
};

}  // namespace casement
