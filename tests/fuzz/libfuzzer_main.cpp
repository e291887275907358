#include <cstddef>
#include <cstdint>

#include "tests/fuzz/targets/targets.h"

/// Entry point that libFuzzer calls with every input. TEXELSORT_FUZZ_TARGET is the name of the target to run.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static const texelsort::fuzz::Target& target = texelsort::fuzz::find_target(TEXELSORT_FUZZ_TARGET);
  target.run({reinterpret_cast<const char*>(bytes), size});
  return 0;
}
