// The C++ snippets of the documentation are compiled with these names, which readers have of their own.
#pragma once

#include <unistd.h>

#include <casement/testing.h>

#include <filesystem>
#include <fstream>
#include <iostream>

#include "counter_server.h"

using namespace casement;
using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

// The shop of the documentation, in a folder of the test's own.
class Guide : public SiteTest<"shop"> {
 protected:
  void SetUp() override {
    SiteTest::SetUp();
    folder_ = std::filesystem::temp_directory_path() / ("casement-guide-" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
    outside_ = std::filesystem::current_path();
    std::filesystem::current_path(folder_);
    std::ofstream("clerk.json") << R"({"cookies": [], "origins": []})";
  }
  void TearDown() override {
    std::filesystem::current_path(outside_);  // what is kept of a failure is to stay
    SiteTest::TearDown();
    std::filesystem::remove_all(folder_);
  }
  void at(const std::string& path) {
    if (!path.empty()) page().open("http://shop.test/" + path);
  }

 private:
  std::filesystem::path folder_, outside_;
};

// docs/testing_your_server.md
class OrderBook {
 public:
  void add(const std::string& order) {
    const std::lock_guard lock(mutex_);
    order_ = order;
    arrived_.notify_all();
  }
  std::string wait_for_order(std::chrono::seconds patience) {
    std::unique_lock lock(mutex_);
    arrived_.wait_for(lock, patience, [&] { return !order_.empty(); });
    return order_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::string order_;
};
