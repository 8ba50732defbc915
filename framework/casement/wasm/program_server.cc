#include "casement/wasm/program_server.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <mutex>
#include <nlohmann/json.hpp>
#include <random>
#include <utility>

#include "casement/base/file_text.h"
#include "casement/base/json.h"
#include "casement/base/text.h"
#include "casement/http/loop.h"
#include "casement/site/site_answer.h"

namespace casement {
std::string_view program_page_script();  // generated from js/program_page.js
}

namespace casement::wasm {
namespace {

constexpr std::string_view kPagePath = "/.casement-page";
constexpr std::string_view kSentTo = "/.casement/";

std::string random_token() {
  std::random_device random;
  std::string token;
  for (int i = 0; i < 4; ++i) token += fmt::format("{:08x}", random());
  return token;
}

std::string page_text(const ProgramFiles& program) {
  const std::string binary = std::filesystem::path(program.script).replace_extension(".wasm").string();
  std::error_code failed;
  const bool is_compiled_here =
      !program.reads_binary && std::filesystem::is_regular_file(program.folder / binary, failed);
  return "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><link rel=\"icon\" href=\"data:,\"><title>" +
         program.script + "</title></head><body><canvas id=\"canvas\"></canvas><script>" +
         std::string(program_page_script()) +
         (is_compiled_here ? "casementProgram.compile(" + dump_json(Json("/" + binary)) + ");" : "") +
         "</script></body></html>";
}

std::string value_of(const std::vector<std::pair<std::string, std::string>>& form, std::string_view name) {
  const auto found = std::ranges::find(form, name, &std::pair<std::string, std::string>::first);
  return found == form.end() ? "" : found->second;
}

std::size_t number_of(const std::string& text) {
  std::size_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

}  // namespace

class ProgramServer::Impl {
 public:
  Impl(ProgramFiles program, bool isolates)
      : program_(std::move(program)),
        isolates_(isolates),
        config_{.hosts = {{"127.0.0.1", program_.folder}}},
        loop_([this](const http::HttpRequest& http) { return answer(http); }) {}

  int begin_run(ProgramReceiver receiver, std::vector<NamedFile> files) {
    const std::lock_guard lock(mutex_);
    receiver_ = std::move(receiver);
    files_ = std::move(files);
    missing_.clear();
    is_running_ = true;
    return ++run_;
  }

  void add_output(const Json& lines) {
    const std::lock_guard lock(mutex_);
    receive_output(lines);
  }

  void end_run() {
    const std::lock_guard lock(mutex_);
    is_running_ = false;
  }

  std::vector<std::string> missing() const {
    const std::lock_guard lock(mutex_);
    return missing_;
  }

  std::string page_url() const { return fmt::format("http://127.0.0.1:{}{}", loop_.port(), kPagePath); }
  const std::string& token() const { return token_; }

 private:
  http::ServedAnswer answer(const http::HttpRequest& http) {
    http::ServedAnswer answer = answer_without_headers(http);
    // The files stay as they are while this server lives, and no other server has its port and its contexts.
    http::set_header(answer.headers, "Cache-Control", answer.status == 200 ? "max-age=3600" : "no-store");
    if (isolates_) {
      http::set_header(answer.headers, "Cross-Origin-Opener-Policy", "same-origin");
      http::set_header(answer.headers, "Cross-Origin-Embedder-Policy", "require-corp");
      http::set_header(answer.headers, "Cross-Origin-Resource-Policy", "same-origin");
    }
    return answer;
  }

  http::ServedAnswer answer_without_headers(const http::HttpRequest& http) {
    const ServedRequest& request = http.request;
    if (request.path == kPagePath) {
      http::ServedAnswer page = http::plain_answer(200, "");
      http::set_header(page.headers, "Content-Type", "text/html; charset=utf-8");
      page.body = page_text(program_);
      return page;
    }
    if (request.path.starts_with(kSentTo)) return receive(request);
    if (request.path == "/" + program_.script && request.method == "GET") return send_script();
    http::ServedAnswer file = site::answer_request(config_, nullptr, http);
    if (file.status == 404) {
      const std::lock_guard lock(mutex_);
      if (std::ranges::find(missing_, request.path) == missing_.end() && missing_.size() < 20) {
        missing_.push_back(request.path);
      }
    }
    return file;
  }

  // The script with one more function, which gives the page the program's files; in a factory, only code inside of the
  // function can reach them.
  http::ServedAnswer send_script() const {
    http::ServedAnswer answer = http::plain_answer(200, "");
    http::set_header(answer.headers, "Content-Type", "text/javascript; charset=utf-8");
    answer.body = read_whole_file((program_.folder / program_.script).string()).value_or("");
    constexpr std::string_view kBefore = "function run(";
    if (const std::size_t at = answer.body.rfind(kBefore); at != std::string::npos) {
      answer.body.insert(at,
                         "if(typeof document!==\"undefined\")globalThis.casementFileSystem="
                         "()=>typeof FS===\"undefined\"||!FS.stat?null:FS;");
    }
    return answer;
  }

  http::ServedAnswer receive(const ServedRequest& request) {
    const std::string start = std::string(kSentTo) + token_ + "/";
    const auto form = decode_form(request.query);
    if (request.method != "POST" || !request.path.starts_with(start)) return http::plain_answer(404, "");
    const std::lock_guard lock(mutex_);
    if (!is_running_ || value_of(form, "run") != std::to_string(run_)) return http::plain_answer(204, "");
    const std::string what = request.path.substr(start.size());
    if (what == "output") {
      receive_output(Json::parse(request.body, nullptr, false));
    } else if (what == "file") {
      receive_file(value_of(form, "name"), number_of(value_of(form, "at")), request.body);
    }
    return http::plain_answer(204, "");
  }

  void receive_output(const Json& lines) {
    if (!lines.is_array()) return;
    for (const Json& line : lines) {
      if (!line.is_array() || line.size() != 2 || !line[0].is_number() || !line[1].is_string()) continue;
      receiver_.output(line[0] == 2 ? Stream::Error : Stream::Output, line[1].get_ref<const std::string&>());
    }
  }

  void receive_file(const std::string& name, std::size_t at, const std::string& bytes) {
    for (const NamedFile& file : files_) {
      if (name == file.in_memory) return receiver_.file(file.on_disk, at, bytes);
      const bool is_in_folder = file.in_memory.ends_with('/') && name.starts_with(file.in_memory) &&
                                site::is_safe_relative(name.substr(file.in_memory.size()));
      if (is_in_folder) return receiver_.file(file.on_disk + name.substr(file.in_memory.size()), at, bytes);
    }
  }

  const ProgramFiles program_;
  const bool isolates_;
  const site::SiteConfig config_;
  const std::string token_ = random_token();
  mutable std::mutex mutex_;
  ProgramReceiver receiver_;
  std::vector<NamedFile> files_;
  std::vector<std::string> missing_;
  bool is_running_ = false;
  int run_ = 0;
  http::HttpLoop loop_;  // last, because its thread uses all of the above
};

ProgramServer::ProgramServer(ProgramFiles program, bool isolates)
    : impl_(std::make_unique<Impl>(std::move(program), isolates)) {}
ProgramServer::~ProgramServer() = default;
std::string ProgramServer::page_url() const {
  return impl_->page_url();
}
const std::string& ProgramServer::token() const {
  return impl_->token();
}
int ProgramServer::begin_run(ProgramReceiver receiver, std::vector<NamedFile> files) {
  return impl_->begin_run(std::move(receiver), std::move(files));
}
void ProgramServer::add_output(const Json& lines) {
  impl_->add_output(lines);
}
void ProgramServer::end_run() {
  impl_->end_run();
}
std::vector<std::string> ProgramServer::missing() const {
  return impl_->missing();
}

}  // namespace casement::wasm
