// A program with many ways to end: deaths WAY. specs/wasm/run says how each has to be reported.
#include <emscripten.h>

#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <stdexcept>
#ifdef __EMSCRIPTEN_PTHREADS__
#include <thread>
#endif

namespace {

volatile int zero = 0;

void die_trap() {
  __builtin_trap();
}
void die_abort() {
  std::abort();
}
void die_terminate() {
  std::terminate();
}
void die_throw() {
  throw std::runtime_error("thrown by die_throw");
}
void die_null_call() {
  void (*volatile function)() = nullptr;
  function();
}
void die_bounds() {
  std::printf("%d\n", *reinterpret_cast<volatile int*>(0xfffffff0u));
}
void die_heap() {
  char* volatile block = new char[8];
  block[8 + zero] = 1;
  delete[] block;
}
void die_overflow() {
  volatile int most = 0x7fffffff;
  std::printf("%d\n", most + 1);
}
void die_division() {
  std::printf("%d\n", 1 / zero);
}
int die_recursion(int depth) {
  volatile char block[4096];
  block[0] = static_cast<char>(depth);
  return die_recursion(depth + 1) + block[0];
}
void die_exit() {
  std::exit(3);
}
void die_quick_exit() {
  std::_Exit(5);
}
void die_force_exit() {
  emscripten_force_exit(4);
}
void die_four_gigabytes() {
  volatile std::size_t size = 0xfffffff0u;
  char* volatile block = new char[size];
  std::printf("%p\n", block);
}
void die_growth() {
  for (;;) {
    char* volatile block = new char[64 << 20];
    std::memset(block, 1, 64 << 20);
  }
}
void die_loop() {
  std::puts("before the loop");
  for (volatile int i = 0;; i = i + 1) {
  }
}
void die_events() {
  emscripten_set_main_loop([] {}, 0, true);
}
void die_close() {
  EM_ASM(window.close());
  emscripten_set_main_loop([] {}, 0, true);
}
void die_leave() {
  EM_ASM(location.href = '/elsewhere');
  emscripten_set_main_loop([] {}, 0, true);
}
void die_script() {
  EM_ASM(throw new TypeError('thrown by a script'));
}
void die_assert() {
  assert(zero == 1);
}
void die_later() {
  emscripten_async_call([](void*) { __builtin_trap(); }, nullptr, 10);
  emscripten_set_main_loop([] {}, 0, true);
}
void die_flood() {
  static char line[1001];
  std::memset(line, 'x', 1000);
  for (int i = 0; i < 110'000; ++i) std::puts(line);
}
#ifdef __EMSCRIPTEN_PTHREADS__
void die_thread_exit() {
  std::thread([] { std::exit(3); }).join();
}
void die_thread_throw() {
  std::thread([] { EM_ASM(throw new TypeError('thrown by a thread')); }).join();
}
void die_thread_trap() {
  std::thread([] { __builtin_trap(); }).join();
}
void die_thread_loop() {
  std::thread([] {
    for (volatile int i = 0;; i = i + 1) {
    }
  }).join();
}
#endif

struct Way {
  const char* name;
  void (*die)();
};
const Way kWays[] = {
    {"trap", die_trap},
    {"abort", die_abort},
    {"terminate", die_terminate},
    {"throw", die_throw},
    {"null_call", die_null_call},
    {"bounds", die_bounds},
    {"heap", die_heap},
    {"overflow", die_overflow},
    {"division", die_division},
    {"recursion", [] { die_recursion(0); }},
    {"exit", die_exit},
    {"quick_exit", die_quick_exit},
    {"force_exit", die_force_exit},
    {"four_gigabytes", die_four_gigabytes},
    {"growth", die_growth},
    {"loop", die_loop},
    {"events", die_events},
    {"close", die_close},
    {"leave", die_leave},
    {"script", die_script},
    {"assert", die_assert},
    {"later", die_later},
    {"flood", die_flood},
#ifdef __EMSCRIPTEN_PTHREADS__
    {"thread_exit", die_thread_exit},
    {"thread_throw", die_thread_throw},
    {"thread_trap", die_thread_trap},
    {"thread_loop", die_thread_loop},
#endif
};

}  // namespace

int main(int count, char** arguments) {
  const char* const way = count > 1 ? arguments[1] : "";
  std::printf("way: %s\n", way);
  if (std::strcmp(way, "return") == 0) return 7;
  for (const Way& one : kWays) {
    if (std::strcmp(one.name, way) == 0) one.die();
  }
  return 0;
}
