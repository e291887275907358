#include "app/cli/commands/external_rows.h"

#include "compute/data/error.h"

namespace texelsort::app {

void measure_external_rows(const std::vector<TrialResult>&, const measure::Budget&, std::uint64_t, const std::string&,
                           const std::function<void(const TrialResult&)>&) {
  throw UnavailableError("external sorting needs the desktop program");
}

}  // namespace texelsort::app
