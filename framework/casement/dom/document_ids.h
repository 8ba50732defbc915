// The ids of one document's elements: an element keeps its own for its life, and one that stands for one that went away
// since the last reading gets that one's.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "casement/dom/known_element.h"

namespace casement {

class DocumentIds {
 public:
  // Puts each element's id where the reading has the number that the page gave it. `carries`: whether elements of this
  // reading may get an id that another had.
  void give(DocumentSnapshot& reading, bool carries);

 private:
  struct Own {
    std::uint32_t id = 0;    // now
    std::uint32_t told = 0;  // last
  };

  std::uint32_t id_of(std::uint32_t number) const;
  std::uint32_t holder_of(std::uint32_t id) const;
  void swap_ids(std::uint32_t one, std::uint32_t other);
  void match(const std::vector<KnownElement>& now, const DocumentSnapshot& reading);
  void give_back(const std::vector<KnownElement>& now, const DocumentSnapshot& reading);

  std::vector<KnownElement> before_;  // the last reading
  std::uint32_t highest_ = 0;         // number that was read
  // Ids are a permutation of the numbers, so no two elements ever share one. Only what is moved is kept.
  std::unordered_map<std::uint32_t, Own> own_;
  std::unordered_map<std::uint32_t, std::uint32_t> holders_;  // numbers by ids
};

}  // namespace casement
