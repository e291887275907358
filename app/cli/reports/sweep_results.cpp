#include <fmt/format.h>

#include "app/cli/reports/sweep_report.h"
#include "compute/data/error.h"

namespace texelsort::app {

SweepResults read_whole_sweep(const std::string& path) {
  SweepResults results = read_sweep(path);
  if (results.cut_off) {
    throw UsageError(fmt::format("{}:{}: the last line is incomplete: texelsort sweep --resume measures it again", path,
                                 results.lines + 1));
  }
  return results;
}

}  // namespace texelsort::app
