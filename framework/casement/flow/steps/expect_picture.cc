// The key `screenshot` of `expect`.
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "casement/base/file_system.h"
#include "casement/base/file_text.h"
#include "casement/flow/steps/expect_keys.h"

namespace casement {
namespace {

using Shape = ArgSpec::Shape;

std::vector<ArgSpec> area_keys() {
  constexpr double kMost = 100'000;
  return {needed({"x", Shape::Number, "distance from the left edge, in CSS pixels", {}, 0, kMost}),
          needed({"y", Shape::Number, "distance from the top edge, in CSS pixels", {}, 0, kMost}),
          needed({"width", Shape::Number, "CSS pixels", {}, 1, kMost}),
          needed({"height", Shape::Number, "CSS pixels", {}, 1, kMost})};
}

std::vector<ArgSpec> screenshot_keys() {
  ArgSpec area{"area", Shape::Map, "compare only this part of the screenshot"};
  area.keys = area_keys();
  return {
      needed({"file", Shape::Text, "the approved screenshot, relative to the flow's folder"}),
      {"mask", Shape::Texts, "paint over all elements that match these targets, in every frame"},
      {"hide", Shape::Texts, "hide all elements that match these targets meanwhile"},
      {"full_page", Shape::Flag, "the whole document"},
      area,
      by_default({"compare",
                  Shape::Word,
                  "perceptual: ignore similar colours and anti-aliased edges",
                  {"exact", "perceptual"}},
                 "\"exact\""),
      by_default({"channel", Shape::Number, "exact: the largest allowed difference of a colour channel", {}, 0, 255},
                 "0"),
      by_default(
          only_beside("compare",
                      {"colour", Shape::Decimal, "perceptual: the largest allowed distance of two colours", {}, 0, 1}),
          "0.1"),
      {"pixels", Shape::Number, "the largest allowed number of different pixels", {}, 0, 1'000'000'000},
      by_default({"share", Shape::Decimal, "the largest allowed share of different pixels", {}, 0, 1}, "0"),
      by_default({"animations", Shape::Word, "run: do not stop animations", {"settle", "run"}}, "\"settle\""),
      by_default({"caret", Shape::Word, "show: do not hide the caret", {"hide", "show"}}, "\"hide\"")};
}

// A temporary folder for one comparison. Pictures to keep are copied into the report.
class PictureFolder {
 public:
  PictureFolder() : path_((temporary_folder() / "casement-pictures-XXXXXX").string()) {
    if (::mkdtemp(path_.data()) == nullptr)
      throw Error(ErrorKind::Environment, "cannot make a folder for pictures: " + path_);
  }
  ~PictureFolder() {
    std::error_code failed;
    std::filesystem::remove_all(path_, failed);
  }
  PictureFolder(const PictureFolder&) = delete;
  PictureFolder& operator=(const PictureFolder&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// Attaches the picture to the report, if the file exists.
void keep_picture(StepRun& run, const std::string& approved, std::string_view word, const std::string& path) {
  std::optional<std::string> bytes = read_whole_file(path);
  if (!bytes) return;
  const std::string name = std::filesystem::path(approved).filename().string();
  run.recorder.current_case().attachments.push_back(
      {fmt::format("{}: {}", name, word), "image/png", std::move(*bytes), ""});
}

// Attaches the pictures of the folder to the report, and returns the error with their names in the report.
Error with_pictures_kept(StepRun& run, const Error& error, const std::string& approved, const std::string& folder) {
  const std::string stem = std::filesystem::path(approved).stem().string();
  for (const char* const word : {"expected", "actual", "difference", "heat"}) {
    keep_picture(run, approved, word, fmt::format("{}/{}.{}.png", folder, stem, word));
  }
  std::vector<std::string> trail = error.trail();
  for (std::string& line : trail) {
    const std::size_t at = line.find(folder + '/');
    if (at != std::string::npos) line = line.erase(at, folder.size() + 1) + " in the report";
  }
  return error.with_trail(std::move(trail));
}

// One target or several.
std::vector<Target> picture_targets(const StepMap& map, std::string_view key) {
  std::vector<Target> targets;
  const YamlEntry* const entry = map.find(key);
  if (entry == nullptr) return targets;
  map.texts(key);  // refuses values other than texts
  const bool is_list = entry->value.kind == YamlNode::Kind::List;
  for (const YamlNode& node : is_list ? std::span(entry->value.items) : std::span(&entry->value, 1)) {
    targets.push_back(map.scope().target(node));
  }
  return targets;
}

PictureOptions options_of(const StepMap& map, bool of_element) {
  const StepScope& scope = map.scope();
  PictureOptions options;
  options.channel = map.number("channel", 0);
  if (map.has("share")) options.share = map.decimal("share", 0);
  if (map.has("pixels")) options.pixels = map.number("pixels", 0);
  options.compare = map.word("compare", "exact");
  options.colour = map.decimal("colour", 0.1);
  options.full_page = map.flag("full_page");
  options.animations = map.word("animations", "settle");
  options.caret = map.word("caret", "hide");
  options.mask = picture_targets(map, "mask");
  options.hide = picture_targets(map, "hide");
  if (const YamlEntry* const area = map.find("area")) {
    const std::vector<ArgSpec> keys = area_keys();
    const StepMap part(scope, area->value, keys, "'area'");
    options.area = {part.number("x", 0), part.number("y", 0), part.number("width", 1), part.number("height", 1)};
  }
  const auto refuse = [&](std::string_view key, std::string_view why) {
    throw scope.source().error_at(map.find(key)->key.place, std::string(why));
  };
  const bool is_perceptual = options.compare == "perceptual";
  if (is_perceptual && map.has("channel")) refuse("channel", "'channel' is for exact comparison; write 'colour'");
  if (!is_perceptual && map.has("colour")) refuse("colour", "'colour' needs `compare: perceptual`");
  if (of_element && options.full_page) refuse("full_page", "choose 'target' or 'full_page', not both");
  return options;
}

PlannedAction looks_like(const ExpectKey& key) {
  const StepScope& scope = key.map.scope();
  const bool is_map = key.entry.value.kind == YamlNode::Kind::Map;
  const std::vector<ArgSpec> keys = screenshot_keys();
  const YamlNode* file = &key.entry.value;
  PictureOptions options;
  if (is_map) {
    const StepMap map(scope, key.entry.value, keys, "'screenshot'");
    file = &map.need("file").value;
    options = options_of(map, key.target != nullptr);
  }
  const std::string name = scope.text_of({key.entry.key, *file});
  if (!name.ends_with(".png")) throw scope.error_at(*file, "'screenshot' must be a file that ends in .png");
  const std::string path = scope.approved_path(*file, name);
  const std::optional<Target> target = key.target == nullptr ? std::nullopt : std::optional<Target>(*key.target);
  const std::string title = fmt::format("{} looks like {}", target ? target->text() : std::string("the page"), name);
  const auto folder = std::make_shared<std::string>();  // of the running comparison
  PlannedAction action = expecting(key, title, [=](PageExpectation& page) {
    PictureOptions kept = options;
    kept.keep_in = *folder;
    if (target)
      page.screenshot(*target, path, kept);
    else
      page.screenshot(path, kept);
  });
  action.run = [compare = std::move(action.run), path, folder](StepRun& run) {
    const PictureFolder kept;
    *folder = kept.path();
    try {
      compare(run);
    } catch (const Error& error) {
      throw with_pictures_kept(run, error, path, kept.path());
    }
  };
  return action;
}

}  // namespace

ExpectRow picture_row() {
  ArgSpec screenshot{"screenshot", Shape::TextOrMap, "the page, or the target, looks like this picture"};
  screenshot.keys = screenshot_keys();
  return {screenshot, [](const ExpectKey& key) { return std::vector<PlannedAction>{looks_like(key)}; },
          ExpectRow::About::Either, ExpectRow::Touches::Files};
}

}  // namespace casement
