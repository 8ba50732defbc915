// Steps for what a case's context has stored: its storage state and its passkeys.
#include <fmt/format.h>

#include "casement/browser/context/context_session.h"
#include "casement/browser/values/passkey_json.h"
#include "casement/flow/steps/page_calls.h"
#include "casement/flow/steps/step_rows.h"

namespace casement {
namespace {

using Shape = ArgSpec::Shape;

PlannedStep parse_save_storage_state(const StepScope& scope) {
  StorageParts parts;
  const YamlEntry* name = &scope.entry();
  std::optional<StepMap> map;
  if (scope.entry().value.kind == YamlNode::Kind::Map) {
    map.emplace(scope);
    name = &map->need("file");
    parts = {map->flag("session_storage", true), map->flag("indexed_db", true), map->flag("files", true),
             map->flag("passkeys", true)};
  }
  const WrittenFile file = scope.written_file(*name);
  return in_context(scope, file.name, [file, parts](ContextSession& context, Deadline deadline) {
    make_folder_for(file.path);
    context.save_storage_state(file.path, parts, deadline);
  });
}

PlannedStep parse_add_passkey(const StepScope& scope) {
  const StepMap map(scope);
  const Passkey passkey{.rp_id = map.some_text("rp_id"),
                        .id = map.text("id"),
                        .user_handle = map.text("user_handle"),
                        .private_key = map.text("private_key"),
                        .user_name = map.text("user_name"),
                        .display_name = map.text("display_name")};
  return in_context(scope, passkey.rp_id,
                    [passkey](ContextSession& context, Deadline deadline) { context.add_passkey(passkey, deadline); });
}

PlannedStep parse_clear_passkeys(const StepScope& scope) {
  return in_context(scope, "", [](ContextSession& context, Deadline deadline) {
    for (const Passkey& one : context.passkeys()) context.remove_passkey(one.id, deadline);
  });
}

}  // namespace

std::vector<StepSpec> storage_steps() {
  using enum ArgumentShape;
  return {
      {"save_storage_state",
       TextOrMap,
       "Writes cookies, storage and passkeys into a file, for `use`.",
       "signed-in.json  or  { file: signed-in.json, indexed_db: false }",
       parse_save_storage_state,
       {needed({"file", Shape::Text, "the file to write"}),
        by_default({"session_storage", Shape::Flag, "with the session storage of the documents that pages show"},
                   "true"),
        by_default({"indexed_db", Shape::Flag, "with IndexedDB"}, "true"),
        by_default({"files", Shape::Flag, "with the origins' private files"}, "true"),
        by_default({"passkeys", Shape::Flag, "with the passkeys"}, "true")}},
      {"add_passkey",
       Map,
       "Adds a passkey, as if the user had registered before; needs `passkeys` under `use`.",
       "{ rp_id: shop.test }",
       parse_add_passkey,
       {needed({"rp_id", Shape::Text, "the site's host, or a domain that it ends with"}),
        {"id", Shape::Text, "base64url; random by default"},
        {"user_handle", Shape::Text, "base64url; random by default"},
        {"private_key", Shape::Text, "PKCS #8 (DER) in base64url; a new key by default"},
        {"user_name", Shape::Text, "the name of the account"},
        {"display_name", Shape::Text, "the name of the person"}}},
      {"clear_passkeys", Nothing, "Removes all passkeys, those that the pages have made among them.", "",
       parse_clear_passkeys},
  };
}

}  // namespace casement
