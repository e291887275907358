#include <fmt/format.h>

#include "compute/algorithms/primitives/compute_limits.h"
#include "compute/algorithms/selection/histogram_run.h"
#include "compute/algorithms/selection/selection_algorithm.h"
#include "compute/data/error.h"

namespace texelsort::algorithms {
namespace {

class SelectHistogram final : public AlgorithmWith<HistogramSettings> {
 public:
  SelectHistogram()
      : AlgorithmWith({.id = "select/histogram@compute",
                       .title = "k-th largest by digit histograms",
                       .family = "select",
                       .backend = Backend::compute,
                       .summary = "Radix selection: histograms of the keys' digits from the most significant, each "
                                  "followed by the decision on the device which digit the element has; keys that "
                                  "are still in question are kept aside once they are few. The host waits once.",
                       .citation = {"T. Alabi, J. D. Blanchard, B. Gordon, R. Steinbach",
                                    "Fast k-Selection Algorithms for Graphics Processing Units",
                                    "ACM Journal of Experimental Algorithmics 17", 2012, "section 3.2"},
                       .task = Task::select},
                      histogram_settings()) {}

  Availability availability(const gpu::DeviceInfo* device) const override { return compute_availability(device); }

 protected:
  HistogramSettings tuned(const gpu::DeviceInfo* device, const ProblemForm& form,
                          const Given<HistogramSettings>&) const override {
    if (device == nullptr) return {};
    if (device->software) return {.digit = 8, .workgroup = 32, .workgroups = 8};
    // Few keys leave most of many bins empty, and clearing and scanning them is then the work.
    return {.digit = form.n < (1u << 16) ? 8u : 11u, .workgroup = 512, .workgroups = 528};
  }
  std::optional<std::string> refusal(const gpu::DeviceInfo* device, const ProblemForm& form,
                                     const HistogramSettings& settings) const override {
    const std::uint64_t n = form.n;
    if (auto reason = selection_refusal(form)) return reason;
    if (auto reason = storage_refusal(*device, n, "the keys", n * data::key_bytes(form.type))) return reason;
    if (n >> 32 != 0) return fmt::format("n = {} is beyond 2^32 - 1: histograms count in 32 bits", n);
    const HistogramShape shape = histogram_shape(settings, 1);
    if (auto reason = workgroup_refusal(*device, shape.workgroup)) return reason;
    if (auto reason = shared_memory_refusal(*device, fmt::format("digit = {}", shape.digit), shape.shared_bytes())) {
      return reason;
    }
    return HistogramCut(*device, shape, form.type, n, 1).refusal;
  }
  std::unique_ptr<Run> make_run(gpu::Device* device, std::shared_ptr<const Problem> problem,
                                const HistogramSettings& settings) const override {
    const HistogramShape shape = histogram_shape(settings, problem->ranks.size());
    const std::uint64_t histograms = problem->ranks.size() * shape.bins() * sizeof(std::uint32_t);
    auto reason = storage_refusal(device->info(), problem->n(), "histograms", histograms);
    if (!reason) {
      reason = HistogramCut(device->info(), shape, problem->type(), problem->n(), problem->ranks.size()).refusal;
    }
    if (reason) throw UsageError(fmt::format("{}: {}", info().id, *reason));
    return std::make_unique<HistogramRun>(*device, std::move(problem), shape, settings.key_bits);
  }
};

}  // namespace

std::unique_ptr<Algorithm> make_select_histogram() {
  return std::make_unique<SelectHistogram>();
}

}  // namespace texelsort::algorithms
