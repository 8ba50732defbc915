#include "casement/snapshot/render_json.h"

#include "casement/base/utc_time.h"
#include "casement/snapshot/json_writer.h"
#include "casement/target/ref.h"

namespace casement {
namespace {

void write_frame(JsonWriter& json, const SnapshotFrame& frame) {
  json.open('{');
  json.number("ordinal", frame.ordinal);
  json.number("parent", frame.parent_ordinal);
  json.number("depth", frame.depth);
  json.text("state", frame.state);
  json.text("owner", frame.owner());
  json.text("label", frame.owner_name);
  json.text("name", frame.name);
  json.text("url", frame.url);
  json.text("origin", frame.origin);
  json.yes("cross_site", frame.cross_site);
  if (frame.status != 0) json.number("status", frame.status);
  json.yes("read", frame.read);
  json.text("id", frame.frame_id);
  json.number("generation", static_cast<std::int64_t>(frame.generation));
  json.close('}');
}

void write_failure(JsonWriter& json, const FrameFailure& failure) {
  json.open('{');
  json.text("kind", to_string(failure.kind));
  json.text("owner", failure.owner_ref);
  json.text("name", failure.frame_name);
  json.text("url", failure.url);
  json.text("message", failure.message);
  if (failure.status != 0) json.number("status", failure.status);
  json.yes("expected", failure.expected);
  json.number("milliseconds", failure.duration.count());
  json.text("time", utc_time(failure.time));
  json.close('}');
}

void write_node(JsonWriter& json, const Node& node) {
  json.open('{');
  json.number("depth", static_cast<std::int64_t>(node.depth));
  if (node.is_text()) {
    json.key(node.kind == Node::Kind::Text ? "text" : "value");
    json.value(node.name);
    json.close('}');
    return;
  }
  json.text("role", node.role);
  json.text("name", node.name);
  if (node.ref != 0) json.text("ref", format_ref(node.frame, node.ref));
  if (!node.states.empty() || node.pointer || node.cross_site) {
    json.key("states");
    json.open('[');
    for (std::string_view rest = node.states; !rest.empty();) {
      const std::size_t end = rest.find(' ');
      json.value(rest.substr(0, end));
      rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    }
    if (node.pointer) json.value("cursor=pointer");
    if (node.cross_site) json.value("cross-site");
    json.close(']');
  }
  json.text("url", node.url);
  json.text("placeholder", node.placeholder);
  json.text("frame_name", node.frame_name);
  json.text("frame_id", node.frame_id);
  json.text("failed", node.failed);
  json.text("error", node.error);
  json.text("box", node.box);
  if (node.frame != 0) json.number("frame", static_cast<std::int64_t>(node.frame));
  json.close('}');
}

}  // namespace

std::string render_json(const Snapshot& snapshot) {
  JsonWriter json;
  json.reserve(snapshot.nodes().size() * 96);
  json.open('{');
  json.text("url", snapshot.url());
  json.text("title", snapshot.title());
  if (snapshot.status() != 0) json.number("status", snapshot.status());
  json.key("frames");
  json.open('[');
  for (const SnapshotFrame& frame : snapshot.frames()) write_frame(json, frame);
  json.close(']');
  json.key("failures");
  json.open('[');
  for (const FrameFailure& failure : snapshot.frame_failures()) write_failure(json, failure);
  json.close(']');
  json.key("warnings");
  json.open('[');
  for (const std::string& warning : snapshot.warnings()) json.value(warning);
  json.close(']');
  json.key("nodes");
  json.open('[');
  for (const Node& node : snapshot.nodes()) write_node(json, node);
  json.close(']');
  json.close('}');
  return json.take();
}

}  // namespace casement
