#include "casement/base/system_message.h"

#include <string.h>

namespace casement {
namespace {

#if defined(__GLIBC__) && (__GLIBC__ > 2 || (__GLIBC__ == 2 && __GLIBC_MINOR__ >= 32))
const char* describe_error(int error) {
  return ::strerrordesc_np(error);
}
const char* describe_signal(int signal) {
  return ::sigdescr_np(signal);
}
#else
const char* describe_error(int error) {
  return ::strerror(error);
}
const char* describe_signal(int signal) {
  return ::strsignal(signal);
}
#endif

}  // namespace

std::string system_message(int error) {
  const char* const text = describe_error(error);
  return text != nullptr ? text : "Unknown error " + std::to_string(error);
}

std::string system_message(const std::error_code& error) {
  const bool is_errno = error.category() == std::system_category() || error.category() == std::generic_category();
  return is_errno ? system_message(error.value()) : error.message();
}

std::string signal_message(int signal) {
  const char* const text = describe_signal(signal);
  return text != nullptr ? text : "Unknown signal " + std::to_string(signal);
}

}  // namespace casement
