// Steps that keep evidence of the page in the report, and optionally in a file.
#include <fmt/format.h>

#include "casement/act/picture.h"
#include "casement/flow/steps/page_calls.h"
#include "casement/flow/steps/step_rows.h"

namespace casement {
namespace {

using Shape = ArgSpec::Shape;
using TakeEvidence = std::function<std::string(PageStack&)>;

PlannedStep keeping(const StepScope& scope, std::string_view media_type, std::vector<std::string> details,
                    const std::string& target, TakeEvidence take) {
  const std::string type(scope.step().kind->name);
  const YamlNode& value = scope.entry().value;
  std::string name;
  WrittenFile file;
  if (value.is_text()) name = scope.text(value);
  if (value.kind == YamlNode::Kind::Map) {
    const StepMap map(scope);
    name = map.text("name");
    if (const YamlEntry* save_to = map.find("save_to")) file = scope.written_file(*save_to);
  }
  if (!file.name.empty()) details.push_back("saved to " + file.name);
  const bool is_text = media_type.starts_with("text/");
  PlannedStep step = look_step(scope, {type, with_details(name, details), target}, nullptr);
  step.actions.front().run = [=](StepRun& run) {
    std::string bytes;
    run.page.act([&](PageStack& pages) { bytes = take(pages); });
    if (!file.name.empty()) write_whole_file(file.path, is_text ? run.recorder.masked(bytes) : bytes);
    run.recorder.current_case().attachments.push_back(
        {name.empty() ? type : name, std::string(media_type), std::move(bytes), ""});
  };
  return step;
}

PlannedStep parse_snapshot(const StepScope& scope) {
  SnapshotOptions options;
  options.timeout = scope.timeout();
  std::string name;
  if (scope.entry().value.is_text()) name = scope.text(scope.entry().value);
  if (scope.entry().value.kind == YamlNode::Kind::Map) {
    const StepMap map(scope);
    options.boxes = map.flag("boxes");
    name = map.text("name");
    options.listeners = map.flag("listeners");
    options.aria_hidden = map.flag("aria_hidden", true);
    options.parked = map.flag("parked");
    options.max_nodes = static_cast<std::size_t>(map.number("max_nodes", 0));
    options.max_depth = static_cast<std::size_t>(map.number("max_depth", 128));
  }
  return keeping(scope, "text/plain; charset=utf-8", {}, "", [options, name](PageStack& pages) {
    const Snapshot snapshot = pages.page().snapshot(options);
    if (!name.empty()) pages.keep(name, snapshot);
    return snapshot.text();
  });
}

PlannedStep parse_screenshot(const StepScope& scope) {
  ScreenshotOptions options;
  options.timeout = scope.timeout();
  std::optional<Target> target;
  if (scope.entry().value.kind == YamlNode::Kind::Map) {
    const StepMap map(scope);
    target = map.optional_target();
    options.full_page = map.flag("full_page");
    options.boxes = map.flag("boxes");
    if (target && options.full_page) {
      throw scope.source().error_at(map.find("full_page")->key.place, "choose 'target' or 'full_page', not both");
    }
  }
  const std::string words = target ? target->text() : "";
  return keeping(scope, "image/png", {words, options.full_page ? "full page" : "", options.boxes ? "boxes" : ""}, words,
                 [=](PageStack& pages) {
                   return target ? pages.page().screenshot(*target, options) : pages.page().screenshot(options);
                 });
}

PlannedStep parse_pdf(const StepScope& scope) {
  PdfOptions options;
  if (scope.entry().value.kind == YamlNode::Kind::Map) {
    const StepMap map(scope);
    options.landscape = map.flag("landscape");
    options.background = map.flag("background", options.background);
    options.scale = map.decimal("scale", options.scale);
    options.paper_width = map.decimal("paper_width", options.paper_width);
    options.paper_height = map.decimal("paper_height", options.paper_height);
  }
  return keeping(scope, "application/pdf", {options.landscape ? "landscape" : ""}, "",
                 [options](PageStack& pages) { return pages.page().pdf(options); });
}

}  // namespace

std::vector<StepSpec> evidence_steps() {
  const ArgSpec name{"name", Shape::Text, "its name in the report"};
  const ArgSpec save_to{"save_to", Shape::Text, "a file as well, in the run's output folder"};
  using enum ArgumentShape;
  return {
      {"snapshot",
       OptionalTextOrMap,
       "Adds the page's text to the report, under a name.",
       "before paying",
       parse_snapshot,
       {name,
        {"boxes", Shape::Flag, "includes each element's box"},
        {"listeners", Shape::Flag, "adds a ref to elements that scripts listen on"},
        {"aria_hidden", Shape::Flag, "includes visible content that is aria-hidden"},
        {"parked", Shape::Flag, "includes groups that are placed off screen and cannot be scrolled to"},
        {"max_nodes", Shape::Number, "lines at most", {}, 1, 1'000'000},
        by_default({"max_depth", Shape::Number, "levels at most", {}, 1, 128}, "128"),
        save_to}},
      {"screenshot",
       OptionalTextOrMap,
       "Adds a picture of the page or an element to the report.",
       "before paying  or  { target: img \"Receipt\", save_to: receipt.png }",
       parse_screenshot,
       {name,
        {"target", Shape::Target, "the element; otherwise the viewport"},
        {"full_page", Shape::Flag, "the whole document"},
        {"boxes", Shape::Flag, "draws a box with its ref around every element that has a ref"},
        save_to}},
      {"pdf",
       OptionalTextOrMap,
       "Adds the page as a PDF to the report.",
       "receipt",
       parse_pdf,
       {name,
        {"landscape", Shape::Flag, "landscape format"},
        by_default({"background", Shape::Flag, "prints backgrounds"}, "true"),
        by_default({"scale", Shape::Decimal, "the scale of the print", {}, 0.1, 2}, "1"),
        {"paper_width", Shape::Decimal, "inches", {}, 1, 100},
        {"paper_height", Shape::Decimal, "inches", {}, 1, 100},
        save_to}},
  };
}

}  // namespace casement
