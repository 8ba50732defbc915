#include "casement/api/browser.h"

#include "casement/api/engine.h"
#include "casement/api/time_limit.h"
#include "casement/browser/host/browser_session.h"
#include "casement/browser/page/page_session.h"

namespace casement {
namespace {

constexpr std::chrono::seconds kTimeOfBrowser{30};

}  // namespace

Browser Browser::launch(const LaunchOptions& options, Milliseconds timeout) {
  return Browser(BrowserSession::launch(options, deadline_of(timeout, kTimeOfBrowser)));
}

Browser Browser::attach(const std::string& endpoint, Milliseconds timeout) {
  return Browser(BrowserSession::attach(endpoint, deadline_of(timeout, kTimeOfBrowser)));
}

Browser Browser::adopt(const std::string& endpoint, Milliseconds timeout) {
  return Browser(BrowserSession::adopt(endpoint, deadline_of(timeout, kTimeOfBrowser)));
}

Browser Browser::obtain(const LaunchOptions& options, Milliseconds timeout) {
  return Browser(BrowserSession::obtain(options, deadline_of(timeout, kTimeOfBrowser)));
}

Context Browser::new_context(const ContextOptions& options, Milliseconds timeout) const {
  return context_of(session_->new_context(options, deadline_of(timeout, kUsualTimeOfContext)));
}

void Browser::prepare_context(const ContextOptions& options) const {
  session_->prepare_context(options);
}

Page Browser::find_page(std::string_view title_or_url, Milliseconds timeout) const {
  return page_of(session_->find_page(title_or_url, deadline_of(timeout, kUsualTimeOfContext)));
}

std::string Browser::version() const {
  return session_->version();
}

bool Browser::shared() const {
  return session_->shared();
}

bool Browser::used_alone(Milliseconds timeout) const {
  return session_->used_alone(deadline_of(timeout, kUsualTimeOfContext));
}

bool Browser::adopted() const {
  return session_->adopted();
}

bool Browser::has_window() const {
  return session_->has_window();
}

std::string Browser::note() const {
  return session_->note();
}

bool Browser::lost() const {
  return session_->lost();
}

void Browser::set_proxy(std::string url, std::optional<HttpCredentials> user) const {
  session_->set_proxy(std::move(url), std::move(user));
}

void Browser::set_unreachable_help(UnreachableHelp help) const {
  session_->set_unreachable_help(std::move(help));
}

std::vector<std::string> Browser::transcript(std::size_t lines) const {
  return session_->transcript(lines);
}

void Browser::kill() const noexcept {
  session_->kill();
}

}  // namespace casement
