#include "compute/external/plan.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "compute/data/error.h"

namespace texelsort::external {
namespace {

constexpr std::uint64_t least_block = std::uint64_t{64} << 10;
/// For stacks of threads, tables of blocks and what nobody has thought of.
constexpr std::uint64_t margin = std::uint64_t{16} << 20;
constexpr std::uint64_t least_usable = std::uint64_t{8} << 20;

/// Bytes that one record of the input takes while its chunk is in memory, and while its keys are sorted.
struct RecordCost {
  std::uint64_t stored = 0, sorted = 0;
};

RecordCost cost_of(const PlanRequest& request) {
  constexpr std::uint64_t place = 8, key = 8, order = 4;
  const std::uint64_t stored = request.record_bytes + (request.table ? place : 0);
  return {.stored = stored + key + order, .sorted = request.sort_bytes};
}

/// Of whole records, at least one.
std::uint64_t whole_records(std::uint64_t bytes, std::uint64_t record_bytes) {
  return std::max<std::uint64_t>(1, bytes / record_bytes) * record_bytes;
}

/// How often all records are merged, `fan_in` runs at a time.
unsigned merge_levels(std::uint64_t runs, std::uint64_t fan_in) {
  unsigned levels = 0;
  for (; runs > 1; runs = (runs + fan_in - 1) / fan_in) ++levels;
  return levels;
}

void choose_blocks(const PlanRequest& request, Plan& plan) {
  const std::uint64_t in_flight = blocks_in_flight(request.processors) * (request.compress ? 2 : 1);
  // An eighth of the memory for what is on its way to the disk.
  plan.block_bytes = std::clamp(plan.usable / 8 / in_flight, least_block, request.read_bytes);
}

std::uint64_t merge_memory(const PlanRequest& request, const Plan& plan) {
  const std::uint64_t writing = blocks_in_flight(request.processors) * (request.compress ? 2 : 1) * plan.block_bytes;
  return plan.usable > writing ? plan.usable - writing : 0;
}

/// Two blocks of every run are in memory: one that is merged and one that is read.
std::uint64_t fan_in_of(const PlanRequest& request, const Plan& plan) {
  const std::uint64_t block = std::max(plan.block_bytes, request.record_bytes);
  return std::max<std::uint64_t>(2, merge_memory(request, plan) / (2 * block));
}

void choose_run(const PlanRequest& request, Plan& plan) {
  const double n = static_cast<double>(request.input_bytes.value_or(0));
  plan.run_bytes = plan.largest_run;
  if (request.run_bytes) {
    plan.run_bytes = std::min(*request.run_bytes, plan.largest_run);
    plan.reasons.push_back(fmt::format("asked for: runs of {}", size_text(static_cast<double>(plan.run_bytes))));
  } else if (request.input_bytes) {
    plan.salzberg = salzberg_run(static_cast<double>(plan.block_bytes), n);
    plan.reasons.push_back(
        fmt::format("Salzberg's rule: with reads of T = {} in the merge, N = {} want runs of R = sqrt(T N) = {}",
                    size_text(static_cast<double>(plan.block_bytes)), size_text(n), size_text(plan.salzberg)));
    plan.run_bytes = std::min(plan.largest_run, static_cast<std::uint64_t>(plan.salzberg));
    if (plan.run_bytes == plan.largest_run) {
      plan.reasons.push_back(fmt::format("memory has room for runs of {}, with {} in the pipeline: these are taken",
                                         size_text(static_cast<double>(plan.largest_run)), chunks_in_pipeline));
    }
  }
  plan.run_bytes = whole_records(plan.run_bytes, request.record_bytes);
}

}  // namespace

double salzberg_run(double read_bytes, double input_bytes) {
  return std::sqrt(read_bytes * input_bytes);
}

std::uint64_t blocks_in_flight(unsigned processors) {
  return processors + 4;
}

Plan make_plan(const PlanRequest& request) {
  Plan plan;
  if (request.memory < request.resident + margin + least_usable) {
    throw UnavailableError(fmt::format(
        "--memory {} is too little: the program has {} before it begins, and needs {} at least", request.memory,
        size_text(static_cast<double>(request.resident)), request.resident + margin + least_usable));
  }
  plan.usable = request.memory - request.resident - margin;
  choose_blocks(request, plan);
  const std::uint64_t buffers = blocks_in_flight(request.processors) * (request.compress ? 2 : 1) * plan.block_bytes;
  const std::uint64_t room = plan.usable - std::min(plan.usable / 2, buffers);
  const RecordCost cost = cost_of(request);
  const std::uint64_t in_pipeline = chunks_in_pipeline * cost.stored + cost.sorted;
  const std::uint64_t records = std::clamp<std::uint64_t>(room / in_pipeline, 1, request.most_records);
  plan.largest_run = records * request.record_bytes;
  if (request.input_bytes) {
    const std::uint64_t all = *request.input_bytes / request.record_bytes + 1;
    plan.needed = all * (cost.stored + cost.sorted);
    plan.fits = plan.needed <= room && all <= request.most_records && !request.run_bytes;
    const std::string what =
        fmt::format("sorting {} in memory takes {}, and of {} the program itself leaves {}",
                    size_text(static_cast<double>(*request.input_bytes)), size_text(static_cast<double>(plan.needed)),
                    size_text(static_cast<double>(request.memory)), size_text(static_cast<double>(room)));
    plan.reasons.push_back(what + (plan.fits ? ": it is sorted there, and nothing is merged" : ""));
  } else {
    plan.reasons.emplace_back("how much comes from a pipe is not known: runs are as large as memory has room for");
  }
  if (plan.fits) {
    plan.run_bytes = whole_records(std::max<std::uint64_t>(1, *request.input_bytes), request.record_bytes);
    plan.runs = 1;
    return plan;
  }
  choose_run(request, plan);
  plan.fan_in = fan_in_of(request, plan);
  if (!request.input_bytes) return plan;
  plan.runs = (*request.input_bytes + plan.run_bytes - 1) / plan.run_bytes;
  // Smaller reads before a second merge of everything.
  while (plan.runs > plan.fan_in && plan.block_bytes > least_block) {
    plan.block_bytes = std::max(least_block, plan.block_bytes / 2);
    plan.fan_in = fan_in_of(request, plan);
  }
  plan.levels = merge_levels(plan.runs, plan.fan_in);
  plan.reasons.push_back(
      fmt::format("{} runs of {}; the merge reads {} of each at a time, twice in memory: {}{}", plan.runs,
                  size_text(static_cast<double>(plan.run_bytes)), size_text(static_cast<double>(plan.block_bytes)),
                  size_text(static_cast<double>(2 * plan.runs * plan.block_bytes)),
                  plan.levels > 1 ? fmt::format(", {} at a time, in {} levels", plan.fan_in, plan.levels) : ""));
  return plan;
}

std::string size_text(double bytes) {
  constexpr const char* units[] = {"bytes", "kB", "MB", "GB", "TB", "PB"};
  std::size_t unit = 0;
  for (; bytes >= 999.5 && unit + 1 < std::size(units); ++unit) bytes /= 1000;
  if (unit == 0) return fmt::format("{:.0f} bytes", bytes);
  return fmt::format("{:.{}f} {}", bytes, bytes < 9.995 ? 2 : bytes < 99.95 ? 1 : 0, units[unit]);
}

}  // namespace texelsort::external
