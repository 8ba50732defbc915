#include "casement/reports/network_export.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "casement/base/base64.h"

namespace casement::reports {
namespace {

std::string url_without_fragment(const std::string& url) {
  return url.substr(0, url.find('#'));
}

Json entry_of_resource(const std::string& url, const std::string& type, std::size_t bytes) {
  const Json message{{"httpVersion", ""}, {"cookies", Json::array()}, {"headers", Json::array()}, {"headersSize", -1}};
  Json request = message, response = message;
  request.update({{"method", "GET"}, {"url", url}, {"queryString", Json::array()}, {"bodySize", 0}});
  response.update({{"status", 200},
                   {"statusText", ""},
                   {"redirectURL", ""},
                   {"_transferSize", -1},
                   {"content", {{"size", bytes}, {"mimeType", type}}}});
  return {{"startedDateTime", ""},   {"time", 0},
          {"request", request},      {"response", response},
          {"cache", Json::object()}, {"timings", {{"send", 0}, {"wait", 0}, {"receive", 0}}}};
}

}  // namespace

NetworkExport::NetworkExport(const Json& trace, const ExportClock& clock, const std::string& page, ExportFiles& files)
    : trace_(trace), clock_(clock), page_(page), files_(files) {}

std::string NetworkExport::lines() {
  for (const Json& moment : trace_.at("moments")) {
    for (const Json& resource : moment.value("resources", Json::array())) {
      const std::string type = resource.value("type", std::string());
      std::string bytes = decode_base64(resource.value("body", std::string()));
      const std::size_t size = bytes.size();
      resources_[resource.value("url", std::string())] = {files_.add(std::move(bytes), type), type, size};
    }
  }
  for (const Json& entry : trace_.value("requests", Json::array())) add(entry, clock_.at(entry.value("_began", 0.0)));
  for (const auto& [url, resource] : resources_) {
    if (!used_.contains(url)) add(entry_of_resource(url, resource.type, resource.bytes), 1);
  }
  return std::move(lines_);
}

void NetworkExport::add(Json entry, double began) {
  Json& request = entry.at("request");
  Json& response = entry.at("response");
  Json& content = response.at("content");
  if (const auto text = content.find("text"); text != content.end()) {
    content["_file"] = files_.add(text->get<std::string>(), content.value("mimeType", std::string()));
    content.erase("text");
  }
  const auto known = resources_.find(url_without_fragment(request.value("url", std::string())));
  if (known != resources_.end()) {
    content["_file"] = known->second.file;
    request["url"] = known->first;  // the viewer looks for URLs without a fragment
    used_.insert(known->first);
  }
  if (const std::string failure = response.value("_error", std::string()); !failure.empty()) {
    response["_failureText"] = failure;
    response["status"] = -1;
  }
  if (entry.value("_answered_by_test", false)) entry["_wasFulfilled"] = true;
  if (entry.value("_passed_by_test", false)) entry["_wasContinued"] = true;
  response["bodySize"] = content.value("size", -1);
  entry["pageref"] = page_;
  entry["_monotonicTime"] = began;
  const Json line{{"type", "resource-snapshot"}, {"snapshot", std::move(entry)}};
  lines_ += line.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace casement::reports
