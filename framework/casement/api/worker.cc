#include "casement/api/worker.h"

#include <fmt/format.h>

#include <algorithm>

#include "casement/act/evaluate.h"
#include "casement/api/awaited.h"
#include "casement/api/engine.h"
#include "casement/api/observed.h"
#include "casement/base/address.h"
#include "casement/base/text.h"
#include "casement/browser/context/context_session.h"
#include "casement/browser/page/page_functions.h"
#include "casement/browser/page/page_start_scripts.h"
#include "casement/expect/page_waits.h"

namespace casement {
namespace {

bool runs(PageSession& page, const WorkerRecord& worker) {
  if (worker.kind == WorkerRecord::Kind::Dedicated) return page.workers().contains(worker.session);
  ContextSession* const context = page.environment().context;
  return context != nullptr && context->common_workers().contains(worker.session);
}

std::vector<WorkerRecord> workers_of(PageSession& page) {
  std::vector<WorkerRecord> all;
  for (const WorkerRecord& worker : page.started_workers().entries()) {
    if (runs(page, worker)) all.push_back(worker);
  }
  // Workers that started before the page had such a frame.
  ContextSession* const context = page.environment().context;
  if (context == nullptr) return all;
  for (const auto& [session, worker] : context->common_workers()) {
    const bool is_known = std::ranges::find(all, session, &WorkerRecord::session) != all.end();
    if (!is_known && page.has_frame_of(origin_of_url(worker.record.url).origin)) all.insert(all.begin(), worker.record);
  }
  return all;
}

bool is_ready(PageSession& page, const WorkerRecord& worker) {
  if (worker.kind == WorkerRecord::Kind::Dedicated) return page.workers().is_ready(worker.session);
  return page.environment().context->common_workers().at(worker.session).is_ready;
}

// Waits until the worker's own script has been evaluated. Throws Error{SessionClosed} if the worker has ended.
void await_script(PageSession& page, const WorkerRecord& worker, Deadline deadline) {
  const bool is_decided =
      page.connection().pump_until([&] { return !runs(page, worker) || is_ready(page, worker); }, deadline);
  if (!runs(page, worker))
    throw Error(ErrorKind::SessionClosed, fmt::format("the worker {} has ended", shorten(worker.url, 200)));
  if (!is_decided) {
    throw Error(ErrorKind::Timeout,
                fmt::format("the script of the worker {} has not come to its end in time", shorten(worker.url, 200)));
  }
}

std::string describe_workers(PageSession& page) {
  std::vector<std::string> urls;
  for (const WorkerRecord& worker : workers_of(page)) urls.push_back(shorten(worker.url, 200));
  return urls.empty() ? "the page has no worker" : "the page has the workers " + join(urls, ", ");
}

}  // namespace

bool PageWorker::closed() const {
  if (handle_of(page_).closed()) return true;
  return locked(handle_of(page_), [&](PageSession& page) { return !runs(page, record_); });
}

JsonValue PageWorker::evaluate(std::string_view expression, const ActionOptions& options, Where where) const {
  return observed(handle_of(page_), where, {"evaluate_in", "", fmt::format("{}: {}", record_.url, expression)},
                  [&](PageSession& page) {
                    const cdp::Connection::EngineLock lock(page.connection());
                    const Deadline deadline = page.deadline(options.timeout);
                    await_script(page, record_, deadline);
                    return evaluate_in_worker(page, record_.session, std::string(expression), deadline);
                  });
}

std::vector<PageWorker> Page::workers() const {
  std::vector<PageWorker> all;
  for (WorkerRecord& worker : locked(session_, [](PageSession& page) { return workers_of(page); }))
    all.emplace_back(*this, std::move(worker));
  return all;
}

PageWorker Page::worker(std::string_view glob, const ActionOptions& options, Where where) const {
  return observed(session_, where, {"worker", "", glob}, [&](PageSession& page) {
    std::optional<WorkerRecord> found;
    const auto look = [&] {
      for (WorkerRecord& worker : workers_of(page)) {
        if (!found && glob_match(glob, worker.url)) found = std::move(worker);
      }
      return found.has_value();
    };
    await_event(
        page, fmt::format("a worker {}", glob), look, [&] { return describe_workers(page); }, Negated::No,
        WaitBudget(page.time_given(options.timeout)));
    return PageWorker(*this, *std::move(found));
  });
}

Awaited<PageWorker> Page::next_worker(std::string_view glob) const {
  const PageHandle page = session_;
  const EventNumber since = locked(page, [](PageSession& one) { return one.clock().now(); });
  return {*this, fmt::format("a worker {}", glob),
          [self = *this, page, since, glob = std::string(glob)]() -> std::optional<PageWorker> {
            const WorkerRecord* const found = page->started_workers().find_since(
                since, [&](const WorkerRecord& one) { return glob_match(glob, one.url); });
            return found == nullptr ? std::nullopt : std::optional(PageWorker(self, *found));
          },
          [page] { return describe_workers(*page); }};
}

int Page::add_init_script(std::string_view source, Where where) const {
  return observed(session_, where, {"add_init_script"}, [&](PageSession& page) {
    return page.extension<PageStartScripts>().add_init_script(std::string(source), page.deadline(Milliseconds{0}));
  });
}

bool Page::remove_init_script(int id, Where where) const {
  return observed(session_, where, {"remove_init_script"}, [&](PageSession& page) {
    return page.extension<PageStartScripts>().remove_own(init_script_name(id), page.deadline(Milliseconds{0}));
  });
}

void Page::expose(std::string_view name, ExposedFunction function, Where where) const {
  observed(session_, where, {"expose", "", name}, [&](PageSession& page) {
    page.extension<PageFunctions>().expose(std::string(name), std::move(function), page.deadline(Milliseconds{0}));
  });
}

}  // namespace casement
