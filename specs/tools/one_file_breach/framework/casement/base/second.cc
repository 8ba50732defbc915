namespace casement {
namespace {

constexpr int kMost = 10;

[[noreturn]] void fail() {
  throw kMost;
}

int other(const char* value) {
  return value[0];
}

struct Known {
  int value;
};

}  // namespace
}  // namespace casement
