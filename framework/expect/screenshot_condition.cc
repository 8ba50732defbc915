#include "casement/expect/screenshot_condition.h"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "casement/act/picture.h"
#include "casement/base/file_text.h"
#include "casement/base/private_file.h"
#include "casement/base/system_message.h"
#include "casement/expect/picture_folder.h"

namespace casement {
namespace {

// Makes the folders that are missing.
void write_approved(const std::string& path, const std::string& bytes) {
  std::error_code failed;
  if (const auto folder = std::filesystem::path(path).parent_path(); !folder.empty()) {
    std::filesystem::create_directories(folder, failed);
  }
  if (!failed) failed = write_whole_file(path, bytes);
  if (!failed) return;
  throw Error(ErrorKind::Environment,
              fmt::format("cannot write the approved screenshot {}: {}", path, system_message(failed)));
}

// "shots/cart.png" → "cart.actual.png" in the folder that is to keep it: what was written, "" where that cannot be.
std::string keep_picture(const std::string& approved, const std::string& word, const ImageTolerance& tolerance,
                         const std::string& png) {
  namespace fs = std::filesystem;
  const fs::path folder = tolerance.keep_in.empty() ? picture_folder() : fs::path(tolerance.keep_in);
  const fs::path name = fs::path(approved).filename();
  const fs::path path = folder / ((name.extension() == ".png" ? name.stem() : name).string() + "." + word + ".png");
  const bool is_kept = !make_private_folders(folder.string()) && !write_private_file(path.string(), png);
  return is_kept ? path.string() : "";
}

std::string file_of(const std::string& path) {
  return std::filesystem::path(path).filename().string();
}

std::string capture(PageSession& page, const Target* target, Deadline deadline) {
  return target == nullptr ? take_picture(page, {}, deadline) : take_picture_of(page, *target, {}, deadline);
}

Image read_approved(const std::string& path, const std::string& bytes) {
  try {
    return decode_png(bytes);
  } catch (const Error& error) {
    throw Error(ErrorKind::Usage, fmt::format("{} is not a picture: {}", path, error.message()));
  }
}

bool approves() {
  const char* const said = std::getenv("CASEMENT_APPROVE");
  return said != nullptr && std::string_view(said) == "1";
}

// Taken once it is the same twice: a page may still be moving.
void approve(PageSession& page, const Target* target, const std::string& approved, const WaitBudget& within) {
  std::string last;
  Expectation expected;
  expected.what = "the page to stand still for its picture";
  await_condition(page, expected, within, [&](Deadline by) -> Observation {
    const std::string now = capture(page, target, by);
    const bool still = !last.empty() && compare_images(decode_png(last), decode_png(now)).same;
    last = now;
    return {still, "it was changing"};
  });
  write_approved(approved, last);
}

}  // namespace

void await_screenshot(PageSession& page, const Target* target, const std::string& approved,
                      const ImageTolerance& tolerance, Negated negated, const WaitBudget& within) {
  if (approves() && negated == Negated::No) return approve(page, target, approved, within);
  const std::optional<std::string> bytes = read_whole_file(approved);
  if (!bytes) {
    ComparedPictures pictures{file_of(approved), "", capture(page, target, within.deadline), ""};
    std::vector<std::string> trail{"To approve how the page looks now, run with CASEMENT_APPROVE=1."};
    const std::string actual = keep_picture(approved, "actual", tolerance, pictures.actual);
    if (!actual.empty()) trail.push_back("how it looks now: " + actual);
    throw PicturesDiffer(ErrorKind::Usage, fmt::format("there is no approved screenshot {}", approved), trail,
                         std::move(pictures));
  }
  const Image wanted = read_approved(approved, *bytes);
  std::string seen;
  ImageDifference difference;
  Expectation expected;
  expected.what = fmt::format("{} {} look like {}", target == nullptr ? "the page" : target->text(),
                              negated == Negated::Yes ? "not to" : "to", approved);
  try {
    await_condition(page, expected, within, [&](Deadline by) -> Observation {
      try {
        seen = capture(page, target, by);
      } catch (const Error& error) {
        // Not there, or the time ended in the middle: then what was seen before is the reason.
        const bool is_expected = error.kind() == ErrorKind::NotFound || error.kind() == ErrorKind::NotActionable;
        if (is_expected && !seen.empty()) throw Error(ErrorKind::Timeout, error.message());
        if (is_expected) return {false, error.message()};
        throw;
      }
      difference = compare_images(wanted, decode_png(seen), tolerance);
      return {difference.same != (negated == Negated::Yes), difference.same ? "it does" : difference.description};
    });
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::Assertion || negated == Negated::Yes || seen.empty()) throw;
    std::vector<std::string> trail = error.trail();
    ComparedPictures pictures{file_of(approved), *bytes, seen, ""};
    const std::string actual = keep_picture(approved, "actual", tolerance, seen);
    if (!actual.empty()) trail.push_back("how it looks now: " + actual);
    if (difference.picture.width > 0) {
      pictures.difference = encode_png(difference.picture);
      const std::string marked = keep_picture(approved, "difference", tolerance, pictures.difference);
      if (!marked.empty()) trail.push_back("what differs: " + marked);
    }
    throw PicturesDiffer(error.kind(), error.message(), std::move(trail), std::move(pictures));
  }
}

}  // namespace casement
