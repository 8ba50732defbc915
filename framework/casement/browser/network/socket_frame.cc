#include "casement/browser/network/socket_frame.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

namespace casement {
namespace {

std::string_view without_fragment(std::string_view url) {
  return url.substr(0, url.find('#'));
}

// The addresses of the scripts on the stack, innermost first, with the stacks that scheduled the code.
std::vector<std::string> scripts_of(const Json& created) {
  std::vector<std::string> urls;
  const Json initiator = created.value("initiator", Json::object());
  Json stack = initiator.value("stack", Json::object());
  while (stack.is_object() && !stack.empty()) {
    for (const Json& call : stack.value("callFrames", Json::array())) {
      std::string url = call.value("url", std::string());
      if (!url.empty() && (urls.empty() || urls.back() != url)) urls.push_back(std::move(url));
    }
    Json parent = stack.value("parent", Json::object());
    stack = std::move(parent);
  }
  return urls;
}

}  // namespace

FrameId frame_of_socket(const FrameSet& frames, const EventLog<RequestRecord>& requests, const cdp::Event& created) {
  std::vector<const Frame*> candidates;
  for (const Frame* frame : frames.all()) {
    if (frame->session == created.session) candidates.push_back(frame);
  }
  if (candidates.size() < 2) return "";
  for (const std::string& script : scripts_of(created.params)) {
    std::vector<const Frame*> matching;
    std::ranges::copy_if(candidates, std::back_inserter(matching), [&](const Frame* frame) {
      return without_fragment(frame->url) == without_fragment(script) ||
             std::ranges::any_of(requests.entries(), [&](const RequestRecord& request) {
               return request.place.frame == frame->id && request.resource_type == "script" && request.url == script;
             });
    });
    if (!matching.empty()) candidates = std::move(matching);
    if (candidates.size() == 1) break;
  }
  return candidates.front()->id;
}

}  // namespace casement
