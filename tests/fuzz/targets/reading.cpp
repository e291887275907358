#include "tests/fuzz/targets/reading.h"

#include <numeric>
#include <sstream>
#include <vector>

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

std::string written_bytes(const data::Input& input, const std::string& name, std::span<const std::uint64_t> places) {
  const std::string path = scratch_folder() / name;
  data::State state{input.keys, {}};
  data::write_output(path, input.shape, state, places);
  return tests::read_file(path);
}

void require_reads_back(const data::Input& input, const std::string& name, data::ReadOptions options) {
  options.type = data::type_of(input.keys);
  std::vector<std::uint64_t> unmoved(data::size(input.keys));
  std::iota(unmoved.begin(), unmoved.end(), std::uint64_t{0});
  for (const auto& places : {std::span<const std::uint64_t>(), std::span<const std::uint64_t>(unmoved)}) {
    const auto again = read_bytes(written_bytes(input, name, places), name, options);
    require(again.has_value(), name + ": what was written is refused");
    require(same_keys(again->keys, input.keys), name + ": what was written reads back as other keys");
  }
}

}  // namespace texelsort::fuzz
