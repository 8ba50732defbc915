#include "casement/servers/process_outputs.h"

#include <algorithm>
#include <deque>
#include <map>
#include <mutex>

namespace casement {
namespace {

constexpr std::size_t kKeptOutputs = 8;

struct EndedOutput {
  std::string name;
  std::string text;
  std::vector<results::ProgramLine> lines;
};

struct OutputList {
  std::mutex mutex;
  std::vector<ProcessOutputs::Entry*> running;
  std::deque<EndedOutput> ended;
};

// Never destroyed, because a static Process may end after all other objects.
OutputList& output_list() {
  static OutputList* const list = new OutputList;
  return *list;
}

// Counts the programs with the same name: "shop", "shop-2".
class DistinctNames {
 public:
  std::string operator()(const std::string& name) {
    const int number = ++seen_[name];
    return number > 1 ? name + "-" + std::to_string(number) : name;
  }

 private:
  std::map<std::string, int> seen_;
};

}  // namespace

ProcessOutputs::Entry::Entry(std::string its_name, Source its_output)
    : name(std::move(its_name)), output(std::move(its_output)) {
  OutputList& list = output_list();
  const std::lock_guard lock(list.mutex);
  list.running.push_back(this);
}

ProcessOutputs::Entry::~Entry() {
  OutputList& list = output_list();
  const std::lock_guard lock(list.mutex);
  std::erase(list.running, this);
  list.ended.push_back({name, output.text(), output.lines(0)});
  if (list.ended.size() > kKeptOutputs) list.ended.pop_front();
}

std::vector<std::pair<std::string, std::string>> ProcessOutputs::all() {
  OutputList& list = output_list();
  const std::lock_guard lock(list.mutex);
  std::vector<std::pair<std::string, std::string>> found;
  DistinctNames distinct;
  for (const EndedOutput& one : list.ended) found.emplace_back(distinct(one.name), one.text);
  for (const Entry* entry : list.running) found.emplace_back(distinct(entry->name), entry->output.text());
  return found;
}

bool ProcessOutputs::has_programs() {
  OutputList& list = output_list();
  const std::lock_guard lock(list.mutex);
  return !list.running.empty() || !list.ended.empty();
}

std::vector<results::ProgramLine> ProcessOutputs::lines(double since) {
  OutputList& list = output_list();
  const std::lock_guard lock(list.mutex);
  std::vector<results::ProgramLine> found;
  DistinctNames distinct;
  const auto add = [&](const std::string& name, std::vector<results::ProgramLine> lines) {
    const std::string shown = distinct(name);
    for (results::ProgramLine& line : lines) {
      if (line.at < since) continue;
      line.program = shown;
      found.push_back(std::move(line));
    }
  };
  for (const EndedOutput& one : list.ended) add(one.name, one.lines);
  for (const Entry* entry : list.running) add(entry->name, entry->output.lines(since));
  return found;
}

void ProcessOutputs::forget_ended() {
  OutputList& list = output_list();
  const std::lock_guard lock(list.mutex);
  list.ended.clear();
}

}  // namespace casement
