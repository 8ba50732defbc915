#include "casement/dom/element_match.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace casement {
namespace {

// Larger elements are compared by their words only, because the other comparison searches each level of nesting.
constexpr NodeIndex kMostParts = 2000;

using KnownElements = std::vector<KnownElement>;

// How often a value occurs in each reading, and its last place there.
struct Occurrences {
  std::uint32_t before = 0, now = 0;
  NodeIndex last_before = kNoNode, last_now = kNoNode;

  bool is_one_of_each() const { return before == 1 && now == 1; }
};
using OccurrenceMap = std::unordered_map<std::uint64_t, Occurrences>;

class ElementMatch {
 public:
  ElementMatch(const KnownElements& before, const KnownElements& now, const std::function<bool(std::uint32_t)>& is_gone,
               const std::function<bool(std::uint32_t)>& is_new)
      : before_(before), now_(now), other_now_(before.size(), kNoNode), other_before_(now.size(), kNoNode) {
    std::unordered_map<std::uint32_t, NodeIndex> places;
    for (NodeIndex i = 0; i < before.size(); ++i) places.emplace(before[i].number, i);
    may_go_.resize(before.size());
    may_come_.resize(now.size());
    for (NodeIndex i = 0; i < now.size(); ++i) {
      const auto same = places.find(now[i].number);
      if (same != places.end()) pair(same->second, i);
      may_come_[i] = same == places.end() && is_new(now[i].number);
    }
    for (NodeIndex i = 0; i < before.size(); ++i) may_go_[i] = other_now_[i] == kNoNode && is_gone(before[i].number);
  }

  std::vector<RenewedElement> match() {
    if (std::ranges::find(may_go_, true) == may_go_.end() || std::ranges::find(may_come_, true) == may_come_.end())
      return {};
    note_words();
    match_by(&KnownElement::html_id);
    match_by(&KnownElement::test_id);
    match_by(&KnownElement::key);
    match_by(&KnownElement::link);
    // Children that are matched here come later in both readings, so the loop reaches their content too. A keyed
    // element can be anywhere.
    for (NodeIndex i = 0; i < before_.size(); ++i) {
      if (other_now_[i] != kNoNode) match_children(i, other_now_[i]);
    }
    return std::move(made_);
  }

 private:
  void pair(NodeIndex before, NodeIndex now) {
    other_now_[before] = now;
    other_before_[now] = before;
  }

  bool are_open(NodeIndex before, NodeIndex now) const {
    return may_go_[before] && may_come_[now] && other_now_[before] == kNoNode && other_before_[now] == kNoNode;
  }

  // Whether the kinds and the keys of the two elements agree.
  bool may_be_same(NodeIndex before, NodeIndex now) const {
    const KnownElement &one = before_[before], &other = now_[now];
    const auto agree = [](std::uint64_t a, std::uint64_t b) { return a == b; };
    return one.kind == other.kind && agree(one.html_id, other.html_id) && agree(one.test_id, other.test_id) &&
           agree(one.key, other.key);
  }

  bool match_two(NodeIndex before, NodeIndex now) {
    if (!are_open(before, now) || !may_be_same(before, now)) return false;
    pair(before, now);
    made_.push_back({before, now});
    return true;
  }

  // Collects words that occur once in the whole document, before and now.
  void note_words() {
    OccurrenceMap said;
    for (NodeIndex i = 0; i < before_.size(); ++i) note_before(said, word_of(before_[i]), i);
    for (NodeIndex i = 0; i < now_.size(); ++i) note_now(said, word_of(now_[i]), i);
    for (NodeIndex i = 0; i < before_.size(); ++i) {
      const std::uint64_t word = word_of(before_[i]);
      if (word == 0) continue;
      const Occurrences& one = said[word];
      if (one.before == 1) words_before_.push_back({i, one.is_one_of_each() ? one.last_now : kNoNode});
    }
    for (NodeIndex i = 0; i < now_.size(); ++i) {
      const std::uint64_t word = word_of(now_[i]);
      if (word != 0 && said[word].now == 1) words_now_.push_back(i);
    }
  }

  // Buttons have the same names in many places, so their words do not identify the elements around them.
  static std::uint64_t word_of(const KnownElement& one) { return one.is_interactive && one.link == 0 ? 0 : one.word; }

  static void note_before(OccurrenceMap& map, std::uint64_t what, NodeIndex at) {
    if (what == 0) return;
    Occurrences& one = map[what];
    ++one.before;
    one.last_before = at;
  }
  static void note_now(OccurrenceMap& map, std::uint64_t what, NodeIndex at) {
    if (what == 0) return;
    Occurrences& one = map[what];
    ++one.now;
    one.last_now = at;
  }

  void match_by(std::uint64_t KnownElement::* key) {
    OccurrenceMap keyed;
    for (NodeIndex i = 0; i < before_.size(); ++i) note_before(keyed, before_[i].*key, i);
    for (NodeIndex i = 0; i < now_.size(); ++i) note_now(keyed, now_[i].*key, i);
    for (NodeIndex i = 0; i < before_.size(); ++i) {
      const auto found = before_[i].*key == 0 ? keyed.end() : keyed.find(before_[i].*key);
      if (found == keyed.end() || !found->second.is_one_of_each()) continue;
      if (is_meant_by_key(i, found->second.last_now)) match_two(i, found->second.last_now);
    }
  }

  // A key with a number may only name a position in a list, where another element is now.
  bool is_meant_by_key(NodeIndex before, NodeIndex now) const {
    const KnownElement &one = before_[before], &other = now_[now];
    if (!one.counted_keys || one.content == other.content) return true;
    if (one.label != 0 && one.label == other.label) return true;
    const Share share = share_of(before, now);
    return share.both > 0 && share.both * 2 >= share.larger();
  }

  struct Share {  // numbers of unique words: in both elements, in the old element, in the new element
    std::size_t both = 0, before = 0, now = 0;
    std::size_t larger() const { return std::max(before, now); }
  };

  Share share_of(NodeIndex before, NodeIndex now) const {
    Share share;
    const NodeIndex end = now_[now].end;
    for (auto word = first_word_before(before); word != words_before_.end() && word->place < before_[before].end;
         ++word) {
      ++share.before;
      share.both += word->now != kNoNode && word->now >= now && word->now < end ? 1 : 0;
    }
    const auto first = std::lower_bound(words_now_.begin(), words_now_.end(), now);
    share.now = static_cast<std::size_t>(std::lower_bound(first, words_now_.end(), end) - first);
    return share;
  }

  struct Word {
    NodeIndex place = 0, now = kNoNode;  // where the word is now, if it occurs once
  };

  std::vector<Word>::const_iterator first_word_before(NodeIndex from) const {
    return std::lower_bound(words_before_.begin(), words_before_.end(), from,
                            [](const Word& word, NodeIndex place) { return word.place < place; });
  }

  static std::vector<NodeIndex> known_children(const KnownElements& elements, NodeIndex parent) {
    std::vector<NodeIndex> children;
    for (NodeIndex i = parent + 1; i < elements[parent].end; i = elements[i].end) children.push_back(i);
    return children;
  }

  void match_children(NodeIndex before, NodeIndex now) {
    const std::vector<NodeIndex> old_ones = known_children(before_, before), new_ones = known_children(now_, now);
    const auto is_open_before = [this](NodeIndex i) { return may_go_[i] && other_now_[i] == kNoNode; };
    const auto is_open_now = [this](NodeIndex i) { return may_come_[i] && other_before_[i] == kNoNode; };
    if (std::ranges::none_of(old_ones, is_open_before) || std::ranges::none_of(new_ones, is_open_now)) return;
    if (are_alike(old_ones, new_ones)) {
      for (std::size_t i = 0; i < old_ones.size(); ++i) match_two(old_ones[i], new_ones[i]);
      return;
    }
    match_unique(old_ones, new_ones, &KnownElement::content);
    match_unique(old_ones, new_ones, &KnownElement::label);
    match_holders(old_ones, new_ones);
    match_only_children_of_kind(old_ones, new_ones);
  }

  // Whether the siblings have the same content at the same places.
  bool are_alike(const std::vector<NodeIndex>& old_ones, const std::vector<NodeIndex>& new_ones) const {
    if (old_ones.size() != new_ones.size()) return false;
    for (std::size_t i = 0; i < old_ones.size(); ++i) {
      const NodeIndex one = old_ones[i], other = new_ones[i];
      if (before_[one].content != now_[other].content || !may_be_same(one, other)) return false;
      if (other_now_[one] != other && !are_open(one, other)) return false;
    }
    return true;
  }

  // Matches siblings by a value that is unique among the siblings, before and now.
  void match_unique(const std::vector<NodeIndex>& old_ones, const std::vector<NodeIndex>& new_ones,
                    std::uint64_t KnownElement::* what) {
    OccurrenceMap seen;
    for (const NodeIndex one : old_ones) note_before(seen, before_[one].*what, one);
    for (const NodeIndex one : new_ones) note_now(seen, now_[one].*what, one);
    for (const NodeIndex one : old_ones) {
      const auto found = seen.find(before_[one].*what);
      if (found != seen.end() && found->second.is_one_of_each()) match_two(one, found->second.last_now);
    }
  }

  // Matches elements with content: most of the words that are unique to the old element are in the new element.
  void match_holders(const std::vector<NodeIndex>& old_ones, const std::vector<NodeIndex>& new_ones) {
    std::unordered_map<NodeIndex, NodeIndex> chosen;  // by new element: the old element, or kNoNode if several chose it
    std::vector<RenewedElement> pairs;
    for (const NodeIndex one : old_ones) {
      if (!may_go_[one] || other_now_[one] != kNoNode || before_[one].end == one + 1) continue;
      const std::map<NodeIndex, std::size_t> counts = new_homes(one, new_ones);
      if (counts.empty()) continue;
      const auto most = std::ranges::max_element(counts, {}, [](const auto& entry) { return entry.second; });
      const NodeIndex other = most->first;
      if (!are_open(one, other) || !may_be_same(one, other)) continue;
      const Share share = share_of(one, other);
      if (share.both * 2 <= share.larger()) continue;
      if (!is_enough(share.larger(), one, old_ones, new_ones)) continue;
      const auto [at, is_first] = chosen.try_emplace(other, one);
      if (!is_first) at->second = kNoNode;
      pairs.push_back({one, other});
    }
    for (const RenewedElement& one : pairs) {
      if (chosen[one.now] == one.before) match_two(one.before, one.now);
    }
  }

  // Matches elements that are the only ones of their kind among their siblings, and are not items of a list, if most of
  // their content is the same.
  void match_only_children_of_kind(const std::vector<NodeIndex>& old_ones, const std::vector<NodeIndex>& new_ones) {
    OccurrenceMap kinds;
    for (const NodeIndex one : old_ones) note_before(kinds, before_[one].kind, one);
    for (const NodeIndex one : new_ones) note_now(kinds, now_[one].kind, one);
    for (const NodeIndex one : old_ones) {
      const Occurrences& kind = kinds[before_[one].kind];
      if (before_[one].is_item || !kind.is_one_of_each() || !are_open(one, kind.last_now)) continue;
      const Share words = share_of(one, kind.last_now);
      if (words.both * 2 > words.larger()) match_two(one, kind.last_now);
      if (!are_open(one, kind.last_now) || before_[one].end - one > kMostParts) continue;
      const Share parts = share_of_parts(one, kind.last_now);
      if (parts.both * 2 > parts.larger()) match_two(one, kind.last_now);
    }
  }

  // Compares the content of all elements inside the two elements.
  Share share_of_parts(NodeIndex before, NodeIndex now) const {
    OccurrenceMap parts;
    Share share;
    for (NodeIndex i = before + 1; i < before_[before].end; ++i, ++share.before)
      note_before(parts, before_[i].content, i);
    for (NodeIndex i = now + 1; i < now_[now].end; ++i, ++share.now) note_now(parts, now_[i].content, i);
    for (const auto& [content, one] : parts) share.both += std::min(one.before, one.now);
    return share;
  }

  // Counts the words of an old element in each new sibling.
  std::map<NodeIndex, std::size_t> new_homes(NodeIndex one, const std::vector<NodeIndex>& new_ones) const {
    std::map<NodeIndex, std::size_t> counts;
    for (auto word = first_word_before(one); word != words_before_.end() && word->place < before_[one].end; ++word) {
      if (word->now == kNoNode) continue;
      auto home = std::upper_bound(new_ones.begin(), new_ones.end(), word->now);
      if (home == new_ones.begin()) continue;
      --home;
      if (word->now < now_[*home].end) ++counts[*home];
    }
    return counts;
  }

  // A word that is unique in the document may still be typical of a kind of element. Several siblings of the same kind,
  // or many words, make a coincidence unlikely.
  bool is_enough(std::size_t words, NodeIndex one, const std::vector<NodeIndex>& old_ones,
                 const std::vector<NodeIndex>& new_ones) const {
    constexpr std::size_t kMany = 6;
    constexpr std::ptrdiff_t kLike = 3;
    if (words >= kMany) return true;
    const auto is_of_kind = [&](NodeIndex other) { return before_[other].kind == before_[one].kind; };
    const auto is_of_kind_now = [&](NodeIndex other) { return now_[other].kind == before_[one].kind; };
    const std::ptrdiff_t like =
        std::min(std::ranges::count_if(old_ones, is_of_kind), std::ranges::count_if(new_ones, is_of_kind_now));
    return like >= kLike;
  }

  const KnownElements &before_, &now_;
  std::vector<NodeIndex> other_now_, other_before_;  // by element: its index in the other reading
  std::vector<bool> may_go_, may_come_;
  std::vector<Word> words_before_;
  std::vector<NodeIndex> words_now_;
  std::vector<RenewedElement> made_;
};

}  // namespace

std::vector<RenewedElement> match_elements(const std::vector<KnownElement>& before,
                                           const std::vector<KnownElement>& now,
                                           const std::function<bool(std::uint32_t)>& is_gone,
                                           const std::function<bool(std::uint32_t)>& is_new) {
  return ElementMatch(before, now, is_gone, is_new).match();
}

}  // namespace casement
