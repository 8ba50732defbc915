// Reads the beginning of a TLS connection (RFC 8446 section 4.1.2). Pure. Any thread.
#pragma once

#include <cstddef>
#include <string_view>

namespace casement::relay {

enum class FirstBytes {
  More,       // more bytes are needed
  Plain,      // not TLS
  TlsSocket,  // TLS of a client that speaks only HTTP/1.1, as browsers do for WebSockets
  TlsOther,   // other TLS, such as a browser's for https
};

// The protocol of a client, by the ALPN extension (RFC 7301) of its first record.
FirstBytes read_first_bytes(std::string_view bytes);

}  // namespace casement::relay
