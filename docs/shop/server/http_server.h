// As much of HTTP as the shop needs, on Boost.Beast: one thread, an answer to each request.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>

namespace shop {

struct Request {
  std::string method;                        // "GET"
  std::string path;                          // "/api/cart", without what stands behind "?"
  std::map<std::string, std::string> query;  // of the address
  std::map<std::string, std::string> form;   // of a body like "user=ada&password=tea"
  std::map<std::string, std::string> cookies;
  std::string body;
};

struct Answer {
  int status = 200;
  std::string type = "application/json";
  std::string body = {};
  std::map<std::string, std::string> headers = {};
};

class HttpServer {
 public:
  // Listens on the loopback address; port 0 lets the system choose. Throws where that fails.
  HttpServer(int port, std::function<Answer(const Request&)> answer);
  ~HttpServer();

  int port() const;
  // Answers until SIGTERM or SIGINT.
  void run();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace shop
