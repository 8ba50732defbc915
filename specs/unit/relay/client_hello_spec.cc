#include "casement/relay/client_hello.h"

#include <gtest/gtest.h>

#include <string>

namespace casement::relay {
namespace {

std::string number(std::size_t value, int bytes) {
  std::string text;
  for (int shift = (bytes - 1) * 8; shift >= 0; shift -= 8) text += static_cast<char>(value >> shift & 0xFF);
  return text;
}
std::string block(const std::string& bytes, int length_bytes) {
  return number(bytes.size(), length_bytes) + bytes;
}

// A first record with these extensions.
std::string hello(const std::string& extensions) {
  const std::string body = std::string("\x03\x03") + std::string(32, 'r') + block("session", 1) + block("\x13\x01", 2) +
                           block(std::string(1, '\0'), 1) + block(extensions, 2);
  return std::string("\x16\x03\x01") + block("\x01" + block(body, 3), 2);
}
std::string alpn(std::initializer_list<std::string> protocols) {
  std::string list;
  for (const std::string& one : protocols) list += block(one, 1);
  return number(16, 2) + block(block(list, 2), 2);
}
const std::string& other() {
  static const std::string extension = number(0, 2) + block("a.test", 2);
  return extension;
}

TEST(ClientHello, TellsWebSocketsFromOtherTlsByTheirProtocols) {
  EXPECT_EQ(read_first_bytes(hello(other() + alpn({"http/1.1"}))), FirstBytes::TlsSocket);
  EXPECT_EQ(read_first_bytes(hello(alpn({"h2", "http/1.1"}))), FirstBytes::TlsOther);
  EXPECT_EQ(read_first_bytes(hello(other())), FirstBytes::TlsOther);
  EXPECT_EQ(read_first_bytes(hello("")), FirstBytes::TlsOther);
  EXPECT_EQ(read_first_bytes(hello(alpn({}))), FirstBytes::TlsOther);
}

TEST(ClientHello, KnowsOtherProtocolsByTheirFirstByte) {
  EXPECT_EQ(read_first_bytes("G"), FirstBytes::Plain);
  EXPECT_EQ(read_first_bytes("\x05\x01"), FirstBytes::Plain);
}

TEST(ClientHello, WaitsForTheWholeRecord) {
  const std::string whole = hello(alpn({"http/1.1"}));
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_EQ(read_first_bytes(whole.substr(0, size)), FirstBytes::More) << size;
  EXPECT_EQ(read_first_bytes(whole + "more"), FirstBytes::TlsSocket);
}

TEST(ClientHello, ReadsNothingBeyondABrokenRecord) {
  std::string broken = hello(other() + alpn({"http/1.1"}));
  for (std::size_t i = 5; i < broken.size(); ++i) {
    std::string changed = broken;
    changed[i] = static_cast<char>(0xFF);
    EXPECT_NE(read_first_bytes(changed), FirstBytes::More) << i;
  }
}

}  // namespace
}  // namespace casement::relay
