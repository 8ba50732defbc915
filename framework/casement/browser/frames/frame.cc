#include "casement/browser/frames/frame.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "casement/base/address.h"

namespace casement {
namespace {

// The scheme and the registered domain, or the host if there is none; "" if unknown or if the origin is opaque.
std::string site_of(const Frame& frame) {
  if (!frame.origin.starts_with("http") || !frame.registered_domain) return "";
  // If the address has no domain (about:blank, blob:), the origin belongs to another address, and the site is unknown.
  if (frame.registered_domain->empty() && !frame.url.starts_with(frame.origin)) return "";
  const UrlOrigin origin = origin_of_url(frame.origin);
  return origin.scheme + "://" + (frame.registered_domain->empty() ? origin.host : *frame.registered_domain);
}

}  // namespace

FrameDocument document_of(const Json& frame, std::string load_error, int status) {
  const auto domain = frame.find("domainAndRegistry");
  return {frame.value("url", "") + frame.value("urlFragment", ""),
          frame.value("securityOrigin", ""),
          domain == frame.end() ? std::nullopt : std::optional(domain->get<std::string>()),
          frame.value("loaderId", ""),
          frame.value("unreachableUrl", ""),
          std::move(load_error),
          status};
}

void Frame::on_committed(std::string told_name, FrameDocument document) {
  FrameDocument::operator=(std::move(document));
  if (!told_name.empty()) name = std::move(told_name);
  no_document.clear();
  cut_off.clear();
  blocking.clear();
  has_committed = true;
  crashed = dom_ready = loaded = world_given_up = false;
  navigation.on_ended();
}

void Frame::on_document_opened(const std::string& script_url) {
  url = script_url;
  status = 0;  // the server's response no longer applies
  cut_off.clear();
  blocking.clear();
  no_document.clear();
  navigation.on_stopped();
}

bool Frame::on_lifecycle(const std::string& loader, const std::string& event) {
  // A frame's first document may report its end before its commit is known.
  if (!loader_id.empty() && loader_id != loader) return false;
  if (event == "DOMContentLoaded")
    dom_ready = true;
  else if (event == "load")
    loaded = dom_ready = true;
  else if (event != "firstPaint" || blocking.empty())
    return false;
  if (event != "DOMContentLoaded") blocking.clear();
  return true;
}

void Frame::on_blocking_request(const std::string& loader, std::string request, std::string address) {
  if (loader_id != loader || loaded) return;
  const auto is_same = [&](const auto& one) { return one.first == request; };
  if (std::ranges::any_of(blocking, is_same)) return;  // a redirect
  blocking.emplace_back(std::move(request), std::move(address));
}

bool Frame::on_request_ended(const std::string& request, const std::string& failure) {
  const bool blocked = std::erase_if(blocking, [&](const auto& one) { return one.first == request; }) > 0;
  // If no part of a document arrived, Chrome shows an error page instead.
  const bool is_document = loader_id == request && unreachable_url.empty();
  if (failure.empty() || !is_document || dom_ready) return blocked;
  cut_off = failure;
  return true;
}

bool is_being_parsed(const Frame& frame) {
  return frame.has_committed && !frame.dom_ready && frame.cut_off.empty() && !frame.url.starts_with("about:blank");
}

bool is_render_blocked(const Frame& frame) {
  return !frame.blocking.empty();
}

bool is_coming(const Frame& frame) {
  if (frame.parent.empty() || frame.crashed || !frame.unreachable_url.empty()) return false;
  if (!frame.has_committed) return frame.navigation.pending() != nullptr || frame.navigation.is_asked_for();
  return is_being_parsed(frame);
}

bool is_cross_site(const Frame& frame, const Frame* parent) {
  if (parent == nullptr) return false;
  if (frame.session != parent->session) return true;
  const std::string site = site_of(frame), parents = site_of(*parent);
  return !site.empty() && !parents.empty() && site != parents;
}

}  // namespace casement
