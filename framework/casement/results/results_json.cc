#include "casement/results/results_json.h"

#include <nlohmann/json.hpp>
#include <type_traits>

#include "casement/base/base64.h"
#include "casement/base/error.h"
#include "casement/results/fields.h"

namespace casement::results {

using nlohmann::json;

namespace {

constexpr const char* kFormat = "casement results";
constexpr int kVersion = 1;

// Fields with their default value are not written.
class Writer {
 public:
  explicit Writer(AttachmentBytes bytes) : bytes_(bytes) {}

  template <typename Value>
  static json of(Value& value, AttachmentBytes bytes) {
    if constexpr (std::is_enum_v<Value>) {
      return static_cast<int>(value);
    } else if constexpr (std::is_arithmetic_v<Value> || std::is_same_v<Value, std::string>) {
      return value;
    } else if constexpr (requires { value.has_value(); }) {
      return value ? of(*value, bytes) : json();
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

constexpr int last_of(Outcome) {
  return static_cast<int>(Outcome::Flaky);
}
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
    } else if constexpr (requires { value.has_value(); }) {
      into(from, value.emplace());
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
    throw Error(ErrorKind::Usage, std::string("not a results file: ") + error.what());
  }
}

// `fields` takes a mutable value for the Reader; the Writer does not change the value.
template <typename Value>
json write(const Value& value, AttachmentBytes bytes) {
  return Writer::of(const_cast<Value&>(value), bytes);
}

}  // namespace

json case_to_json(const Case& one, AttachmentBytes bytes) {
  return write(one, bytes);
}
Case case_from_json(const json& from) {
  return read<Case>(from);
}
json step_to_json(const Step& step) {
  return write(step, AttachmentBytes::LeftOut);
}
Step step_from_json(const json& from) {
  return read<Step>(from);
}

std::string json_line(const json& value) {
  return value.dump(-1, ' ', true, json::error_handler_t::replace) + "\n";
}

std::string run_to_text(const Run& run, AttachmentBytes bytes) {
  json made = write(run, bytes);
  made["format"] = kFormat;
  made["version"] = kVersion;
  return made.dump(1, ' ', false, json::error_handler_t::replace) + "\n";
}

Run run_from_text(std::string_view text) {
  const json from = json::parse(text, nullptr, false);
  if (!from.is_object() || from.value("format", json()) != kFormat) {
    throw Error(ErrorKind::Usage, "not a results file of Casement");
  }
  if (from.value("version", json()) != kVersion) {
    throw Error(ErrorKind::Usage,
                "the results were written by another version: " + from.value("version", json()).dump() + ", not 1");
  }
  Run run = read<Run>(from);
  for (Suite& suite : run.suites) {
    for (Case& one : suite.cases) {
      for (Case& attempt : one.earlier_attempts) attempt.outcome = Outcome::Failed;  // every earlier attempt has failed
    }
  }
  return run;
}

}  // namespace casement::results
