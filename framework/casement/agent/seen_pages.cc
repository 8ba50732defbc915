#include "casement/agent/seen_pages.h"

namespace casement {
namespace {

constexpr std::size_t kMostKept = 8;
constexpr std::size_t kMostNodes = 200'000;  // of all stored states; the newest is stored whatever its size

}  // namespace

int SeenPages::keep(std::shared_ptr<const PageView> view) {
  const bool is_same = !kept_.empty() && kept_.back().view->text() == view->text() &&
                       kept_.back().view->snapshot().url() == view->snapshot().url();
  if (is_same) {
    kept_.back().view = std::move(view);
    return kept_.back().number;
  }
  kept_.push_back({++counter_, std::move(view)});
  std::size_t nodes = 0;
  for (const Seen& one : kept_) nodes += one.view->nodes().size();
  while (kept_.size() > kMostKept || (kept_.size() > 1 && nodes > kMostNodes)) {
    nodes -= kept_.front().view->nodes().size();
    kept_.pop_front();
  }
  return kept_.back().number;
}

SeenPages::Seen SeenPages::of_number(int number) const {
  for (const Seen& one : kept_) {
    if (one.number == number) return one;
  }
  return {number, nullptr};
}

}  // namespace casement
