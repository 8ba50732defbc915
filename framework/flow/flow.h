// A flow as it was authored and checked: plain data, safe to share between threads once loaded.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "casement/base/deadline.h"
#include "casement/flow/variables.h"
#include "casement/flow/yaml_source.h"
#include "casement/page/frame_failure.h"
#include "casement/results/model.h"

namespace casement {

struct StepKind;

// One step as it stands in the file; its texts still hold their ${names}.
struct FlowStep {
  const StepKind* kind = nullptr;  // in the step table
  YamlEntry entry;                 // the step's name and its argument
  std::string label;               // instead of the title that reports would show
  YamlPlace label_place;
  Milliseconds timeout{0};  // 0: the flow's
  results::SourcePlace where;
  std::vector<FlowStep> then_steps;  // of `if`
  std::vector<FlowStep> else_steps;
};

struct FlowCase {  // one row of `cases`
  std::string name;
  std::vector<std::string> tags;  // the flow's and its own
  FlowVariables variables;        // all of them, with this case's values
  results::SourcePlace where;
  std::vector<std::string> secrets;  // values that no report may show
};

struct Flow {
  std::string name;
  std::string file;  // as it was named to the loader
  std::vector<std::string> tags;
  std::string site;      // a folder's name in the sites' folder; "" for none
  std::string base_url;  // put before URLs that start with '/'
  FramePolicy frames;
  Milliseconds frame_timeout{0};  // 0: the page's default
  Milliseconds timeout{0};  // of each step; 0: the page's default
  std::vector<FlowCase> cases;
  std::vector<FlowStep> steps;
  results::SourcePlace where;

  // Shared by copies of a flow: messages point into it. Never changes.
  std::shared_ptr<const YamlSource> source;
};

}  // namespace casement
