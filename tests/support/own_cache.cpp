#include <cstdlib>

namespace {

/// Gives the test program, and all programs that it starts, a cache folder that is independent of the user's.
[[maybe_unused]] const int own_cache = setenv("XDG_CACHE_HOME", TEXELSORT_TEST_CACHE, 1);

/// Disables llvmpipe's optimiser, which takes most of the time: most shaders are compiled for a few small inputs. The
/// full suite keeps the optimiser.
[[maybe_unused]] const int no_optimiser =
    std::getenv("TEXELSORT_TEST_FULL") != nullptr ? 0 : setenv("GALLIVM_PERF", "nopt", 0);

}  // namespace
