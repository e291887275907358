#include "compute/algorithms/baselines/library_info.h"
#include "compute/algorithms/core/settings.h"
#include "compute/data/error.h"

namespace texelsort::algorithms {
namespace {

/// Entry in the list of algorithms for a library's sort that is not available, with the reason.
class AbsentSort final : public AlgorithmWith<NoSettings> {
 public:
  AbsentSort(AlgorithmInfo info, const char* reason) : AlgorithmWith(std::move(info), no_settings), reason_(reason) {}
  Availability availability(const gpu::DeviceInfo*, const cuda::ExecutionOptions&) const override {
    return {false, reason_};
  }

 protected:
  std::optional<std::string> refusal(const gpu::DeviceInfo*, const ProblemForm&, const NoSettings&) const override {
    return std::nullopt;
  }
  std::unique_ptr<Run> make_run(gpu::Device*, std::shared_ptr<const Problem>, const NoSettings&) const override {
    throw UnavailableError(info().title + " is not in the browser edition");
  }

 private:
  const char* reason_;
};

}  // namespace

std::unique_ptr<Algorithm> make_tbb_sort() {
  return std::make_unique<AbsentSort>(tbb_info(), "it needs several threads, but a web page has only one");
}

std::unique_ptr<Algorithm> make_hwy_sort() {
  return std::make_unique<AbsentSort>(hwy_info(), "it loads its library from the machine, which a web page cannot do");
}

}  // namespace texelsort::algorithms
