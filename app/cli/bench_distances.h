#pragma once

#include "app/cli/bench_options.h"

namespace texelsort::app {

/// `texelsort bench --distances`: time of one pass against the distance of its comparators, for keys in row-major order
/// and in tiles, as a table and, if asked, a plot. Throws UsageError for options that do not go together.
void bench_distances(BenchOptions& options);

}  // namespace texelsort::app
