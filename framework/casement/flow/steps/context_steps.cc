// Steps for all pages of a case, such as network, cookies, permissions and headers; also HAR files and frames.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "casement/api/frames.h"
#include "casement/api/network.h"
#include "casement/base/json.h"
#include "casement/base/text.h"
#include "casement/browser/context/context_session.h"
#include "casement/browser/network/har.h"
#include "casement/browser/values/emulation.h"
#include "casement/find/frame_list.h"
#include "casement/flow/steps/page_calls.h"
#include "casement/flow/steps/step_rows.h"
#include "casement/yaml/yaml_reads.h"

namespace casement {
namespace {

using Shape = ArgSpec::Shape;

PlannedStep parse_set_offline(const StepScope& scope) {
  YamlEntry entry = scope.entry();
  entry.value.text = scope.text(entry.value);
  const bool offline = read_flag(scope.source(), entry);
  return in_context(scope, offline ? "yes" : "no",
                    [offline](ContextSession& context, Deadline deadline) { context.set_offline(offline, deadline); });
}

PlannedStep parse_set_geolocation(const StepScope& scope) {
  std::optional<Geolocation> place;
  std::string title = "nowhere";
  if (scope.entry().value.kind == YamlNode::Kind::Map) {
    const StepMap map(scope);
    map.need("latitude");
    map.need("longitude");
    place = Geolocation{map.decimal("latitude", 0), map.decimal("longitude", 0), map.decimal("accuracy", 0)};
    title = fmt::format("{}, {}", place->latitude, place->longitude);
  }
  return in_context(scope, title,
                    [place](ContextSession& context, Deadline deadline) { context.set_geolocation(place, deadline); });
}

PlannedStep parse_set_viewport(const StepScope& scope) {
  const StepMap map(scope);
  map.need("width");
  map.need("height");
  const int width = map.number("width", 0), height = map.number("height", 0);
  return in_context(
      scope, fmt::format("{} × {}", width, height),
      [width, height](ContextSession& context, Deadline deadline) { context.set_viewport(width, height, deadline); });
}

PlannedStep parse_set_media(const StepScope& scope) {
  Media media;
  std::vector<std::string> words;
  if (scope.entry().value.kind == YamlNode::Kind::Map) {
    const StepMap map(scope);
    media.type = map.word("type", "");
    if (!media.type.empty()) words.push_back(media.type);
    if (map.has("colour_scheme")) {
      words.push_back(map.word("colour_scheme", ""));
      media.colour_scheme = words.back() == "dark" ? ColourScheme::Dark : ColourScheme::Light;
    }
    if (map.has("contrast")) {
      const std::string contrast = map.word("contrast", "");
      words.push_back(contrast + " contrast");
      media.contrast = contrast == "more" ? Contrast::More : Contrast::Less;
    }
    media.forced_colours = map.flag("forced_colours");
    if (media.forced_colours) words.push_back("forced colours");
    media.reduced_motion = map.flag("reduced_motion");
    if (media.reduced_motion) words.push_back("reduced motion");
  }
  return in_context(scope, words.empty() ? "the page's own" : join(words, ", "),
                    [media](ContextSession& context, Deadline deadline) { context.set_media(media, deadline); });
}

PlannedStep parse_add_cookie(const StepScope& scope) {
  const StepMap map(scope);
  Cookie cookie;
  cookie.name = map.some_text("name");
  map.need("value");
  cookie.value = map.text("value");
  cookie.url = map.text("url");
  cookie.domain = map.text("domain");
  cookie.path = map.text("path", "/");
  cookie.http_only = map.flag("http_only");
  cookie.secure = map.flag("secure");
  cookie.same_site = map.word("same_site", "");
  return in_context(scope, fmt::format("{} for {}", cookie.name, cookie.url.empty() ? cookie.domain : cookie.url),
                    [cookie](ContextSession& context, Deadline deadline) { context.add_cookies({cookie}, deadline); });
}

PlannedStep parse_clear_cookies(const StepScope& scope) {
  return in_context(scope, "", [](ContextSession& context, Deadline deadline) { context.clear_cookies(deadline); });
}

PlannedStep parse_set_permissions(const StepScope& scope) {
  ContextOptions options;
  options.permissions = scope.texts_of(scope.entry());
  const YamlNode& value = scope.entry().value;
  for (std::size_t i = 0; i < options.permissions.size(); ++i) {
    ContextOptions one;
    one.permissions = {options.permissions[i]};
    try {
      chrome_permissions(one);
    } catch (const Error& error) {
      throw scope.error_at(value.is_text() ? value : value.items[i], error.message());
    }
  }
  return in_context(scope, options.permissions.empty() ? "none" : join(options.permissions, ", "),
                    [names = options.permissions](ContextSession& context, Deadline deadline) {
                      context.set_permissions(names, deadline);
                    });
}

PlannedStep parse_set_extra_headers(const StepScope& scope) {
  std::map<std::string, std::string> headers;
  std::vector<std::string> names;
  if (scope.entry().value.kind == YamlNode::Kind::Map) {
    for (const YamlEntry& header : scope.entry().value.entries) {
      headers[header.key.text] = scope.text_of(header);
      names.push_back(header.key.text);
    }
  }
  return in_context(
      scope, names.empty() ? "none" : join(names, ", "),
      [headers](ContextSession& context, Deadline deadline) { context.set_extra_headers(headers, deadline); });
}

PlannedStep parse_add_init_script(const StepScope& scope) {
  if (scope.entry().value.is_text()) {
    const std::string source = scope.text(scope.entry().value);
    return in_context(scope, source, [source](ContextSession& context, Deadline deadline) {
      context.add_init_script(source, deadline);
    });
  }
  const StepMap map(scope);
  const YamlEntry& file = map.need("file");
  const std::string name = scope.text_of(file), path = scope.existing_file(file.value, name);
  return in_context(scope, name, [path](ContextSession& context, Deadline deadline) {
    context.add_init_script(read_script(path), deadline);
  });
}

PlannedStep parse_record_har(const StepScope& scope) {
  HarOptions options;
  if (scope.entry().value.kind == YamlNode::Kind::Map) options.bodies = StepMap(scope).flag("bodies");
  return page_step(scope, {"record_har", options.bodies ? "with bodies" : ""},
                   [options](PageStack& pages) { pages.page().network().record_har(options); });
}

// Masks text by text, so that the result stays JSON.
void mask_texts(nlohmann::json& json, const results::Recorder& recorder) {
  if (json.is_string()) {
    json = recorder.masked(json.get_ref<const std::string&>());
  } else if (json.is_structured()) {
    for (nlohmann::json& item : json) mask_texts(item, recorder);
  }
}

PlannedStep parse_save_har(const StepScope& scope) {
  const WrittenFile file = scope.written_file(scope.entry());
  PlannedStep step = page_step(scope, {"save_har", file.name}, nullptr);
  step.actions.front().run = [path = file.path](StepRun& run) {
    run.page.act([&](PageStack& pages) {
      pages.begin_action();
      nlohmann::json har = pages.page().network().har();
      for (const std::string& value : hide_headers(har.at("log").at("entries"), run.recorder.secret_headers()))
        run.recorder.add_secret(value);
      mask_texts(har, run.recorder);
      for (nlohmann::json& entry : har.at("log").at("entries")) cut_messages(entry);
      write_whole_file(path, har.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + '\n');
    });
  };
  return step;
}

PlannedStep parse_switch_to_frame(const StepScope& scope) {
  const std::string selector = scope.text(scope.entry().value);
  return page_step(scope, {"switch_to_frame", selector},
                   [selector](PageStack& pages) { pages.page().frames().switch_to(selector); });
}

PlannedStep parse_clear_frame_failures(const StepScope& scope) {
  return look_step(scope, {"clear_frame_failures"}, [](PageStack& pages) { pages.clear_frame_failures(); });
}

}  // namespace

std::vector<StepSpec> context_steps() {
  using enum ArgumentShape;
  return {
      {"set_offline", Flag, "Cuts all pages of the case from the network, or connects them again.", "true",
       parse_set_offline},
      {"set_geolocation",
       NothingOrMap,
       "Sets the browser's location; without a place, makes it unknown.",
       "{ latitude: 53.35, longitude: -6.26 }",
       parse_set_geolocation,
       {needed({"latitude", Shape::Decimal, "degrees north", {}, -90, 90}),
        needed({"longitude", Shape::Decimal, "degrees east", {}, -180, 180}),
        {"accuracy", Shape::Decimal, "metres", {}, 0, 40'000'000}}},
      {"set_viewport",
       Map,
       "Gives the pages of the case another size.",
       "{ width: 400, height: 800 }",
       parse_set_viewport,
       {needed({"width", Shape::Number, "CSS pixels", {}, 1, 100'000}),
        needed({"height", Shape::Number, "CSS pixels", {}, 1, 100'000})}},
      {"set_media",
       NothingOrMap,
       "Emulates a medium and preferences for style sheets; without a map, ends the emulation.",
       "{ type: print }  or  { colour_scheme: dark, reduced_motion: true }",
       parse_set_media,
       {{"type", Shape::Word, "the medium", {"print", "screen"}},
        {"colour_scheme", Shape::Word, "the user's preference", {"light", "dark"}},
        {"contrast", Shape::Word, "the user's preference", {"less", "more"}},
        {"forced_colours", Shape::Flag, "replaces the page's colours with the user's own few"},
        {"reduced_motion", Shape::Flag, "the user prefers reduced motion"}}},
      {"add_init_script",
       TextOrMap,
       "Runs a script in each document that begins from now on, in all pages and frames, before its own scripts.",
       "window.isTest = true  or  { file: mocks.js }",
       parse_add_init_script,
       {{"file", Shape::Text, "a file of JavaScript beside the flow"}}},
      {"add_cookie",
       Map,
       "Adds a cookie, or replaces it.",
       "{ name: session, value: abc, url: \"http://shop.test\" }",
       parse_add_cookie,
       {needed({"name", Shape::Text, "its name"}),
        needed({"value", Shape::Text, "its value"}),
        {"url", Shape::Text, "an address; only its host gets the cookie"},
        {"domain", Shape::Text, "the host that gets the cookie; with a dot before it, also hosts below"},
        only_beside("domain", {"path", Shape::Text, "the cookie is sent below this path; everywhere by default"}),
        {"http_only", Shape::Flag, "hidden from scripts"},
        {"secure", Shape::Flag, "sent over https only"},
        {"same_site", Shape::Word, "when pages of other sites send it", {"Strict", "Lax", "None"}}},
       StepBlocks::None,
       {"url", "domain"}},
      {"clear_cookies", Nothing, "Forgets the cookies of every site.", "", parse_clear_cookies},
      {"set_permissions", Texts, "Grants these permissions and denies all others.", "[geolocation, notifications]",
       parse_set_permissions},
      {"set_extra_headers", NothingOrMap, "Sends these headers with every request; without a map, ends that.",
       "{ X-Test: \"yes\" }", parse_set_extra_headers},
      {"record_har",
       NothingOrMap,
       "Records every request from now on, for `save_har`.",
       "{ bodies: true }",
       parse_record_har,
       {{"bodies", Shape::Flag, "with the answers' bodies, of at most 1 MiB each"}}},
      {"save_har", Text, "Writes an archive of the page's requests (HAR 1.2).", "shop.har", parse_save_har},
      {"switch_to_frame", Text, "Searches later targets in this frame; 'main' ends that.", "Card number",
       parse_switch_to_frame},
      {"clear_frame_failures", Nothing, "Forgets frames that could not be read so far, even if they keep failing.", "",
       parse_clear_frame_failures},
  };
}

}  // namespace casement
