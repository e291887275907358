#include <algorithm>

#include "tests/fuzz/targets/property.h"
#include "tests/fuzz/targets/reading.h"
#include "tests/fuzz/targets/targets.h"

namespace texelsort::fuzz {

void fuzz_binary(std::string_view input) {
  for (const data::KeyType type : data::all_key_types) {
    const std::string name = "keys." + std::string(data::name(type));
    const auto read = read_bytes(input, name, {});
    const std::size_t width = data::key_bytes(type);
    require(read.has_value() == (input.size() % width == 0), "raw keys are read when they are whole, else refused");
    if (!read) continue;
    require(data::type_of(read->keys) == type, "a name's ending says the type");
    require(data::size(read->keys) == input.size() / width, "every `width` bytes are a key");
    require(written_bytes(*read, name) == input, "raw keys are written byte for byte");
  }
}

}  // namespace texelsort::fuzz
