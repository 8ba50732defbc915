// Runs a program and keeps what it prints, for specs of whole programs.
#pragma once

#include <sys/types.h>

#include <map>
#include <string>
#include <vector>

#include "casement/base/deadline.h"
#include "casement/base/unique_fd.h"

namespace casement::specs {

struct ProgramResult {
  int exit_code = -1;  // 128 + signal where a signal ended it
  std::string out;
  std::string err;
};

class RunningProgram {
 public:
  // `environment` is put over this process's own; an empty value removes the variable.
  explicit RunningProgram(const std::vector<std::string>& command,
                          const std::map<std::string, std::string>& environment = {});
  ~RunningProgram();  // kills it if it still runs

  pid_t process_id() const { return process_id_; }
  void signal(int number) const;
  // Reads standard output until `text` has been printed; false at the deadline or the end.
  bool wait_for_output(const std::string& text, Deadline deadline);
  // What it has printed and was read so far.
  const std::string& output() const { return result_.out; }
  // Waits for the end; kills it at the deadline.
  ProgramResult wait(Deadline deadline);

 private:
  // Reads what is there, waiting at most until the deadline. False when both streams have ended.
  bool read_some(Deadline deadline);

  pid_t process_id_ = -1;
  UniqueFd out_, err_;
  ProgramResult result_;
};

ProgramResult run_program(const std::vector<std::string>& command,
                          const std::map<std::string, std::string>& environment = {});

}  // namespace casement::specs
