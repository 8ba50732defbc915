#include "casement/reports/html_comparison.h"

#include <fmt/format.h>

#include <string_view>
#include <vector>

#include "casement/reports/html_case.h"
#include "casement/reports/html_step.h"

namespace casement::reports {

using results::Attachment;
using results::Case;

namespace {

constexpr std::string_view kActual = ": actual";

const Attachment* find_attachment(const Case& one, const std::string& name) {
  for (const Attachment& attachment : one.attachments) {
    if (attachment.name == name) return &attachment;
  }
  return nullptr;
}

std::string view(std::string_view word, const Attachment* attachment) {
  const std::string picture = attachment == nullptr ? "" : html_picture(*attachment);
  return picture.empty() ? "" : fmt::format("<div class=\"{}\">{}</div>\n", word, picture);
}

}  // namespace

bool is_compared(const Case& one, const Attachment& attachment) {
  for (const std::string_view ending : {": expected", ": actual", ": difference", ": heat"}) {
    if (!attachment.name.ends_with(ending)) continue;
    const std::string name = attachment.name.substr(0, attachment.name.size() - ending.size());
    return find_attachment(one, name + std::string(kActual)) != nullptr;
  }
  return false;
}

std::string html_comparisons(const Case& one) {
  std::string html;
  for (const Attachment& actual : one.attachments) {
    if (!actual.name.ends_with(kActual)) continue;
    const std::string name = actual.name.substr(0, actual.name.size() - kActual.size());
    const std::string pictures = view("expected", find_attachment(one, name + ": expected")) + view("actual", &actual) +
                                 view("difference", find_attachment(one, name + ": difference")) +
                                 view("heat", find_attachment(one, name + ": heat"));
    if (pictures.empty()) continue;
    html += fmt::format(
        "<div class=\"comparison\"><p><bdi>{}</bdi></p>\n<div "
        "class=\"pictures\">\n{}</div></div>\n",
        html_line(name), pictures);
  }
  return html;
}

}  // namespace casement::reports
