// The pages of a running case: its own page, and one for each user named by a step.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "casement/flow/play/flow_page.h"
#include "casement/flow/steps/step_context.h"

namespace casement {

class CasePages {
 public:
  // Options in `flow_case` are read again before use, because a state file may have been written meanwhile.
  CasePages(const Flow& flow, FlowCase& flow_case, FlowEnvironment& environment)
      : flow_(flow), case_(flow_case), environment_(environment) {}

  // Opens the case's own page, before any other page.
  void open();
  // The page on which a step acts; opened for the first step of its user.
  FlowPage& of(const StepContext& inside);
  FlowPage& own() { return *pages_.at(""); }
  // The page of the running step, or of the last one; null before the first page.
  FlowPage* acting() const { return acting_; }
  const std::map<std::string, std::unique_ptr<FlowPage>>& all() const {
    return pages_;
  }  // by user; "" for the case's own page
  // Shortens waits of all pages, because the time of the case is over.
  void shorten_timeouts();
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
