#include "casement/browser/network/har_player.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "casement/base/base64.h"
#include "casement/base/error.h"
#include "casement/base/file_text.h"
#include "casement/base/text.h"

namespace casement {
namespace {

// Headers that describe the body as it was sent, while an archive has it decoded, and those of HTTP/2 itself.
bool is_of_transport(const std::string& name) {
  static constexpr std::string_view kNames[] = {"content-encoding", "content-length", "transfer-encoding",
                                                "connection"};
  return name.starts_with(':') || std::ranges::find(kNames, name) != std::end(kNames);
}

std::string address(const std::string& url) {
  return url.substr(0, url.find('#'));
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

// The posted text; nothing if the archive does not have all of it.
std::optional<std::string> posted(const Json& request) {
  const auto data = request.find("postData");
  if (data == request.end()) return "";
  if (data->contains("comment") || !data->contains("text")) return std::nullopt;
  return data->at("text").get<std::string>();
}

}  // namespace

HarPlayer::HarPlayer(const std::string& path) {
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
      answers_[key].all.push_back({posted(request), answer_of(response, folder)});
      ++size_;
    }
  } catch (const Json::exception& error) {
    const std::string place = number == 0 ? "" : fmt::format(", entry {}", number);
    throw Error(ErrorKind::Usage, fmt::format("{}{} is no HTTP archive: {}", path, place, error.what()));
  }
}

std::optional<RouteAnswer> HarPlayer::answer(const RouteRequest& request) {
  const auto known = answers_.find({request.method, address(request.url)});
  if (known == answers_.end()) return std::nullopt;
  Answers& answers = known->second;
  const std::string body = to_valid_utf8(request.body);
  const auto fits = [&](const Recorded& one) { return !one.body || *one.body == body; };
  std::size_t& next = answers.next[body];
  const auto from = std::find_if(answers.all.begin() + static_cast<std::ptrdiff_t>(next), answers.all.end(), fits);
  if (from != answers.all.end()) {
    next = static_cast<std::size_t>(from - answers.all.begin()) + 1;
    return from->answer;
  }
  const auto last = std::find_if(answers.all.rbegin(), answers.all.rend(), fits);
  if (last == answers.all.rend()) return std::nullopt;
  return last->answer;
}

}  // namespace casement
