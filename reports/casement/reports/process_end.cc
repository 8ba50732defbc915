#include "casement/reports/process_end.h"

#include <signal.h>

#include <map>

#include "casement/base/system_message.h"

namespace casement::reports {
namespace {

std::string signal_name(int number) {
  static const std::map<int, std::string> names{
      {SIGSEGV, "SIGSEGV"}, {SIGBUS, "SIGBUS"},   {SIGFPE, "SIGFPE"},   {SIGILL, "SIGILL"},
      {SIGABRT, "SIGABRT"}, {SIGTRAP, "SIGTRAP"}, {SIGSYS, "SIGSYS"},   {SIGKILL, "SIGKILL"},
      {SIGTERM, "SIGTERM"}, {SIGINT, "SIGINT"},   {SIGHUP, "SIGHUP"},   {SIGPIPE, "SIGPIPE"},
      {SIGQUIT, "SIGQUIT"}, {SIGALRM, "SIGALRM"}, {SIGXCPU, "SIGXCPU"}, {SIGXFSZ, "SIGXFSZ"}};
  const auto found = names.find(number);
  const std::string name = found == names.end() ? "signal " + std::to_string(number) : found->second;
  return name + " (" + signal_message(number) + ")";
}

}  // namespace

std::string describe(const ProcessEnd& end) {
  if (end.signal != 0) return "was ended by " + signal_name(end.signal);
  if (!end.status) return "was killed, or called _exit,";
  const std::string code = std::to_string(*end.status);
  return end.called_exit ? "called exit(" + code + ")" : "ended with exit code " + code;
}

}  // namespace casement::reports
