// The pages of a case that runs: its own, and one of each role that a step names.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "casement/flow/play/flow_page.h"
#include "casement/flow/steps/step_context.h"

namespace casement {

class CasePages {
 public:
  // `flow_case`: its options are read anew when they are used, since a state file may have been written meanwhile.
  CasePages(const Flow& flow, FlowCase& flow_case, FlowEnvironment& environment)
      : flow_(flow), case_(flow_case), environment_(environment) {}

  // Opens the case's own page, before any other.
  void open();
  // The page that a step acts on; opened where it is the first of its role.
  FlowPage& of(const StepContext& inside);
  FlowPage& own() { return *pages_.at(""); }
  // Of the step that runs, or ran last; null before the first page.
  FlowPage* acting() const { return acting_; }
  const std::map<std::string, std::unique_ptr<FlowPage>>& all() const {
    return pages_;
  }  // by role, "" for the case's own
  // The case's time is over: pages skip what takes long.
  void hurry();
  void close();

 private:
  void read_options_anew();
  ContextOptions role_options(const StepContext& inside) const;
  void act_on(FlowPage& page);

  const Flow& flow_;
  FlowCase& case_;
  FlowEnvironment& environment_;
  std::map<std::string, std::unique_ptr<FlowPage>> pages_;
  FlowPage* acting_ = nullptr;
};

}  // namespace casement
