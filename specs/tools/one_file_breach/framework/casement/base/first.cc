namespace casement {
namespace {

constexpr int kMost = 20;

[[noreturn]] void fail() {
  throw kMost;
}

int other(int value) {
  return value;
}

}  // namespace
}  // namespace casement
