#include "app/cli/commands/child_process.h"

#include "compute/data/error.h"

namespace texelsort::app {

ChildOutput run_child(const std::string&, std::vector<std::string>) {
  throw UnavailableError("a web page cannot start programs: use the desktop program");
}

}  // namespace texelsort::app
