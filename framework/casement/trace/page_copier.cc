#include "casement/trace/page_copier.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <utility>
#include <vector>

#include "casement/base/base64.h"
#include "casement/base/utc_time.h"
#include "casement/bridge/bridge.h"
#include "casement/browser/page/page_session.h"
#include "casement/frames/frame_query.h"
#include "casement/frames/frame_query_state.h"
#include "casement/frames/frame_state.h"
#include "casement/frames/posted_question.h"
#include "casement/trace/page_facts.h"

namespace casement {
namespace {

// The limit for one document, in nodes. The copier copies a part of a larger document.
constexpr int kMostNodes = 100'000;
// The limits for one resource and for all resources of a case, in bytes.
constexpr std::size_t kLargestResource = 4 * 1024 * 1024;
constexpr std::size_t kMostResourceBytes = 16 * 1024 * 1024;
constexpr Milliseconds kLongestWaitForBodies{2'000};

bool is_drawn(const RequestRecord& record) {
  const std::string& type = record.resource_type;
  return (type == "image" || type == "font" || type == "stylesheet") && record.status >= 200 && record.status < 300 &&
         !record.url.starts_with("data:");
}

FrameContents contents_of_copy(const Json& answer) {
  FrameContents contents;
  for (const Json& owner : answer.at("owners")) {
    const int ref = owner.value("ref", 0);
    contents.highest_ref = std::max(contents.highest_ref, ref);
    if (owner.value("shown", false)) contents.owners.push_back({ref, owner.value("name", std::string())});
  }
  return contents;
}

// A lossy picture, because a trace may have one for each step.
cdp::Command picture_command(const PageSession& page) {
  return {page.session(), "Page.captureScreenshot", {{"format", "webp"}, {"quality", 90}}, nullptr};
}

Json reported_frame(const FrameIdentity& frame) {
  return {{"ordinal", frame.ordinal},
          {"parent", frame.parent_ordinal},
          {"owner", frame.owner_ref},
          {"name", frame.display_name()},
          {"url", frame.url}};
}

std::string document_of(const Frame& frame) {
  return fmt::format("{}.{}", frame.id, frame.generation);
}

// Copies of one document by several copiers must not have the same number.
std::uint64_t next_number() {
  static std::atomic<std::uint64_t> last = 0;
  return ++last;
}

// The frames that can be asked now, outer frames first: the main frame, and frames that a query has found visible. A
// copy must not be the first to ask a document, because then the test would see more of the page than without a trace.
std::vector<const Frame*> known_frames(PageSession& page) {
  FrameStates& states = FrameStates::of(page);
  std::vector<const Frame*> known;
  std::set<FrameId> ids;
  const auto add = [&](const Frame& frame) {
    if (!frame.world || frame.crashed || states.documents[frame].hangs()) return;
    known.push_back(&frame);
    ids.insert(frame.id);
  };
  add(page.frames().main());
  for (const Frame* frame : page.frames().all()) {
    const bool is_loading = !frame->has_committed && frame->navigation.pending();
    if (ids.contains(frame->parent) && frame->owner_ref && !is_loading && was_visible(page, *frame)) add(*frame);
  }
  return known;
}

FrameIdentity identity_of(PageSession& page, const Frame& frame) {
  FrameIdentity identity;
  identity.frame_id = frame.id;
  identity.generation = frame.generation;
  identity.ordinal = page.frames().ensure_ordinal(frame);
  if (frame.parent.empty()) return identity;
  identity.parent_ordinal = page.frames().ensure_ordinal(*page.frames().find(frame.parent));
  identity.owner_ref = *frame.owner_ref;
  identity.owner_name = FrameStates::of(page).frames[frame].owner_name;
  identity.name = frame.name;
  return identity;
}

// The value of a call that has been answered; null if the document has left or could not be copied.
Json value_of(const cdp::Reply& reply, const std::optional<std::size_t>& part) {
  if (part) return part_of_answer(reply, *part).value_or(nullptr);
  if (reply.error) return nullptr;
  try {
    return evaluation_value(reply.result);
  } catch (const Error&) {
    return nullptr;
  }
}

}  // namespace

Json PageCopier::question(const std::string& document, std::uint64_t number) const {
  Json asked{{"now", number}, {"longest", kMostNodes}};
  if (const auto known = copied_.find(document); known != copied_.end()) asked["after"] = known->second;
  return asked;
}

void PageCopier::read_clock(double sent, const Json& answer) {
  if (const auto time = answer.find("time"); time != answer.end() && time->is_number())
    clock_.add(sent, time->get<double>(), wall_milliseconds());
}

Json PageCopier::copy(PageSession& page, Deadline deadline) {
  const cdp::Connection::EngineLock lock(page.connection());
  if (facts_.empty()) facts_ = page_facts(page);
  const std::uint64_t number = newest_ = next_number();
  const double sent = wall_milliseconds();
  std::map<FrameId, BridgeCall> questions;
  std::map<FrameId, std::string> documents;
  FrameQueryOptions options;
  options.frame_timeout = page.frame_timeout();
  options.wait_for_loading = FrameQueryOptions::WaitForLoading::No;
  options.question_of = [&](const Frame& frame) -> const BridgeCall& {
    const std::string document = document_of(frame);
    documents[frame.id] = document;
    return questions[frame.id] = {"copyDom", Json::array({question(document, number)})};
  };
  const BridgeCall whole{"copyDom", Json::array({{{"now", number}, {"longest", kMostNodes}}})};
  FrameQueryResult query = query_all_frames(
      page, whole, [](const FrameId&, Json& answer) { return contents_of_copy(answer); }, options, deadline);
  Json moment{{"frames", Json::array()}, {"resources", Json::array()}, {"left_out", Json::array()}};
  is_painted_ = false;
  for (FrameResult& answer : query.answers) {
    if (answer.pending) continue;
    Json frame = reported_frame(answer);
    if (answer.failure) {
      frame["failure"] = fmt::format("{}: {}", to_string(answer.failure->kind), answer.failure->message);
      if (frame["url"] == "") frame["url"] = answer.failure->url;
    } else {
      read_clock(sent, answer.value);
      is_painted_ |= answer.value.value("isPainted", false);
      frame["copy"] = parse_json(std::move(answer.value.at("text").get_ref<std::string&>()));
      frame["document"] = documents[answer.frame_id];
      copied_[documents[answer.frame_id]] = number;
    }
    moment["frames"].push_back(std::move(frame));
  }
  std::vector<Body> bodies = ask_for_resources(page, moment["left_out"]);
  std::optional<cdp::Call> picture;
  if (is_painted_) picture = page.connection().send(picture_command(page));
  const auto have_come = [&] {
    return page.closed() || ((!picture || picture->done()) &&
                             std::ranges::all_of(bodies, [](const Body& one) { return one.call.done(); }));
  };
  page.connection().pump_until(have_come, deadline.at_most(kLongestWaitForBodies));
  add_resources(page, std::move(bodies), moment);
  if (picture) add_picture(page, *picture, moment);
  requests_.read(page, deadline.at_most(kLongestWaitForBodies));
  return moment;
}

void PageCopier::read_copies(Json& moment) {
  for (Json& frame : moment.at("frames")) {
    if (!frame.contains("copy") || !frame["copy"].is_string()) continue;
    frame["copy"] = parse_json(std::move(frame["copy"].get_ref<std::string&>()));
  }
}

bool PageCopier::ask(PageSession& page, Milliseconds limit, Resources resources) {
  const cdp::Connection::EngineLock lock(page.connection());
  asked_.clear();
  asked_bodies_.clear();
  asked_picture_.reset();
  left_out_ = Json::array();
  asked_page_ = page.weak();
  if (page.closed() || (newest_ == 0 && page.frames().main().url == "about:blank")) return false;
  if (facts_.empty()) facts_ = page_facts(page);
  if (resources == Resources::Now) {
    asked_bodies_ = ask_for_resources(page, left_out_);
    if (is_painted_) asked_picture_ = page.connection().send(picture_command(page));
  }
  is_painted_ = false;
  const std::uint64_t number = newest_ = next_number();
  const std::vector<const Frame*> frames = known_frames(page);
  std::vector<BridgeCall> questions;
  questions.reserve(frames.size());
  std::vector<QuestionToPost> to_post;
  for (const Frame* frame : frames) {
    Json asked = question(document_of(*frame), number);
    asked["within"] = limit.count();
    to_post.push_back({frame, &questions.emplace_back("copyDom", Json::array({std::move(asked)}))});
  }
  asked_at_ = wall_milliseconds();
  std::vector<PostedQuestion> posted = post_questions(page, to_post);
  for (std::size_t i = 0; i < posted.size(); ++i) {
    asked_.push_back(
        {identity_of(page, *frames[i]), document_of(*frames[i]), std::move(posted[i].call), posted[i].part});
  }
  return true;
}

// Adds the frame's copy to the moment, or the reason why there is none.
void PageCopier::take(PageSession& page, const Asked& asked, Received& received) {
  Json frame = reported_frame(asked.frame);
  frame["document"] = asked.document;
  Json copy = asked.call.done() ? value_of(asked.call.reply(), asked.part) : Json();
  if (!asked.call.done()) {
    page.connection().abandon(asked.call);
    frame["failure"] = "it had not answered when the next step began";
  } else if (!copy.is_object()) {
    frame["failure"] = "its document had gone before it could be copied";
  } else {
    received.milliseconds += copy.value("milliseconds", 0.0);
    read_clock(asked_at_, copy);
    if (!copy.contains("text")) {
      received.took_too_long = true;
      frame["failure"] = "its copy would have taken too long";
    } else {
      const Frame* const known = page.frames().find(asked.frame.frame_id);
      if (known != nullptr && known->generation == asked.frame.generation) {
        page.frames().on_refs_given(asked.frame.frame_id, contents_of_copy(copy).highest_ref);
      }
      is_painted_ |= copy.value("isPainted", false);
      frame["url"] = copy.at("url");
      frame["copy"] = std::move(copy["text"]);
      copied_[asked.document] = newest_;
    }
  }
  if (frame.contains("failure") && asked.frame.ordinal == 0) return;
  received.moment["frames"].push_back(std::move(frame));
}

PageCopier::Received PageCopier::received() {
  Received received;
  const std::vector<Asked> asked = std::exchange(asked_, {});
  PageSession* const page = asked_page_.get();
  received.was_asked = !asked.empty();
  if (asked.empty() || page == nullptr) return received;
  const cdp::Connection::EngineLock lock(page->connection());
  received.moment = {{"frames", Json::array()}, {"resources", Json::array()}, {"left_out", left_out_}};
  // Documents of different processes are copied at the same time.
  std::map<cdp::SessionId, double> by_process;
  for (const Asked& one : asked) {
    const double before = received.milliseconds;
    take(*page, one, received);
    const Frame* const frame = page->frames().find(one.frame.frame_id);
    by_process[frame == nullptr ? page->session() : frame->session] += received.milliseconds - before;
  }
  received.milliseconds = 0;
  for (const auto& [session, milliseconds] : by_process) {
    received.milliseconds = std::max(received.milliseconds, milliseconds);
  }
  add_resources(*page, std::exchange(asked_bodies_, {}), received.moment);
  if (const auto picture = std::exchange(asked_picture_, {})) add_picture(*page, *picture, received.moment);
  const Json& frames = received.moment["frames"];
  if (frames.empty() || frames.front().at("ordinal") != 0) received.moment = nullptr;
  return received;
}

// All bodies are requested at once. Chrome keeps the newest bodies of a page, also after the page has left its
// document, until another process draws the page.
std::vector<PageCopier::Body> PageCopier::ask_for_resources(PageSession& page, Json& left_out) {
  std::vector<Body> asked;
  std::map<std::string, std::vector<std::string>> redirected;  // id of a request → its earlier addresses
  for (const RequestRecord& record : page.network().log().entries()) {
    const std::string url = record.url.substr(0, record.url.find('#'));
    if (!record.redirect_to.empty()) redirected[record.id].push_back(url);
    if (!record.ended() || !record.failure.empty() || !is_drawn(record)) continue;
    if (!urls_.insert(url).second) continue;
    if (record.content_bytes > static_cast<double>(kLargestResource) || resource_bytes_ > kMostResourceBytes) {
      left_out.push_back(fmt::format("{}: {:.0f} bytes are too many", url, record.content_bytes));
      continue;
    }
    std::vector<std::string> urls = redirected[record.id];
    urls.push_back(url);
    asked.push_back(
        {std::move(urls), record.content_type,
         page.connection().send({record.session, "Network.getResponseBody", {{"requestId", record.id}}, nullptr})});
  }
  return asked;
}

void PageCopier::add_picture(PageSession& page, const cdp::Call& call, Json& moment) {
  if (!call.done() || call.reply().error) {
    page.connection().abandon(call);
    moment["left_out"].push_back("the picture of a canvas: the browser did not take one");
  } else {
    moment["picture"] = "data:image/webp;base64," + call.reply().result.value("data", std::string());
  }
}

void PageCopier::add_resources(PageSession& page, std::vector<Body> bodies, Json& moment) {
  for (Body& one : bodies) {
    if (!one.call.done() || one.call.reply().error) {
      page.connection().abandon(one.call);
      moment["left_out"].push_back(one.urls.back() + ": the browser no longer has it");
      continue;
    }
    const Json& result = one.call.reply().result;
    std::string body = result.value("body", std::string());
    if (!result.value("base64Encoded", false)) body = encode_base64(body);
    resource_bytes_ += body.size();
    for (const std::string& url : one.urls) {
      moment["resources"].push_back({{"url", url}, {"type", one.type}, {"body", body}});
    }
  }
}

}  // namespace casement
