#include "compute/algorithms/distributed/team.h"

#include "compute/data/error.h"

namespace texelsort::algorithms::distributed {

Messages::Messages(std::uint64_t ranks, std::chrono::milliseconds patience)
    : ranks_(ranks), patience_(patience), ways_(ranks * ranks), waits_for_(ranks) {}

void Messages::send(std::uint64_t, std::uint64_t, Bytes) {
  throw UnavailableError(std::string(thread_absence()));
}
Bytes Messages::receive(std::uint64_t, std::uint64_t) {
  throw UnavailableError(std::string(thread_absence()));
}
std::vector<Bytes> Messages::gather(std::uint64_t, const Bytes&) {
  throw UnavailableError(std::string(thread_absence()));
}
void Messages::abandon(std::uint64_t) {}
void Messages::clear() {}

void Team::each(Step::Kind, const std::function<void(std::uint64_t rank)>&) {
  throw UnavailableError(std::string(thread_absence()));
}

void side_by_side(std::uint64_t count, const std::function<void(std::uint64_t)>& work) {
  for (std::uint64_t i = 0; i < count; ++i) work(i);
}

std::string_view thread_absence() {
  return "its ranks are threads, and a page has one";
}

}  // namespace texelsort::algorithms::distributed
