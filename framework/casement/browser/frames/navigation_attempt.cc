#include "casement/browser/frames/navigation_attempt.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace casement {
namespace {

// An address in a form that can be compared with Chrome's normalised address, if no loader is known.
std::string_view plain_address(std::string_view url) {
  url = url.substr(0, url.find('#'));
  if (url.ends_with('/')) url.remove_suffix(1);
  return url;
}

}  // namespace

void NavigationAttempt::ask(bool is_asked_for, const std::string& under_way) {
  state_ = State::Requested;
  events_.clear();
  requests_.clear();
  earlier_ = {under_way};
  for (std::string* text : {&loader_, &committed_, &competing_url_, &competing_loader_, &error_}) text->clear();
  is_requested_by_page_ = is_asked_for;
  is_going_ = beforeunload_dismissed_ = false;
}

void NavigationAttempt::on_answer(const std::string& loader, const std::string& error, bool is_download) {
  loader_ = loader;
  error_ = error;
  is_download_ = is_download;
  if (!error.empty() && (error != "net::ERR_ABORTED" || is_download)) return fail(error);
  if (error.empty() && loader.empty()) {
    state_ = State::Committed;
    return;
  }
  state_ = error.empty() ? State::Committing : State::Aborted;
  const int begin = begin_of_own();
  int i = -1;
  for (const NavigationEvent& news : events_) {
    if (++i > begin) {
      handle(news);
    } else if (news.what == NavigationEvent::AskedFor) {
      is_requested_by_page_ = true;
    } else if (news.what == NavigationEvent::Begun) {
      is_going_ = true;
      if (i == begin) continue;
      earlier_.insert(news.loader);
      is_requested_by_page_ = false;
    }
  }
}

bool NavigationAttempt::forgives_crash() {
  const bool forgives = std::exchange(may_crash_, false);
  if (forgives) state_ = State::Retry;
  return forgives;
}

void NavigationAttempt::on_unanswerable() {
  hangs_ = true;
  fail(
      "the page navigated by itself meanwhile and opened a beforeunload dialog, which Chrome no longer lets Casement "
      "answer; close the page");
}

int NavigationAttempt::begin_of_own() const {
  int newest = -1;
  for (int i = static_cast<int>(events_.size()) - 1; i >= 0; --i) {
    const NavigationEvent& news = events_[static_cast<std::size_t>(i)];
    if (news.what != NavigationEvent::Begun) continue;
    if (loader_.empty() ? plain_address(news.url) == plain_address(url_) : news.loader == loader_) return i;
    newest = std::max(newest, i);
  }
  return newest;
}

void NavigationAttempt::handle(NavigationEvent news) {
  switch (state_) {
    case State::Requested:
    case State::Unanswered:
      if (news.what == NavigationEvent::Committed) {
        state_ = State::Unanswered;
        committed_ = news.loader;
      }
      events_.push_back(std::move(news));
      break;
    case State::Aborted:
      return handle_aborted(news);
    case State::Committing:
    case State::Superseding:
      return handle_committing(news);
    case State::Retry:
    case State::Committed:
    case State::Failed:
      break;
  }
}

void NavigationAttempt::handle_aborted(const NavigationEvent& news) {
  switch (news.what) {
    case NavigationEvent::AskedFor:
      is_requested_by_page_ = true;
      break;
    case NavigationEvent::Begun:
      is_going_ = true;
      is_requested_by_page_ = false;
      competing_url_ = news.url;
      competing_loader_ = news.loader;
      break;
    case NavigationEvent::Committed:
      is_going_ = false;
      if (competing_url_.empty()) competing_url_ = news.url;
      break;
    case NavigationEvent::Lost:
      if (news.loader.empty() || news.loader == competing_loader_) is_going_ = false;
      break;
    case NavigationEvent::Stopped:
      is_going_ = false;
      break;
  }
}

void NavigationAttempt::handle_committing(const NavigationEvent& news) {
  const bool is_ours = news.loader == loader_;
  switch (news.what) {
    case NavigationEvent::AskedFor:
      break;
    case NavigationEvent::Begun:
      if (is_ours || state_ == State::Superseding) break;
      competing_url_ = news.url;
      competing_loader_ = news.loader;
      break;
    case NavigationEvent::Committed:
      if (is_ours) {
        state_ = competing_loader_.empty() ? State::Committed : State::Superseding;
      } else if (news.loader == competing_loader_) {
        retry_after_competing_navigation();
      } else if (!earlier_.contains(news.loader)) {
        state_ = State::Committed;
      }
      break;
    case NavigationEvent::Lost:
      if (!news.loader.empty() && news.loader != competing_loader_) break;
      competing_url_.clear();
      competing_loader_.clear();
      if (state_ == State::Superseding) state_ = State::Committed;
      break;
    case NavigationEvent::Stopped:
      if (state_ == State::Superseding) state_ = State::Committed;
      break;
  }
}

void NavigationAttempt::settle() {
  if (state_ == State::Unanswered) {
    const bool is_on_its_way = requests_.size() > requests_.count(committed_);
    if (is_on_its_way)
      state_ = State::Requested;
    else
      retry_after_competing_navigation();
  } else if (state_ == State::Aborted) {
    if (!competing_url_.empty()) return retry_after_competing_navigation();
    retry(std::exchange(may_be_aborted_with_last_, false));
  } else if (state_ == State::Superseding) {
    retry_after_competing_navigation();
  }
}

void NavigationAttempt::retry_after_competing_navigation() {
  may_be_aborted_with_last_ = true;
  retry(true);
}

void NavigationAttempt::retry(bool may_be) {
  if (beforeunload_dismissed_ || is_closed_ || !may_be) return fail(error_);
  if (left_-- > 0)
    state_ = State::Retry;
  else
    fail(competing_url_.empty() ? error_ : "the page navigates to " + competing_url_ + " by itself repeatedly");
}

void NavigationAttempt::fail(std::string why) {
  state_ = State::Failed;
  failure_ = std::move(why);
}

}  // namespace casement
