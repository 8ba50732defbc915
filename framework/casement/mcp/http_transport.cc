#include "casement/mcp/http_transport.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>

#include "casement/base/text.h"
#include "casement/mcp/http_gate.h"
#include "casement/mcp/http_outlet.h"
#include "casement/mcp/line_reader.h"
#include "casement/mcp/workers.h"

namespace casement::mcp {

// A client of the older revisions.
struct HttpSession {
  explicit HttpSession(std::string key) : session(std::move(key)) {}
  Session session;
  const std::shared_ptr<StandingOutlet> standing = std::make_shared<StandingOutlet>();
  Deadline ends = Deadline::never();
};

namespace {

using Reply = std::shared_ptr<http::HttpReply>;

constexpr const char* kSessionHeader = "Mcp-Session-Id";
constexpr const char* kRevisionHeader = "MCP-Protocol-Version";

void refuse(const Reply& reply, const HttpRefusal& refusal, const Json& id = nullptr) {
  HttpHeaders headers = refusal.headers;
  headers.emplace_back("Content-Type", "application/json");
  reply->send(refusal.status, std::move(headers),
              dump_json(error_response(id, {RpcCode::InvalidRequest, refusal.why})));
}

void refuse(const Reply& reply, int status, const Json& id, const RpcError& error) {
  reply->send(status, {{"Content-Type", "application/json"}}, dump_json(error_response(id, error)));
}

bool says_newest(const ServedRequest& request) {
  const std::string* said = request.header(kRevisionHeader);
  return said != nullptr && *said == to_string(Revision::July2026);
}

}  // namespace

class HttpTransport::Impl {
 public:
  Impl(Server& server, HttpOptions options)
      : server_(server),
        options_(std::move(options)),
        workers_(options_.most_requests),
        chores_(std::numeric_limits<std::size_t>::max()),
        http_([this](const http::HttpRequest& request, Reply reply) { take(request, std::move(reply)); },
              limits_of(options_)) {}

  ~Impl() {
    {
      const std::lock_guard lock(mutex_);
      stopping_ = true;
      for (const auto& [key, one] : sessions_) one->session.close();
      for (const auto& one : alone_) one->close();
    }
    workers_.finish();
    server_.end_subscriptions();
    // Copied, because the HTTP server's thread still runs and may end some of them itself.
    std::vector<std::string> open;
    std::set<std::shared_ptr<Session>> alone;
    {
      const std::lock_guard lock(mutex_);
      for (const auto& [key, unused] : sessions_) open.push_back(key);
      alone = alone_;
    }
    for (const std::string& key : open) end_session(key);
    for (const auto& one : alone) server_.forget(*one);
    chores_.finish();
  }

  int port() const { return http_.port(); }
  std::string url() const {
    const std::string host = options_.host == "::1" ? "[::1]" : options_.host;
    return "http://" + host + ":" + std::to_string(port()) + std::string(kHttpPath);
  }

 private:
  http::HttpServerOptions limits_of(const HttpOptions& options) {
    http::HttpServerOptions limits = options.limits;
    limits.host = options.host;
    limits.port = options.port;
    limits.max_body = kLongestMessage;
    limits.housekeep = [this] { housekeep(); };
    return limits;
  }

  // The functions below run on the HTTP server's thread unless noted otherwise.
  void take(const http::HttpRequest& http, Reply reply) {
    const ServedRequest& request = http.request;
    if (const auto refused = refused_at_gate(http, {http_.port(), options_.token})) return refuse(reply, *refused);
    if (request.method == "POST") return post(request, reply);
    // The newest revision has neither GET nor DELETE.
    const bool is_newest = says_newest(request);
    if (is_newest || (request.method != "GET" && request.method != "DELETE")) {
      return refuse(reply, {405, "send messages with POST", {{"Allow", is_newest ? "POST" : "GET, POST, DELETE"}}});
    }
    const std::shared_ptr<HttpSession> session = session_of(request, reply, nullptr);
    if (!session) return;
    if (request.method == "DELETE") {
      end_session(session->session.key());
      return reply->send(204, {}, "");
    }
    if (!accepts(request, "text/event-stream")) {
      return refuse(reply, {406, "a stream must accept text/event-stream"});
    }
    reply->on_gone([standing = session->standing, raw = reply.get()] { standing->left(raw); });
    session->standing->open(std::move(reply));
  }

  void post(const ServedRequest& request, const Reply& reply) {
    if (const auto refused = refused_form(request)) return refuse(reply, *refused);
    const auto message = std::make_shared<const Message>(read_message(request.body));
    if (message->kind == Message::Kind::Invalid) return refuse(reply, 400, message->id, message->problem);
    if (says_newest(request) || speaks_for_itself(*message)) return post_alone(request, message, reply);
    const std::string* revision = request.header(kRevisionHeader);
    if (revision != nullptr && !revision_of(*revision)) {
      return refuse(reply, 400, message->id,
                    {RpcCode::UnsupportedProtocolVersion,
                     "there is no revision " + shorten(to_valid_utf8(*revision), 40),
                     {{"supported", kRevisions}, {"requested", to_valid_utf8(*revision)}}});
    }
    const bool opens = message->kind == Message::Kind::Request && message->method == "initialize" &&
                       request.header(kSessionHeader) == nullptr;
    const std::shared_ptr<HttpSession> session =
        opens ? open_session(reply, message->id) : session_of(request, reply, message->id);
    if (!session) return;
    if (message->kind != Message::Kind::Request) {
      server_.answer(*message, {session->session, session->standing, session->standing});
      return reply->send(202, {}, "");
    }
    if (message->method == "initialize" && !opens) {
      return refuse(reply,
                    {400, "this session is already open; to open another, send initialize without the session id"},
                    message->id);
    }
    auto outlet = std::make_shared<PostOutlet>(reply);
    if (opens) {
      const Answer answer = server_.answer(*message, {session->session, outlet, session->standing});
      const bool is_open = answer.message && answer.message->contains("result");
      if (!is_open) end_session(session->session.key());
      return outlet->finish(answer, is_open ? HttpHeaders{{kSessionHeader, session->session.key()}} : HttpHeaders{});
    }
    // In these revisions a client that disconnects does not cancel its request; it has to send a cancellation.
    answer(*message, reply, [this, message, session, outlet] {
      outlet->finish(server_.answer(*message, {session->session, outlet, session->standing}));
    });
  }

  // Handles a message of the newest revision.
  void post_alone(const ServedRequest& request, const std::shared_ptr<const Message>& message, const Reply& reply) {
    if (message->kind != Message::Kind::Request) {
      // Notifications are ignored, because this server asks these clients nothing and there is no session.
      if (message->kind == Message::Kind::Notification) return reply->send(202, {}, "");
      return refuse(reply, {400, "in this revision, send answers with the repeated request"}, message->id);
    }
    if (const auto wrong = header_mismatch(request, *message, tool_of(*message))) {
      return refuse(reply, 400, message->id, *wrong);
    }
    auto session = std::make_shared<Session>("");
    auto outlet = std::make_shared<PostOutlet>(reply);
    {
      const std::lock_guard lock(mutex_);
      if (stopping_) return refuse(reply, {503, "the server ends"}, message->id);
      alone_.insert(session);
    }
    reply->on_gone([this, message, session] {
      session->close();
      if (server_.forget(*session, message->id)) leave(session);
    });
    const auto done = [this, message, session, outlet] {
      const Answer made = server_.answer(*message, {*session, outlet, nullptr, true});
      outlet->finish(made);
      if (!made.held) return leave(session);
      const std::lock_guard lock(mutex_);
      held_[session.get()] = outlet;
    };
    if (!answer(*message, reply, done)) leave(session);
  }

  // Runs `done` on a worker if the method may take long. Returns false if no worker is free.
  bool answer(const Message& message, const Reply& reply, const std::function<void()>& done) {
    if (!takes_long(message.method)) {
      done();
      return true;
    }
    if (workers_.start(done)) return true;
    refuse(reply, 503, message.id, {RpcCode::Busy, "too many requests are in progress; send this one again later"});
    return false;
  }

  const Tool* tool_of(const Message& message) const {
    if (message.method != "tools/call") return nullptr;
    const auto name = message.params.find("name");
    if (name == message.params.end() || !name->is_string()) return nullptr;
    const auto found = std::ranges::find(server_.tools(), name->get_ref<const std::string&>(), &Tool::name);
    return found == server_.tools().end() ? nullptr : &*found;
  }

  std::shared_ptr<HttpSession> open_session(const Reply& reply, const Json& id) {
    const std::lock_guard lock(mutex_);
    if (stopping_ || sessions_.size() >= options_.most_sessions) {
      refuse(reply, 503, id, {RpcCode::Busy, "too many sessions are open; end one with DELETE"});
      return nullptr;
    }
    auto made = std::make_shared<HttpSession>(random_hex(16));
    made->ends = Deadline::in(options_.idle_session);
    sessions_[made->session.key()] = made;
    return made;
  }

  // Returns null if the request was refused.
  std::shared_ptr<HttpSession> session_of(const ServedRequest& request, const Reply& reply, const Json& id) {
    const std::string* key = request.header(kSessionHeader);
    if (key == nullptr) {
      refuse(reply,
             {400,
              "a request must carry the session id from the answer to 'initialize', or name its revision in its _meta"},
             id);
      return nullptr;
    }
    const std::lock_guard lock(mutex_);
    const auto found = sessions_.find(*key);
    if (found == sessions_.end()) {
      refuse(reply, {404, "there is no such session, or it has ended"}, id);
      return nullptr;
    }
    found->second->ends = Deadline::in(options_.idle_session);
    return found->second;
  }

  void end_session(const std::string& key) {
    std::shared_ptr<HttpSession> ended;
    {
      const std::lock_guard lock(mutex_);
      const auto found = sessions_.find(key);
      if (found == sessions_.end()) return;
      ended = found->second;
      sessions_.erase(found);
    }
    ended->session.close();
    server_.forget(ended->session);
    ended->standing->close();
    // On another thread, because ending the session's resources may take long.
    if (options_.session_ended) chores_.start([this, key = ended->session.key()] { options_.session_ended(key); });
  }

  // Any thread.
  void leave(const std::shared_ptr<Session>& session) {
    const std::lock_guard lock(mutex_);
    held_.erase(session.get());
    alone_.erase(session);
  }

  void housekeep() {
    std::vector<std::string> idle;
    {
      const std::lock_guard lock(mutex_);
      for (const auto& [unused, one] : held_) one->keep_alive();
      for (const auto& [key, one] : sessions_) {
        one->standing->keep_alive();
        if (one->standing->is_open() || one->session.in_progress() > 0) {
          one->ends = Deadline::in(options_.idle_session);
        } else if (one->ends.expired()) {
          idle.push_back(key);
        }
      }
    }
    for (const std::string& key : idle) end_session(key);
    if (options_.housekeep) chores_.start(options_.housekeep);
  }

  Server& server_;
  const HttpOptions options_;
  std::mutex mutex_;  // guards the next four
  bool stopping_ = false;
  std::map<std::string, std::shared_ptr<HttpSession>> sessions_;
  std::set<std::shared_ptr<Session>> alone_;                    // of independent requests
  std::map<const Session*, std::shared_ptr<PostOutlet>> held_;  // the independent requests that are subscriptions
  Workers workers_;
  Workers chores_;
  http::HttpServer http_;  // last, because its thread uses all of the above
};

HttpTransport::HttpTransport(Server& server, HttpOptions options)
    : impl_(std::make_unique<Impl>(server, std::move(options))) {}
HttpTransport::~HttpTransport() = default;

int HttpTransport::port() const {
  return impl_->port();
}

std::string HttpTransport::url() const {
  return impl_->url();
}

}  // namespace casement::mcp
