#include "app/problem/embedded_files.h"

#include <fmt/format.h>

#include "compute/data/error.h"

namespace texelsort::app {

const EmbeddedFile& embedded_file(std::string_view name) {
  for (const EmbeddedFile& file : embedded_files()) {
    if (file.name == name) return file;
  }
  throw InternalError(fmt::format("the program holds no file '{}'", name));
}

}  // namespace texelsort::app
