#include <fmt/format.h>

#include "compute/algorithms/arrays/texel_limits.h"
#include "compute/algorithms/core/algorithm.h"
#include "compute/algorithms/core/settings.h"
#include "compute/algorithms/cuda/cuda_algorithm.h"
#include "compute/algorithms/primitives/compute_limits.h"
#include "compute/algorithms/selection/cuda/launch.h"
#include "compute/algorithms/selection/fragment_counter.h"
#include "compute/algorithms/selection/runs.h"
#include "compute/data/error.h"
#include "compute/gpu/forms.h"

namespace texelsort::algorithms {
namespace {

/// Minimum number of keys for narrowing the search by a sample. With fewer keys, counting the sample takes as long as
/// it saves.
constexpr std::uint64_t least_sampled = 1 << 17, least_sampled_by_histograms = 1 << 18;
/// Number of keys for checks with a sample whose last row is partially filled.
constexpr std::uint64_t checked_sampled = 300'001;

/// Returns why selections reject a form on every device. Returns null if they accept it.
std::optional<std::string> selection_refusal(const ProblemForm& form) {
  if (form.n == 0) return "there is nothing to select, because the input has no keys";
  return std::nullopt;
}

/// Returns why a selection rejects the number of searched bits of a key. Returns null if it accepts the number.
std::optional<std::string> key_bits_refusal(data::KeyType type, unsigned key_bits) {
  const std::size_t bits = 8 * data::key_bytes(type);
  if (key_bits <= bits) return std::nullopt;
  return fmt::format("key-bits = {} exceeds the {} bits of {}", key_bits, bits, name(type));
}

/// Base class of selections that count by occlusion queries over the texture of the keys. The settings S have `width`
/// and `key_bits`.
template <typename S>
class SelectByCounting final : public AlgorithmWith<S> {
 public:
  using Make = std::unique_ptr<Run> (*)(gpu::Device&, std::shared_ptr<const Problem>, const S&);
  SelectByCounting(AlgorithmInfo info, const SettingsTable<S>& table, std::vector<TableKind> kinds, Make make)
      : AlgorithmWith<S>(std::move(info), table), kinds_(std::move(kinds)), make_(make) {}

  Availability availability(const gpu::DeviceInfo* device, const cuda::ExecutionOptions&) const override {
    return texture_availability(device);
  }
  std::vector<TableKind> table_kinds() const override { return kinds_; }

 protected:
  S tuned(const gpu::DeviceInfo* device, const ProblemForm& form, const Given<S>&) const override {
    S settings;
    settings.width = TexelArrays::square_width(form.n);
    if constexpr (requires { settings.sample; }) {
      if (form.n >= least_sampled) settings.sample = 8;
    }
    if (device != nullptr) settings.count = counting_of(*device);
    return settings;
  }
  std::optional<std::string> refusal(const gpu::DeviceInfo* device, const ProblemForm& form,
                                     const S& settings) const override {
    if (auto reason = selection_refusal(form)) return reason;
    if (auto reason = key_bits_refusal(form.type, settings.key_bits)) return reason;
    if (settings.count == Counting::queries && !device->counts_samples) {
      return "occlusion queries do not count on this device: choose count = marks";
    }
    return texture_refusal(*device, form.n, settings.width);
  }
  std::unique_ptr<Run> make_run(gpu::Device* device, std::shared_ptr<const Problem> problem,
                                const S& settings) const override {
    return make_(*device, std::move(problem), settings);
  }

 private:
  std::vector<TableKind> kinds_;
  Make make_;
};

/// Describes the radix selection of a backend.
AlgorithmInfo histogram_info(std::string id, std::string title, Backend backend) {
  return {.id = std::move(id),
          .title = std::move(title),
          .family = "select",
          .backend = backend,
          .summary =
              "Radix selection, from the most significant digit. For each digit, the device counts a histogram and "
              "decides which digit the element has. When few candidates are left, they are stored separately. The host "
              "waits once.",
          .citation = {"T. Alabi, J. D. Blanchard, B. Gordon, R. Steinbach",
                       "Fast k-Selection Algorithms for Graphics Processing Units",
                       "ACM Journal of Experimental Algorithmics 17", 2012, "section 3.2"},
          .task = Task::select,
          .form_sizes = {checked_sampled}};
}

/// Returns why radix selections reject a number of keys. Returns null if they accept it.
std::optional<std::string> counter_refusal(std::uint64_t n) {
  if (n >> 32 == 0) return std::nullopt;
  return fmt::format("n = {} is beyond the limit of 2^32 - 1 keys: histograms count in 32 bits", n);
}

/// Minimum number of keys for wide digits. With many bins, smaller inputs leave most bins empty, and clearing and
/// scanning the bins dominates the time.
constexpr std::uint64_t least_for_wide_digits = 1 << 16;
/// Minimum number of keys for a sample on a GPU, which makes a second read of all keys unnecessary. H200, with and
/// without a sample: 0.158 and 0.214 ms for 2^26 keys by compute shaders, 0.053 and 0.066 ms for 2^24 keys on CUDA, but
/// 0.039 and 0.037 ms for 2^22 keys.
constexpr std::uint64_t least_sampled_on_gpu = 1 << 24;

class SelectHistogram final : public AlgorithmWith<HistogramSettings> {
 public:
  SelectHistogram()
      : AlgorithmWith(histogram_info("select/histogram@compute", "k-th largest by digit histograms", Backend::compute),
                      histogram_settings()) {}

  Availability availability(const gpu::DeviceInfo* device, const cuda::ExecutionOptions&) const override {
    return compute_availability(device);
  }
  std::vector<TableKind> table_kinds() const override { return {tables::SelectionHistogram{}}; }

 protected:
  HistogramSettings tuned(const gpu::DeviceInfo* device, const ProblemForm& form,
                          const Given<HistogramSettings>&) const override {
    if (device == nullptr) return {};
    if (gpu::prefers_cpu_forms(*device)) {
      return {
          .digit = 8, .workgroup = 32, .workgroups = 8, .sample = form.n < least_sampled_by_histograms ? 0u : 4096u};
    }
    // The first pass reads 2^26 keys at 3.7 TB/s from memory allocated by CUDA, and at 2.3 TB/s from memory of OpenGL
    // (H200).
    return {.digit = form.n < least_for_wide_digits ? 8u : 11u,
            .workgroup = 512,
            .workgroups = 528,
            .memory = has_cuda_memory(*device) ? ArrayMemory::cuda : ArrayMemory::opengl,
            .sample = form.n < least_sampled_on_gpu ? 0u : 16'384u};
  }
  std::optional<std::string> refusal(const gpu::DeviceInfo* device, const ProblemForm& form,
                                     const HistogramSettings& settings) const override {
    const std::uint64_t n = form.n;
    if (auto reason = selection_refusal(form)) return reason;
    if (auto reason = memory_refusal(*device, settings.memory)) return reason;
    if (auto reason = storage_refusal(*device, n, "the keys", n * data::key_bytes(form.type))) return reason;
    if (auto reason = key_bits_refusal(form.type, settings.key_bits)) return reason;
    if (auto reason = counter_refusal(n)) return reason;
    const HistogramShape shape(settings, 1);
    if (auto reason = workgroup_refusal(*device, shape.workgroup)) return reason;
    if (auto reason = shared_memory_refusal(*device, fmt::format("digit = {}", shape.digit), shape.shared_bytes())) {
      return reason;
    }
    return HistogramCut(*device, shape, form.type, n, 1).refusal;
  }
  std::unique_ptr<Run> make_run(gpu::Device* device, std::shared_ptr<const Problem> problem,
                                const HistogramSettings& settings) const override {
    const std::uint64_t ranks = problem->ranks.size();
    const HistogramShape shape(settings, ranks);
    auto reason =
        storage_refusal(device->info(), problem->n(), "histograms", ranks * shape.bins() * sizeof(std::uint32_t));
    if (!reason) reason = HistogramCut(device->info(), shape, problem->type(), problem->n(), ranks).refusal;
    if (reason) throw UsageError(fmt::format("{}: {}", info().id, *reason));
    return make_histogram_run(*device, std::move(problem), settings);
  }
};

class SelectHistogramCuda final : public CudaAlgorithmWith<HistogramSettings> {
 public:
  SelectHistogramCuda()
      : CudaAlgorithmWith(
            histogram_info("select/histogram@cuda", "k-th largest by digit histograms, CUDA", Backend::cuda),
            cuda_histogram_settings()) {}

  std::vector<TableKind> table_kinds() const override { return {tables::SelectionHistogram{}}; }

 protected:
  HistogramSettings tuned_for(const cuda::DeviceInfo& device, const ProblemForm& form,
                              const Given<HistogramSettings>& given) const override {
    const bool few = form.n < least_for_wide_digits;
    HistogramSettings settings{.digit = few ? 8u : 11u,
                               .workgroup = few ? 128u : 512u,
                               .sample = form.n < least_sampled_on_gpu ? 0u : 16'384u};
    const std::uint64_t threads = given.value(&HistogramSettings::workgroup).value_or(settings.workgroup);
    const std::uint64_t vectors = form.n * data::key_bytes(form.type) / 16;
    // H200, one, two and four blocks per multiprocessor: 40, 37 and 44 us for 2^22 keys; 66, 53 and 58 us for 2^24.
    settings.workgroups = static_cast<std::uint32_t>(
        std::clamp<std::uint64_t>((vectors + threads - 1) / threads, 1, 2 * std::max(device.multiprocessors, 1u)));
    return settings;
  }
  std::uint64_t cuda_bytes(const ProblemForm& form, const HistogramSettings& settings) const override {
    return bytes_of_ranks(form, settings, 1);
  }
  std::optional<std::string> kernel_refusal(const cuda::DeviceInfo& device, const ProblemForm& form,
                                            const HistogramSettings& settings) const override {
    if (auto reason = selection_refusal(form)) return reason;
    if (auto reason = counter_refusal(form.n)) return reason;
    if (auto reason = key_bits_refusal(form.type, settings.key_bits)) return reason;
    const std::uint64_t bytes = selection::counting_bytes(1, settings.digit, data::key_bytes(form.type));
    if (bytes <= device.max_shared_bytes) return std::nullopt;
    return fmt::format("digit = {} needs {} bytes of shared memory per block, but this device allows at most {}",
                       settings.digit, bytes, device.max_shared_bytes);
  }
  std::unique_ptr<Run> make_run(gpu::Device* device, std::shared_ptr<const Problem> problem,
                                const HistogramSettings& settings) const override {
    const ProblemForm form = problem->form();
    if (auto reason = cuda_memory_refusal(device->info(), form, bytes_of_ranks(form, settings, problem->ranks.size()),
                                          array_bytes(form))) {
      throw UsageError(fmt::format("{}: {}", info().id, *reason));
    }
    return make_cuda_histogram_run(*device, std::move(problem), settings);
  }

 private:
  static std::uint64_t bytes_of_ranks(const ProblemForm& form, const HistogramSettings& settings, std::uint64_t ranks) {
    return array_bytes(form) + HistogramBytes(HistogramShape(settings, ranks), form.type, form.n, ranks).all();
  }
};

class NthElement final : public AlgorithmWith<NoSettings> {
 public:
  NthElement()
      : AlgorithmWith(
            {.id = "std/nth-element@cpu",
             .title = "std::nth_element",
             .family = "std",
             .backend = Backend::cpu,
             .summary =
                 "The C++ standard library's introselect on one thread, one rank after another. It reorders the keys.",
             .citation = {"ISO/IEC JTC1/SC22/WG21", "Programming Languages: C++", "ISO/IEC 14882:2020", 2020,
                          "alg.nth.element"},
             .task = Task::select},
            no_settings) {}
  Availability availability(const gpu::DeviceInfo*, const cuda::ExecutionOptions&) const override { return {}; }

 protected:
  std::optional<std::string> refusal(const gpu::DeviceInfo*, const ProblemForm& form,
                                     const NoSettings&) const override {
    return selection_refusal(form);
  }
  std::unique_ptr<Run> make_run(gpu::Device*, std::shared_ptr<const Problem> problem,
                                const NoSettings&) const override {
    return make_nth_element_run(std::move(problem));
  }
};

}  // namespace

std::unique_ptr<Algorithm> make_select_depth() {
  AlgorithmInfo info{
      .id = "select/depth@fragment",
      .title = "k-th largest by depth tests",
      .family = "select",
      .backend = Backend::fragment,
      .summary =
          "Copies the keys' bits into the depth buffer and draws a quad at depth m against them. An occlusion query "
          "counts the keys that are at least m. The counts decide the answer bit by bit from the most significant, 24 "
          "bits per filling of the depth buffer. No key moves or is read back.",
      .citation = {"N. Govindaraju", "Sorting and Searching", "slides, Microsoft", 0, "\"Searching for Quantiles\""},
      .task = Task::select,
      .form_sizes = {checked_sampled}};
  return std::make_unique<SelectByCounting<DepthSettings>>(
      std::move(info), depth_settings(), std::vector<TableKind>{tables::Thresholds{}, tables::Depth{}}, make_depth_run);
}

std::unique_ptr<Algorithm> make_select_discard() {
  AlgorithmInfo info{
      .id = "select/discard@fragment",
      .title = "k-th largest by discarded fragments",
      .family = "select",
      .backend = Backend::fragment,
      .summary =
          "One fragment per key compares the key with a threshold and is discarded if the key is smaller. An occlusion "
          "query counts the remaining fragments. The counts decide the answer bit by bit from the most significant. "
          "64-bit keys work like 32-bit keys.",
      .citation = {"N. Govindaraju", "Sorting and Searching", "slides, Microsoft", 0, "\"Searching for Quantiles\""},
      .task = Task::select};
  return std::make_unique<SelectByCounting<DiscardSettings>>(
      std::move(info), discard_settings(), std::vector<TableKind>{tables::Thresholds{}}, make_discard_run);
}

std::unique_ptr<Algorithm> make_select_histogram() {
  return std::make_unique<SelectHistogram>();
}

std::unique_ptr<Algorithm> make_select_histogram_cuda() {
  return std::make_unique<SelectHistogramCuda>();
}

std::unique_ptr<Algorithm> make_nth_element() {
  return std::make_unique<NthElement>();
}

}  // namespace texelsort::algorithms
