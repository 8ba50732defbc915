#include "casement/browser/context/helper_page.h"

#include <algorithm>
#include <chrono>

#include "casement/browser/context/context_session.h"
#include "casement/browser/page/page_session.h"
#include "casement/browser/page/page_start_scripts.h"

namespace casement {
namespace {

// To close it where its user's own time is over.
constexpr std::chrono::seconds kClosingTimeout{2};

}  // namespace

HelperPage::HelperPage(ContextSession& context, Deadline deadline)
    : context_(context), page_(context.open_page(deadline)), deadline_(deadline) {
  // Scripts of the test are for its own pages.
  for (cdp::Command& command : page_.extension<PageStartScripts>().remove_all())
    page_.connection().send(std::move(command));
  page_.routes().spare_workers();
}

std::deque<cdp::Event>& HelperPage::hold_requests() {
  page_.routes().hold_for(&held_);
  return held_;
}

HelperPage::~HelperPage() {
  try {
    page_.close(Deadline::at(std::max(deadline_.when(), Deadline::in(kClosingTimeout).when())));
  } catch (const Error&) {
    // With its context it goes in any case.
  }
  page_.routes().hold_for(nullptr);
  std::erase_if(context_.pages_, [&](const auto& one) { return one.get() == &page_ && page_.closed(); });
}

}  // namespace casement
