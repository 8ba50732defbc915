// A server that is a program of its own: `shop_server [PORT]`; a free port where none is given. It
// says where it listens, logs each order, and ends at SIGTERM.
#include <csignal>
#include <cstdlib>
#include <iostream>

#include "counter_server.h"

int main(int argument_count, char** arguments) {
  // Before there is another thread, so that the signals wait for this one.
  sigset_t ends;
  sigemptyset(&ends);
  sigaddset(&ends, SIGTERM);
  sigaddset(&ends, SIGINT);
  sigprocmask(SIG_BLOCK, &ends, nullptr);

  const int port = argument_count > 1 ? std::atoi(arguments[1]) : 0;
  try {
    // Flushed, since the reader of a log waits for the line.
    example::CounterServer server([](const std::string& order) { std::cout << "order: " << order << std::endl; }, port);
    std::cout << "listening on port " << server.port() << std::endl;
    int number = 0;
    sigwait(&ends, &number);
    std::cout << "closed" << std::endl;
  } catch (const std::exception& error) {
    std::cerr << "cannot listen on port " << port << ": " << error.what() << std::endl;
    return 1;
  }
}
