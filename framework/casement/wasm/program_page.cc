#include "casement/wasm/program_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <nlohmann/json.hpp>
#include <utility>

#include "casement/base/error.h"
#include "casement/base/json.h"
#include "casement/base/text.h"
#include "casement/browser/context/context_session.h"
#include "casement/browser/host/browser_session.h"
#include "casement/browser/page/page_session.h"
#include "casement/cdp/connection.h"
#include "casement/wasm/program_end.h"

namespace casement::wasm {
namespace {

constexpr Milliseconds kOpening{30'000};  // for a page, before the program starts
constexpr Milliseconds kClosing{5'000};
constexpr Milliseconds kIdle{500};         // in which an idle page answers
constexpr Milliseconds kLastWords{2'000};  // for the output of a program that was stopped

}  // namespace

class ProgramPage::Impl {
 public:
  Impl(BrowserSession& browser, ProgramFiles program, Use use, bool isolates)
      : browser_(browser),
        program_(std::move(program)),
        use_(use),
        server_(program_, isolates && program_.needs_isolation) {}

  ~Impl() { close(); }

  ProgramEnd run(const ProgramCall& call, std::function<void(Stream, std::string_view)> output) {
    if (page_ == nullptr) open();
    FileWriter writer;
    const std::vector<NamedFile> files = files_named_by(call.arguments);
    const int run = server_.begin_run({.output = std::move(output),
                                       .file = [&](const std::string& path, std::size_t at,
                                                   std::string_view bytes) { writer.write(path, at, bytes); }},
                                      files);
    const auto began = Deadline::Clock::now();
    ProgramEnd end = outcome(call, settings(call, files, run));
    end.milliseconds = milliseconds_since(began);
    server_.end_run();
    std::ranges::copy(writer.notes(), std::back_inserter(end.notes));
    if (end.kind != ProgramEnd::Kind::Exited) add_missing_files(end, server_.missing());
    if (page_ != nullptr) take_console(end);
    if (end.kind == ProgramEnd::Kind::Crashed) add_stack_of_thread(end);
    if (use_ == Use::Once || end.kind != ProgramEnd::Kind::Exited) close();
    return end;
  }

 private:
  // Writes the files that a program leaves, and collects what went wrong. Called on the server's thread.
  class FileWriter {
   public:
    void write(const std::string& path, std::size_t at, std::string_view bytes) {
      const std::lock_guard lock(mutex_);
      if (at == 0) {
        std::error_code ignored;  // opening the file reports the reason
        const std::filesystem::path folder = std::filesystem::path(path).parent_path();
        if (!folder.empty()) std::filesystem::create_directories(folder, ignored);
      }
      std::ofstream file(path, std::ios::binary | (at == 0 ? std::ios::trunc : std::ios::app));
      file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
      file.close();
      if (!file) note("cannot write " + path + ", a file of the program");
    }
    std::vector<std::string> notes() const {
      const std::lock_guard lock(mutex_);
      return notes_;
    }

   private:
    void note(const std::string& text) {
      if (std::ranges::find(notes_, text) == notes_.end()) notes_.push_back(text);
    }

    mutable std::mutex mutex_;
    std::vector<std::string> notes_;
  };

  void open() {
    context_ = &browser_.new_context({}, Deadline::in(kOpening));
    page_ = &context_->new_page(Deadline::in(kOpening));
    page_->navigator().open(server_.page_url(), LoadState::DomReady, Deadline::in(kOpening));
    seen_lines_ = 0;
  }

  void close() noexcept {
    if (context_ == nullptr) return;
    try {
      browser_.close_context(*context_, Deadline::in(kClosing));
    } catch (const Error&) {
      // The program has ended, and the browser may have gone.
    }
    context_ = nullptr;
    page_ = nullptr;
  }

  Json settings(const ProgramCall& call, const std::vector<NamedFile>& files, int run) const {
    static constexpr const char* kShapes[] = {"script", "factory", "module"};
    Json names = Json::array();
    for (const NamedFile& file : files) names.push_back(file.in_memory);
    Json arguments = Json::array();
    for (const std::string& argument : call.arguments) arguments.push_back(argument);
    return {{"script", "/" + program_.script},
            {"shape", kShapes[static_cast<int>(program_.shape)]},
            {"factory", program_.factory},
            {"arguments", std::move(arguments)},
            {"exitsRuntime", program_.exits_runtime},
            {"hasThreads", program_.has_threads},
            {"token", server_.token()},
            {"run", run},
            {"mostOutput", call.most_output},
            {"files", std::move(names)}};
  }

  ProgramEnd outcome(const ProgramCall& call, const Json& settings) {
    const std::string function = use_ == Use::Together ? "runTogether" : "runOnce";
    const auto began = Deadline::Clock::now();
    try {
      const Json end =
          page_->evaluate("casementProgram." + function + "(" + dump_json(settings) + ")", Deadline::in(call.timeout));
      if (end.is_object()) server_.add_output(end.value("lines", Json::array()));
      return read_end(end, call, program_);
    } catch (const Error& error) {
      switch (error.kind()) {
        case ErrorKind::Timeout:
          if (milliseconds_since(began) + 1 < static_cast<double>(call.timeout.count())) throw;
          return stop(call);
        case ErrorKind::TargetCrashed:
          return page_lost("the page's process ended");
        case ErrorKind::SessionClosed:
          return page_lost("the page was closed from outside of the program");
        case ErrorKind::FrameGone:
        case ErrorKind::Evaluation:
        case ErrorKind::Protocol:
          return page_lost("the program left its page: " + error.message());
        default:
          throw;
      }
    }
  }

  // Ends a program that runs at its deadline, and gets the rest of its output.
  ProgramEnd stop(const ProgramCall& call) {
    const std::string time = describe_duration(call.timeout);
    ProgramEnd end{.kind = ProgramEnd::Kind::TimedOut, .code = kTimedOutCode};
    if (flush(Deadline::patient(kIdle))) {
      end.reason = fmt::format("the program has not exited after {}; its page is idle", time);
      end.details = {"a program with an event loop has to call exit() or emscripten_force_exit() to end"};
      return end;
    }
    {
      const cdp::Connection::EngineLock lock(page_->connection());
      page_->connection().send({page_->session(), "Runtime.terminateExecution", Json::object(), nullptr});
    }
    const bool was_script = flush(Deadline::patient(kLastWords));
    end.reason = fmt::format("the program was stopped after {}; it was still running", time);
    if (!was_script) end.details = {"the page did not answer, so the end of the output may be missing"};
    return end;
  }

  bool flush(Deadline deadline) {
    try {
      page_->evaluate("casementProgram.flush()", deadline);
      return true;
    } catch (const Error&) {
      return false;
    }
  }

  // Moves the new lines of the console into the result; they are the page's, not of an earlier program.
  void take_console(ProgramEnd& end) {
    const cdp::Connection::EngineLock lock(page_->connection());
    const std::vector<std::string> lines = page_->console().lines();
    for (std::size_t i = std::min(seen_lines_, lines.size()); i < lines.size(); ++i) {
      if (lines[i].find("Synchronous XMLHttpRequest") == std::string::npos) end.console.push_back(lines[i]);
    }
    seen_lines_ = lines.size();
  }

  BrowserSession& browser_;
  const ProgramFiles program_;
  const Use use_;
  ProgramServer server_;
  ContextSession* context_ = nullptr;
  PageSession* page_ = nullptr;
  std::size_t seen_lines_ = 0;
};

ProgramPage::ProgramPage(BrowserSession& browser, ProgramFiles program, Use use, bool isolates)
    : impl_(std::make_unique<Impl>(browser, std::move(program), use, isolates)) {}
ProgramPage::~ProgramPage() = default;

ProgramEnd ProgramPage::run(const ProgramCall& call, std::function<void(Stream stream, std::string_view text)> output) {
  return impl_->run(call, std::move(output));
}

}  // namespace casement::wasm
