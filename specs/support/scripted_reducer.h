// A reducer that is a closure: specs outlive their connections.
#pragma once

#include <functional>

#include "casement/base/weak_ptr.h"
#include "casement/cdp/message.h"

namespace casement::specs {

struct ScriptedReducer {
  std::function<cdp::Effects(const cdp::Event&)> reduce;

  cdp::Callback<cdp::Effects(const cdp::Event&)> callback() { return {weak.get(), &ScriptedReducer::on_event}; }
  cdp::Effects on_event(const cdp::Event& event) { return reduce(event); }

  WeakPtrFactory<ScriptedReducer> weak{this};
};

}  // namespace casement::specs
