// The shop: what it sells, who has signed in, and what each of them has in the cart.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "http_server.h"

namespace shop {

class Shop {
 public:
  // Pages, scripts and styles are files of this folder.
  explicit Shop(std::string folder);

  Answer answer(const Request& request);

 private:
  struct Session {  // of somebody who has signed in
    std::string name = {};
    std::map<std::size_t, int> cart = {};  // how many of each product
    std::vector<std::string> wishes = {"Oolong", "Assam", "Sencha"};
  };

  Answer file(const std::string& path) const;
  Answer sign_in(const Request& request);
  Answer products(const Request& request) const;
  Answer for_customer(const Request& request, Session& customer);
  Answer order(const Request& request, Session& customer);
  std::string cart_json(const Session& customer) const;
  std::string invoice(const Session& customer) const;

  const std::string folder_;
  std::map<std::string, Session> sessions_;  // by the cookie's value
  int orders_ = 0;
};

}  // namespace shop
