#include "casement/servers/process_outputs.h"

#include <algorithm>
#include <deque>
#include <map>
#include <mutex>

namespace casement {
namespace {

constexpr std::size_t kKeptOutputs = 8;

struct OutputList {
  std::mutex mutex;
  std::vector<ProcessOutputs::Entry*> running;
  std::deque<std::pair<std::string, std::string>> ended;
};

// Never destroyed, because a static Process may end after all other objects.
OutputList& output_list() {
  static OutputList* const list = new OutputList;
  return *list;
}

}  // namespace

ProcessOutputs::Entry::Entry(std::string its_name, std::function<std::string()> its_output)
    : name(std::move(its_name)), output(std::move(its_output)) {
  OutputList& list = output_list();
  const std::lock_guard lock(list.mutex);
  list.running.push_back(this);
}

ProcessOutputs::Entry::~Entry() {
  OutputList& list = output_list();
  const std::lock_guard lock(list.mutex);
  std::erase(list.running, this);
  list.ended.emplace_back(name, output());
  if (list.ended.size() > kKeptOutputs) list.ended.pop_front();
}

std::vector<std::pair<std::string, std::string>> ProcessOutputs::all() {
  OutputList& list = output_list();
  const std::lock_guard lock(list.mutex);
  std::vector<std::pair<std::string, std::string>> found(list.ended.begin(), list.ended.end());
  for (const Entry* entry : list.running) found.emplace_back(entry->name, entry->output());
  std::map<std::string, int> seen;
  for (auto& [name, text] : found) {
    if (const int number = ++seen[name]; number > 1) name += "-" + std::to_string(number);
  }
  return found;
}

void ProcessOutputs::forget_ended() {
  OutputList& list = output_list();
  const std::lock_guard lock(list.mutex);
  list.ended.clear();
}

}  // namespace casement
