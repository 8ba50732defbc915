// The authoring errors of one or more files: collected, so that a tester sees all of them at once;
// each once, in the order of their places.
#pragma once

#include <string>
#include <vector>

#include "casement/base/error.h"
#include "casement/results/secret_redactor.h"

namespace casement {

class AuthoringErrors {
 public:
  // False where `body` threw an Error{Authoring}, which is kept; other errors pass through.
  template <typename Body>
  bool attempt(Body body) {
    try {
      body();
      return true;
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::Authoring) throw;
      add(error);
      return false;
    }
  }
  void add(const Error& error);
  // Masks secrets in what each says behind its place, and in the lines it shows; carets follow.
  void hide(const results::SecretRedactor& redactor);

  bool empty() const { return errors_.empty(); }       // nothing was wrong
  std::size_t size() const { return errors_.size(); }  // of all files
  // By file, as they were met, and in it by line and column.
  std::vector<Error> sorted() const;
  // Nothing if there is none; else throws the first, with the others behind it in its trail.
  void throw_if_any() const;

 private:
  std::vector<Error> errors_;
};

}  // namespace casement
