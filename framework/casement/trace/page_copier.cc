#include "casement/trace/page_copier.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "casement/base/base64.h"
#include "casement/browser/page/page_session.h"
#include "casement/frames/frame_query.h"

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

Json reported_frame(FrameResult& answer) {
  Json frame{{"ordinal", answer.ordinal},
             {"parent", answer.parent_ordinal},
             {"owner", answer.owner_ref},
             {"name", answer.display_name()},
             {"url", answer.url}};
  if (answer.failure) {
    frame["failure"] = fmt::format("{}: {}", to_string(answer.failure->kind), answer.failure->message);
    if (frame["url"] == "") frame["url"] = answer.failure->url;
  } else {
    answer.value.erase("owners");
    frame["copy"] = std::move(answer.value);
  }
  return frame;
}

}  // namespace

Json PageCopier::copy(PageSession& page, Deadline deadline) {
  const cdp::Connection::EngineLock lock(page.connection());
  const std::uint64_t number = ++newest_;
  std::map<FrameId, BridgeCall> questions;
  std::map<FrameId, std::string> documents;
  FrameQueryOptions options;
  options.frame_timeout = page.frame_timeout();
  options.wait_for_loading = FrameQueryOptions::WaitForLoading::No;
  options.question_of = [&](const Frame& frame) -> const BridgeCall& {
    const std::string document = fmt::format("{}.{}", frame.id, frame.generation);
    documents[frame.id] = document;
    const auto known = copied_.find(document);
    Json asked{{"now", number}, {"longest", kMostNodes}};
    if (known != copied_.end()) asked["after"] = known->second;
    return questions[frame.id] = {"copyDom", Json::array({std::move(asked)})};
  };
  const BridgeCall whole{"copyDom", Json::array({{{"now", number}, {"longest", kMostNodes}}})};
  FrameQueryResult query = query_all_frames(
      page, whole, [](const FrameId&, Json& answer) { return contents_of_copy(answer); }, options, deadline);
  Json moment{{"frames", Json::array()}, {"resources", Json::array()}, {"left_out", Json::array()}};
  for (FrameResult& answer : query.answers) {
    if (answer.pending) continue;
    Json frame = reported_frame(answer);
    if (frame.contains("copy")) {
      frame["document"] = documents[answer.frame_id];
      copied_[documents[answer.frame_id]] = number;
    }
    moment["frames"].push_back(std::move(frame));
  }
  add_resources(page, moment, deadline.at_most(kLongestWaitForBodies));
  return moment;
}

// All bodies are requested at once. Chrome keeps the newest bodies of a page, also after the page has left its
// document, until another process draws the page.
void PageCopier::add_resources(PageSession& page, Json& moment, Deadline deadline) {
  struct Asked {
    std::string url, type;
    cdp::Call call;
  };
  std::vector<Asked> asked;
  for (const RequestRecord& record : page.network().log().entries()) {
    if (!record.ended() || !record.failure.empty() || !is_drawn(record)) continue;
    const std::string url = record.url.substr(0, record.url.find('#'));
    if (!urls_.insert(url).second) continue;
    if (record.content_bytes > static_cast<double>(kLargestResource) || resource_bytes_ > kMostResourceBytes) {
      moment["left_out"].push_back(fmt::format("{}: {:.0f} bytes are too many", url, record.content_bytes));
      continue;
    }
    asked.push_back(
        {url, record.content_type,
         page.connection().send({record.session, "Network.getResponseBody", {{"requestId", record.id}}, nullptr})});
  }
  for (Asked& one : asked) {
    page.connection().pump_until([&] { return one.call.done() || page.closed(); }, deadline);
    if (!one.call.done() || one.call.reply().error) {
      page.connection().abandon(one.call);
      moment["left_out"].push_back(one.url + ": the browser no longer has it");
      continue;
    }
    const Json& result = one.call.reply().result;
    std::string body = result.value("body", std::string());
    if (!result.value("base64Encoded", false)) body = encode_base64(body);
    resource_bytes_ += body.size();
    moment["resources"].push_back({{"url", one.url}, {"type", one.type}, {"body", std::move(body)}});
  }
}

}  // namespace casement
