#include "casement/agent/recorded_flow.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "casement/agent/live_step.h"

namespace casement {
namespace {

// A step as a line of a flow, without the dash: `click: "button \"Pay\""`, or `reload:` for a step without arguments.
std::string step_line(const Json& step) {
  const auto one = step.begin();
  return one.key() + ":" + (one->is_null() ? "" : " " + dump_json(*one));
}

class StepWriter {
 public:
  StepWriter(const std::map<std::string, RecordedPage>& pages, const std::string& first_user, const std::string& folder)
      : pages_(pages), first_user_(first_user), folder_(literal_text(folder)) {}

  void write(const RecordedStep& one) {
    ++written_;
    user_ = pages_.at(one.page).user;
    const bool opens = one.step.contains("new_page"), closes = one.step.contains("close");
    if (opens) {
      put(one.step);
      enter(one.page);
      return;
    }
    go_to(one.page, one.url);
    if (closes && stack().size() == 1) {
      text_ += "  # The first page was closed here; a flow cannot close it.\n";
      return;
    }
    if (one.is_unsure) text_ += "  # The element has no unique description.\n";
    if (one.was_covered) {
      text_ += "  # The element was covered and the press went to the covering element. A flow fails here.\n";
    }
    put(one.step);
    if (one.timeout.count() > 0) text_ += fmt::format("    timeout: {}ms\n", one.timeout.count());
    if (closes) stack().pop_back();
  }
  const std::string& text() const { return text_; }

 private:
  // The pages that the flow has entered for this user, each from the one before; the flow's runner has the same stack.
  std::vector<std::string>& stack() {
    std::vector<std::string>& all = stacks_[user_];
    if (all.empty()) {
      const auto own = std::ranges::find_if(pages_, [&](const auto& one) {
        return one.second.kind == RecordedPage::Kind::Own && one.second.user == user_;
      });
      all.push_back(own == pages_.end() ? "" : own->first);
    }
    return all;
  }

  void put(const Json& step) {
    text_ += fmt::format("  - {}\n", step_line(beside_flow(step)));
    if (user_ != first_user_) text_ += fmt::format("    as: {}\n", dump_json(user_));
  }

  // The step with file paths relative to the flow.
  Json beside_flow(Json step) const {
    if (folder_.empty() || !step.contains("upload")) return step;
    for (Json& files : step["upload"]) {
      for (Json& file : files) file = path_beside(folder_, file.get<std::string>());
    }
    return step;
  }

  void enter(const std::string& page) {
    stack().push_back(page);
    entered_.insert(page);
  }

  bool leave_for(const std::string& page) {
    std::vector<std::string>& all = stack();
    if (std::ranges::find(all, page) == all.end()) return false;
    for (; all.back() != page; all.pop_back()) put({{"leave_popup", nullptr}});
    return true;
  }

  void go_to(const std::string& page, const std::string& url) {
    if (stack().back() == page || leave_for(page)) return;
    const RecordedPage& wanted = pages_.at(page);
    const Json address = literal_text(url);
    if (wanted.kind == RecordedPage::Kind::Popup && !entered_.contains(page) && leave_for(wanted.opener)) {
      put({{"expect_popup", is_only_popup(page) ? Json(nullptr) : address}});
    } else {
      put({{"switch_to_page", address}});
    }
    enter(page);
  }

  // Whether no other popup of the same opener waits to be entered at this step.
  bool is_only_popup(const std::string& page) const {
    return std::ranges::none_of(pages_, [&](const auto& one) {
      return one.first != page && one.second.kind == RecordedPage::Kind::Popup &&
             one.second.opener == pages_.at(page).opener && one.second.after_steps < written_ &&
             !entered_.contains(one.first);
    });
  }

  const std::map<std::string, RecordedPage>& pages_;
  const std::string& first_user_;
  const std::string folder_;  // escaped for a flow
  std::string user_, text_;
  std::map<std::string, std::vector<std::string>> stacks_;  // by user
  std::set<std::string> entered_;
  std::size_t written_ = 0;  // steps, including the current one
};

}  // namespace

std::string path_beside(const std::string& folder, const std::string& path) {
  const std::string relative = std::filesystem::path(path).lexically_relative(folder).string();
  return relative.empty() ? path : relative;
}

std::string recorded_flow_steps(const std::vector<RecordedStep>& steps,
                                const std::map<std::string, RecordedPage>& pages, const std::string& first_user,
                                const std::string& folder) {
  StepWriter writer(pages, first_user, folder);
  for (const RecordedStep& one : steps) writer.write(one);
  return writer.text();
}

}  // namespace casement
