// The state of one agent: a Chrome of its own, its users, their pages, what the agent has seen of each page, and the
// recorded steps of a flow. Workspaces share nothing. One thread at a time; `cancel` and `resume` from any thread.
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

struct AgentUser {
  std::string name;
  std::string storage_state;  // a JSON file; "" for none
  std::string default_url;    // "" for none
};

struct AgentOptions {
  LaunchOptions launch = {};
  std::string site = {};  // a folder of pages to serve; "" for none
  ContextOptions context = {};
  std::map<std::string, std::string> use =
      {};  // the keys of a flow's `use` that `context` was made from, for saved flows
  std::vector<AgentUser> users = {};
  AccessOptions access = {};
  bool evaluate = false;            // allow scripts from the agent
  bool run = false;                 // allow flows to start programs, and to read and write files in any folder
  std::string output_folder = ".";  // the only folder for written files
  std::string input_folder = "";    // the only folder for uploaded files; "": none
  std::string docs_folder = "";     // Casement's documents, which agents may read; "": none
  FlowVariables secrets = {};
  std::size_t max_bytes = 20'000;  // of page text in an answer, by default
};

struct AgentPage {  // one page, and what the agent has seen of it
  AgentPage(std::string name, std::string user_name, Page one, ContextSession& context, int& snapshots)
      : handle(std::move(name)), user(std::move(user_name)), stack(one, context), told(snapshots) {}
  Page& page() { return stack.page(); }

  std::string handle;
  std::string user;
  PageStack stack;
  std::optional<Snapshot> seen;  // the newest snapshot; refs belong to it
  SeenPages told;
  EventNumber told_dialogs = 0;  // the newest dialog that an answer has reported
  bool is_announced = true;      // false for a popup that no answer has reported
};

class Workspace {
 public:
  // `handle_end` is appended to the handle of each page: a random word if a handle alone identifies the workspace.
  explicit Workspace(const AgentOptions& options, std::string handle_end = "");
  ~Workspace();

  const AgentOptions& options() const { return options_; }
  // Starts Chrome, unless a live one is running, and clears all other state. Returns false if Chrome was already
  // running.
  bool start();
  void close();
  bool running() const { return site_.browser != nullptr; }
  const std::string& version() const;  // of Chrome; precondition: running()

  // The page with this handle. For "" the current page of the current user, or its newest open page if the current one
  // was closed. Throws Error{Usage} if there is no such page or no browser runs, and Error{ConnectionLost} if Chrome
  // has gone.
  AgentPage& page(const std::string& handle);
  // All open pages, including popups.
  std::vector<AgentPage*> pages();
  void select_page(const std::string& handle);
  AgentPage& new_page();
  // Waits until the popups of this page are usable and have no pending navigation, at most for a frame's timeout.
  void await_popups(AgentPage& opener);
  // The popups that no answer has reported yet. Each becomes the current page of its user: a call without a page never
  // acts on a page unknown to the agent.
  std::vector<AgentPage*> announce_popups();

  const std::string& user() const { return user_; }
  std::vector<std::string> user_names() const;
  // Creates the user at the first use of the name. If that fails, the previous user remains, and nothing of the new one
  // is left.
  void select_user(const std::string& name);

  // Sets RecordedStep::page, and RecordedStep::url if it is empty.
  void record(AgentPage& page, RecordedStep step);
  const std::vector<RecordedStep>& recorded() const { return recorded_; }
  // The steps so far as a flow for a file in `folder`.
  std::string flow_text(const std::string& name, const std::string& folder) const;

  AccessRules& access() { return access_; }
  std::string masked(std::string_view text) const { return redactor_.masked(text); }
  // Ends the operation in progress, and further ones until `resume`, with Error{Interrupted}. Has no effect while no
  // browser runs.
  void cancel();
  void resume();

 private:
  struct UserOfAgent {
    ContextSession* context = nullptr;
    std::string current;  // page handle
  };
  UserOfAgent& make_user(const std::string& name);
  void guard(Page page);
  AgentPage& adopt(PageSession& target, ContextSession& context, RecordedPage kind);
  void find_popups();
  // The handle of the page that opened this one; "" if unknown.
  std::string opener_of(const PageSession& target) const;
  BrowserSession& browser();
  std::string use_lines(const std::string& folder) const;

  const AgentOptions options_;
  const std::string handle_end_;
  AccessRules access_;
  Fence fence_;
  results::SecretRedactor redactor_;
  SiteBrowser site_;
  std::map<std::string, UserOfAgent> users_;
  std::vector<std::unique_ptr<AgentPage>> pages_;
  std::string user_;
  int handles_ = 0;
  int snapshots_ = 0;  // number of reported snapshots, of all pages
  std::vector<RecordedStep> recorded_;
  std::map<std::string, RecordedPage> recorded_pages_;  // by handle; includes closed ones
  std::mutex cancel_mutex_;                             // guards the browser against `cancel`
};

}  // namespace casement
