#include "compute/algorithms/distributed/team.h"

#include "compute/data/error.h"

namespace texelsort::algorithms::distributed {

std::unique_ptr<Team> make_team(std::uint64_t, std::chrono::milliseconds) {
  throw UnavailableError(std::string(thread_absence()));
}

void fall_silent() {
  throw UnavailableError(std::string(thread_absence()));
}

std::string_view thread_absence() {
  return "its ranks are threads, but a web page has only one thread";
}

}  // namespace texelsort::algorithms::distributed
