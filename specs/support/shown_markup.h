// A page's content, with declarative shadow roots also in a browser that does not read them from scripts (Chromium
// before 124; HTML §8.5.2).
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace casement::specs {

// A call in JavaScript that makes `markup` all that the body has.
inline std::string show_in_body(const std::string& markup) {
  return R"js((markup => {
    if (document.body.setHTMLUnsafe) return document.body.setHTMLUnsafe(markup);
    const makeRoots = tree => tree.querySelectorAll('template[shadowrootmode]').forEach(template => {
      const root = template.parentNode.attachShadow({
        mode: template.getAttribute('shadowrootmode'),
        delegatesFocus: template.hasAttribute('shadowrootdelegatesfocus'),
      });
      template.remove();
      root.append(template.content);
      makeRoots(root);
    });
    document.body.innerHTML = markup;
    makeRoots(document.body);
  })()js" +
         nlohmann::json(markup).dump() + ")";
}

}  // namespace casement::specs
