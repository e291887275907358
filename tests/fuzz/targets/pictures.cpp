#include <algorithm>
#include <array>

#include "tests/fuzz/targets/plain.h"
#include "tests/fuzz/targets/property.h"
#include "tests/fuzz/targets/reading.h"
#include "tests/fuzz/targets/targets.h"

namespace texelsort::fuzz {
namespace {

/// File names whose formats keep every pixel exactly.
constexpr std::array exact_names{"out.png", "out.ppm"};

/// Maximum number of pixels written in every format, because large pictures would need most of the time.
constexpr std::uint64_t most_written = 4096;

void check_cut(const std::string& bytes, const std::string& name, std::size_t length) {
  if (length >= bytes.size()) return;
  require(!read_bytes(std::string_view(bytes).substr(0, length), name, {}),
          name + " of " + std::to_string(bytes.size()) + " bytes is refused when only " + std::to_string(length) +
              " of them are there");
}

}  // namespace

void fuzz_pictures(std::string_view input) {
  const auto read = read_bytes(input, "picture.png", {});
  if (!read) return;
  const std::uint64_t pixels = std::uint64_t{read->shape.width} * read->shape.height;
  require(pixels > 0 && pixels == data::size(read->keys), "a picture has a key a pixel");
  if (pixels > most_written) return;
  for (const char* name : exact_names) {
    const std::string bytes = written_bytes(*read, name);
    const auto again = read_bytes(bytes, name, {});
    require(again && same_keys(again->keys, read->keys), std::string(name) + ": pixels read back the same");
    require(again->shape.width == read->shape.width && again->shape.height == read->shape.height,
            std::string(name) + ": the picture keeps its size");
    const std::size_t some = input.empty() ? 0 : static_cast<unsigned char>(input.back()) * bytes.size() / 256;
    check_cut(bytes, name, some);
    check_cut(bytes, name, bytes.size() - 1);
  }
}

}  // namespace texelsort::fuzz
