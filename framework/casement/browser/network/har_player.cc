#include "casement/browser/network/har_player.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "casement/base/base64.h"
#include "casement/base/error.h"
#include "casement/base/file_text.h"
#include "casement/base/json.h"
#include "casement/base/text.h"
#include "casement/http/posted_body.h"

namespace casement {
namespace {

constexpr std::size_t kLongestAddress = 200;

// Headers that describe the body as it was sent, while an archive has it decoded, and those of HTTP/2 itself.
bool is_of_transport(const std::string& name) {
  static constexpr std::string_view kNames[] = {"content-encoding", "content-length", "transfer-encoding",
                                                "connection"};
  return name.starts_with(':') || std::ranges::find(kNames, name) != std::end(kNames);
}

std::string address(const std::string& url) {
  return url.substr(0, url.find('#'));
}

std::string_view without_search(std::string_view url) {
  return url.substr(0, url.find('?'));
}

std::string body_of(const Json& content, const std::filesystem::path& folder) {
  if (const auto file = content.find("_file"); file != content.end()) {
    const std::string path = folder / file->get<std::string>();
    std::optional<std::string> body = read_whole_file(path);
    if (!body) throw Error(ErrorKind::Environment, fmt::format("{} cannot be read", path));
    return *body;
  }
  const std::string text = content.value("text", std::string());
  return content.value("encoding", std::string()) == "base64" ? decode_base64(text) : text;
}

RouteAnswer answer_of(const Json& response, const std::filesystem::path& folder) {
  RouteResponse answer;
  answer.status = response.at("status").get<int>();
  for (const Json& header : response.value("headers", Json::array())) {
    std::string name = ascii_lower(header.at("name").get<std::string>());
    if (!is_of_transport(name)) answer.headers.emplace_back(std::move(name), header.at("value").get<std::string>());
  }
  const Json content = response.value("content", Json::object());
  const auto has_type = [](const auto& header) { return header.first == "content-type"; };
  if (std::ranges::none_of(answer.headers, has_type)) answer.content_type = content.value("mimeType", std::string());
  answer.body = body_of(content, folder);
  return RouteAnswer::fulfil(std::move(answer));
}

// A body as it is compared: valid UTF-8, because archives have no other, and without the boundary of a form.
std::string comparable(const std::string& body, const std::string& content_type) {
  std::string text = to_valid_utf8(body);
  const std::string boundary = multipart_boundary(content_type);
  if (boundary.empty()) return text;
  for (std::size_t at = text.find(boundary); at != std::string::npos; at = text.find(boundary, at))
    text.erase(at, boundary.size());
  return text;
}

HeaderList headers_in(const Json& message) {
  HeaderList headers;
  for (const Json& header : message.value("headers", Json::array()))
    headers.emplace_back(ascii_lower(header.at("name").get<std::string>()), header.at("value").get<std::string>());
  return headers;
}

int count_equal_headers(const HeaderList& recorded, const RouteRequest& request) {
  return static_cast<int>(std::ranges::count_if(recorded, [&](const auto& one) {
    return std::ranges::any_of(request.headers, [&](const auto& sent) {
      return ascii_lower(sent.first) == one.first && sent.second == one.second;
    });
  }));
}

std::string content_type_of(const Json& request) {
  for (const auto& [name, value] : headers_in(request)) {
    if (name == "content-type") return value;
  }
  const auto data = request.find("postData");
  return data == request.end() ? "" : data->value("mimeType", std::string());
}

// The posted text; nothing if the archive does not have all of it.
std::optional<std::string> posted(const Json& request) {
  const auto data = request.find("postData");
  if (data == request.end()) return "";
  if (data->contains("comment") || !data->contains("text")) return std::nullopt;
  return comparable(data->at("text").get<std::string>(), content_type_of(request));
}

}  // namespace

HarPlayer::HarPlayer(const std::string& path) : path_(path) {
  const std::optional<std::string> text = read_whole_file(path);
  if (!text) throw Error(ErrorKind::Environment, fmt::format("the archive {} cannot be read", path));
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  std::size_t number = 0;
  try {
    const Json archive = Json::parse(*text);
    for (const Json& entry : archive.at("log").at("entries")) {
      ++number;
      const Json& request = entry.at("request");
      const Json& response = entry.at("response");
      const int status = response.at("status").get<int>();
      if (status < 200 || status > 599) continue;  // there was no answer
      const Key key{request.at("method").get<std::string>(), address(request.at("url").get<std::string>())};
      answers_[key].push_back({posted(request), headers_in(request), answer_of(response, folder), {}});
      ++size_;
    }
  } catch (const Json::exception& error) {
    const std::string place = number == 0 ? "" : fmt::format(", entry {}", number);
    throw Error(ErrorKind::Usage, fmt::format("{}{} is not an HTTP archive (HAR 1.2): {}", path, place, error.what()));
  }
}

std::optional<RouteAnswer> HarPlayer::answer(const RouteRequest& request) {
  const auto known = answers_.find({request.method, address(request.url)});
  if (known == answers_.end()) return std::nullopt;
  const std::string body = comparable(request.body, request.header("Content-Type"));
  Recorded *next = nullptr, *last = nullptr;
  int most = 0, most_of_last = 0;
  for (Recorded& one : known->second) {
    if (one.body && *one.body != body) continue;
    const int equal = count_equal_headers(one.headers, request);
    if (last == nullptr || equal >= most_of_last) {
      last = &one;
      most_of_last = equal;
    }
    if (!one.given.contains(body) && (next == nullptr || equal > most)) {
      next = &one;
      most = equal;
    }
  }
  if (last == nullptr) return std::nullopt;
  // An answer to a request with other headers is no repetition.
  if (next == nullptr || most < most_of_last) return last->answer;
  next->given.insert(body);
  return next->answer;
}

std::string HarPlayer::describe_missing(const RouteRequest& request) const {
  const std::string wanted = address(request.url);
  std::string line = fmt::format("{} has no answer to {} {}", path_, request.method, shorten(wanted, kLongestAddress));
  if (answers_.contains({request.method, wanted})) return line + " with this body";
  const auto same_path = std::ranges::find_if(answers_, [&](const auto& one) {
    return one.first.first == request.method && without_search(one.first.second) == without_search(wanted);
  });
  if (same_path != answers_.end())
    return line + fmt::format("; it has {} {}", request.method, shorten(same_path->first.second, kLongestAddress));
  const auto same_address = std::ranges::find_if(answers_, [&](const auto& one) { return one.first.second == wanted; });
  if (same_address != answers_.end()) line += fmt::format("; it has one to {}", same_address->first.first);
  return line;
}

RouteHandler replay_handler(const HarFile& har) {
  if (const std::string why = why_no_route(har.url); !why.empty()) throw Error(ErrorKind::Usage, why);
  const auto player = std::make_shared<HarPlayer>(har.file);
  if (player->size() == 0) throw Error(ErrorKind::Usage, fmt::format("{} has no answers", har.file));
  return [player, passes = har.passes_others](const RouteRequest& request) {
    if (const std::optional<RouteAnswer> answer = player->answer(request)) return *answer;
    if (passes) return RouteAnswer::next();
    return RouteAnswer::abort("blockedbyclient").because(player->describe_missing(request));
  };
}

}  // namespace casement
