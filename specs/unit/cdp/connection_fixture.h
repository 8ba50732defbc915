// A connection whose peer says what the spec has it say.
#pragma once

#include "casement/cdp/connection.h"
#include "specs/support/scripted_reducer.h"
#include "specs/support/scripted_transport.h"

namespace casement::cdp {

struct ConnectionFixture {
  ConnectionFixture() : connection(std::make_unique<specs::ScriptedTransport>(script)) {}
  Call send(const std::string& method, const SessionId& session = "") { return connection.send({session, method}); }
  void reduce_with(std::function<Effects(const Event&)> reduce) {
    reducer.reduce = std::move(reduce);
    connection.set_reducer(reducer.callback());
  }
  specs::Script script;
  specs::ScriptedReducer reducer;
  Connection connection;
};

}  // namespace casement::cdp
