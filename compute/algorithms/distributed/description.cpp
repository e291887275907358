#include <algorithm>

#include <fmt/format.h>

#include "compute/algorithms/core/algorithm.h"
#include "compute/algorithms/cuda/cuda_algorithm.h"
#include "compute/algorithms/distributed/cuda.h"
#include "compute/algorithms/distributed/run.h"
#include "compute/cuda/device.h"
#include "compute/cuda/device_selection.h"
#include "compute/mpi/processes.h"

namespace texelsort::algorithms {
namespace distributed {
namespace {

AlgorithmInfo described(Backend backend, std::string title, std::string summary) {
  return {.id = fmt::format("sample/distributed@{}", name(backend)),
          .title = std::move(title),
          .family = "sample",
          .backend = backend,
          .summary = std::move(summary),
          .citation = {"N. Leischner",
                       "GPU algorithms for comparison-based sorting and for merging based on multiway selection",
                       "Diploma thesis, Karlsruhe Institute of Technology", 2010, "5.2, Algorithm 3"},
          .stable = true,
          .owns_memory = backend == Backend::cuda,
          .sorts_in_processes = true,
          .form_sizes = backend == Backend::cuda ? std::vector<std::uint64_t>{300'001}
                                                 // number of keys that sweep_plan() treats as a large input
                                                 : std::vector<std::uint64_t>{}};
}

/// Returns the number of pivots per selection and round. Small inputs get one pivot, so that views show many rounds.
constexpr std::uint32_t pivots_for(std::uint64_t n, std::uint32_t many) {
  return n <= most_keys_shown ? 1 : many;
}

/// Number of pivots per selection and round for ranks that are threads. A thread ranks its pivots one after another.
constexpr std::uint32_t pivots_of_threads = 32;

/// Returns the number of pivots per selection and round for ranks that are devices. A device ranks all pivots at once,
/// so the number of rounds determines the time. Two H100s sort 2^26 keys faster with more pivots, by NCCL and by
/// copies: 1024 pivots need two rounds, and 32 pivots need six.
///
/// With more ranks there are fewer pivots, so that a round counts no more numbers than with two ranks. There are never
/// fewer than 32 pivots. This reduction is not measured.
constexpr std::uint32_t pivots_of_devices(std::uint32_t ranks) {
  constexpr std::uint32_t most = 1024, least = 32;
  return ranks < 2 ? most : std::clamp(2 * most / (ranks * (ranks - 1)), least, most);
}

/// Default number of ranks on a single device. Several ranks on one device are only for viewing.
constexpr std::uint32_t ranks_of_one_device = 4;

/// Maximum number of keys for kernels on the CPU. Every rank sorts whole tiles and, with some settings, sorts its part
/// a second time.
constexpr std::uint64_t most_keys_on_cpu = cuda::most_keys_on_cpu / 4;
constexpr std::uint64_t most_ranks_on_cpu = 8;

/// Returns why the number of MPI processes does not match the settings, because each process must be one rank. Returns
/// null if it matches.
std::optional<std::string> process_refusal(const Settings& settings) {
  const std::uint64_t count = mpi::place().count;
  if (!mpi::several() || settings.ranks == count) return std::nullopt;
  return fmt::format("ranks = {}, but mpirun has started {} processes, each of which is one rank", settings.ranks,
                     count);
}

std::vector<TableKind> distributed_tables() {
  return {tables::Sequences{},
          tables::PartStarts{},
          tables::LeastPartStarts{},
          tables::MostPartStarts{},
          tables::Exchange{},
          tables::ExchangeTimes{},
          tables::Work{}};
}

class DistributedCpu final : public AlgorithmWith<Settings> {
 public:
  DistributedCpu()
      : AlgorithmWith(
            described(Backend::cpu, "Distributed sample sort, threads or processes",
                      "Each rank has a share of the keys. A rank is a thread with its own memory, or a process that "
                      "mpirun has started. Each rank sorts its share. Multiway selection over all shares finds exact "
                      "splitters by exchanging pivots and counts. Each rank sends every other rank the keys between "
                      "that rank's splitters, and merges the keys that it receives. For any input, the sizes of the "
                      "parts differ by at most one key. The schedule is the same as on several CUDA devices."),
            cpu_settings()) {}
  Availability availability(const gpu::DeviceInfo*, const cuda::ExecutionOptions&) const override {
    return {thread_absence().empty(), std::string(thread_absence())};
  }
  std::vector<TableKind> table_kinds() const override { return distributed_tables(); }

 protected:
  Settings tuned(const gpu::DeviceInfo*, const ProblemForm& form, const Given<Settings>&) const override {
    Settings settings;
    if (mpi::several()) settings.ranks = static_cast<std::uint32_t>(mpi::place().count);
    settings.pivots = pivots_for(form.n, pivots_of_threads);
    return settings;
  }
  std::optional<std::string> refusal(const gpu::DeviceInfo*, const ProblemForm&,
                                     const Settings& settings) const override {
    return process_refusal(settings);
  }
  std::unique_ptr<Run> make_run(gpu::Device*, std::shared_ptr<const Problem> problem,
                                const Settings& settings) const override {
    auto ranks = make_cpu_ranks(*problem, settings);
    return std::make_unique<DistributedRun>(std::move(problem), settings, Finish::merge, std::move(ranks));
  }
};

/// Distributed sort on CUDA devices. The arrays are in CUDA memory, and the sort does not need OpenGL.
class DistributedCuda final : public AlgorithmWith<CudaSettings> {
 public:
  DistributedCuda()
      : AlgorithmWith(
            described(Backend::cuda, "Distributed sample sort, CUDA devices",
                      "Each device has a share of the keys. One process may own all devices, or each device has its "
                      "own process. Each device sorts its share by Onesweep. Multiway selection over all shares finds "
                      "exact splitters. Each device then merges the keys between its splitters along merge paths: "
                      "directly from the memory of the other devices if they reach each other, otherwise after NCCL or "
                      "CUDA copies have moved them. For any input, the sizes of the parts differ by at most one key. "
                      "Memory per device: two arrays of its keys, and 4 bytes per digit value, tile and pass."),
            cuda_settings()) {}
  Availability availability(const gpu::DeviceInfo*, const cuda::ExecutionOptions&) const override {
    if (cuda::devices().reason.empty() || cuda::cpu_absence().empty()) return {};
    return {false, std::string(cuda::cpu_absence())};
  }
  std::vector<TableKind> table_kinds() const override { return distributed_tables(); }

 protected:
  CudaSettings tuned(const gpu::DeviceInfo*, const ProblemForm& form, const Given<CudaSettings>& given) const override {
    CudaSettings settings;
    const std::size_t devices = cuda::devices_to_share(form.execution).size();
    const bool named = !form.execution.devices.empty();
    settings.ranks = devices > 1 || named ? static_cast<std::uint32_t>(devices) : ranks_of_one_device;
    if (mpi::several()) settings.ranks = static_cast<std::uint32_t>(mpi::place().count);
    settings.pivots = pivots_for(
        form.n, pivots_of_devices(given.value<std::uint32_t>(&CudaSettings::ranks).value_or(settings.ranks)));
    return settings;
  }
  std::optional<std::string> refusal(const gpu::DeviceInfo*, const ProblemForm& form,
                                     const CudaSettings& settings) const override {
    if (!availability(nullptr, form.execution).available) return std::nullopt;
    if (auto reason = process_refusal(settings)) return reason;
    if (cuda::devices_to_share(form.execution).front() == cuda::cpu_ordinal) {
      if (auto reason = cpu_refusal(cuda::cpu_device(), form.n, most_keys_on_cpu)) return reason;
      // On the CPU, fibers execute the launches by which every pair of ranks exchanges and merges keys. 64 ranks would
      // need minutes and gigabytes.
      if (settings.ranks > most_ranks_on_cpu) {
        return fmt::format("the CPU executes the kernels of at most {} ranks, but ranks = {}", most_ranks_on_cpu,
                           settings.ranks);
      }
    }
    return device_refusal(form, settings);
  }
  std::uint64_t cuda_bytes(const ProblemForm& form, const CudaSettings& settings) const override {
    std::uint64_t bytes = 0;
    for (std::uint64_t rank = 0; rank < settings.ranks; ++rank) bytes += rank_bytes(form, settings, rank);
    return bytes;
  }
  std::unique_ptr<Run> make_run(gpu::Device*, std::shared_ptr<const Problem> problem,
                                const CudaSettings& settings) const override {
    auto ranks = make_device_ranks(*problem, settings);
    return std::make_unique<DistributedRun>(std::move(problem), settings, settings.finish, std::move(ranks));
  }
};

}  // namespace
}  // namespace distributed

std::unique_ptr<Algorithm> make_distributed_sample_sort_cuda() {
  return std::make_unique<distributed::DistributedCuda>();
}

std::unique_ptr<Algorithm> make_distributed_sample_sort() {
  return std::make_unique<distributed::DistributedCpu>();
}

}  // namespace texelsort::algorithms
