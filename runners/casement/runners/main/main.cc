#include "casement/runners/command.h"

int main(int argument_count, char** arguments) {
  return casement::runners::run_program(argument_count, arguments);
}
