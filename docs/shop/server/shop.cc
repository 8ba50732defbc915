#include "shop.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <random>
#include <sstream>

namespace shop {
namespace {

struct Product {
  std::string name;
  int cents;
};

// Enough of them for a list that is loaded in pieces.
const std::vector<Product>& all_products() {
  static const std::vector<Product> products = [] {
    std::vector<Product> made;
    for (const char* harvest : {"", " first flush", " second flush", " autumnal"}) {
      for (const char* name : {"Assam", "Ceylon", "Darjeeling", "Genmaicha", "Gyokuro", "Jasmine", "Keemun", "Lapsang",
                               "Matcha", "Oolong", "Pu-erh", "Rooibos", "Sencha", "White peony", "Yunnan"}) {
        made.push_back({std::string(name) + harvest, 350 + static_cast<int>(made.size()) * 25});
      }
    }
    return made;
  }();
  return products;
}

std::string json_text(const std::string& text) {
  std::string json = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') json += '\\';
    json += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  }
  return json + '"';
}

std::string euros(int cents) {
  const std::string rest = std::to_string(cents % 100);
  return std::to_string(cents / 100) + (rest.size() == 1 ? ".0" : ".") + rest;
}

std::string value_of(const std::map<std::string, std::string>& all, const std::string& name) {
  const auto found = all.find(name);
  return found == all.end() ? "" : found->second;
}

std::size_t number_of(const std::string& text) {
  const bool is_number = !text.empty() && text.size() < 6 && std::all_of(text.begin(), text.end(), ::isdigit);
  return is_number ? std::stoul(text) : 0;
}

Answer refuse(int status, const std::string& why) {
  return {.status = status, .body = "{\"error\":" + json_text(why) + "}"};
}

std::string random_name() {
  std::random_device random;
  std::ostringstream name;
  for (int i = 0; i < 4; ++i) name << std::hex << random();
  return name.str();
}

}  // namespace

Shop::Shop(std::string folder) : folder_(std::move(folder)) {}

Answer Shop::file(const std::string& path) const {
  static const std::map<std::string, std::string> types{{".html", "text/html; charset=utf-8"},
                                                        {".js", "text/javascript"},
                                                        {".css", "text/css"},
                                                        {".svg", "image/svg+xml"}};
  const std::string name = path == "/" ? "/index.html" : path;
  const auto type = types.find(std::filesystem::path(name).extension().string());
  std::ifstream in(folder_ + name, std::ios::binary);
  if (type == types.end() || name.find("..") != std::string::npos || !in) {
    return {404, "text/html; charset=utf-8", "<!doctype html><title>Not found</title><h1>There is no such page</h1>"};
  }
  std::ostringstream text;
  text << in.rdbuf();
  return {200, type->second, text.str()};
}

Answer Shop::sign_in(const Request& request) {
  if (value_of(request.form, "password") != "darjeeling") return {303, "", "", {{"Location", "/login.html?wrong"}}};
  const std::string session = random_name();
  sessions_[session].name = value_of(request.form, "user");
  return {303, "", "", {{"Location", "/"}, {"Set-Cookie", "session=" + session + "; Path=/; HttpOnly; SameSite=Lax"}}};
}

Answer Shop::products(const Request& request) const {
  constexpr std::size_t kAtOnce = 12;
  const std::size_t first = number_of(value_of(request.query, "from"));
  std::string list;
  for (std::size_t i = first; i < std::min(first + kAtOnce, all_products().size()); ++i) {
    const Product& one = all_products()[i];
    list += (list.empty() ? "" : ",") + ("{\"id\":" + std::to_string(i) + ",\"name\":" + json_text(one.name)) +
            ",\"price\":\"" + euros(one.cents) + "\"}";
  }
  return {.body = "{\"total\":" + std::to_string(all_products().size()) + ",\"products\":[" + list + "]}"};
}

std::string Shop::cart_json(const Session& customer) const {
  std::string lines;
  int cents = 0;
  for (const auto& [id, count] : customer.cart) {
    const Product& one = all_products()[id];
    cents += one.cents * count;
    lines += (lines.empty() ? "" : ",") + ("{\"id\":" + std::to_string(id) + ",\"name\":" + json_text(one.name)) +
             ",\"count\":" + std::to_string(count) + ",\"price\":\"" + euros(one.cents * count) + "\"}";
  }
  return "{\"lines\":[" + lines + "],\"total\":\"" + euros(cents) + "\"}";
}

std::string Shop::invoice(const Session& customer) const {
  std::string text = "tea,count,euros\n";
  for (const auto& [id, count] : customer.cart) {
    const Product& one = all_products()[id];
    text += one.name + "," + std::to_string(count) + "," + euros(one.cents * count) + "\n";
  }
  return text;
}

Answer Shop::order(const Request& request, Session& customer) {
  if (customer.cart.empty()) return refuse(409, "The cart is empty");
  if (value_of(request.form, "date").empty()) return refuse(400, "Choose a day of delivery");
  if (value_of(request.form, "token") != "paid") return refuse(402, "Your card was declined");
  customer.cart.clear();
  ++orders_;
  std::cout << "order " << orders_ << ": " << customer.name << ", " << value_of(request.form, "date") << std::endl;
  return {.status = 201, .body = "{\"number\":" + std::to_string(orders_) + "}"};
}

Answer Shop::for_customer(const Request& request, Session& customer) {
  const bool is_post = request.method == "POST";
  if (request.path == "/api/cart" && is_post) {
    const std::size_t id = number_of(value_of(request.form, "id"));
    if (id >= all_products().size()) return refuse(404, "There is no such tea");
    if (value_of(request.form, "count") == "0")
      customer.cart.erase(id);
    else
      ++customer.cart[id];
  }
  if (request.path == "/api/cart") return {.body = cart_json(customer)};
  if (request.path == "/api/order" && is_post) return order(request, customer);
  if (request.path == "/invoice.csv") {
    return {200, "text/csv", invoice(customer), {{"Content-Disposition", "attachment; filename=invoice.csv"}}};
  }
  if (request.path == "/api/picture" && is_post) {
    if (request.body.size() > 100'000) return refuse(413, "That picture is too large");
    return {.body = "{\"name\":" + json_text(value_of(request.query, "name")) +
                    ",\"bytes\":" + std::to_string(request.body.size()) + "}"};
  }
  if (request.path == "/api/name" && is_post) customer.name = value_of(request.form, "name");
  if (request.path == "/api/wishes" && is_post) {
    customer.wishes.clear();
    std::istringstream names(value_of(request.form, "names"));
    for (std::string name; std::getline(names, name, '\n');) customer.wishes.push_back(name);
  }
  std::string wishes;
  for (const std::string& one : customer.wishes) wishes += (wishes.empty() ? "" : ",") + json_text(one);
  return {.body = "{\"name\":" + json_text(customer.name) + ",\"wishes\":[" + wishes + "]}"};
}

Answer Shop::answer(const Request& request) {
  if (request.path == "/health") return {.body = "{}"};
  if (request.path == "/login" && request.method == "POST") return sign_in(request);
  if (request.path == "/api/products") return products(request);
  const std::string session = value_of(request.cookies, "session");
  if (request.path == "/logout" && request.method == "POST") {
    sessions_.erase(session);
    return {303, "", "", {{"Location", "/"}, {"Set-Cookie", "session=; Path=/; Max-Age=0"}}};
  }
  if (!request.path.starts_with("/api/") && request.path != "/invoice.csv") return file(request.path);
  const auto customer = sessions_.find(session);
  return customer == sessions_.end() ? refuse(401, "Sign in first") : for_customer(request, customer->second);
}

}  // namespace shop
