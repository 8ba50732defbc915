#include "casement/act/interceptions.h"

#include <nlohmann/json.hpp>

namespace casement {

Interceptions::Interceptions(PageSession& page) {
  page.events().on("Input.dragIntercepted", [this](const cdp::Event& event) { drag_ = event.params.at("data"); });
  page.events().on("Page.fileChooserOpened", [this](const cdp::Event& event) {
    const Json& p = event.params;
    file_chooser_ = FileChooser{event.session, p.value("mode", std::string()) == "selectMultiple", std::nullopt};
    if (const auto node = p.find("backendNodeId"); node != p.end()) file_chooser_->backend_node = node->get<int>();
  });
}

}  // namespace casement
