// What a flow needs of the world: a page that acts, and a site that takes rules. The runner sees
// nothing else, so that it can be specified without a browser. Called on the runner's thread;
// calls block, and throw casement::Error.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "casement/base/deadline.h"
#include "casement/base/error.h"
#include "casement/results/model.h"
#include "casement/site/site_rule.h"
#include "casement/snapshot/frame_failure.h"
#include "casement/target/target.h"

namespace casement {

struct ContextOptions;
struct Flow;
struct FlowCase;
struct ProgramResult;
struct ProgramRequest;

class PageStack;

// One thing that a page is to do or to be: the C++ API's own call, with everything it needs.
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
  // Whether the page shows it at this moment; does not wait for it.
  virtual bool shows_now(const Target& target) = 0;

  virtual Seen see() = 0;
  virtual std::string screenshot() = 0;
  virtual std::vector<FrameFailure> frame_failures() = 0;
  virtual std::vector<std::string> console() = 0;
  // Both: see PageSession; a page that does not wait has none.
  virtual std::vector<std::string> warnings() { return {}; }
  virtual std::vector<std::string> missed_changes() { return {}; }
  // For reports; a page that cannot tell has none.
  virtual std::vector<results::Request> requests() { return {}; }
  // What the last action tried, if there was one since this was last asked.
  virtual std::vector<results::Attempt> new_attempts() { return {}; }

  // The page at this moment, and what a step's target matches in it.
  struct Look {
    std::string snapshot;
    std::string screenshot;  // PNG; "" of a page that has none
    std::string matched;     // "" unless the target matches one element
    std::string frame_path;
    results::Box box;
  };
  virtual Look look(const std::optional<Target>&) { return {}; }
  // From now on it skips what takes long: the case's own time is over.
  virtual void hurry() {}
};

class FlowEnvironment {  // where a case gets its pages from
 public:
  virtual ~FlowEnvironment() = default;
  // A fresh page that shares nothing with earlier cases, whose rules are gone too.
  virtual std::unique_ptr<FlowPage> start_case(const Flow& flow, const FlowCase& flow_case) = 0;
  // A page of another user, in a context of its own, with the options of this role.
  virtual std::unique_ptr<FlowPage> start_role(const Flow& flow, const FlowCase& flow_case, const ContextOptions&) {
    return start_case(flow, flow_case);
  }
  // The page that the next steps act on; null after the last.
  virtual void acts_on(FlowPage*) {}
  // A step has ended with Error{Interrupted}; its pages may be asked for what reports keep of them.
  virtual void resume() {}
  // After a step that failed: whether its browser, which runs elsewhere, has gone, and so the step failed for that.
  // Waits for the browser to answer.
  virtual std::optional<Error> find_loss() { return std::nullopt; }
  // What the programs of the case have printed so far, without secrets: for evidence.
  struct ProgramOutput {
    std::string name, text;
  };
  virtual std::vector<ProgramOutput> outputs() { return {}; }
  // Runs a program of the flow's author to its end. Throws Error{Usage} where none are run.
  virtual ProgramResult run_program(const ProgramRequest& request);
  // Waits for a person where there is one to see the page, and returns at once elsewhere.
  virtual void pause(const std::string&) {}
  // Puts a rule before those of the site, until the next case.
  virtual void add_route(const SiteRule& rule) = 0;
  // Where a person sees the browser of the case that runs, or its film; "" for nowhere.
  virtual std::string browser_link() { return ""; }
};

}  // namespace casement
