// The world of a flow: a page that acts, and a site that takes rules. The runner sees nothing else, so that tests of
// the runner need no browser. Called on the runner's thread; calls block, and throw casement::Error.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "casement/base/deadline.h"
#include "casement/base/error.h"
#include "casement/base/json.h"
#include "casement/browser/values/page_records.h"
#include "casement/results/model.h"
#include "casement/site/site_rule.h"
#include "casement/snapshot/frame_failure.h"
#include "casement/target/target.h"
#include "casement/trace/page_copier.h"

namespace casement {

class SocketRelay;
struct ContextOptions;
struct Flow;
struct FlowCase;
struct ProgramResult;
struct ProgramRequest;

class PageStack;

// One action or check on a page: a call of the C++ API with all its arguments.
using PageCall = std::function<void(PageStack& pages)>;

class FlowPage {
 public:
  // The page as text, and its frames.
  struct Seen {
    std::string snapshot;
    std::vector<results::FrameInfo> frames;
  };

  virtual ~FlowPage() = default;

  virtual void act(const PageCall& call) = 0;
  // Whether the page shows `target` at this moment; does not wait.
  virtual bool shows_now(const Target& target) = 0;

  virtual Seen see() = 0;
  virtual std::string screenshot() = 0;
  virtual std::vector<FrameFailure> frame_failures() = 0;
  virtual std::vector<ConsoleLine> console() = 0;
  // See PageNotes; empty for a page that never waits.
  virtual std::vector<std::string> warnings() { return {}; }
  virtual std::vector<std::string> missed_changes() { return {}; }
  // A line for each route of the page that no request has used, as evidence of a failure.
  virtual std::vector<std::string> unused_routes() { return {}; }
  // For reports; empty if the page does not record requests.
  virtual std::vector<results::Request> requests() { return {}; }
  // Adds the element and the attempts of the last action to the step, if an action ran since the last call.
  virtual void note_action(results::Step&) {}

  // The page at this moment.
  struct Look {
    std::string snapshot;
    std::string screenshot;            // PNG; "" if the page has none
    std::shared_ptr<const Json> copy;  // of the page's DOM (casement/trace/page_copier.h); null for none
  };
  enum class Picture { No, Yes };
  virtual Look look(PageCopier&, Picture) { return {}; }
  // Asks for a copy of the page's DOM without waiting; see PageCopier::ask.
  virtual bool ask_for_copy(PageCopier&, Milliseconds /*limit*/, PageCopier::Resources) { return false; }
  // Shortens all later waits, because the time of the case is over.
  virtual void shorten_timeouts() {}
};

class FlowEnvironment {  // the source of a case's pages
 public:
  virtual ~FlowEnvironment() = default;
  // A fresh page that shares nothing with earlier cases. Also removes the rules of earlier cases.
  virtual std::unique_ptr<FlowPage> start_case(const Flow& flow, const FlowCase& flow_case) = 0;
  // A page of another user, in its own context, with the options of this user.
  virtual std::unique_ptr<FlowPage> start_role(const Flow& flow, const FlowCase& flow_case, const ContextOptions&) {
    return start_case(flow, flow_case);
  }
  // Announces the page for the next steps; null after the last step.
  virtual void acts_on(FlowPage*) {}
  // After a step has ended with Error{Interrupted}: allows calls to the pages again, to collect evidence.
  virtual void resume() {}
  // After a failed step: the error of a lost browser, if the step failed because its remote browser or its application
  // has gone. Waits for the browser to answer.
  virtual std::optional<Error> find_loss() { return std::nullopt; }
  // The output of the case's programs so far, without secrets, as evidence.
  struct ProgramOutput {
    std::string name, text;
  };
  virtual std::vector<ProgramOutput> outputs() { return {}; }
  // Runs a program of the flow's author to its end. Throws Error{Usage} if this environment runs no programs.
  virtual ProgramResult run_program(const ProgramRequest& request);
  // Waits for a person if a person can see the page; otherwise returns at once.
  virtual void pause(const std::string&) {}
  // Puts a rule before the site's own rules, until the next case.
  virtual void add_route(const SiteRule& rule) = 0;
  // Sends to the pages that have opened this address of the site; see SiteStreams.
  struct SiteSend {
    bool is_socket = true;  // otherwise an event stream
    std::string host;
    std::string path;
    StreamAction action;
    Milliseconds timeout{};  // for the first connection; zero for the default
  };
  virtual void send(const SiteSend&) { throw Error(ErrorKind::Usage, "this step works only in a flow with a site"); }
  // Lines for the routes of sockets that were not used; see SocketRelay.
  virtual std::vector<std::string> unused_socket_routes() { return {}; }
  // The relay through which the case's WebSockets go, if the flow has a step `route_socket`.
  virtual SocketRelay& socket_relay() {
    throw Error(ErrorKind::Usage, "no socket is routed; write the step 'route_socket' before");
  }
  // The address at which a person can watch the running case's browser or its recording; "" for none.
  virtual std::string browser_link() { return ""; }
};

}  // namespace casement
