#include "casement/relay/client_hello.h"

#include <cstdint>
#include <optional>

namespace casement::relay {
namespace {

constexpr unsigned kHandshakeRecord = 22;
constexpr unsigned kClientHello = 1;
constexpr unsigned kAlpn = 16;

// Reads numbers and blocks; becomes invalid if the bytes end too early.
class Fields {
 public:
  explicit Fields(std::string_view bytes) : bytes_(bytes) {}

  bool is_valid() const { return is_valid_; }
  bool is_empty() const { return bytes_.empty(); }
  std::size_t number(std::size_t size) {
    std::size_t value = 0;
    for (const char c : take(size)) value = value << 8 | static_cast<unsigned char>(c);
    return value;
  }
  // A block after its length, which has so many bytes.
  std::string_view block(std::size_t length_size) { return take(number(length_size)); }
  std::string_view take(std::size_t size) {
    if (size > bytes_.size()) {
      is_valid_ = false;
      bytes_ = {};
      return {};
    }
    const std::string_view taken = bytes_.substr(0, size);
    bytes_.remove_prefix(size);
    return taken;
  }

 private:
  std::string_view bytes_;
  bool is_valid_ = true;
};

bool offers_only_http1(std::string_view list) {
  Fields protocols(Fields(list).block(2));
  bool has_any = false;
  while (!protocols.is_empty() && protocols.is_valid()) {
    if (protocols.block(1) != "http/1.1") return false;
    has_any = true;
  }
  return has_any && protocols.is_valid();
}

FirstBytes read_hello(std::string_view hello) {
  Fields fields(hello);
  fields.take(2 + 32);  // version and random bytes
  fields.block(1);      // session
  fields.block(2);      // cipher suites
  fields.block(1);      // compression
  Fields extensions(fields.block(2));
  while (!extensions.is_empty() && extensions.is_valid()) {
    const std::size_t kind = extensions.number(2);
    const std::string_view data = extensions.block(2);
    if (kind == kAlpn && extensions.is_valid())
      return offers_only_http1(data) ? FirstBytes::TlsSocket : FirstBytes::TlsOther;
  }
  return FirstBytes::TlsOther;
}

}  // namespace

FirstBytes read_first_bytes(std::string_view bytes) {
  if (bytes.empty()) return FirstBytes::More;
  if (static_cast<unsigned char>(bytes.front()) != kHandshakeRecord) return FirstBytes::Plain;
  Fields record(bytes);
  record.take(3);  // kind and version
  Fields handshake(record.block(2));
  if (!record.is_valid()) return FirstBytes::More;
  if (handshake.number(1) != kClientHello) return FirstBytes::TlsOther;
  const std::string_view hello = handshake.block(3);
  return handshake.is_valid() ? read_hello(hello) : FirstBytes::TlsOther;
}

}  // namespace casement::relay
