#include "casement/browser/values/storage_state.h"

#include <filesystem>
#include <optional>
#include <set>

#include "casement/base/file_text.h"
#include "casement/base/private_file.h"
#include "casement/base/text.h"

namespace casement {
namespace {

[[noreturn]] void refuse(const std::string& name, const std::string& where, const std::string& what) {
  throw Error(ErrorKind::Usage, "the storage state " + name + ": " + (where.empty() ? "" : where + ": ") + what);
}

// Reads values of a JSON object; errors name the place in the file.
struct Reader {
  const std::string& file;
  std::string where;

  std::string text(const Json& object, const char* key, bool needed = true) const {
    const auto found = object.find(key);
    if (found == object.end() && !needed) return "";
    if (found == object.end()) refuse(file, where, std::string("it has no '") + key + "'");
    if (!found->is_string()) refuse(file, where + "/" + key, "is not a text");
    return found->get<std::string>();
  }
  bool flag(const Json& object, const char* key) const {
    const auto found = object.find(key);
    if (found == object.end()) return false;
    if (!found->is_boolean()) refuse(file, where + "/" + key, "is not true or false");
    return found->get<bool>();
  }
};

Json read_cookie(const Json& json, const Reader& reader) {
  if (!json.is_object()) refuse(reader.file, reader.where, "is not an object");
  Json cookie{
      {"name", reader.text(json, "name")},         {"value", reader.text(json, "value")},
      {"domain", reader.text(json, "domain")},     {"path", json.contains("path") ? reader.text(json, "path") : "/"},
      {"httpOnly", reader.flag(json, "httpOnly")}, {"secure", reader.flag(json, "secure")}};
  if (const auto expires = json.find("expires"); expires != json.end()) {
    if (!expires->is_number()) refuse(reader.file, reader.where + "/expires", "is not a number");
    // -1 marks a session cookie.
    if (expires->get<double>() >= 0) cookie["expires"] = *expires;
  }
  if (const std::string site = reader.text(json, "sameSite", false); !site.empty()) {
    if (site != "Strict" && site != "Lax" && site != "None") {
      refuse(reader.file, reader.where + "/sameSite", "is not Strict, Lax or None");
    }
    cookie["sameSite"] = site;
  }
  if (const std::string key = reader.text(json, "partitionKey", false); !key.empty()) {
    cookie["partitionKey"] = {{"topLevelSite", key},
                              {"hasCrossSiteAncestor", reader.flag(json, "_crHasCrossSiteAncestor")}};
  }
  return cookie;
}

StoredOrigin read_origin(const Json& json, const Reader& reader) {
  if (!json.is_object()) refuse(reader.file, reader.where, "is not an object");
  StoredOrigin origin{reader.text(json, "origin"), {}};
  const std::string& text = origin.origin;
  const auto host = text.find("://");
  const bool web = text.starts_with("http://") || text.starts_with("https://");
  if (!web || text.size() == host + 3 || text.find('/', host + 3) != std::string::npos) {
    refuse(reader.file, reader.where + "/origin",
           "'" + shorten(text, 80) + "' is not an origin such as https://shop.test");
  }
  const Json entries = json.value("localStorage", Json::array());
  if (!entries.is_array()) refuse(reader.file, reader.where + "/localStorage", "is not a list");
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const Reader at{reader.file, reader.where + "/localStorage/" + std::to_string(i)};
    if (!entries[i].is_object()) refuse(reader.file, at.where, "is not an object");
    origin.local_storage.emplace_back(at.text(entries[i], "name"), at.text(entries[i], "value"));
  }
  return origin;
}

const Json& list_of(const Json& json, const char* key, const std::string& name) {
  static const Json none = Json::array();
  const auto found = json.find(key);
  if (found == json.end()) return none;
  if (!found->is_array()) refuse(name, std::string("/") + key, "is not a list");
  return *found;
}

}  // namespace

StorageState parse_storage_state(const std::string& text, const std::string& name) {
  Json json;
  try {
    json = parse_json(text);
  } catch (const Error& error) {
    refuse(name, "", "it is not JSON: " + error.message());
  }
  if (!json.is_object()) refuse(name, "", "it is not an object with 'cookies' and 'origins'");
  if (!json.contains("cookies") && !json.contains("origins")) {
    refuse(name, "", "it needs 'cookies' or 'origins'");
  }
  StorageState state;
  const Json& cookies = list_of(json, "cookies", name);
  for (std::size_t i = 0; i < cookies.size(); ++i) {
    state.cookies.push_back(read_cookie(cookies[i], {name, "/cookies/" + std::to_string(i)}));
  }
  const Json& origins = list_of(json, "origins", name);
  for (std::size_t i = 0; i < origins.size(); ++i) {
    state.origins.push_back(read_origin(origins[i], {name, "/origins/" + std::to_string(i)}));
  }
  return state;
}

StorageState read_storage_state(const std::string& path) {
  const std::optional<std::string> text = read_whole_file(path);
  if (!text)
    throw Error(ErrorKind::Environment,
                "cannot read the storage state " + path + "; if a sign-in writes this file, that sign-in has not run");
  return parse_storage_state(*text, path);
}

Json storage_state_json(const Json& cookies, const std::vector<StoredOrigin>& origins) {
  Json list = Json::array();
  for (const Json& one : cookies) {
    Json cookie{{"name", one.value("name", "")},         {"value", one.value("value", "")},
                {"domain", one.value("domain", "")},     {"path", one.value("path", "/")},
                {"expires", one.value("expires", -1.0)}, {"httpOnly", one.value("httpOnly", false)},
                {"secure", one.value("secure", false)},  {"sameSite", one.value("sameSite", "Lax")}};
    if (const auto key = one.find("partitionKey"); key != one.end() && key->is_object()) {
      cookie["partitionKey"] = key->value("topLevelSite", "");
      cookie["_crHasCrossSiteAncestor"] = key->value("hasCrossSiteAncestor", false);
    }
    list.push_back(std::move(cookie));
  }
  Json state{{"cookies", std::move(list)}, {"origins", Json::array()}};
  for (const StoredOrigin& origin : origins) {
    Json entries = Json::array();
    for (const auto& [name, value] : origin.local_storage) {
      entries.push_back({{"name", name}, {"value", value}});
    }
    state["origins"].push_back({{"origin", origin.origin}, {"localStorage", std::move(entries)}});
  }
  return state;
}

void write_storage_state(const Json& state, const std::string& path) {
  const std::string unfinished = path + ".part";
  std::error_code error =
      write_private_file(unfinished, state.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
  if (error) throw Error(ErrorKind::Environment, "cannot write the storage state " + path);
  std::filesystem::rename(unfinished, path, error);
  if (error) {
    std::filesystem::remove(unfinished, error);
    throw Error(ErrorKind::Environment, "cannot write the storage state " + path);
  }
}

std::string read_local_storage_script() {
  // In a sandboxed document, `localStorage` throws.
  return "(() => { try { return Object.entries(localStorage); } catch { return []; } })()";
}

std::string write_local_storage_script(const StoredOrigin& origin) {
  Json entries = Json::array();
  for (const auto& [name, value] : origin.local_storage) entries.push_back({name, value});
  return "for (const [name, value] of " + dump_json(entries) + ") localStorage.setItem(name, value)";
}

}  // namespace casement
