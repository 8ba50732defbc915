// A Grid made of a script, on loopback: it gives sessions, has a queue, and keeps what it was asked.
#pragma once

#include <condition_variable>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "casement/base/deadline.h"
#include "specs/support/scripted_http_server.h"

namespace casement::specs {

class FakeGrid {
 public:
  FakeGrid() : server_([this](const std::string& request) { return answer(request); }) {}

  const std::string& url() const { return server_.url(); }
  // What POST /session is answered, "" for a session of its own with this CDP address.
  void answer_with(int status, std::string body) {
    const std::lock_guard lock(mutex_);
    status_ = status;
    body_ = std::move(body);
  }
  void set_cdp(std::string url) {
    const std::lock_guard lock(mutex_);
    cdp_ = std::move(url);
  }
  // What the session says of itself beside its browser: "\"se:video\":\"…\"".
  void set_capabilities(std::string more) {
    const std::lock_guard lock(mutex_);
    capabilities_ = std::move(more);
  }
  // The path that a file gets which is sent, "" for a Grid that takes none.
  void take_files_as(std::string path) {
    const std::lock_guard lock(mutex_);
    file_path_ = std::move(path);
  }
  // As a driver without a Grid: the address at which its Chrome listens, "127.0.0.1:9222".
  void set_debugger(std::string address) {
    const std::lock_guard lock(mutex_);
    debugger_ = std::move(address);
  }
  // Requests for sessions wait until `open` from now on.
  void close() {
    const std::lock_guard lock(mutex_);
    is_open_ = false;
  }
  void open() {
    const std::lock_guard lock(mutex_);
    is_open_ = true;
    changed_.notify_all();
  }
  bool wait_for_request(const std::string& start, Deadline deadline) {
    std::unique_lock lock(mutex_);
    return changed_.wait_until(lock, deadline.when(), [&] { return count(start) > 0; });
  }
  // No session is left that was not deleted.
  bool wait_until_empty(Deadline deadline) {
    std::unique_lock lock(mutex_);
    return changed_.wait_until(lock, deadline.when(), [&] { return count("POST /session ") > 0 && sessions_.empty(); });
  }
  std::string first_request(const std::string& start) {
    const std::lock_guard lock(mutex_);
    for (const std::string& one : requests_) {
      if (one.starts_with(start)) return one;
    }
    return "";
  }
  std::size_t count_requests(const std::string& start) {
    const std::lock_guard lock(mutex_);
    return count(start);
  }
  std::size_t sessions() {
    const std::lock_guard lock(mutex_);
    return sessions_.size();
  }

 private:
  static std::string http(int status, const std::string& body) {
    return "HTTP/1.1 " + std::to_string(status) +
           " Said\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: " + std::to_string(body.size()) +
           "\r\n\r\n" + body;
  }
  std::size_t count(const std::string& start) const {
    std::size_t found = 0;
    for (const std::string& one : requests_) found += one.starts_with(start) ? 1 : 0;
    return found;
  }
  std::string answer(const std::string& request) {
    std::unique_lock lock(mutex_);
    requests_.push_back(request);
    changed_.notify_all();
    if (request.starts_with("POST /session ")) {
      changed_.wait(lock, [this] { return is_open_; });
      if (status_ != 200 || !body_.empty()) return http(status_, body_);
      const std::string id = "session-" + std::to_string(++last_);
      sessions_.insert(id);
      return http(200,
                  "{\"value\":{\"sessionId\":\"" + id + "\",\"capabilities\":{\"browserName\":\"chrome\"" +
                      (cdp_.empty() ? "" : ",\"se:cdp\":\"" + cdp_ + "\"") +
                      (capabilities_.empty() ? "" : "," + capabilities_) +
                      (debugger_.empty() ? "" : ",\"goog:chromeOptions\":{\"debuggerAddress\":\"" + debugger_ + "\"}") +
                      "}}}");
    }
    if (request.starts_with("POST /session/") && request.find("/se/file ") != std::string::npos &&
        !file_path_.empty()) {
      return http(200, "{\"value\":\"" + file_path_ + "\"}");
    }
    if (request.starts_with("POST /graphql ")) {
      return http(200, R"({"data":{"sessionsInfo":{"sessionQueueRequests":["{}","{}","{\"se:name\":\"me\"}"]}}})");
    }
    if (request.starts_with("DELETE /session/")) {
      const std::string id = request.substr(16, request.find(' ', 16) - 16);
      const bool was_there = sessions_.erase(id) > 0;
      changed_.notify_all();
      return http(was_there ? 200 : 404, R"({"value":null})");
    }
    return http(404, R"({"value":{"error":"invalid session id","message":"Unable to find session"}})");
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::string> requests_;
  std::set<std::string> sessions_;
  std::string body_, cdp_, debugger_, capabilities_, file_path_;
  int status_ = 200, last_ = 0;
  bool is_open_ = true;
  ScriptedHttpServer server_;  // last: its threads use the rest
};

}  // namespace casement::specs
