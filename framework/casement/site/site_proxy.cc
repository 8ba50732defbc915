#include "casement/site/site_proxy.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/random.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <memory>

#include "casement/base/base64.h"
#include "casement/base/error.h"
#include "casement/base/system_message.h"
#include "casement/base/text.h"

namespace casement::site {
namespace {

constexpr const char* kUser = "casement";
constexpr const char* kCredentials = "Proxy-Authorization";

// Compares in a time that does not depend on where the texts differ.
bool is_same(std::string_view given, std::string_view wanted) {
  unsigned difference = given.size() == wanted.size() ? 0 : 1;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const char other = i < given.size() ? given[i] : '\0';
    difference |= static_cast<unsigned>(static_cast<unsigned char>(wanted[i]) ^ static_cast<unsigned char>(other));
  }
  return difference == 0;
}

}  // namespace

SiteProxy make_access() {
  std::array<unsigned char, 16> bytes{};
  if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) {
    throw Error(ErrorKind::Environment, "the system gives no random numbers: " + system_message(errno));
  }
  SiteProxy access{"", kUser, ""};
  constexpr std::string_view kDigits = "0123456789abcdef";
  for (const unsigned char byte : bytes) {
    access.password += kDigits[byte >> 4];
    access.password += kDigits[byte & 15];
  }
  return access;
}

http::Admission admission_for(const SiteProxy& access) {
  return [wanted = encode_base64(access.user + ":" + access.password)](ServedRequest& head) {
    const std::string* const given = head.header(kCredentials);
    const std::string_view text = given == nullptr ? "" : std::string_view(*given);
    constexpr std::string_view kScheme = "basic ";
    const bool is_basic = text.size() > kScheme.size() && ascii_lower(text.substr(0, kScheme.size())) == kScheme;
    if (!is_basic || !is_same(text.substr(kScheme.size()), wanted)) {
      throw http::HttpProblem{407, "", {{"Proxy-Authenticate", "Basic realm=\"casement\""}}};
    }
    std::erase_if(head.headers, [](const auto& one) {
      return ascii_lower(one.first) == ascii_lower(kCredentials) || ascii_lower(one.first) == "proxy-connection";
    });
  };
}

std::string address_to_serve_at(const std::string& host) {
  addrinfo wanted{};
  wanted.ai_family = AF_INET;
  wanted.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  const int failed = ::getaddrinfo(host.c_str(), nullptr, &wanted, &found);
  const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> owner(found, ::freeaddrinfo);
  const std::string shown = shorten(to_valid_utf8(host), 80);
  if (failed != 0 || found == nullptr) {
    throw Error(ErrorKind::Environment, "the site cannot be served at '" + shown + "': the name has no IPv4 address (" +
                                            ::gai_strerror(failed) + ")");
  }
  const in_addr address = reinterpret_cast<const sockaddr_in*>(found->ai_addr)->sin_addr;
  if (address.s_addr == htonl(INADDR_ANY)) {
    throw Error(ErrorKind::Usage, "the site cannot be served at '" + shown +
                                      "': give the address at which the browsers reach this machine");
  }
  std::array<char, INET_ADDRSTRLEN> text{};
  ::inet_ntop(AF_INET, &address, text.data(), text.size());
  return text.data();
}

}  // namespace casement::site
