#include "compute/measure/summary_text.h"

#include <fmt/format.h>

#include "compute/data/text/number_format.h"

namespace texelsort::measure {

std::string interval_text(const Summary& ms) {
  return ms.has_interval() ? fmt::format("[{:.3f}, {:.3f}]", ms.low, ms.high) : "[-]";
}

std::string duration_interval_text(const Summary& ms) {
  const std::string median = data::duration_text(ms.median);
  if (!ms.has_interval()) return fmt::format("{} ({}, no interval)", median, data::counted(ms.samples, "sample"));
  return fmt::format("{} ({} to {})", median, data::duration_text(ms.low), data::duration_text(ms.high));
}

}  // namespace texelsort::measure
