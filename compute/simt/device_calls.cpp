#include "compute/simt/device_calls.h"

#include <charconv>
#include <cstdlib>
#include <string_view>

#include <fmt/format.h>

#include "compute/data/error.h"
#include "compute/simt/execution.h"
#include "compute/simt/queue.h"
#include "compute/simt/source_place.h"

namespace texelsort::simt {

namespace {

/// Returns the default options of kernels on the CPU. The execution order comes from TEXELSORT_CPU_KERNELS_ORDER:
/// ascending, descending, random or random:SEED.
Options options_of_environment() {
  Options options;
  const char* variable = std::getenv("TEXELSORT_CPU_KERNELS_ORDER");
  const std::string_view text = variable == nullptr ? "" : variable;
  if (text.empty() || text == "ascending") return options;
  if (text == "descending") {
    options.order = Order::descending;
    return options;
  }
  constexpr std::string_view random = "random";
  if (text.starts_with(random)) {
    options.order = Order::random;
    const std::string_view seed = text.substr(random.size());
    if (seed.empty()) return options;
    const auto [end, error] = std::from_chars(seed.data() + 1, seed.data() + seed.size(), options.seed);
    if (seed.front() == ':' && error == std::errc() && end == seed.data() + seed.size()) return options;
  }
  throw UsageError(
      fmt::format("TEXELSORT_CPU_KERNELS_ORDER is '{}', expected ascending, descending, random or random:SEED", text));
}

}  // namespace

const Options& usual_options() {
  static const Options usual = options_of_environment();
  return usual;
}

unsigned thread_index() {
  return Execution::running()->thread().index;
}
unsigned block_index() {
  return Execution::running()->block().index;
}
unsigned block_size() {
  return Execution::running()->grid().threads;
}
unsigned grid_size() {
  return Execution::running()->grid().blocks;
}

void* dynamic_shared() {
  return Execution::running()->block().shared();
}

void* shared_variable(const void* identity, std::size_t bytes, std::size_t aligned_to) {
  return Execution::running()->shared_variable(identity, bytes, aligned_to);
}

bool sync_block(bool predicate, Where where) {
  return Execution::running()->wait_at_barrier(predicate, where);
}

std::uint64_t sync_warp(WarpCall call, unsigned mask, std::uint64_t value, unsigned lane, Where where) {
  return Execution::running()->meet(call, mask, value, lane, where);
}

void wait_for_earlier(Where where) {
  Execution::running()->wait_for_earlier(where);
}

void begin_atomic(const void* address, std::size_t bytes, Where where) {
  Execution::running()->access(reinterpret_cast<std::uintptr_t>(address), bytes, true, true, code_of(where));
}

void begin_relaxed(const void* address, std::size_t bytes, bool write, Where where) {
  Execution& execution = *Execution::running();
  // Let other threads run first, because kernels poll such words in loops until another thread changes them.
  if (!write) execution.yield();
  execution.access(reinterpret_cast<std::uintptr_t>(address), bytes, write, true, code_of(where));
}

void execute(const char* kernel, const Grid& grid, const std::function<void()>& thread) {
  if (hangs(grid.stream)) return;
  if (grid.blocks == 0 || grid.threads == 0) return;
  Execution(kernel, grid, thread).run();
}

}  // namespace texelsort::simt
