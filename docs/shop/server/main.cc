// shop_server PORT FOLDER: serves the shop, whose pages are in FOLDER, on this machine alone.
#include <cstdlib>
#include <exception>
#include <iostream>

#include "shop.h"

int main(int count, char** arguments) {
  if (count != 3) {
    std::cerr << "usage: shop_server PORT FOLDER\n";
    return 2;
  }
  try {
    shop::Shop shop(arguments[2]);
    shop::HttpServer server(std::atoi(arguments[1]),
                            [&](const shop::Request& request) { return shop.answer(request); });
    std::cout << "listening on port " << server.port() << std::endl;
    server.run();
    std::cout << "closed" << std::endl;
  } catch (const std::exception& error) {
    std::cerr << "shop_server: " << error.what() << '\n';
    return 1;
  }
}
