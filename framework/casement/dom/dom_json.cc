#include "casement/dom/dom_json.h"

#include <fmt/format.h>

#include <string>

#include "casement/base/utc_time.h"
#include "casement/dom/dom_outline.h"
#include "casement/snapshot/json_writer.h"

namespace casement {
namespace {

constexpr std::size_t kLongestLabel = 250, kLongestOwnText = 500;  // characters
constexpr std::size_t kPiece = 64 * 1024;

std::size_t longest_address(std::string_view address) {
  return address.starts_with("data:") ? kLongestDataUrl : kLongestUrl;
}

class DomJson {
 public:
  DomJson(const DomSnapshot& dom, const DomJsonOptions& options, const std::function<void(std::string_view)>& sink)
      : dom_(dom),
        options_(options),
        full_(options.form == DomJsonOptions::Form::Full),
        outline_(outline_of(dom, options)),
        json_(sink, kPiece) {}

  void write() {
    json_.open('{');
    json_.text("form", full_ ? "full" : "flat");
    context();
    counts();
    failures();
    children(outline_.top, true);
    parts("iframes", outline_.frames);
    parts("shadow_roots", outline_.shadow_roots);
    if (outline_.interactive_left_out > 0) count("interactive_left_out", outline_.interactive_left_out);
    json_.close('}');
    json_.finish();
  }

 private:
  void count(std::string_view name, std::size_t number) { json_.number(name, static_cast<std::int64_t>(number)); }

  void pair(std::string_view name, std::string_view first, int one, std::string_view second, int other) {
    json_.key(name);
    json_.open('{');
    json_.number(first, one);
    json_.number(second, other);
    json_.close('}');
  }

  void context() {
    const DomContext& context = dom_.context();
    json_.text("url", context.url);
    json_.text("title", context.title);
    if (context.status != 0) json_.number("status", context.status);
    json_.text("time", utc_time(context.taken));
    pair("viewport", "width", context.viewport_width, "height", context.viewport_height);
    pair("scroll", "x", context.scroll_x, "y", context.scroll_y);
    pair("document", "width", context.document_width, "height", context.document_height);
  }

  void counts() {
    const DomCounts& counts = dom_.counts();
    json_.key("counts");
    json_.open('{');
    count("elements", counts.elements);
    count("visible", counts.visible);
    count("in_viewport", counts.in_viewport);
    count("interactive", counts.interactive);
    count("unread", counts.unread);
    count("frames", counts.frames);
    count("shadow_roots", counts.shadow_roots);
    json_.number("milliseconds", static_cast<std::int64_t>(counts.milliseconds + 0.5));
    json_.close('}');
  }

  void failures() {
    if (!dom_.frame_failures().empty()) {
      json_.key("failures");
      json_.open('[');
      for (const FrameFailure& failure : dom_.frame_failures()) {
        json_.open('{');
        json_.text("kind", to_string(failure.kind));
        json_.text("owner", failure.owner_ref);
        json_.text("name", failure.frame_name, kLongestLabel);
        json_.text("url", failure.url, longest_address(failure.url));
        json_.text("message", failure.message, kLongestOwnText);
        json_.close('}');
      }
      json_.close(']');
    }
    if (dom_.warnings().empty()) return;
    json_.key("warnings");
    json_.open('[');
    for (const std::string& warning : dom_.warnings()) json_.value(warning);
    json_.close(']');
  }

  void parts(std::string_view name, const std::vector<OutlinePart>& parts) {
    if (parts.empty()) return;
    json_.key(name);
    json_.open('[');
    for (const OutlinePart& part : parts) {
      const DomNode& host = dom_.nodes()[part.host];
      json_.open('{');
      json_.text("host", host.id());
      if (host.hosts_closed_root) json_.text("mode", "closed");
      if (host.holds_frame) json_.text("url", host.href, longest_address(host.href));
      children(part.children, true);
      json_.close('}');
    }
    json_.close(']');
  }

  void children(const std::vector<std::size_t>& items, bool even_if_empty) {
    if (items.empty() && !even_if_empty) return;
    json_.key("children");
    json_.open('[');
    for (const std::size_t item : items) {
      const OutlineItem& one = outline_.items[item];
      if (one.node == kNoNode)
        json_.value(one.text, kLongestOwnText);
      else
        element(one);
    }
    json_.close(']');
  }

  void element(const OutlineItem& item) {
    const DomNode& node = dom_.nodes()[item.node];
    const bool stands_apart = (node.holds_frame && options_.frames == DomJsonOptions::Place::Apart) ||
                              (node.hosts_root() && options_.shadow == DomJsonOptions::Place::Apart);
    json_.open('{');
    // In the flat form, a ref is enough to name the element.
    if (full_ || node.ref == 0 || stands_apart || options_.ids) {
      json_.text("id", node.id());
      json_.yes("carried", node.carried);
    }
    json_.text("ref", node.ref_text());
    if (full_ || node.role.empty()) json_.text("tag", node.tag);
    json_.text("role", node.role);
    json_.text("label", node.label, kLongestLabel);
    // Prints the text inline if the element contains nothing else.
    const bool is_lone_text = item.children.size() == 1 && outline_.items[item.children.front()].node == kNoNode;
    if (is_lone_text) json_.text("text", outline_.items[item.children.front()].text, kLongestOwnText);
    if (options_.values) json_.text("value", node.value, kLongestValue);
    states(node);
    json_.text("href", node.href, longest_address(node.href));
    if (full_ || (node.input_type != "text" && node.input_type != "submit" && node.input_type != "button" &&
                  node.input_type != node.role)) {
      json_.text("type", node.input_type);
    }
    if (full_ || node.placeholder != node.label) json_.text("placeholder", node.placeholder, kLongestLabel);
    if (full_) json_.text("html_id", node.html_id, kLongestLabel);
    if (full_ || node.is_interactive()) json_.text("test_id", node.test_id, kLongestLabel);
    if (full_ || (node.used_by != UsedBy::Semantic && node.used_by != UsedBy::Role))
      json_.text("interactive", to_string(node.used_by));
    place(node);
    if (full_) json_.text("path", dom_.path(node));
    if (full_ || (!options_.landmarks && node.is_interactive())) json_.text("region", dom_.region(node));
    if (node.hosts_root()) json_.text("shadow", node.hosts_closed_root ? "closed" : "open");
    json_.yes("cross_site", node.cross_site);
    json_.text("failed", node.failed);
    json_.text("error", node.error, kLongestOwnText);
    if (full_ && node.unread > 0) count("unread", node.unread);
    if (item.left_out > 0) count("left_out", item.left_out);
    if (!is_lone_text) children(item.children, false);
    json_.close('}');
  }

  void states(const DomNode& node) {
    if (node.states.empty()) return;
    json_.key("states");
    json_.open('[');
    for (std::string_view rest = node.states; !rest.empty();) {
      const std::size_t end = rest.find(' ');
      json_.value(rest.substr(0, end));
      rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    }
    json_.close(']');
  }

  void truth(std::string_view name, bool value) {
    json_.key(name);
    json_.literal(value ? "true" : "false");
  }

  // Writes whether the node is visible, and its box.
  void place(const DomNode& node) {
    if (full_) {
      truth("visible", node.is_visible());
      truth("in_viewport", node.in_viewport);
    } else if (!node.is_visible()) {
      truth("visible", false);
    }
    json_.text("hidden_by", to_string(node.hidden_by));
    if (!full_ && !options_.boxes) return;
    json_.key("box");
    json_.open('[');
    for (const int length : {node.box.x, node.box.y, node.box.width, node.box.height}) {
      json_.literal(std::to_string(length));
    }
    json_.close(']');
  }

  const DomSnapshot& dom_;
  const DomJsonOptions& options_;
  const bool full_;
  const Outline outline_;
  JsonWriter json_;
};

}  // namespace

void write_dom_json(const DomSnapshot& dom, const DomJsonOptions& options,
                    const std::function<void(std::string_view)>& sink) {
  DomJson(dom, options, sink).write();
}

}  // namespace casement
