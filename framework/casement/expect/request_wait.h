// Waits for requests and their answers.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "casement/expect/element_conditions.h"
#include "casement/expect/request_pattern.h"
#include "casement/target/text_pattern.h"

namespace casement {

class RequestSearch {
 public:
  enum class Moment { Sent, Answered };
  // Searches requests that were sent, or answered. `*` in the glob matches any run of characters. Throws Error{Usage}
  // for an invalid JSON pointer, and Error{Authoring} for an invalid regular expression.
  RequestSearch(Moment moment, std::string_view url_glob, RequestPattern pattern);

  // The first match after `since`; null if there is none. The caller holds the engine lock.
  const RequestRecord* find(PageSession& page, EventNumber since) const;
  // "request to */orders with the method POST", with an article before it in `a request`.
  std::string describe() const;
  // For failures: how the newest request to the address differs, or which request was the newest after `since`.
  std::string describe_seen(PageSession& page, EventNumber since) const;

 private:
  bool is_after(const RequestRecord& record, EventNumber since) const;
  bool has_method(const RequestRecord& record) const;
  // "" if the request matches.
  std::string difference(const RequestRecord& record) const;

  Moment moment_;
  std::string url_glob_;
  RequestPattern pattern_;
  std::optional<TextMatcher> text_;
};

// Waits for a request among all that the page has recorded.
void await_request(PageSession& page, const RequestSearch& search, Negated negated, const WaitBudget& within);

}  // namespace casement
