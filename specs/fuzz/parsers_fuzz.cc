// Feeds any bytes to whatever reads text that others wrote. The first byte chooses the reader; each takes
// the rest, or throws the error that it is documented to throw, and does nothing else.
//
//   cmake --preset asan && cmake --build --preset asan --target parsers_fuzz && ctest --preset asan -L fuzz
//
// CASEMENT_FUZZ_READER=http gives all bytes to one reader, the first too. specs/fuzz/seeds/http.txt is what is kept for
// it.
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "casement/base/address.h"
#include "casement/base/base64.h"
#include "casement/base/error.h"
#include "casement/base/image.h"
#include "casement/base/message_socket.h"
#include "casement/base/regex.h"
#include "casement/base/text.h"
#include "casement/browser/values/storage_state.h"
#include "casement/flow/load/project_reader.h"
#include "casement/flow/model/authoring_errors.h"
#include "casement/http/endpoint.h"
#include "casement/http/reader.h"
#include "casement/http/socket_frames.h"
#include "casement/mcp/line_reader.h"
#include "casement/mcp/message.h"
#include "casement/mcp/schema_check.h"
#include "casement/reports/escape.h"
#include "casement/reports/history.h"
#include "casement/reports/history_json.h"
#include "casement/reports/merge.h"
#include "casement/reports/results_outline.h"
#include "casement/results/results_json.h"
#include "casement/results/secret_redactor.h"
#include "casement/results/typed_secrets.h"
#include "casement/runners/tag_expression.h"
#include "casement/site/site_config.h"
#include "casement/snapshot/mask.h"
#include "casement/snapshot/snapshot_template.h"
#include "casement/target/target_step.h"
#include "casement/target/text_pattern.h"
#include "casement/yaml/yaml_source.h"
#include "specs/fuzz/readers.h"

void casement::fuzz::demand(bool holds, const char* claim, Text text) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n%s\n", claim, text.c_str());
  std::abort();
}

namespace {

using namespace casement;
using namespace casement::fuzz;

// The expression, a zero byte, and a text.
void read_regex(Text text) {
  const std::size_t end = std::min(text.find('\0'), text.size());
  const std::string subject = text.substr(std::min(end + 1, text.size()));
  const Regex regex(std::string_view(text).substr(0, end), text.size() % 2 == 0 ? "" : "i");
  const bool found = regex.found_in(subject);
  demand(found == !regex.groups(subject).empty(), "two searches say the same", text);
  demand(is_valid_utf8(regex.replaced(subject, "•").value_or("")), "valid UTF-8", text);
  const Regex again(regex.script_source(), regex.script_flags());
  demand(again.found_in(subject) == found, "the page's expression is the same", text);
}

void read_target(Text text) {
  const Target target(text);
  demand(target.is_ref() || target.text() == text, "the notation as it was given", text);
  static const TargetSurroundings around = parse_target_surroundings("inside region \"A\" in iframe /b/ #2");
  const Target narrowed = target.narrowed_by(around);
  if (target.is_ref() || narrowed.text().size() > 4000) return;
  const Target again(narrowed.text());
  demand(again.inside().size() == target.inside().size() + 1, "the same ancestors and one more", text);
  demand(again.frames().size() == target.frames().size() + 1, "the same frames and one more", text);
}
void read_pattern(Text text) {
  TextMatcher(TextPattern(text)).matches(text);
}
void read_template(Text text) {
  parse_snapshot_template(text);
}
void read_storage_state(Text text) {
  parse_storage_state(text, "state.json");
}
void read_table(Text text) {
  YamlSource::parse_table("table.csv", text);
}
void read_tags(Text text) {
  runners::TagExpression(text).matches({"a", "smoke"});
}

std::string history_of(const results::Run& run) {
  reports::HistoryJoiner joiner;
  joiner.add(run);
  reports::DroppedHistory dropped;
  return reports::history_to_text(joiner.done({0, std::int64_t{1} << 32}, dropped));
}

void read_results(Text text) {
  results::Run run = results::run_from_text(text);
  reports::merge_runs({run});
  demand(is_valid_utf8(results::run_to_text(run, results::AttachmentBytes::Kept)), "valid UTF-8", text);
  const results::Run outline = reports::outline_from_text(text);
  run.info.started = "2026-03-01T12:00:00Z";  // a history needs a start
  demand(history_of({run.info, outline.milliseconds, outline.suites, {}}) == history_of(run), "the same cases", text);
  demand(outline.info.commit == run.info.commit, "the same commit", text);
}

void read_http(Text text) {
  http::HttpReader whole, pieces;
  whole.feed(text);
  int requests = 0;
  try {
    while (whole.next()) ++requests;
  } catch (const http::HttpProblem& problem) {
    demand(problem.status >= 400, "a status of an error", text);
  }
  try {
    for (const char c : text) {
      pieces.feed({&c, 1});
      while (pieces.next()) --requests;
    }
  } catch (const http::HttpProblem&) {
  }
  demand(requests == 0, "as many requests in one piece as in many", text);
}

// What a client of a WebSocket sends: each message, and the code of the refusal.
std::vector<std::string> messages_in(Text text, std::size_t piece) {
  http::SocketFrameReader reader(4'096);
  std::vector<std::string> found;
  try {
    for (std::size_t at = 0; at < text.size(); at += piece) {
      reader.feed(std::string_view(text).substr(at, piece));
      while (auto input = reader.next()) {
        demand(input->kind == http::SocketOpcode::Binary || input->kind >= http::SocketOpcode::Ping ||
                   is_valid_utf8(input->data),
               "text is UTF-8", text);
        found.push_back(std::to_string(static_cast<int>(input->kind)) + input->data);
      }
    }
  } catch (const http::SocketProblem& problem) {
    demand(http::is_close_code(problem.code), "a code that a server may send", text);
    found.push_back(std::to_string(problem.code));
  }
  return found;
}

void read_frames(Text text) {
  demand(messages_in(text, text.size() + 1) == messages_in(text, 1), "as many messages in one piece as in many", text);
}

void read_site(Text text) {
  static const FuzzFolder folder;
  static const bool has_root = std::filesystem::create_directory(folder.path() + "/www");
  demand(has_root, "a folder for the site", text);
  std::ofstream(folder.path() + "/site.yaml", std::ios::binary) << text;
  site::load_site_config(folder.path());
}

// A project's file, and each choice that it offers.
void read_project_file(Text text) {
  AuthoringErrors errors;
  const auto project = parse_project("casement.yaml", text, errors);
  demand(project.has_value() == errors.empty(), "a project or an error", text);
  for (const Error& error : errors.sorted()) {
    demand(is_valid_utf8(error.full_text()), "valid UTF-8", error.full_text());
    demand(error.message().starts_with("casement.yaml:"), "a place in the file", error.full_text());
  }
  if (!project) return;
  std::vector<std::string> environments = project->environments, projects = project->projects;
  environments.emplace_back();
  projects.emplace_back();
  for (const std::string& environment : environments) {
    for (const std::string& name : projects) {
      // A variable of the environment may be missing here, and nothing else.
      AuthoringErrors missing;
      const std::optional<Project> chosen = choose_project(*project, {environment, name}, missing);
      demand(chosen.has_value() == missing.empty(), "what was chosen or an error", text);
      if (chosen) demand(chosen->environment == environment && chosen->name == name, "what was chosen", text);
    }
  }
}

void read_worker(Text text) {
  auto [ours, theirs] = MessageSocket::make_pair();
  const std::string some = text.substr(0, 60'000);
  if (::send(theirs.get(), some.data(), some.size(), MSG_NOSIGNAL) < 0) return;
  theirs.reset();
  MessageSocket socket(std::move(ours));
  while (socket.receive()) {
  }
}

// The first line is a secret. It is in no text around it, in whatever state the rest leaves the reader.
void mask_secret(Text bytes) {
  const std::string text = to_valid_utf8(bytes);
  const std::string secret = to_valid_utf8(text.substr(0, std::min(text.find('\n'), std::size_t{100})));
  const std::string around = text.substr(std::min(secret.size() + 1, text.size()));
  if (secret.size() < 4) return;
  const results::SecretRedactor redactor({secret});
  const std::string masked = redactor.masked(around + "\x01" + secret + "\x01" + around);
  demand(masked.find("•••") != std::string::npos, "the secret is masked", text);
  demand(secret.find("•") != std::string::npos || masked.find("\x01" + secret + "\x01") == std::string::npos,
         "no secret", text);
  demand(results::SecretRedactor({"never-in-a-seed-7431"}).masked(text) == text, "a text without a secret", text);
}

// What is shown is shown safely, whatever it is.
void show(Text text) {
  const std::string lines = reports::visible_lines(text);
  demand(is_valid_utf8(lines) && reports::visible_lines(lines) == lines, "visible text stays as it is", text);
  demand(lines.find("[[ATTACHMENT|") == std::string::npos, "no attachment is named", text);
  demand(is_valid_utf8(results::hide_typed(lines)), "valid UTF-8", text);
  const results::SecretRedactor redactor({"hunter2", "é\"/ +"});
  demand(redactor.masked(lines).find("hunter2") == std::string::npos, "no secret", text);
  mask_secret(text);
}

// Where a browser is, or a page; and bytes as text.
void read_address(Text text) {
  demand(is_valid_utf8(hint_for_address(to_valid_utf8(text))), "valid UTF-8", text);
  demand(text.starts_with(scheme_of(text)), "the address begins with its scheme", text);
  try {
    const std::string bytes = decode_base64(text);
    demand(decode_base64(encode_base64(bytes)) == bytes, "the same bytes", text);
  } catch (const Error& error) {
    demand(error.kind() == ErrorKind::Protocol, "no base64", error.full_text());
  }
  const std::string url = parse_endpoint(text).url();
  demand(parse_endpoint(url).url() == url, "the address stays as it is", text);
}

// A picture in which bytes are replaced, from the place that the first says.
void read_image(Text text) {
  std::string png = encode_png({4, 4, std::vector<std::uint8_t>(64, 200)});
  if (!text.empty()) png.replace(static_cast<unsigned char>(text[0]) * png.size() / 256, text.size() - 1, text, 1);
  const Image image = decode_png(png);
  demand(image.rgba.size() ==
             std::size_t{4} * static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height),
         "four bytes a pixel", text);
  demand(decode_png(encode_png(image)).rgba == image.rgba, "the same picture", text);
}

// What a client says, in one piece and byte by byte.
void read_mcp(Text text) {
  mcp::LineReader whole(200), pieces(200);
  whole.feed(text);
  std::vector<std::string> lines;
  while (const auto line = whole.next()) lines.push_back(line->text);
  std::size_t again = 0;
  for (const char c : text) {
    pieces.feed({&c, 1});
    while (pieces.next()) ++again;
    demand(pieces.buffered() <= 202, "no more is kept than the longest line", text);
  }
  demand(again == lines.size(), "as many lines in one piece as in many", text);
  for (const std::string& line : lines) {
    const mcp::Message message = mcp::read_message(line);
    demand(is_valid_utf8(message.method) && is_valid_utf8(message.problem.message), "valid UTF-8", line);
    demand((message.kind == mcp::Message::Kind::Invalid) == !message.problem.message.empty(), "read or a problem",
           line);
  }
}
// A schema and a value, a line each.
void read_schema(Text text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const Json schema = parse_json(text.substr(0, end), 64);
  const Json value = parse_json(text.substr(std::min(end + 1, text.size())), 64);
  const auto problems = mcp::schema_problems(value, schema);
  demand(problems.size() <= 10, "at most ten problems", text);
  for (const std::string& one : problems) demand(is_valid_utf8(one), "valid UTF-8", text);
}

struct Reader {
  const char* name;
  void (*read)(Text text);
};
constexpr Reader kReaders[] = {{"regex", read_regex},
                               {"target", read_target},
                               {"pattern", read_pattern},
                               {"template", read_template},
                               {"storage", read_storage_state},
                               {"table", read_table},
                               {"tags", read_tags},
                               {"results", read_results},
                               {"http", read_http},
                               {"frames", read_frames},
                               {"site", read_site},
                               {"project", read_project_file},
                               {"worker", read_worker},
                               {"shown", show},
                               {"chrome", hear_chrome},
                               {"browser", hear_browser},
                               {"answers", answer_page},
                               {"har", write_archive},
                               {"state", read_state},
                               {"daemon", talk_to_daemon},
                               {"popups", hear_popups},
                               {"flows", keep_flows},
                               {"tests", keep_tests},
                               {"address", read_address},
                               {"image", read_image},
                               {"mcp", read_mcp},
                               {"schema", read_schema}};

}  // namespace

std::vector<std::string> casement::fuzz::reader_names() {
  std::vector<std::string> names;
  for (const Reader& reader : kReaders) names.emplace_back(reader.name);
  return names;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const char* const chosen = std::getenv("CASEMENT_FUZZ_READER");
  if (size < 1) return 0;
  std::string text(reinterpret_cast<const char*>(data), size);
  const Reader* reader = nullptr;
  for (const Reader& one : kReaders) {
    if (chosen != nullptr && std::string_view(chosen) == one.name) reader = &one;
  }
  if (reader == nullptr) {
    reader = &kReaders[data[0] % std::size(kReaders)];
    text.erase(0, 1);
  }
  try {
    reader->read(text);
  } catch (const Error& error) {
    demand(is_valid_utf8(error.full_text()), "valid UTF-8", error.full_text());
    demand(error.kind() != ErrorKind::Internal, "an error of the text's", error.full_text());
  }
  return 0;
}
