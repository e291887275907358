#include "compute/algorithms/cuda/small_input_run.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "compute/algorithms/core/differences.h"
#include "compute/algorithms/core/trace.h"
#include "compute/algorithms/cuda/cuda_algorithm.h"

namespace texelsort::algorithms {
namespace {

std::uint64_t splitter_bytes(std::uint64_t n, data::KeyType type) {
  return data::key_bytes(type) * (kernels::cut_small_input(n).parts - 1);
}

std::optional<Violation> find_wrong_tile(const Observation& seen, std::uint64_t tile) {
  std::vector<std::uint64_t> from(seen.before.size());
  std::iota(from.begin(), from.end(), std::uint64_t{0});
  for (std::uint64_t at = 0; at < from.size(); at += tile) {
    const std::uint64_t size = std::min<std::uint64_t>(tile, from.size() - at);
    std::ranges::stable_sort(std::span(from).subspan(at, size), {}, [&](std::uint64_t i) { return seen.before[i]; });
  }
  for (std::uint64_t i = 0; i < from.size(); ++i) {
    if (record_after(seen, i) != record_before(seen, from[i])) {
      return Violation{"does not hold the expected key or payload", i, {}};
    }
  }
  return std::nullopt;
}

Claim tiles_claim(std::uint64_t tile) {
  return {fmt::format("every tile of {} keys is sorted, with equal keys in their old order", tile),
          [tile](const Observation& seen) { return find_wrong_tile(seen, tile); }};
}

}  // namespace

SmallInputRun::SmallInputRun(gpu::Device& device, std::shared_ptr<const Problem> problem, bool grouped)
    : CudaFieldRun(device, problem),
      parts_(kernels::cut_small_input(problem->n())),
      grouped_(grouped),
      splitters_(add_table(splitter_bytes(problem->n(), problem->type()), "splitters")) {
  if (n() > 1) add_pass(tiles_pass());
  if (parts_.parts > 1) add_pass(parts_pass());
  rewind();
}

std::uint64_t SmallInputRun::table_bytes(const ProblemForm& form) {
  return splitter_bytes(form.n, form.type);
}

Pass SmallInputRun::tiles_pass() {
  return {.header =
              [once = parts_.parts == 1] {
                return once ? PassHeader{0, 0, "all keys", "one block sorts all in shared memory"}
                            : PassHeader{0, 0, "tiles", "sort each tile and the samples in shared memory"};
              },
          .execute =
              [this] {
                kernels().sort_tiles(fielded_keys(grouped_), parts_, pointer(splitters_), stream().handle());
                swap();
              },
          .cost = [this] { return cost(); },
          .claim = [this] { return parts_.parts == 1 ? sorted_claim() : tiles_claim(parts_.tile); }};
}

Pass SmallInputRun::parts_pass() {
  return {.header =
              [] {
                return PassHeader{0, 1, "parts", "collect each part from all tiles and sort it"};
              },
          .execute =
              [this] {
                kernels().sort_parts(fielded_keys(grouped_), parts_, pointer(splitters_), stream().handle());
                swap();
              },
          .cost = [this] { return cost(); },
          .claim = [] { return sorted_claim(); }};
}

Counters SmallInputRun::cost() const {
  return {.dispatches = 1,
          .elements_read = n(),
          .bytes = 2 * (array_bytes(problem().form()) + field_bytes()),
          .field_bytes = 2 * field_bytes()};
}

std::uint64_t largest_small_input(const ProblemForm& form) {
  return kernels::largest_small_input(data::key_bytes(form.type) == 4 && form.payload == data::PayloadKind::none &&
                                      form.comparison == data::Comparison::natural);
}

std::optional<std::string> small_input_refusal(const ProblemForm& form, std::uint64_t max_shared_bytes) {
  if (const std::uint64_t most = largest_small_input(form); form.n > most) {
    return fmt::format("merging small inputs accepts at most {} keys, and there are {}", most, form.n);
  }
  const std::uint64_t bytes = launches<kernels::SmallInputLaunches>(form.type).shared_bytes();
  if (bytes <= max_shared_bytes) return std::nullopt;
  return fmt::format("a block needs {} bytes of shared memory, but this device allows at most {} per block", bytes,
                     max_shared_bytes);
}

}  // namespace texelsort::algorithms
