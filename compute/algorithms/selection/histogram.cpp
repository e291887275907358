#include <fmt/format.h>

#include "compute/algorithms/primitives/compute_limits.h"
#include "compute/algorithms/selection/histogram_run.h"
#include "compute/algorithms/selection/selection_algorithm.h"
#include "compute/data/error.h"

namespace texelsort::algorithms {
namespace {

class SelectHistogram final : public SelectionAlgorithm {
 public:
  SelectHistogram()
      : SelectionAlgorithm({.id = "select/histogram@compute",
                            .title = "k-th largest by digit histograms",
                            .family = "select",
                            .backend = Backend::compute,
                            .summary =
                                "Radix selection: histograms of the keys' digits from the most significant, each "
                                "followed by the decision on the device which digit the element has; keys that "
                                "are still in question are kept aside once they are few. The host waits once.",
                            .citation = {"T. Alabi, J. D. Blanchard, B. Gordon, R. Steinbach",
                                         "Fast k-Selection Algorithms for Graphics Processing Units",
                                         "ACM Journal of Experimental Algorithmics 17", 2012, "section 3.2"},
                            .task = Task::select}) {}

  const std::vector<ParameterSpec>& parameters() const override {
    static const std::vector<ParameterSpec> specs{
        {"digit", "bits", IntegerRange{1, 12}, "8", "8", "Bits of a digit: 2^digit bins a histogram."},
        {"workgroup", "invocations", PowersOfTwo{1, 1024}, "256", "", "Invocations of a workgroup that counts."},
        {"workgroups", "", IntegerRange{1, 65535}, "256", "",
         "Workgroups that count, each with a histogram of its own in shared memory."},
        key_bits_parameter()};
    return specs;
  }
  Availability availability(const gpu::DeviceInfo* device) const override { return compute_availability(device); }
  std::optional<std::string> refusal(const gpu::DeviceInfo* device, std::uint64_t n, data::KeyType type,
                                     data::PayloadKind payload, const Parameters& parameters) const override {
    if (auto reason = SelectionAlgorithm::refusal(device, n, type, payload, parameters)) return reason;
    if (auto reason = storage_refusal(*device, n, "the keys", n * data::key_bytes(type))) return reason;
    if (n >> 32 != 0) return fmt::format("n = {} is beyond 2^32 - 1: histograms count in 32 bits", n);
    const HistogramShape shape = histogram_shape(parameters, 1);
    if (auto reason = workgroup_refusal(*device, shape.workgroup)) return reason;
    if (auto reason = shared_memory_refusal(*device, fmt::format("digit = {}", shape.digit), shape.shared_bytes())) {
      return reason;
    }
    return HistogramCut(*device, shape, type, n, 1).refusal;
  }
  std::map<std::string, std::string> tuned(const gpu::DeviceInfo* device, std::uint64_t n,
                                           data::KeyType) const override {
    if (device == nullptr) return {};
    if (device->software) return {{"digit", "8"}, {"workgroup", "32"}, {"workgroups", "8"}};
    // Few keys leave most of many bins empty, and clearing and scanning them is then the work.
    const std::string digit = n < (1u << 16) ? "8" : "11";
    return {{"digit", digit}, {"workgroup", "512"}, {"workgroups", "528"}};
  }

 protected:
  std::unique_ptr<Run> make_run(gpu::Device* device, std::shared_ptr<const Problem> problem,
                                const Parameters& parameters) const override {
    const HistogramShape shape = histogram_shape(parameters, problem->ranks.size());
    const std::uint64_t histograms = problem->ranks.size() * shape.bins() * sizeof(std::uint32_t);
    auto reason = storage_refusal(device->info(), problem->n(), "histograms", histograms);
    if (!reason) {
      reason = HistogramCut(device->info(), shape, problem->type(), problem->n(), problem->ranks.size()).refusal;
    }
    if (reason) throw UsageError(fmt::format("{}: {}", info().id, *reason));
    return std::make_unique<HistogramRun>(*device, std::move(problem), shape,
                                          static_cast<unsigned>(parameters.integer("key-bits")));
  }
};

}  // namespace

std::unique_ptr<Algorithm> make_select_histogram() {
  return std::make_unique<SelectHistogram>();
}

}  // namespace texelsort::algorithms
