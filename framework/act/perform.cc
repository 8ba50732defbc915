#include "casement/act/perform.h"

#include <fmt/format.h>

#include <optional>

#include "casement/act/change_watch.h"
#include "casement/cdp/protocol_error.h"

namespace casement {

void perform(PageTarget& page, const Target& target, std::string_view verb, Deadline deadline,
             const std::function<Attempt(const Located&)>& act) {
  const std::string patience = describe_duration(deadline.when() - Deadline::Clock::now());
  std::optional<ChangeWatch> watch;  // the first try goes without: mostly it succeeds
  std::optional<Attempt> last;
  bool searched = false;
  for (;;) {
    if (watch) watch->arm();
    try {
      const SearchResult result = search(page, target, deadline);
      searched = true;
      if (result.found.size() > 1) throw_ambiguous(page, target, result.found, deadline);
      if (result.found.empty()) {
        last.reset();
      } else {
        if (!last) last = Attempt::not_yet("did not answer in time");  // unless it does
        last = act(result.found.front());
        if (last->done) return;
        if (last->final) break;
      }
    } catch (const Error& error) {
      // The deadline came in the middle of another try: what the tries before it saw is the reason.
      if (error.kind() == ErrorKind::Timeout && deadline.expired() && searched) break;
      if (!cdp::means_gone(error) || page.closed()) throw;
      // The document went away in the middle of it. A ref says so itself the next time round.
      last = Attempt::not_yet("went away with its document");
      if (target.is_ref()) locate_ref(page, target.ref());
    }
    if (deadline.expired()) break;
    if (!watch) {
      watch.emplace(page);
      continue;
    }
    watch->wait(deadline);
  }
  if (!last) {
    throw Error(ErrorKind::NotFound,
                fmt::format("cannot {} {}: nothing matches it within {}", verb, target.text(), patience),
                explain_no_match(page, target));
  }
  throw Error(ErrorKind::NotActionable,
              fmt::format("cannot {} {}: it {}{}", verb, target.text(), last->obstacle,
                          last->final ? "" : " (waited " + patience + ")"),
              last->details);
}

}  // namespace casement
