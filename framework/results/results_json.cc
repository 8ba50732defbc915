#include "casement/results/results_json.h"

#include <nlohmann/json.hpp>
#include <type_traits>

#include "casement/base/base64.h"
#include "casement/base/error.h"

namespace casement::results {

using nlohmann::json;

namespace {

constexpr const char* kFormat = "casement results";
constexpr int kVersion = 1;

// Each struct lists its fields once, in `fields`; a Writer puts them into JSON, a Reader takes them
// out. What has its default value is not written.

template <class Archive>
void fields(Archive& at, SourcePlace& place) {
  at("file", place.file);
  at("line", place.line);
  at("column", place.column);
}

template <class Archive>
void fields(Archive& at, Attachment& attachment) {
  at("name", attachment.name);
  at("media_type", attachment.media_type);
  at("path", attachment.path);
  at.bytes("content", attachment.content);
}

template <class Archive>
void fields(Archive& at, FrameFailure& failure) {
  at("owner_ref", failure.owner_ref);
  at("frame_name", failure.frame_name);
  at("url", failure.url);
  at("kind", failure.kind);
  at("message", failure.message);
  at("expected", failure.expected);
  at("verdict", failure.verdict);
  at("milliseconds", failure.milliseconds);
}

template <class Archive>
void fields(Archive& at, FrameInfo& frame) {
  at("depth", frame.depth);
  at("label", frame.label);
  at("name", frame.name);
  at("url", frame.url);
  at("cross_site", frame.cross_site);
  at("state", frame.state);
}

template <class Archive>
void fields(Archive& at, Failure& failure) {
  at("type", failure.type);
  at("message", failure.message);
  at("details", failure.details);
  at("where", failure.where);
}

template <class Archive>
void fields(Archive& at, Box& box) {
  at("x", box.x);
  at("y", box.y);
  at("width", box.width);
  at("height", box.height);
}

template <class Archive>
void fields(Archive& at, Attempt& attempt) {
  at("strategy", attempt.strategy);
  at("frame", attempt.frame);
  at("success", attempt.success);
  at("milliseconds", attempt.milliseconds);
  at("error", attempt.error);
}

template <class Archive>
void fields(Archive& at, Step& step) {
  at("title", step.title);
  at("where", step.where);
  at("outcome", step.outcome);
  at("message", step.message);
  at("milliseconds", step.milliseconds);
  at("depth", step.depth);
  at("source", step.source);
  at("target", step.target);
  at("matched", step.matched);
  at("frame_path", step.frame_path);
  at("attempts", step.attempts);
  at("snapshot_before", step.snapshot_before);
  at("snapshot_after", step.snapshot_after);
  at("screenshot", step.screenshot);
  at("box", step.box);
}

template <class Archive>
void fields(Archive& at, Request& request) {
  at("method", request.method);
  at("url", request.url);
  at("type", request.type);
  at("status", request.status);
  at("failure", request.failure);
  at("milliseconds", request.milliseconds);
  at("bytes", request.bytes);
}

template <class Archive>
void fields(Archive& at, Case& one) {
  at("suite", one.suite);
  at("class_name", one.class_name);
  at("name", one.name);
  at("where", one.where);
  at("tags", one.tags);
  at("outcome", one.outcome);
  at("failures", one.failures);
  at("skip_reason", one.skip_reason);
  at("milliseconds", one.milliseconds);
  at("steps", one.steps);
  at("frame_failures", one.frame_failures);
  at("frames", one.frames);
  at("console", one.console);
  at("warnings", one.warnings);
  at("attachments", one.attachments);
  at("snapshot", one.snapshot);
  at("requests", one.requests);
  at("repetition", one.repetition);
  at("not_run", one.not_run);
  at("rerun", one.rerun);
  at("earlier_attempts", one.earlier_attempts);
}

template <class Archive>
void fields(Archive& at, Suite& suite) {
  at("name", suite.name);
  at("file", suite.file);
  at("cases", suite.cases);
}

template <class Archive>
void fields(Archive& at, RunInfo& info) {
  at("product", info.product);
  at("browser", info.browser);
  at("host_name", info.host_name);
  at("started", info.started);
  at("suites", info.suites);
  at("cases", info.cases);
  at("workers", info.workers);
}

template <class Archive>
void fields(Archive& at, Run& run) {
  at("info", run.info);
  at("milliseconds", run.milliseconds);
  at("suites", run.suites);
  at("errors", run.errors);
}

class Writer {
 public:
  explicit Writer(AttachmentBytes bytes) : bytes_(bytes) {}

  template <typename Value>
  static json of(Value& value, AttachmentBytes bytes) {
    if constexpr (std::is_enum_v<Value>) {
      return static_cast<int>(value);
    } else if constexpr (std::is_arithmetic_v<Value> || std::is_same_v<Value, std::string>) {
      return value;
    } else if constexpr (requires { value.begin(); }) {
      json list = json::array();
      for (auto& item : value) list.push_back(of(item, bytes));
      return list;
    } else {
      Writer writer(bytes);
      fields(writer, value);
      return std::move(writer.object_);
    }
  }
  template <typename Value>
  void operator()(const char* name, Value& value) {
    json made = of(value, bytes_);
    const bool is_default = made.is_boolean()  ? !made.get<bool>()
                            : made.is_number() ? made == of(default_of<Value>(), bytes_)
                                               : made.empty() || made == "";
    if (!is_default) object_[name] = std::move(made);
  }
  void bytes(const char* name, std::string& value) {
    if (bytes_ == AttachmentBytes::Kept) object_[name] = encode_base64(value);
  }

 private:
  template <typename Value>
  static Value& default_of() {
    static Value value{};
    return value;
  }

  AttachmentBytes bytes_;
  json object_ = json::object();
};

constexpr int last_of(Outcome) { return static_cast<int>(Outcome::Flaky); }
constexpr int last_of(FrameFailure::Verdict) {
  return static_cast<int>(FrameFailure::Verdict::Failed);
}

class Reader {
 public:
  explicit Reader(const json& object) : object_(object) {
    if (!object.is_object()) throw Error(ErrorKind::Usage, "an object is missing in the results");
  }

  template <typename Value>
  static void into(const json& from, Value& value) {
    if constexpr (std::is_enum_v<Value>) {
      const int number = from.get<int>();
      if (number < 0 || number > last_of(Value{})) {
        throw Error(ErrorKind::Usage, "unknown number in the results: " + std::to_string(number));
      }
      value = static_cast<Value>(number);
    } else if constexpr (std::is_arithmetic_v<Value> || std::is_same_v<Value, std::string>) {
      from.get_to(value);
    } else if constexpr (requires { value.emplace_back(); }) {
      value.clear();
      for (const json& item : from) into(item, value.emplace_back());
    } else {
      Reader reader(from);
      fields(reader, value);
    }
  }
  template <typename Value>
  void operator()(const char* name, Value& value) {
    if (const auto found = object_.find(name); found != object_.end()) {
      into(*found, value);
    } else if constexpr (std::is_arithmetic_v<Value> || std::is_enum_v<Value>) {
      value = Value{};
    }
  }
  void bytes(const char* name, std::string& value) {
    if (const auto found = object_.find(name); found != object_.end()) {
      value = decode_base64(found->get_ref<const std::string&>());
    }
  }

 private:
  const json& object_;
};

template <typename Value>
Value read(const json& from) {
  try {
    Value value;
    Reader::into(from, value);
    return value;
  } catch (const json::exception& error) {
    throw Error(ErrorKind::Usage, std::string("these are no results: ") + error.what());
  }
}

// `fields` takes what it describes as changeable, for the Reader; the Writer only looks.
template <typename Value>
json write(const Value& value, AttachmentBytes bytes) {
  return Writer::of(const_cast<Value&>(value), bytes);
}

}  // namespace

json case_to_json(const Case& one, AttachmentBytes bytes) { return write(one, bytes); }
Case case_from_json(const json& from) { return read<Case>(from); }
json step_to_json(const Step& step) { return write(step, AttachmentBytes::LeftOut); }
Step step_from_json(const json& from) { return read<Step>(from); }

std::string run_to_text(const Run& run, AttachmentBytes bytes) {
  json made = write(run, bytes);
  made["format"] = kFormat;
  made["version"] = kVersion;
  return made.dump(1, ' ', false, json::error_handler_t::replace) + "\n";
}

Run run_from_text(std::string_view text) {
  const json from = json::parse(text, nullptr, false);
  if (!from.is_object() || from.value("format", json()) != kFormat) {
    throw Error(ErrorKind::Usage, "these are no results of Casement");
  }
  if (from.value("version", json()) != kVersion) {
    throw Error(ErrorKind::Usage, "these results are of another version: " +
                                      from.value("version", json()).dump() + ", not 1");
  }
  return read<Run>(from);
}

}  // namespace casement::results
