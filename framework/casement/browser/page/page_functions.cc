#include "casement/browser/page/page_functions.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "casement/browser/page/page_session.h"
#include "casement/browser/page/page_start_scripts.h"
#include "casement/browser/page/script_places.h"

namespace casement {
namespace {

struct Request {  // js/exposed_functions.js sends it as "7 name [1,2]"
  std::string number;
  std::string name;
  std::string arguments;
};

// A page may send anything.
std::optional<Request> request_in(const std::string& payload) {
  const std::size_t first = payload.find(' ');
  const std::size_t second = first == std::string::npos ? first : payload.find(' ', first + 1);
  if (second == std::string::npos || first == 0 || first > 15) return std::nullopt;
  Request request{payload.substr(0, first), payload.substr(first + 1, second - first - 1), payload.substr(second + 1)};
  if (!std::ranges::all_of(request.number, [](char c) { return c >= '0' && c <= '9'; })) return std::nullopt;
  return request;
}

}  // namespace

PageFunctions::PageFunctions(PageSession& page) : page_(page) {
  for (EventTable* const events : {&page.events(), &page.worker_events()}) {
    events->on("Runtime.bindingCalled", [this](const cdp::Event& event) {
      if (event.params.value("name", std::string()) != kFunctionBinding) return cdp::Effects{};
      return on_call(event);
    });
  }
}

void PageFunctions::expose(const std::string& name, ExposedFunction function, Deadline deadline) {
  const cdp::Connection::EngineLock lock(page_.connection());
  if (page_.closed()) throw page_.end_error();
  ExposedFunctions::check(name, function);
  const auto& shared = page_.environment().functions;
  if (own_.contains(name) || (shared != nullptr && shared->contains(name)))
    throw Error(ErrorKind::Usage, fmt::format("there is an exposed function '{}' already", name));
  own_.add(name, std::move(function), page_.connection().mailbox());
  const StartScript script = exposing_script(name);
  page_.extension<PageStartScripts>().add_own(script, deadline);
  run_start_script(page_.connection(), script_places(page_), script, deadline);
}

cdp::Effects PageFunctions::on_call(const cdp::Event& event) {
  std::optional<Request> request = request_in(event.params.value("payload", std::string()));
  if (!request) return {};
  const int context = event.params.value("executionContextId", 0);
  const auto outcome = std::make_shared<FunctionThread::Outcome>();
  const auto refuse = [&](std::string why) {
    outcome->error = std::move(why);
    return on_done(event.session, context, request->number, outcome);
  };
  FunctionThread* thread = own_.find(request->name);
  if (const auto& shared = page_.environment().functions; thread == nullptr && shared != nullptr)
    thread = shared->find(request->name);
  if (thread == nullptr) return refuse("the test has no such function");
  FunctionCall call;
  try {
    call.arguments = JsonValue::parse(std::move(request->arguments)).elements();
  } catch (const Error& error) {
    return refuse("the arguments cannot be read: " + error.message());
  }
  call.place = page_.place_of_context(event.session, context);
  const bool has_begun = thread->run({std::move(call),
                                      outcome,
                                      {weak_.get(), &PageFunctions::on_done, event.session, context, request->number,
                                       std::shared_ptr<FunctionThread::Outcome>(outcome)}});
  if (!has_begun) return refuse("too many calls of the function wait");
  return {};
}

cdp::Effects PageFunctions::on_done(const cdp::SessionId& session, int context, const std::string& number,
                                    const std::shared_ptr<FunctionThread::Outcome>& outcome) {
  const bool failed = outcome->error.has_value();
  const Json text = failed ? Json(*outcome->error) : Json(outcome->value.dump());
  return {{{session,
            "Runtime.evaluate",
            {{"expression",
              fmt::format("globalThis.casementFunctions?.settle({}, {}, {})", number, failed, dump_json(text))},
             {"contextId", context}},
            nullptr}},
          {},
          {}};
}

}  // namespace casement
