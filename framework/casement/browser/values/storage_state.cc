#include "casement/browser/values/storage_state.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>

#include "casement/base/base64.h"
#include "casement/base/file_text.h"
#include "casement/base/json_shape.h"
#include "casement/base/private_file.h"
#include "casement/base/text.h"
#include "casement/browser/values/passkey_json.h"
#include "casement/browser/values/web_origin.h"

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
  const Json& list(const Json& object, const char* key) const {
    static const Json none = Json::array();
    const auto found = object.find(key);
    if (found == object.end()) return none;
    if (!found->is_array()) refuse(file, where + "/" + key, "is not a list");
    return *found;
  }
  // The reader of an element of a list, which must be an object.
  Reader at(const Json& list, const char* key, std::size_t i) const {
    Reader inside{file, where + "/" + key + "/" + std::to_string(i)};
    if (!list[i].is_object()) refuse(file, inside.where, "is not an object");
    return inside;
  }
};

Json read_cookie(const Json& json, const Reader& reader) {
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

std::string read_origin_text(const Json& json, const char* key, const Reader& reader) {
  std::string origin = reader.text(json, key);
  if (const std::string why = web_origin_problem(origin); !why.empty())
    refuse(reader.file, reader.where + "/" + key, why);
  return origin;
}

StorageEntries read_entries(const Json& json, const char* key, const Reader& reader) {
  StorageEntries entries;
  const Json& list = reader.list(json, key);
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Reader inside = reader.at(list, key, i);
    entries.emplace_back(inside.text(list[i], "name"), inside.text(list[i], "value"));
  }
  return entries;
}

Json read_files(const Json& json, const Reader& reader) {
  const Json& list = reader.list(json, "files");
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Reader inside = reader.at(list, "files", i);
    const std::string path = inside.text(list[i], "path");
    if (path.empty() || path.front() == '/')
      refuse(reader.file, inside.where + "/path", "is not a path such as a/b.txt");
    try {
      decode_base64(inside.text(list[i], "base64", !path.ends_with('/')));
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::Usage) throw;
      refuse(reader.file, inside.where + "/base64", "is not base64");
    }
  }
  return list;
}

void check_databases(const Json& json, const Reader& reader) {
  const Json& list = reader.list(json, "indexedDB");
  for (std::size_t i = 0; i < list.size(); ++i) {
    const std::string wrong =
        wrong_shape(list[i],
                    "name!string version!number stores!array stores[].name!string stores[].autoIncrement:boolean "
                    "stores[].keyPath:string stores[].keyPathArray:array stores[].indexes:array "
                    "stores[].records:array");
    if (!wrong.empty()) refuse(reader.file, reader.where + "/indexedDB/" + std::to_string(i), wrong);
  }
}

StoredOrigin read_origin(const Json& json, const nlohmann::ordered_json& ordered, bool framed, const Reader& reader) {
  StoredOrigin origin;
  origin.place.origin = read_origin_text(json, "origin", reader);
  if (framed) origin.place.top = read_origin_text(json, "topLevelOrigin", reader);
  origin.local_storage = read_entries(json, "localStorage", reader);
  origin.session_storage = read_entries(json, "sessionStorage", reader);
  origin.files = read_files(json, reader);
  check_databases(json, reader);
  if (const auto found = ordered.find("indexedDB"); found != ordered.end()) origin.indexed_db = found->dump();
  return origin;
}

Passkey read_passkey(const Json& json, const Reader& reader) {
  Passkey passkey{.rp_id = reader.text(json, "rpId"),
                  .id = reader.text(json, "id"),
                  .user_handle = reader.text(json, "userHandle", false),
                  .private_key = reader.text(json, "privateKey"),
                  .user_name = reader.text(json, "userName", false),
                  .display_name = reader.text(json, "userDisplayName", false)};
  if (const auto count = json.find("signCount"); count != json.end()) {
    if (!count->is_number_integer()) refuse(reader.file, reader.where + "/signCount", "is not a whole number");
    passkey.sign_count = count->get<int>();
  }
  try {
    return complete_passkey(std::move(passkey));
  } catch (const Error& error) {
    refuse(reader.file, reader.where, error.message());
  }
}

Json entries_json(const StorageEntries& entries) {
  Json list = Json::array();
  for (const auto& [name, value] : entries) list.push_back({{"name", name}, {"value", value}});
  return list;
}

Json origin_json(const StoredOrigin& origin) {
  Json json{{"origin", origin.place.origin}, {"localStorage", entries_json(origin.local_storage)}};
  if (!origin.place.top.empty()) json["topLevelOrigin"] = origin.place.top;
  if (!origin.session_storage.empty()) json["sessionStorage"] = entries_json(origin.session_storage);
  if (Json databases = parse_json(origin.indexed_db); !databases.empty()) json["indexedDB"] = std::move(databases);
  if (!origin.files.empty()) json["files"] = origin.files;
  return json;
}

Json cookie_json(const Json& one) {
  Json cookie{{"name", one.value("name", "")},         {"value", one.value("value", "")},
              {"domain", one.value("domain", "")},     {"path", one.value("path", "/")},
              {"expires", one.value("expires", -1.0)}, {"httpOnly", one.value("httpOnly", false)},
              {"secure", one.value("secure", false)},  {"sameSite", one.value("sameSite", "Lax")}};
  if (const auto key = one.find("partitionKey"); key != one.end() && key->is_object()) {
    cookie["partitionKey"] = key->value("topLevelSite", "");
    cookie["_crHasCrossSiteAncestor"] = key->value("hasCrossSiteAncestor", false);
  }
  return cookie;
}

}  // namespace

bool StoredOrigin::is_empty_without_session() const {
  return local_storage.empty() && indexed_db == "[]" && files.empty();
}

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
  nlohmann::ordered_json ordered = nlohmann::ordered_json::parse(text, nullptr, false);
  if (ordered.is_discarded()) {  // parse_json has repaired the text
    ordered = nlohmann::ordered_json::parse(dump_json(json));
    state.not_saved.emplace_back("texts with half a surrogate pair, which have U+FFFD in its place");
  }
  const Reader whole{name, ""};
  const Json& cookies = whole.list(json, "cookies");
  for (std::size_t i = 0; i < cookies.size(); ++i) {
    state.cookies.push_back(read_cookie(cookies[i], whole.at(cookies, "cookies", i)));
  }
  for (const char* key : {"origins", "framedOrigins"}) {
    const Json& origins = whole.list(json, key);
    for (std::size_t i = 0; i < origins.size(); ++i) {
      state.origins.push_back(read_origin(origins[i], ordered.at(key).at(i), std::string_view(key) != "origins",
                                          whole.at(origins, key, i)));
    }
  }
  const Json& passkeys = whole.list(json, "credentials");
  for (std::size_t i = 0; i < passkeys.size(); ++i) {
    state.passkeys.push_back(read_passkey(passkeys[i], whole.at(passkeys, "credentials", i)));
  }
  for (const Json& one : whole.list(json, "notSaved")) {
    if (!one.is_string()) refuse(name, "/notSaved", "is not a list of texts");
    state.not_saved.push_back(one.get<std::string>());
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

Json storage_state_json(const StorageState& state) {
  Json json{{"cookies", Json::array()}, {"origins", Json::array()}};
  for (const Json& one : state.cookies) json["cookies"].push_back(cookie_json(one));
  for (const StoredOrigin& origin : state.origins) {
    Json& list = json[origin.place.top.empty() ? "origins" : "framedOrigins"];
    list.push_back(origin_json(origin));
  }
  for (const Passkey& one : state.passkeys) json["credentials"].push_back(passkey_as_json(one));
  if (!state.not_saved.empty()) json["notSaved"] = state.not_saved;
  return json;
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

}  // namespace casement
