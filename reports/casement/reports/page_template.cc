#include "casement/reports/page_template.h"

#include "casement/reports/page_assets.h"

namespace casement::reports {

std::string fill_template(std::string_view text, const std::map<std::string_view, std::string_view>& values) {
  std::string filled;
  for (;;) {
    const std::size_t open = text.find("{{");
    if (open == std::string_view::npos) break;
    const std::size_t close = text.find("}}", open);
    filled.append(text.substr(0, open)).append(values.at(text.substr(open + 2, close - open - 2)));
    text.remove_prefix(close + 2);
  }
  return filled.append(text);
}

std::string whole_page(const PageParts& parts) {
  return fill_template(page_html(), {{"title", parts.title},
                                     {"style", page_css()},
                                     {"own_style", parts.style},
                                     {"body", parts.body},
                                     {"keys", keys_js()},
                                     {"keys_hash", keys_js_hash()},
                                     {"script", parts.script},
                                     {"script_hash", parts.script_hash}});
}

}  // namespace casement::reports
