#include "casement/page/opening.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace casement {
namespace {

// An address as it can be compared with what Chrome makes of it, where no loader is known.
std::string_view plain_address(std::string_view url) {
  url = url.substr(0, url.find('#'));
  if (url.ends_with('/')) url.remove_suffix(1);
  return url;
}

}  // namespace

void Opening::ask(bool is_asked_for, const std::string& under_way) {
  state_ = State::Asked;
  heard_.clear();
  requests_.clear();
  earlier_ = {under_way};
  for (std::string* text : {&ours_, &committed_, &rival_, &rival_loader_, &error_}) text->clear();
  is_asked_for_ = is_asked_for;
  is_going_ = is_kept_ = false;
}

void Opening::on_answer(const std::string& loader, const std::string& error, bool is_download) {
  ours_ = loader;
  error_ = error;
  if (!error.empty() && (error != "net::ERR_ABORTED" || is_download)) return fail(error);
  if (error.empty() && loader.empty()) {
    state_ = State::Arrived;
    return;
  }
  state_ = error.empty() ? State::Accepted : State::Aborted;
  const int begin = begin_of_ours();
  int i = -1;
  for (const News& news : heard_) {
    if (++i > begin) {
      hear(news);
    } else if (news.what == News::AskedFor) {
      is_asked_for_ = true;
    } else if (news.what == News::Begun) {
      is_going_ = true;
      if (i == begin) continue;
      earlier_.insert(news.loader);
      is_asked_for_ = false;
    }
  }
}

bool Opening::forgives_crash() {
  const bool forgives = std::exchange(may_crash_, false);
  if (forgives) state_ = State::Again;
  return forgives;
}

void Opening::on_unanswerable() {
  hangs_ = true;
  fail("the page went elsewhere by itself meanwhile and asked not to be left, which Chrome lets nobody "
       "answer any more; close it");
}

int Opening::begin_of_ours() const {
  int newest = -1;
  for (int i = static_cast<int>(heard_.size()) - 1; i >= 0; --i) {
    const News& news = heard_[static_cast<std::size_t>(i)];
    if (news.what != News::Begun) continue;
    if (ours_.empty() ? plain_address(news.url) == plain_address(url_) : news.loader == ours_) return i;
    newest = std::max(newest, i);
  }
  return newest;
}

void Opening::hear(News news) {
  switch (state_) {
    case State::Asked:
    case State::Unheard:
      if (news.what == News::Committed) {
        state_ = State::Unheard;
        committed_ = news.loader;
      }
      heard_.push_back(std::move(news));
      break;
    case State::Aborted: return hear_aborted(news);
    case State::Accepted:
    case State::Contested: return hear_accepted(news);
    case State::Again:
    case State::Arrived:
    case State::Failed: break;
  }
}

void Opening::hear_aborted(const News& news) {
  switch (news.what) {
    case News::AskedFor: is_asked_for_ = true; break;
    case News::Begun:
      is_going_ = true;
      is_asked_for_ = false;
      rival_ = news.url;
      rival_loader_ = news.loader;
      break;
    case News::Committed:
      is_going_ = false;
      if (rival_.empty()) rival_ = news.url;
      break;
    case News::Lost:
      if (news.loader.empty() || news.loader == rival_loader_) is_going_ = false;
      break;
    case News::Stopped: is_going_ = false; break;
  }
}

void Opening::hear_accepted(const News& news) {
  const bool is_ours = news.loader == ours_;
  switch (news.what) {
    case News::AskedFor: break;
    case News::Begun:
      if (is_ours || state_ == State::Contested) break;
      rival_ = news.url;
      rival_loader_ = news.loader;
      break;
    case News::Committed:
      if (is_ours) {
        state_ = rival_loader_.empty() ? State::Arrived : State::Contested;
      } else if (news.loader == rival_loader_) {
        try_again_after_rival();
      } else if (!earlier_.contains(news.loader)) {
        state_ = State::Arrived;
      }
      break;
    case News::Lost:
      if (!news.loader.empty() && news.loader != rival_loader_) break;
      rival_.clear();
      rival_loader_.clear();
      if (state_ == State::Contested) state_ = State::Arrived;
      break;
    case News::Stopped:
      if (state_ == State::Contested) state_ = State::Arrived;
      break;
  }
}

void Opening::settle() {
  if (state_ == State::Unheard) {
    const bool is_on_its_way = requests_.size() > requests_.count(committed_);
    if (is_on_its_way) state_ = State::Asked;
    else try_again_after_rival();
  } else if (state_ == State::Aborted) {
    if (!rival_.empty()) return try_again_after_rival();
    try_again(std::exchange(may_be_taken_along_, false));
  } else if (state_ == State::Contested) {
    try_again_after_rival();
  }
}

void Opening::try_again_after_rival() {
  may_be_taken_along_ = true;
  try_again(true);
}

void Opening::try_again(bool may_be) {
  if (is_kept_ || is_closed_ || !may_be) return fail(error_);
  if (left_-- > 0) state_ = State::Again;
  else fail(rival_.empty() ? error_ : "the page goes to " + rival_ + " by itself again and again");
}

void Opening::fail(std::string why) {
  state_ = State::Failed;
  failure_ = std::move(why);
}

}  // namespace casement
