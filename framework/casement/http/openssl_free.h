// Owners of OpenSSL's objects: std::unique_ptr<X509, OpensslFree<X509_free>>.
#pragma once

namespace casement::http {

template <auto free_function>
struct OpensslFree {
  template <typename T>
  void operator()(T* object) const {
    free_function(object);
  }
};

}  // namespace casement::http
