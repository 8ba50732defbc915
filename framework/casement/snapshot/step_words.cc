#include "casement/snapshot/step_words.h"

namespace casement {

std::string describe_step(const TargetStep& step) {
  const std::string name = step.name ? describe(*step.name) : "";
  std::string words;
  switch (step.kind) {
    case TargetStep::Kind::Css:
      words = "css=" + step.css;
      break;
    case TargetStep::Kind::TestId:
      words = "testid=" + name;
      break;
    case TargetStep::Kind::Label:
      words = "label=" + name;
      break;
    case TargetStep::Kind::Placeholder:
      words = "placeholder=" + name;
      break;
    case TargetStep::Kind::Alt:
      words = "alt=" + name;
      break;
    case TargetStep::Kind::Title:
      words = "title=" + name;
      break;
    case TargetStep::Kind::Text:
      words = "text " + name;
      break;
    case TargetStep::Kind::Role:
      words = step.role + (step.name ? " " + name : "");
      break;
  }
  for (const TargetStep& inner : step.has) words += " that has " + describe_step(inner);
  for (const TargetStep& other : step.others) words += " or " + describe_step(other);
  if (step.nth) words += *step.nth == TargetStep::kLast ? " #last" : " #" + std::to_string(*step.nth);
  return words;
}

std::string match_line(const SnapshotMatch& match) {
  std::string line = match.ref.empty() ? match.label : match.ref + "  " + match.label;
  return match.context.empty() ? line : line + " " + match.context;
}

TargetStep text_step(const TextPattern& pattern) {
  TargetStep text;
  text.kind = TargetStep::Kind::Text;
  text.name = pattern;
  return text;
}

}  // namespace casement
