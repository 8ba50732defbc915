// One of three places that hide secrets (snapshot/mask.h says why there are three).
// Takes secrets out of results before anybody reports them: as they are, percent-encoded (RFC 3986
// and HTML forms), escaped as in JSON or JavaScript (RFC 8259, \\u too), as HTML's character references,
// each of these also twice over, with other white space, in hexadecimal (4 bytes and more), and within base64
// (RFC 4648, both alphabets) at any place of what was encoded; also the first part of one (4 bytes and more) where a
// message was cut with "…". Pictures and PDFs are left alone. Immutable. Any thread.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "casement/results/model.h"

namespace casement::results {

class SecretRedactor {
 public:
  SecretRedactor() = default;
  // Empty secrets are ignored. Ones of less than 6 bytes are not looked for in base64, where they
  // would leave nothing to tell them by.
  explicit SecretRedactor(std::vector<std::string> secrets);

  std::string masked(std::string_view text) const;  // bullets in the place of each secret
  // Every text in it.
  void mask(Case& one) const;
  void mask(Step& step) const;

 private:
  // How much of the text's front is one of them; 0 for nothing.
  std::size_t length_of_secret(std::string_view text) const;

  using Places = std::array<std::vector<std::uint32_t>, 256>;  // by the first byte
  // The same of forms that stand as they are.
  static std::size_t length_of_form(const std::vector<std::string>& forms, const Places& by_byte,
                                    std::string_view text);
  std::vector<std::string> secrets_;  // longest first, since one may hold another
  std::vector<std::string> encoded_;  // what base64 makes of them
  std::vector<std::string> hexadecimal_;
  // Shared by copies, never change.
  std::shared_ptr<const Places> secrets_by_byte_, encoded_by_byte_, hexadecimal_by_byte_;
};

}  // namespace casement::results
