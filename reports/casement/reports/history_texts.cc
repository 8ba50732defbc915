#include "casement/reports/history_texts.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "casement/reports/report_text.h"

namespace casement::reports {
namespace {

// Takes texts of one case, the newest first, until they are too many or too long.
class Budget {
 public:
  explicit Budget(std::size_t bytes) : bytes_(bytes) {}

  bool takes(std::string_view text, std::string_view more) {
    if (is_spent_ || known_.contains({text, more})) return !is_spent_;
    const std::size_t size = text.size() + more.size();
    is_spent_ = !known_.empty() && (known_.size() == kMostTexts || size > bytes_);
    if (is_spent_) return false;
    bytes_ -= std::min(bytes_, size);
    known_.emplace(text, more);
    return true;
  }
  void spend() { is_spent_ = true; }

 private:
  std::size_t bytes_;
  std::set<std::pair<std::string_view, std::string_view>> known_;
  bool is_spent_ = false;
};

}  // namespace

void bound_texts(std::vector<HistoryResult>& results, const std::vector<HistoryFailure>& failures,
                 const std::function<std::uint32_t(const HistoryFailure&)>& index_of) {
  // Copies of the texts, because `index_of` may move the failures.
  std::vector<HistoryFailure> own;
  std::vector<HistoryResult*> failed;
  for (HistoryResult& result : results) {
    if (!has_failure(result.outcome)) continue;
    failed.push_back(&result);
    own.push_back(failures[result.failure]);
  }
  Budget messages(kMostMessageBytes), places(kMostPlaceBytes);
  for (std::size_t i = failed.size(); i-- > 0;) {
    const HistoryFailure& failure = own[i];
    if (failure.kept != KeptTexts::All) messages.spend();
    if (failure.kept == KeptTexts::None) places.spend();
    const bool has_place = places.takes(failure.step, failure.place);
    if (!has_place) messages.spend();
    if (messages.takes(failure.message, "")) continue;
    failed[i]->failure = index_of(has_place ? HistoryFailure{"", failure.step, failure.place, KeptTexts::Place}
                                            : HistoryFailure{"", "", "", KeptTexts::None});
  }
}

std::string left_out_text(const History& history) {
  std::size_t count = 0;
  for (const HistoryCase& one : history.cases) {
    count += static_cast<std::size_t>(std::ranges::count_if(one.results, [&](const HistoryResult& result) {
      return has_failure(result.outcome) && history.failures[result.failure].kept != KeptTexts::All;
    }));
  }
  if (count == 0) return "";
  return fmt::format("Left out the messages of {}: a case keeps its newest {} different messages, of at most {} bytes",
                     counted(count, "older failure"), kMostTexts, kMostMessageBytes);
}

}  // namespace casement::reports
