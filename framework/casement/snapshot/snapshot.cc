#include "casement/snapshot/snapshot.h"

#include <algorithm>
#include <chrono>

#include "casement/base/deadline.h"
#include "casement/base/error.h"
#include "casement/snapshot/assemble_snapshot.h"
#include "casement/snapshot/diff.h"
#include "casement/snapshot/mask.h"
#include "casement/snapshot/match.h"
#include "casement/snapshot/node_words.h"
#include "casement/snapshot/render_json.h"
#include "casement/snapshot/render_text.h"
#include "casement/snapshot/stitch.h"
#include "casement/snapshot/target_match.h"
#include "casement/snapshot/text_match.h"
#include "casement/target/ref.h"
#include "casement/target/target_step.h"
#include "casement/target/yaml_quote.h"

namespace casement {

struct Snapshot::Data {
  struct Ref {
    std::uint64_t key;
    NodeIndex node;
    bool operator<(const Ref& other) const { return key < other.key; }
  };

  StitchedPage page;
  std::string text;
  std::string url;
  std::string title;
  SnapshotStatistics statistics;
  std::vector<Ref> refs;  // sorted
};

namespace {

std::uint64_t ref_key(std::uint32_t frame, std::uint32_t local) {
  return (static_cast<std::uint64_t>(frame) << 32) | local;
}

std::size_t elements_left(const std::vector<CapturedFrame>& readings) {
  std::size_t left = 0;
  for (const CapturedFrame& reading : readings) left += reading.reading.elements_left;
  return left;
}

std::size_t elements_parked(const std::vector<CapturedFrame>& readings) {
  std::size_t parked = 0;
  for (const CapturedFrame& reading : readings) parked += reading.reading.elements_parked;
  return parked;
}

void count_walks(SnapshotStatistics& counted, const std::vector<CapturedFrame>& readings) {
  counted.milliseconds_in_page = 0;
  counted.elements_walked = 0;
  for (const CapturedFrame& reading : readings) {
    counted.milliseconds_in_page += reading.reading.milliseconds;
    counted.elements_walked += reading.reading.elements_walked;
  }
}

std::string count_of(std::size_t elements) {
  return std::to_string(elements) + (elements == 1 ? " element" : " elements");
}

// Mentions the frames inside unread parts of documents, unless they are known to be hidden.
std::string frames_cut(const std::vector<FrameFailure>& failures) {
  const auto count = std::count_if(failures.begin(), failures.end(),
                                   [](const FrameFailure& failure) { return failure.kind == FrameFailure::BudgetCut; });
  if (count == 0) return "";
  return ", and " + std::to_string(count) + (count == 1 ? " frame" : " frames") + " not met before";
}

// Errors of the main document. Written as comments, so that the text is also a valid template of itself.
std::string head_of(const StitchedPage& page) {
  std::string head;
  constexpr int first_error = 400;  // RFC 9110 section 15.5
  if (const int status = page.frames.front().status; status >= first_error) {
    head += "# status: " + std::to_string(status) + "\n";
  }
  if (const auto& failure = page.readings.front().failure) {
    head.append("# failed: ").append(to_string(failure->kind)).append(", ");
    append_scalar(head, failure->message, kLongestText);
    head += '\n';
  }
  return head;
}

void mask_values(StitchedPage& page, const ValueMask& mask) {
  for (Node& node : page.nodes) {
    if (node.kind != Node::Kind::Value) continue;
    if (auto masked = mask.mask(node.name)) node.name = page.texts.emplace_back(std::move(*masked));
  }
}

}  // namespace

Snapshot::Snapshot() : data_(std::make_shared<const Data>()) {}

Snapshot assemble_snapshot(std::vector<CapturedFrame> readings, const SnapshotOptions& options,
                           SnapshotStatistics statistics) {
  const auto began = Deadline::Clock::now();
  auto data = std::make_shared<Snapshot::Data>();
  data->statistics = statistics;
  data->page = stitch(std::move(readings), options.max_frame_depth);
  StitchedPage& page = data->page;
  if (!options.reveal_values) mask_values(page, ValueMask(options.secret_patterns));

  data->url = page.frames.front().url;
  data->title = page.readings.front().reading.title;
  RenderedText rendered = render_text(page.nodes, options, head_of(page));
  data->text = std::move(rendered.text);
  if (rendered.nodes_cut > 0) {
    page.warnings.push_back("the text omits " + std::to_string(rendered.nodes_cut) + " nodes beyond its limits");
  }
  if (const std::size_t left = elements_left(page.readings); left > 0) {
    const std::string why =
        options.max_elements > 0 ? " past max_elements " + std::to_string(options.max_elements) : " nested too deep";
    const std::string what = count_of(left) + why + frames_cut(page.failures);
    data->text += "- /cut: " + what + "\n";
    page.warnings.push_back("not read: " + what);
  }

  if (const std::size_t parked = elements_parked(page.readings); parked > 0) {
    const std::string what = count_of(parked) + " parked off screen, which scrolling cannot reach";
    data->text += "- /cut: " + what + "\n";
    page.warnings.push_back("left out: " + what);
  }

  for (NodeIndex i = 0; i < page.nodes.size(); ++i) {
    const Node& node = page.nodes[i];
    if (node.ref != 0) data->refs.push_back({ref_key(node.frame, node.ref), i});
  }
  auto& refs = data->refs;
  std::stable_sort(refs.begin(), refs.end());
  for (std::size_t i = 1; i < refs.size(); ++i) {
    if (refs[i].key != refs[i - 1].key) continue;
    const Node& node = page.nodes[refs[i].node];
    page.warnings.push_back("the ref " + format_ref(node.frame, node.ref) + " appears twice");
  }

  SnapshotStatistics& counted = data->statistics;
  counted.nodes = page.nodes.size();
  counted.refs = refs.size();
  counted.bytes = data->text.size();
  counted.estimated_tokens = counted.bytes / 4;
  counted.frames = 0;
  count_walks(counted, page.readings);
  for (const SnapshotFrame& frame : page.frames) counted.frames += frame.read ? 1 : 0;
  counted.milliseconds += std::chrono::duration<double, std::milli>(Deadline::Clock::now() - began).count();
  return Snapshot(std::move(data));
}

Snapshot same_snapshot(const Snapshot& before, const std::vector<CapturedFrame>& readings,
                       SnapshotStatistics statistics) {
  Snapshot same(before.data_);
  count_walks(statistics, readings);
  const SnapshotStatistics& then = before.data_->statistics;
  statistics.nodes = then.nodes;
  statistics.refs = then.refs;
  statistics.frames = then.frames;
  statistics.bytes = then.bytes;
  statistics.estimated_tokens = then.estimated_tokens;
  same.cost_ = std::make_shared<const SnapshotStatistics>(statistics);
  return same;
}

const std::string& Snapshot::text() const& {
  return data_->text;
}
std::string Snapshot::json() const {
  return render_json(*this);
}
const std::string& Snapshot::url() const& {
  return data_->url;
}
int Snapshot::status() const {
  return data_->page.frames.empty() ? 0 : data_->page.frames.front().status;
}
const std::string& Snapshot::title() const& {
  return data_->title;
}
const std::vector<SnapshotFrame>& Snapshot::frames() const& {
  return data_->page.frames;
}
const std::vector<FrameFailure>& Snapshot::frame_failures() const& {
  return data_->page.failures;
}
const std::vector<std::string>& Snapshot::warnings() const& {
  return data_->page.warnings;
}
const SnapshotStatistics& Snapshot::statistics() const& {
  return cost_ ? *cost_ : data_->statistics;
}
const Nodes& Snapshot::nodes() const& {
  return data_->page.nodes;
}

const SnapshotFrame* Snapshot::frame(int ordinal) const {
  for (const SnapshotFrame& frame : frames()) {
    if (frame.ordinal == ordinal) return &frame;
  }
  return nullptr;
}

NodeIndex Snapshot::node_of(std::string_view ref) const {
  const std::optional<RefParts> parts = parse_ref(ref);
  if (!parts) return kNoNode;
  const std::uint64_t key = ref_key(parts->frame, parts->local);
  const auto found = std::lower_bound(data_->refs.begin(), data_->refs.end(), Data::Ref{key, 0});
  return found != data_->refs.end() && found->key == key ? found->node : kNoNode;
}

std::string Snapshot::ref(const Target& target) const {
  const std::vector<NodeIndex> matches = match_target(*this, target);
  if (matches.empty()) throw not_found_error(*this, target);
  if (matches.size() > 1) throw ambiguous_error(*this, target, matches);
  SnapshotMatch match = describe_match(nodes(), matches.front());
  if (!match.ref.empty()) return match.ref;
  if (target.step().kind == TargetStep::Kind::Text && !match.owner_ref.empty()) {
    return match.owner_ref;
  }
  throw Error(ErrorKind::NotFound,
              match.label + " (line " + std::to_string(match.line) + ") has no ref, so actions cannot use it");
}

std::vector<SnapshotMatch> Snapshot::find(const Target& target) const {
  std::vector<SnapshotMatch> found;
  for (const NodeIndex node : match_target(*this, target)) {
    found.push_back(describe_match(nodes(), node));
  }
  return found;
}

std::vector<SnapshotMatch> Snapshot::find_text(const TextPattern& pattern) const {
  std::vector<SnapshotMatch> found;
  for (const NodeIndex node : match_text(nodes(), pattern)) {
    found.push_back(describe_match(nodes(), node));
  }
  return found;
}

std::vector<SnapshotChange> Snapshot::diff(const Snapshot& before) const {
  return casement::diff(before, *this);
}

TemplateMatch Snapshot::match(std::string_view snapshot_template) const {
  return casement::match(*this, snapshot_template);
}

std::string Snapshot::text() && {
  return static_cast<const Snapshot&>(*this).text();
}

std::string Snapshot::url() && {
  return static_cast<const Snapshot&>(*this).url();
}

std::string Snapshot::title() && {
  return static_cast<const Snapshot&>(*this).title();
}

std::vector<SnapshotFrame> Snapshot::frames() && {
  return static_cast<const Snapshot&>(*this).frames();
}

std::vector<FrameFailure> Snapshot::frame_failures() && {
  return static_cast<const Snapshot&>(*this).frame_failures();
}

std::vector<std::string> Snapshot::warnings() && {
  return static_cast<const Snapshot&>(*this).warnings();
}

SnapshotStatistics Snapshot::statistics() && {
  return static_cast<const Snapshot&>(*this).statistics();
}

}  // namespace casement
