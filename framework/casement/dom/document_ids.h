// Assigns ids to the elements of one document. An element keeps its id for life. A new element that replaces an element
// removed since the last reading inherits the id of the removed element. In documents with more than 100,000 elements,
// new elements always get new ids.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "casement/dom/known_element.h"

namespace casement {

class DocumentIds {
 public:
  // Replaces the numbers that the page gave to the elements of the reading by their ids. `carries`: whether elements of
  // this reading may inherit ids.
  void give(DocumentSnapshot& reading, bool carries);

 private:
  struct Own {
    std::uint32_t id = 0;    // current
    std::uint32_t told = 0;  // in the last reading
  };

  std::uint32_t id_of(std::uint32_t number) const;
  std::uint32_t holder_of(std::uint32_t id) const;
  void swap_ids(std::uint32_t one, std::uint32_t other);
  void match(const std::vector<KnownElement>& now, const DocumentSnapshot& reading);
  void give_back(const std::vector<KnownElement>& now, const DocumentSnapshot& reading);

  std::vector<KnownElement> before_;  // the last reading
  std::uint32_t highest_ = 0;         // highest number read so far
  // Ids are a permutation of the numbers, so no two elements ever share an id. Only ids that moved are stored.
  std::unordered_map<std::uint32_t, Own> own_;
  std::unordered_map<std::uint32_t, std::uint32_t> holders_;  // numbers by ids
};

}  // namespace casement
