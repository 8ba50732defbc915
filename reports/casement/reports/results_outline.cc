#include "casement/reports/results_outline.h"

#include "casement/base/error.h"
#include "casement/reports/json_scanner.h"

namespace casement::reports {

using results::Case;
using results::Outcome;

namespace {

Outcome read_outcome(JsonScanner& at) {
  const std::int64_t number = at.integer();
  if (number < 0 || number > static_cast<int>(Outcome::Flaky)) throw Error(ErrorKind::Usage, "unknown outcome");
  return static_cast<Outcome>(number);
}

results::SourcePlace read_place(JsonScanner& at) {
  results::SourcePlace place;
  at.object([&](std::string_view key) {
    if (key == "file") {
      place.file = at.string();
    } else if (key == "line") {
      place.line = static_cast<int>(at.integer());
    } else if (key == "column") {
      place.column = static_cast<int>(at.integer());
    } else {
      at.skip();
    }
  });
  return place;
}

results::Failure read_failure(JsonScanner& at) {
  results::Failure failure;
  at.object([&](std::string_view key) {
    if (key == "type") {
      failure.type = at.string();
    } else if (key == "message") {
      failure.message = at.string();
    } else if (key == "where") {
      failure.where = read_place(at);
    } else {
      at.skip();
    }
  });
  return failure;
}

results::Step read_step(JsonScanner& at) {
  results::Step step;
  at.object([&](std::string_view key) {
    if (key == "title") {
      step.title = at.string();
    } else if (key == "where") {
      step.where = read_place(at);
    } else if (key == "outcome") {
      step.outcome = read_outcome(at);
    } else if (key == "message") {
      step.message = at.string();
    } else {
      at.skip();
    }
  });
  return step;
}

template <typename Value>
std::vector<Value> read_list(JsonScanner& at, Value (*read)(JsonScanner&)) {
  std::vector<Value> list;
  at.array([&] { list.push_back(read(at)); });
  return list;
}

template <typename Value>
void read_later(std::string_view text, std::vector<Value>& list, Value (*read)(JsonScanner&)) {
  if (text.empty()) return;
  JsonScanner at(text);
  list = read_list(at, read);
}

// Only failed cases need their failures and steps, and the outcome may be written after them.
struct LateParts {
  std::string_view failures, steps, where;
};

void read_field(std::string_view key, JsonScanner& at, Case& one, LateParts& late) {
  if (key == "name") {
    one.name = at.string();
  } else if (key == "class_name") {
    one.class_name = at.string();
  } else if (key == "suite") {
    one.suite = at.string();
  } else if (key == "milliseconds") {
    one.milliseconds = at.number();
  } else if (key == "order") {
    one.order = static_cast<std::size_t>(at.integer());
  } else if (key == "outcome") {
    one.outcome = read_outcome(at);
  } else if (key == "repetition") {
    one.repetition = static_cast<int>(at.integer());
  } else if (key == "not_run") {
    one.not_run = at.boolean();
  } else if (key == "failures") {
    late.failures = at.skip();
  } else if (key == "steps") {
    late.steps = at.skip();
  } else if (key == "where") {
    late.where = at.skip();
  } else {
    at.skip();
  }
}

void read_late(const LateParts& late, Case& one) {
  read_later(late.failures, one.failures, read_failure);
  read_later(late.steps, one.steps, read_step);
  if (late.where.empty()) return;
  JsonScanner where(late.where);
  one.where = read_place(where);
}

Case read_attempt(JsonScanner& at) {
  Case one;
  LateParts late;
  at.object([&](std::string_view key) { read_field(key, at, one, late); });
  read_late(late, one);
  one.outcome = Outcome::Failed;  // as run_from_text does
  return one;
}

Case read_case(JsonScanner& at) {
  Case one;
  LateParts late;
  at.object([&](std::string_view key) {
    if (key == "earlier_attempts") {
      one.earlier_attempts = read_list(at, read_attempt);
    } else {
      read_field(key, at, one, late);
    }
  });
  if (one.outcome != Outcome::Passed) read_late(late, one);
  return one;
}

results::Suite read_suite(JsonScanner& at) {
  results::Suite suite;
  at.object([&](std::string_view key) {
    if (key == "cases") {
      suite.cases = read_list(at, read_case);
    } else {
      at.skip();
    }
  });
  return suite;
}

results::RunInfo read_info(JsonScanner& at) {
  results::RunInfo info;
  at.object([&](std::string_view key) {
    std::string* const text = key == "browser"     ? &info.browser
                              : key == "host_name" ? &info.host_name
                              : key == "started"   ? &info.started
                              : key == "shard"     ? &info.shard
                              : key == "commit"    ? &info.commit
                              : key == "branch"    ? &info.branch
                              : key == "build_url" ? &info.build_url
                                                   : nullptr;
    if (text != nullptr) {
      *text = at.string();
    } else {
      at.skip();
    }
  });
  return info;
}

}  // namespace

results::Run outline_from_text(std::string_view text) {
  results::Run run;
  std::string_view format, version;
  JsonScanner at(text);
  at.object([&](std::string_view key) {
    if (key == "format") {
      format = at.skip();
    } else if (key == "version") {
      version = at.skip();
    } else if (key == "info") {
      run.info = read_info(at);
    } else if (key == "milliseconds") {
      run.milliseconds = at.number();
    } else if (key == "suites") {
      run.suites = read_list(at, read_suite);
    } else {
      at.skip();
    }
  });
  at.end();
  if (format != "\"casement results\"" || version != "1") throw Error(ErrorKind::Usage, "not results of version 1");
  return run;
}

}  // namespace casement::reports
