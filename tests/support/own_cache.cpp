#include <cstdlib>

namespace {

/// Gives the test program, and the programs that it starts, a separate cache, independent of the user.
[[maybe_unused]] const int own_cache = setenv("XDG_CACHE_HOME", TEXELSORT_TEST_CACHE, 1);

/// llvmpipe compiles most shaders for only a few small inputs, and its optimiser needs most of the time. The full suite
/// keeps the optimiser.
[[maybe_unused]] const int no_optimiser =
    std::getenv("TEXELSORT_TEST_FULL") != nullptr ? 0 : setenv("GALLIVM_PERF", "nopt", 0);

}  // namespace
