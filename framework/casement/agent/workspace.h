// What one agent works with: a Chrome of its own, its roles, their pages, what it has seen of each, and what it has
// done so far as steps of a flow. Nothing is shared between two of them. One thread at a time; `cancel` from any.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "casement/agent/access_rules.h"
#include "casement/agent/fence.h"
#include "casement/agent/recorded_flow.h"
#include "casement/agent/seen_pages.h"
#include "casement/api/page.h"
#include "casement/base/json.h"
#include "casement/browser/values/context_options.h"
#include "casement/browser/values/event_number.h"
#include "casement/flow/model/variables.h"
#include "casement/flow/play/page_stack.h"
#include "casement/flow/play/site_browser.h"
#include "casement/process/launch_options.h"
#include "casement/results/secret_redactor.h"

namespace casement {

class ContextSession;

struct AgentRole {
  std::string name;
  std::string storage_state;  // a JSON file; "" for none
  std::string default_url;    // "" for none
};

struct AgentOptions {
  LaunchOptions launch = {};
  std::string site = {};  // a folder of pages that is served meanwhile; "" for none
  ContextOptions user = {};
  std::map<std::string, std::string> use = {};  // what `user` was made of: keys of a flow's `use`, for saved flows
  std::vector<AgentRole> roles = {};
  AccessOptions access = {};
  bool evaluate = false;            // scripts of the agent's own
  bool run = false;                 // programs that its flows start, and files anywhere that they read and write
  std::string output_folder = ".";  // the only one that files are written into
  std::string input_folder = "";    // the only one that files are uploaded from; "": none
  std::string docs_folder = "";     // of Casement's documents, which agents may read; "": none
  FlowVariables secrets = {};
  std::size_t max_bytes = 20'000;  // of page text in an answer, where the call says nothing else
};

struct AgentPage {  // one page, with what the agent has seen of it
  AgentPage(std::string name, std::string role_name, Page one, ContextSession& context, int& snapshots)
      : handle(std::move(name)), role(std::move(role_name)), stack(one, context), told(snapshots) {}
  Page& page() { return stack.page(); }

  std::string handle;
  std::string role;
  PageStack stack;
  std::optional<Snapshot> seen;  // the newest: refs are of it
  SeenPages told;
  EventNumber told_dialogs = 0;  // the newest dialog that an answer has named
  bool is_announced = true;      // false for a popup that no answer has named
};

class Workspace {
 public:
  // `handle_end` stands behind the handle of each page: a random word where a handle alone says whose it is.
  explicit Workspace(const AgentOptions& options, std::string handle_end = "");
  ~Workspace();

  const AgentOptions& options() const { return options_; }
  // Starts Chrome where there is none, or none that lives; forgets everything then. False where it runs already.
  bool start();
  void close();
  bool running() const { return site_.browser != nullptr; }
  const std::string& version() const;

  // The page with this handle, or the current role's newest for "". Throws Error{Usage}.
  AgentPage& page(const std::string& handle);
  // Those that are open, popups among them.
  std::vector<AgentPage*> pages();
  void select_page(const std::string& handle);
  AgentPage& new_page();
  // Waits until the popups that this page has opened can be used and show what they were opened with, for as long as a
  // frame is waited for.
  void await_popups(AgentPage& opener);
  // The popups that no answer has named so far. Each becomes the current page of its role: a call without a page never
  // acts on a page that the agent was not told of.
  std::vector<AgentPage*> announce_popups();

  const std::string& role() const { return role_; }
  std::vector<std::string> role_names() const;
  // Makes it where that has not happened yet; where that fails, the role before stays, and nothing of the new one is
  // left.
  void select_role(const std::string& name);

  // RecordedStep::page is filled in.
  void record(AgentPage& page, RecordedStep step);
  const std::vector<RecordedStep>& recorded() const { return recorded_; }
  // The steps so far as a flow whose file is in `folder`.
  std::string flow_text(const std::string& name, const std::string& folder) const;

  AccessRules& access() { return access_; }
  std::string masked(std::string_view text) const { return redactor_.masked(text); }
  // Ends what is in progress with Error{Interrupted}; until `resume`.
  void cancel();
  void resume();

 private:
  struct RoleOfAgent {
    ContextSession* context = nullptr;
    std::string current;  // page handle
  };
  RoleOfAgent& make_role(const std::string& name);
  void guard(Page page);
  AgentPage& adopt(PageSession& target, ContextSession& context, RecordedPage kind);
  void find_popups();
  // The handle of the page that opened it; "" where none of these has.
  std::string opener_of(const PageSession& target) const;
  BrowserSession& browser();
  std::string use_lines(const std::string& folder) const;

  const AgentOptions options_;
  const std::string handle_end_;
  AccessRules access_;
  Fence fence_;
  results::SecretRedactor redactor_;
  SiteBrowser site_;
  std::map<std::string, RoleOfAgent> roles_;
  std::vector<std::unique_ptr<AgentPage>> pages_;
  std::string role_;
  int handles_ = 0;
  int snapshots_ = 0;  // that were told, of all pages
  std::vector<RecordedStep> recorded_;
  std::map<std::string, RecordedPage> recorded_pages_;  // by handle; closed ones too
  std::mutex cancel_mutex_;                             // of the browser, against `cancel`
};

}  // namespace casement
