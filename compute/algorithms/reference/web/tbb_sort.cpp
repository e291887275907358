#include "compute/algorithms/reference/tbb_info.h"
#include "compute/data/error.h"

namespace texelsort::algorithms {
namespace {

/// In the list, with the reason why it does not run.
class AbsentTbb final : public AlgorithmWith<NoSettings> {
 public:
  AbsentTbb() : AlgorithmWith(tbb_info(), no_settings) {}
  Availability availability(const gpu::DeviceInfo*) const override {
    return {false, "it shares its work out to threads, and a page has one"};
  }

 protected:
  std::optional<std::string> refusal(const gpu::DeviceInfo*, const ProblemForm&, const NoSettings&) const override {
    return std::nullopt;
  }
  std::unique_ptr<Run> make_run(gpu::Device*, std::shared_ptr<const Problem>, const NoSettings&) const override {
    throw UnavailableError("oneTBB is not in this edition");
  }
};

}  // namespace

std::unique_ptr<Algorithm> make_tbb_sort() {
  return std::make_unique<AbsentTbb>();
}

}  // namespace texelsort::algorithms
