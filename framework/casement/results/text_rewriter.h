// Writes a TextView of a text in which some places are replaced. For this room's own sources.
#pragma once

#include <algorithm>

#include "casement/results/text_views.h"

namespace casement::results {

class TextRewriter {
 public:
  // See text_views.h for `reach`.
  TextRewriter(std::string_view text, std::size_t reach) : text_(text), reach_(reach) {}

  // Call in ascending order of places.
  void replace(std::size_t begin, std::size_t end, std::string_view bytes) {
    if (!begun_) {
      copied_ = begin - std::min(begin, reach_);
    } else if (begin - copied_ > 2 * reach_) {
      copy(copied_ + reach_);
      add(kViewBreak, copied_, copied_);
      copied_ = begin - reach_;
    }
    begun_ = true;
    copy(begin);
    for (const char byte : bytes) add(byte, begin, end);
    copied_ = end;
  }

  TextView take() {
    if (begun_) copy(copied_ + std::min(reach_, text_.size() - copied_));
    return std::move(view_);
  }

 private:
  void add(char byte, std::size_t begin, std::size_t end) {
    view_.text += byte;
    view_.from.push_back({static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)});
  }
  void copy(std::size_t end) {
    for (; copied_ < end; ++copied_) add(text_[copied_], copied_, copied_ + 1);
  }

  std::string_view text_;
  std::size_t reach_;
  std::size_t copied_ = 0;
  bool begun_ = false;
  TextView view_;
};

}  // namespace casement::results
