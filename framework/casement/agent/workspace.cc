#include "casement/agent/workspace.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "casement/agent/live_step.h"
#include "casement/api/engine.h"
#include "casement/api/network.h"
#include "casement/base/address.h"
#include "casement/base/error.h"
#include "casement/base/text.h"
#include "casement/browser/host/browser_session.h"
#include "casement/browser/page/page_session.h"
#include "casement/flow/model/context_options_reader.h"
#include "casement/process/patience.h"
#include "casement/site/site_folder.h"
#include "casement/site/site_server.h"

namespace casement {
namespace {

constexpr const char* kDefaultUser = "default";
constexpr std::chrono::seconds kContextTime{10};

AccessOptions with_hosts(const AgentOptions& options) {
  AccessOptions access = options.access;
  if (!options.site.empty()) {
    // Only the names are needed here; the server that serves them starts together with the browser.
    for (const std::string& host : SiteServer(find_site_folder(options.site, ".")).hosts()) access.hosts.insert(host);
  }
  return access;
}

// The quoted path of a file of this process, relative to a flow in `folder`.
std::string file_beside(const std::string& folder, const std::string& file) {
  std::error_code failed;
  const std::filesystem::path path = std::filesystem::weakly_canonical(std::filesystem::absolute(file), failed);
  return dump_json(literal_text(path_beside(folder, path.string())));
}

std::vector<std::string> values_of(const FlowVariables& variables) {
  std::vector<std::string> values;
  for (const FlowVariable& one : variables) values.push_back(one.value);
  return values;
}

}  // namespace

Workspace::Workspace(const AgentOptions& options, std::string handle_end)
    : options_(options),
      handle_end_(std::move(handle_end)),
      access_(with_hosts(options)),
      fence_(options.access),
      redactor_(values_of(options.secrets)) {}

Workspace::~Workspace() {
  close();
}

BrowserSession& Workspace::browser() {
  if (site_.browser == nullptr) throw Error(ErrorKind::Usage, "no browser runs; call browser_initialize first");
  if (site_.browser->lost()) {
    throw Error(ErrorKind::ConnectionLost,
                "Chrome has ended, and its pages with it; call browser_initialize to start another");
  }
  return *site_.browser;
}

const std::string& Workspace::version() const {
  return site_.browser->version();
}

bool Workspace::start() {
  if (running() && !site_.browser->lost()) return false;
  close();
  const std::filesystem::path folder = options_.site.empty() ? "" : find_site_folder(options_.site, ".");
  auto made = browser_for_site(site_.site, folder, fence_.source(options_.launch), {}, BrowserSharing::Never,
                               Deadline::patient(kStartTimeout));
  {
    const std::lock_guard lock(cancel_mutex_);
    site_.browser = std::move(made);
  }
  site_.browser->set_unreachable_help([this](const std::string& url, const std::string&) {
    const std::string why = fence_.newest_refusal_of(origin_of_url(url).host);
    return why.empty() ? std::vector<std::string>{} : std::vector{why};
  });
  select_user(options_.users.empty() ? kDefaultUser : options_.users.front().name);
  return true;
}

void Workspace::close() {
  pages_.clear();
  users_.clear();
  user_.clear();
  recorded_.clear();
  recorded_pages_.clear();
  const std::lock_guard lock(cancel_mutex_);
  site_.browser.reset();
  site_.site.reset();
}

void Workspace::cancel() {
  const std::lock_guard lock(cancel_mutex_);
  if (site_.browser) site_.browser->connection().interrupt({ErrorKind::Interrupted, "the client cancelled this call"});
}

void Workspace::resume() {
  const std::lock_guard lock(cancel_mutex_);
  if (site_.browser) site_.browser->connection().resume();
}

// Every request of the page, its frames and its popups passes through this route.
void Workspace::guard(Page page) {
  page.network().route("*", [this](const RouteRequest& request) {
    return access_.refusal(request.url).empty() ? RouteAnswer::next() : RouteAnswer::abort("blockedbyclient");
  });
}

AgentPage& Workspace::adopt(PageSession& target, ContextSession& context, RecordedPage kind) {
  const std::string handle = fmt::format("p{}{}", ++handles_, handle_end_);
  pages_.push_back(std::make_unique<AgentPage>(handle, kind.user, page_of(target), context, snapshots_));
  kind.after_steps = recorded_.size();
  recorded_pages_[handle] = std::move(kind);
  return *pages_.back();
}

void Workspace::find_popups() {
  for (auto& [name, user] : users_) {
    for (const auto& target : user.context->pages()) {
      if (target->closed() || !target->usable()) continue;
      const bool is_known =
          std::ranges::any_of(pages_, [&](const auto& one) { return &engine_of(one->stack.page()) == target.get(); });
      if (is_known) continue;
      adopt(*target, *user.context, {RecordedPage::Kind::Popup, name, opener_of(*target)}).is_announced = false;
    }
  }
}

void Workspace::await_popups(AgentPage& opener) {
  if (opener.page().closed()) return;
  PageSession& target = engine_of(opener.page());
  const cdp::Connection::EngineLock lock(target.connection());
  const auto is_coming = [](const PopupRecord& popup) {
    if (popup.page->closed()) return false;
    return !popup.page->usable() || popup.page->frames().main().navigation.pending() != nullptr;
  };
  target.connection().pump_until([&] { return std::ranges::none_of(target.popups().entries(), is_coming); },
                                 Deadline::in(target.frame_timeout()));
}

std::vector<AgentPage*> Workspace::announce_popups() {
  std::vector<AgentPage*> announced;
  for (AgentPage* one : pages()) {
    if (one->is_announced) continue;
    one->is_announced = true;
    users_.at(one->user).current = one->handle;
    announced.push_back(one);
  }
  return announced;
}

std::string Workspace::opener_of(const PageSession& target) const {
  const cdp::Connection::EngineLock lock(site_.browser->connection());
  for (const auto& one : pages_) {
    for (const PopupRecord& popup : engine_of(one->stack.page()).popups().entries()) {
      if (popup.page == &target) return one->handle;
    }
  }
  return "";
}

std::vector<AgentPage*> Workspace::pages() {
  browser();
  find_popups();
  std::vector<AgentPage*> open;
  for (const auto& one : pages_) {
    if (!one->page().closed()) open.push_back(one.get());
  }
  return open;
}

AgentPage& Workspace::page(const std::string& handle) {
  const std::vector<AgentPage*> open = pages();
  const auto current = users_.find(user_);
  const std::string wanted = !handle.empty() ? handle : current != users_.end() ? current->second.current : "";
  for (AgentPage* one : open) {
    if (one->handle == wanted) return *one;
  }
  if (handle.empty()) {  // the current page was closed: the user's newest open page
    for (auto one = open.rbegin(); one != open.rend(); ++one) {
      if ((*one)->user == user_) return **one;
    }
    throw Error(ErrorKind::Usage, "the user has no open page; call pages with action \"new\" to open one");
  }
  std::vector<std::string> known;
  for (const AgentPage* one : open) known.push_back(one->handle);
  throw Error(ErrorKind::Usage,
              fmt::format("there is no open page '{}'; open pages: {}", shorten(handle, 40), fmt::join(known, ", ")));
}

void Workspace::select_page(const std::string& handle) {
  AgentPage& chosen = page(handle);
  user_ = chosen.user;
  users_[user_].current = chosen.handle;
}

AgentPage& Workspace::new_page() {
  browser();
  UserOfAgent& user = users_.at(user_);
  PageSession& target = user.context->new_page(Deadline::patient(kContextTime));
  guard(page_of(target));
  AgentPage& made = adopt(target, *user.context, {RecordedPage::Kind::New, user_});
  user.current = made.handle;
  record(made, {.step = {{"new_page", nullptr}}});
  return made;
}

std::vector<std::string> Workspace::user_names() const {
  std::vector<std::string> names;
  for (const AgentUser& one : options_.users) names.push_back(one.name);
  if (names.empty()) names.emplace_back(kDefaultUser);
  return names;
}

Workspace::UserOfAgent& Workspace::make_user(const std::string& name) {
  ContextOptions wanted = options_.context;
  std::string url;
  for (const AgentUser& one : options_.users) {
    if (one.name != name) continue;
    wanted.storage_state = one.storage_state;
    url = one.default_url;
  }
  const Deadline deadline = Deadline::patient(kContextTime);
  ContextSession& context = browser().new_context(wanted, deadline);
  try {
    PageSession& target = context.new_page(deadline);
    guard(page_of(target));
    if (!url.empty()) {
      if (const std::string refused = access_.refusal_to_show(url); !refused.empty()) {
        throw Error(ErrorKind::Usage, "its default URL cannot be opened: " + refused);
      }
      page_of(target).open(url);
    }
    AgentPage& made = adopt(target, context, {RecordedPage::Kind::Own, name});
    if (!url.empty()) record(made, {.url = url, .step = {{"open", literal_text(url)}}});
    return users_[name] = {&context, made.handle};
  } catch (const Error& error) {
    std::erase_if(pages_, [&](const auto& one) { return one->user == name; });
    browser().close_context(context, Deadline::in(kContextTime));
    throw error.with_context(fmt::format("user '{}'", name));
  }
}

void Workspace::select_user(const std::string& name) {
  const std::vector<std::string> names = user_names();
  if (std::ranges::find(names, name) == names.end()) {
    const std::string nearest = nearest_word(name, names);
    throw Error(ErrorKind::Usage, fmt::format("there is no user '{}'{}", shorten(name, 40),
                                              nearest.empty() ? fmt::format("; known: {}", fmt::join(names, ", "))
                                                              : fmt::format(" (did you mean '{}'?)", nearest)));
  }
  browser();
  if (!users_.contains(name)) make_user(name);
  user_ = name;
}

void Workspace::record(AgentPage& page, RecordedStep step) {
  if (step.url.empty() && !page.page().closed()) step.url = page.page().url();  // a popup that was still starting
  step.page = page.handle;
  recorded_.push_back(std::move(step));
}

// The lines below "use:".
std::string Workspace::use_lines(const std::string& folder) const {
  std::map<std::string, std::string> use = options_.use;
  if (!options_.users.empty()) use["storage_state"] = options_.users.front().storage_state;
  std::string lines;
  for (const ArgSpec& key : use_keys()) {
    const auto given = use.find(std::string(key.name));
    if (given == use.end() || given->second.empty()) continue;
    const bool is_literal = key.shape == ArgSpec::Shape::Flag || key.shape == ArgSpec::Shape::Decimal;
    lines += fmt::format("  {}: {}\n", key.name,
                         is_literal                    ? given->second
                         : key.name == "storage_state" ? file_beside(folder, given->second)
                                                       : dump_json(literal_text(given->second)));
  }
  return lines;
}

std::string Workspace::flow_text(const std::string& name, const std::string& folder) const {
  std::string text = fmt::format("flow: {}\n", dump_json(name));
  if (!options_.site.empty()) text += fmt::format("site: {}\n", dump_json(options_.site));
  if (!options_.secrets.empty()) {
    text += "vars:\n";
    for (const FlowVariable& one : options_.secrets) text += fmt::format("  {0}: \"${{env({0})}}\"\n", one.name);
    Json names = Json::array();
    for (const FlowVariable& one : options_.secrets) names.push_back(one.name);
    text += fmt::format("secrets: {}\n", dump_json(names));
  }
  std::string users;
  for (const AgentUser& one : options_.users) {
    if (one.name == options_.users.front().name) continue;
    users += fmt::format("  {}:\n", dump_json(one.name));
    if (!one.storage_state.empty()) {
      users += fmt::format("    storage_state: {}\n", file_beside(folder, one.storage_state));
    }
  }
  if (const std::string use = use_lines(folder); !use.empty()) text += "use:\n" + use;
  if (!users.empty()) text += "users:\n" + users;
  text += "steps:\n";
  const std::string first = options_.users.empty() ? kDefaultUser : options_.users.front().name;
  text += recorded_flow_steps(recorded_, recorded_pages_, first, folder);
  return text;
}

}  // namespace casement
