// Collects the authoring errors of one or more files, each once, so that a tester sees all of them together.
#pragma once

#include <string>
#include <vector>

#include "casement/base/error.h"
#include "casement/results/secret_redactor.h"

namespace casement {

class AuthoringErrors {
 public:
  // Returns false if `body` threw an Error{Authoring}, which is added. Passes other errors through.
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
  // Masks secrets in messages and shown lines; the underlines move with the text.
  void hide(const results::SecretRedactor& redactor);

  bool empty() const { return errors_.empty(); }       // without an error
  std::size_t size() const { return errors_.size(); }  // the number of errors
  // Sorted by file, in the order of first occurrence, then by line and column.
  std::vector<Error> sorted() const;
  // Throws the first error with the others in its trail; does nothing without errors.
  void throw_if_any() const;

 private:
  std::vector<Error> errors_;
};

}  // namespace casement
