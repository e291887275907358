#include "tests/fuzz/targets/reading.h"

#include <sstream>

#include "tests/fuzz/targets/plain.h"
#include "tests/fuzz/targets/property.h"
#include "tests/fuzz/targets/scratch_file.h"

namespace texelsort::fuzz {

std::optional<data::Input> read_bytes(std::string_view bytes, const std::string& name,
                                      const data::ReadOptions& options) {
  return accepted([&] {
    std::istringstream stream{std::string(bytes)};
    return data::read_stream(stream, name, options);
  });
}

std::string written_bytes(const data::Input& input, const std::string& name) {
  const std::string path = scratch_folder() / name;
  data::State state{input.keys, {}};
  data::write_output(path, input.shape, state);
  return file_bytes(path);
}

void require_reads_back(const data::Input& input, const std::string& name, data::ReadOptions options) {
  options.type = data::type_of(input.keys);
  const std::string bytes = written_bytes(input, name);
  const auto again = read_bytes(bytes, name, options);
  require(again.has_value(), name + ": what was written is refused");
  require(same_keys(again->keys, input.keys), name + ": what was written reads back as other keys");
}

}  // namespace texelsort::fuzz
