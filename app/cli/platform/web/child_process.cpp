#include "app/cli/commands/child_process.h"

#include "compute/data/error.h"

namespace texelsort::app {

struct Child::Process {};

Child::Child(const std::string&, std::vector<std::string>) {
  throw UnavailableError("a web page cannot start programs: use the desktop program");
}

Child::~Child() = default;
Child::Child(Child&&) noexcept = default;
Child& Child::operator=(Child&&) noexcept = default;

std::optional<std::string> Child::line(std::string_view) {
  return std::nullopt;
}

void Child::send(const std::string&) {}

ChildOutput Child::end() {
  return {};
}

}  // namespace texelsort::app
