#include <cstdlib>

namespace {

/// The test program's cache, and that of the programs that it starts, whoever runs it.
[[maybe_unused]] const int own_cache = setenv("XDG_CACHE_HOME", TEXELSORT_TEST_CACHE, 1);

}  // namespace
