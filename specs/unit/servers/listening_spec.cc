// Whether a server is ready: what answers, and what does not.
#include "casement/servers/listening.h"

#include <gtest/gtest.h>

#include "casement/base/error.h"
#include "casement/servers/process.h"

namespace casement {
namespace {

constexpr Milliseconds kPatience{20'000};

// Answers each question with these bytes, at a port that it prints.
Process server_that_says(const std::string& bytes) {
  const std::string program =
      "import socket, sys\n"
      "s = socket.create_server(('127.0.0.1', 0))\n"
      "print('port', s.getsockname()[1], flush=True)\n"
      "while True:\n"
      "    c, _ = s.accept()\n"
      "    c.recv(4096)\n"
      "    c.sendall(sys.argv[1].encode())\n"
      "    c.close()\n";
  return Process("python3", {.arguments = {"-c", program, bytes}, .ready_line = "port (\\d+)"});
}

bool is_ready(const std::string& bytes) {
  const Process server = server_that_says(bytes);
  return url_is_ready("http://127.0.0.1:" + server.ready_match().at(1) + "/health?x=1#y", Deadline::in(kPatience));
}

TEST(Listening, AUrlIsReadyWhenItAnswersBelow404) {
  EXPECT_TRUE(is_ready("HTTP/1.1 200 OK\r\n\r\n"));
  EXPECT_TRUE(is_ready("HTTP/1.0 302 Found\r\n\r\n"));
  EXPECT_TRUE(is_ready("HTTP/1.1 401 Who\r\n\r\n"));
  EXPECT_FALSE(is_ready("HTTP/1.1 404 None\r\n\r\n"));
  EXPECT_FALSE(is_ready("HTTP/1.1 503 Later\r\n\r\n"));
}

TEST(Listening, AServerCanSendItsWholeAnswer) {
  const std::string program =
      "import http.server\n"
      "class Page(http.server.BaseHTTPRequestHandler):\n"
      "    def do_GET(self):\n"
      "        self.send_response(200)\n"
      "        self.end_headers()\n"
      "        for i in range(60): self.wfile.write(b'x' * 10000)\n"
      "        print('sent', flush=True)\n"
      "s = http.server.HTTPServer(('127.0.0.1', 0), Page)\n"
      "print('port', s.server_port, flush=True)\n"
      "s.serve_forever()\n";
  Process server("python3", {.arguments = {"-c", program}, .ready_line = "port (\\d+)"});
  EXPECT_TRUE(url_is_ready("http://127.0.0.1:" + server.ready_match().at(1), Deadline::in(kPatience)));
  EXPECT_EQ(server.wait_for_line("sent|Error", kPatience).at(0), "sent");
}

TEST(Listening, AServerThatDoesNotSpeakHttpIsNotReady) {
  EXPECT_FALSE(is_ready(""));
  EXPECT_FALSE(is_ready("SSH-2.0-OpenSSH_9.2\r\n"));
  EXPECT_FALSE(is_ready("HTTP/1.1 "));
}

TEST(Listening, NothingListensAfterAServerHasEnded) {
  Process server = server_that_says("");
  const int port = std::stoi(server.ready_match().at(1));
  EXPECT_TRUE(somebody_listens(port));
  server.stop();
  EXPECT_FALSE(somebody_listens(port));
  EXPECT_FALSE(url_is_ready("http://127.0.0.1:" + std::to_string(port), Deadline::in(kPatience)));
}

TEST(Listening, ReadsPortsAndHostsOfUrls) {
  EXPECT_EQ(port_of_url("http://localhost"), 80);
  EXPECT_EQ(port_of_url("https://localhost/x"), 443);
  EXPECT_EQ(port_of_url("http://[::1]:8080/x:9"), 8080);
  EXPECT_EQ(port_of_url("http://ada:secret@a.test:81?x"), 81);
  EXPECT_THROW(port_of_url("http://a.test:0"), Error);
  EXPECT_THROW(port_of_url("http://a.test:http"), Error);
  EXPECT_THROW(port_of_url("http:///x"), Error);
  EXPECT_TRUE(is_on_this_machine("http://localhost:1/"));
  EXPECT_TRUE(is_on_this_machine("http://[::1]/"));
  EXPECT_FALSE(is_on_this_machine("http://localhost.test/"));
}

}  // namespace
}  // namespace casement
