#include "casement/dom/document_ids.h"

#include <algorithm>
#include <unordered_set>

#include "casement/dom/element_match.h"

namespace casement {
namespace {

// In a document with more elements, or with more moved ids, new elements get new ids, so that the remembered data stays
// within about ten megabytes.
constexpr std::size_t kMostRemembered = 100'000;

std::unordered_set<std::uint32_t> numbers_in(const std::vector<KnownElement>& elements) {
  std::unordered_set<std::uint32_t> numbers;
  numbers.reserve(elements.size());
  for (const KnownElement& one : elements) numbers.insert(one.number);
  return numbers;
}

// Whether the element is still in its document, although it was not read.
bool is_unread(const DocumentSnapshot& reading, std::uint32_t number) {
  const auto& unread = reading.unread_numbers;
  const auto range = std::upper_bound(unread.begin(), unread.end(), number,
                                      [](std::uint32_t one, const NumberRange& other) { return one < other.first; });
  return range != unread.begin() && number <= std::prev(range)->last;
}

}  // namespace

std::uint32_t DocumentIds::id_of(std::uint32_t number) const {
  const auto own = own_.find(number);
  return own == own_.end() ? number : own->second.id;
}

std::uint32_t DocumentIds::holder_of(std::uint32_t id) const {
  const auto holder = holders_.find(id);
  return holder == holders_.end() ? id : holder->second;
}

void DocumentIds::swap_ids(std::uint32_t one, std::uint32_t other) {
  const std::uint32_t of_one = id_of(one), of_other = id_of(other);
  own_.try_emplace(one, Own{of_one, of_one}).first->second.id = of_other;
  own_.try_emplace(other, Own{of_other, of_other}).first->second.id = of_one;
  holders_[of_one] = other;
  holders_[of_other] = one;
}

void DocumentIds::give(DocumentSnapshot& reading, bool carries) {
  std::vector<KnownElement> now = known_elements(reading);
  if (!own_.empty()) give_back(now, reading);
  const bool has_new = std::ranges::any_of(now, [this](const KnownElement& one) { return one.number > highest_; });
  if (has_new && carries && !before_.empty() && own_.size() < kMostRemembered) match(now, reading);
  for (const KnownElement& one : now) {
    highest_ = std::max(highest_, one.number);
    if (const auto own = own_.find(one.number); own != own_.end()) own->second.told = own->second.id;
  }
  if (!own_.empty()) {
    for (ElementFacts& facts : reading.facts) {
      const std::uint32_t id = id_of(facts.number);
      facts.carried = id < facts.number;
      facts.number = id;
    }
  }
  before_ = now.size() <= kMostRemembered ? std::move(now) : std::vector<KnownElement>();
}

// Returns the id to an element that is back in the document, unless the element that inherited the id is there as well.
void DocumentIds::give_back(const std::vector<KnownElement>& now, const DocumentSnapshot& reading) {
  const std::unordered_set<std::uint32_t> present = numbers_in(now);
  for (const KnownElement& one : now) {
    const auto own = own_.find(one.number);
    if (own == own_.end() || own->second.id == own->second.told) continue;
    const std::uint32_t told = own->second.told, holder = holder_of(told);
    if (!present.contains(holder) && !is_unread(reading, holder)) swap_ids(one.number, holder);
  }
}

void DocumentIds::match(const std::vector<KnownElement>& now, const DocumentSnapshot& reading) {
  const std::unordered_set<std::uint32_t> present = numbers_in(now);
  const auto is_gone = [&](std::uint32_t number) { return !present.contains(number) && !is_unread(reading, number); };
  const auto is_new = [this](std::uint32_t number) { return number > highest_; };
  for (const RenewedElement& one : match_elements(before_, now, is_gone, is_new)) {
    swap_ids(before_[one.before].number, now[one.now].number);
  }
}

}  // namespace casement
