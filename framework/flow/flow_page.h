// What a flow needs of the world: a page with its verbs, and a site that takes rules. The runner
// sees nothing else, so that it can be specified without a browser. Called on the runner's thread;
// verbs block, and throw casement::Error. A timeout of 0 means the page's default.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "casement/base/deadline.h"
#include "casement/page/frame_failure.h"
#include "casement/results/model.h"
#include "casement/site/site_rule.h"
#include "casement/snapshot/target.h"

namespace casement {

struct Flow;
struct FlowCase;

struct FlowExpectation {
  enum class Kind { Shows, Gone, State, Text, Value, Count, Url, Title, Snapshot };
  Kind kind = Kind::Shows;
  std::optional<Target> target;  // of all but Url, Title and Snapshot
  TextPattern pattern;           // of Text, Value and Title
  std::string text;              // the state, the URL's glob or the snapshot's template
  int count = 0;
};

class FlowPage {
 public:
  // The page as text, and its frames.
  struct Seen {
    std::string snapshot;
    std::vector<results::FrameInfo> frames;
  };

  virtual ~FlowPage() = default;

  virtual void open(const std::string& url, Milliseconds timeout) = 0;
  virtual void click(const Target& target, Milliseconds timeout) = 0;
  virtual void double_click(const Target& target, Milliseconds timeout) = 0;
  virtual void hover(const Target& target, Milliseconds timeout) = 0;
  virtual void fill(const Target& target, const std::string& value, Milliseconds timeout) = 0;
  virtual void clear(const Target& target, Milliseconds timeout) = 0;
  virtual void type(const Target& target, const std::string& text, Milliseconds timeout) = 0;
  // Without a target: to what has the focus.
  virtual void press(const std::optional<Target>& target, const std::string& keys,
                     Milliseconds timeout) = 0;
  virtual void select(const Target& target, const std::vector<std::string>& values,
                      Milliseconds timeout) = 0;
  virtual void check(const Target& target, Milliseconds timeout) = 0;
  virtual void uncheck(const Target& target, Milliseconds timeout) = 0;
  virtual void expect(const FlowExpectation& expectation, Milliseconds timeout) = 0;
  // Whether the page shows it at this moment; does not wait for it.
  virtual bool shows_now(const Target& target) = 0;

  virtual Seen see() = 0;
  virtual std::string screenshot() = 0;
  virtual std::vector<FrameFailure> frame_failures() = 0;
  virtual std::vector<std::string> console() = 0;
  // For reports; a page that cannot tell has none.
  virtual std::vector<results::Request> requests() { return {}; }

  // The page at this moment, and what a step's target matches in it.
  struct Look {
    std::string snapshot;
    std::string screenshot;  // PNG; "" where there is no match to show
    std::string matched;     // "" unless the target matches one element
    std::string frame_path;
    results::Box box;
  };
  virtual Look look(const std::optional<Target>&) { return {}; }
};

class FlowEnvironment {
 public:
  virtual ~FlowEnvironment() = default;
  // A fresh page that shares nothing with earlier cases, whose rules are gone too.
  virtual std::unique_ptr<FlowPage> start_case(const Flow& flow, const FlowCase& flow_case) = 0;
  // Puts a rule before those of the site, until the next case.
  virtual void add_route(const SiteRule& rule) = 0;
};

}  // namespace casement
