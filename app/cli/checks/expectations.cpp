#include "app/cli/checks/expectations.h"

#include <sstream>

#include <fmt/format.h>
#include <fnmatch.h>

#include "compute/data/format/document.h"

namespace texelsort::app {

Expectations Expectations::read(const std::string& path) {
  Expectations expectations;
  expectations.path_ = path;
  std::istringstream text(data::read_document(path));
  std::size_t number = 0;
  for (std::string line; std::getline(text, line);) {
    ++number;
    line.resize(std::min(line.find('#'), line.size()));
    constexpr const char* blanks = " \t\r";
    const std::size_t first = line.find_first_not_of(blanks);
    if (first == std::string::npos) continue;
    const std::size_t last = line.find_last_not_of(blanks);
    expectations.lines_.push_back({number, line.substr(first, last - first + 1)});
  }
  return expectations;
}

bool Expectations::expects_failure(const std::string& case_name) {
  bool found = false;
  for (Line& line : lines_) {
    if (fnmatch(line.pattern.c_str(), case_name.c_str(), 0) != 0) continue;
    line.used = true;
    found = true;
  }
  return found;
}

std::vector<std::string> Expectations::unused() const {
  std::vector<std::string> unused;
  for (const Line& line : lines_) {
    if (!line.used) unused.push_back(fmt::format("{}:{}: {}", path_, line.number, line.pattern));
  }
  return unused;
}

}  // namespace texelsort::app
