#include "casement/flow/run/case_pages.h"

#include <fmt/format.h>

#include <utility>

#include "casement/base/error.h"
#include "casement/flow/model/project.h"

namespace casement {
namespace {

// Throws if a file of this user is missing; "" is the case's own page.
void require_files(const Flow& flow, const PlannedFiles& files, const std::string& user) {
  const bool has_set_up = flow.project != nullptr && !flow.project->set_up.empty();
  for (const PlannedFiles::Missing& one : files.missing) {
    if (one.user != user) continue;
    std::vector<std::string> trail = one.error.trail();
    if (has_set_up) trail.push_back(set_up_hint(flow.files.get()));
    throw one.error.with_trail(std::move(trail));
  }
}

// Whether the options name files that another flow may have written since the flows were read.
bool names_files(const ContextOptions& options) {
  return !storage_state_file(options).empty() || options.har || !options.client_certificates.empty();
}

}  // namespace

void CasePages::open() {
  read_options_anew();
  std::unique_ptr<FlowPage> page = environment_.start_case(flow_, case_);
  act_on(*pages_.emplace("", std::move(page)).first->second);
}

void CasePages::read_options_anew() {
  if (!names_files(case_.options.use)) return;
  AuthoringErrors errors;
  PlannedFiles files;
  case_.options = options_of_case(flow_, case_.variables, case_.functions, errors, &files);
  errors.throw_if_any();
  require_files(flow_, files, "");
}

ContextOptions CasePages::role_options(const StepContext& inside) const {
  AuthoringErrors errors;
  PlannedFiles files;
  CaseOptions options;
  if (const auto own = case_.options.users.find(inside.user); own != case_.options.users.end()) {
    if (!names_files(own->second)) return own->second;
    options = options_of_case(flow_, case_.variables, case_.functions, errors, &files);
  } else if (inside.flow->users.contains(inside.user)) {
    options = options_of_called(*inside.flow, *inside.variables, case_.functions, errors, &files);
  } else {
    throw Error(ErrorKind::Authoring, fmt::format("the flow has no user '{}'", inside.user));
  }
  errors.throw_if_any();
  require_files(flow_, files, inside.user);
  return std::move(options.users.at(inside.user));
}

FlowPage& CasePages::of(const StepContext& inside) {
  auto known = pages_.find(inside.user);
  if (known == pages_.end()) {
    std::unique_ptr<FlowPage> page = environment_.start_role(flow_, case_, role_options(inside));
    known = pages_.emplace(inside.user, std::move(page)).first;
  }
  act_on(*known->second);
  return *known->second;
}

void CasePages::act_on(FlowPage& page) {
  if (acting_ == &page) return;
  acting_ = &page;
  environment_.acts_on(acting_);
}

void CasePages::shorten_timeouts() {
  for (const auto& [user, page] : pages_) page->shorten_timeouts();
}

void CasePages::close() {
  environment_.acts_on(nullptr);
  acting_ = nullptr;
  pages_.clear();
}

}  // namespace casement
