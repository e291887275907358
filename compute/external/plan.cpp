#include "compute/external/plan.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "compute/data/error.h"
#include "compute/external/merge_runs.h"

namespace texelsort::external {
namespace {

constexpr std::uint64_t least_piece = std::uint64_t{64} << 10;
/// Returns the memory in bytes that the plan leaves unused, for tables of blocks and for memory that the allocator does
/// not return.
std::uint64_t margin_for(unsigned processors) {
  constexpr std::uint64_t whole = std::uint64_t{16} << 20, each = std::uint64_t{2} << 20;
  return whole + each * (std::max(1u, processors) - 1);
}
constexpr std::uint64_t least_usable = std::uint64_t{8} << 20;

/// Memory in bytes per record of a chunk: the part that is always needed, and the additional part while keys are
/// sorted.
struct RecordCost {
  std::uint64_t stored = 0, sorted = 0;
};

RecordCost cost_of(const PlanRequest& request) {
  constexpr std::uint64_t place = 8, key_place = 4, key = 8, order = 4;
  const std::uint64_t kept = request.key_bytes > 0 ? request.key_bytes + key_place : 0;
  const std::uint64_t stored = request.record_bytes + (request.table ? place : 0) + kept;
  // Bytes of memory per record to sort records of equal prefix by their whole keys.
  constexpr std::uint64_t tied = 16;
  return {.stored = stored + key + order, .sorted = request.sort_bytes + (request.key_bytes > 0 ? tied : 0)};
}

/// Rounds a size in bytes down to complete records, but at least to one.
std::uint64_t whole_records(std::uint64_t bytes, std::uint64_t record_bytes) {
  return std::max<std::uint64_t>(1, bytes / record_bytes) * record_bytes;
}

/// Returns how many times each record is merged, if each merge reads `fan_in` runs.
unsigned merge_levels(std::uint64_t runs, std::uint64_t fan_in) {
  unsigned levels = 0;
  for (; runs > 1; runs = (runs + fan_in - 1) / fan_in) ++levels;
  return levels;
}

/// Returns the maximum number of blocks in memory at a time. A compressed block counts twice, because its uncompressed
/// form also exists.
std::uint64_t blocks_in_flight(const PlanRequest& request) {
  return std::max(1u, request.processors) * (request.compress ? 2 : 1);
}

void choose_blocks(const PlanRequest& request, Plan& plan) {
  // Use an eighth of the memory for blocks that are written.
  const std::uint64_t share = plan.usable / 8 / blocks_in_flight(request);
  plan.write_bytes = std::clamp(share, least_piece, usual_write);
  // Limit the bytes per read, so that a merge can buffer at least 64 reads.
  plan.most_read = std::clamp(plan.usable / 64, std::min(least_piece, request.read_bytes), request.read_bytes);
  if (request.table) plan.longest_record = std::max(least_piece, share / 3) / 2;
  // Make pieces long enough that the tables of all pieces use at most an eighth of the memory.
  const std::uint64_t tables =
      request.input_bytes.value_or(0) * sizeof(Piece) / std::max<std::uint64_t>(1, plan.usable / 8);
  plan.piece_bytes = std::max(least_piece, tables);
}

/// Returns the memory in bytes of all blocks of records that are written at the same time. A block holds at least one
/// record. A long record with its key may double the size, and growing the buffer may double it again.
std::uint64_t block_memory(const PlanRequest& request, const Plan& plan) {
  return blocks_in_flight(request) * std::max(plan.write_bytes, 4 * plan.longest_record);
}

std::uint64_t table_memory(const PlanRequest& request, const Plan& plan) {
  return request.input_bytes.value_or(0) / plan.piece_bytes * sizeof(Piece);
}

/// Returns the memory that a merge thread needs per run, if pieces have their planned size.
CursorCost cost_of_cursor(const PlanRequest& request, const Plan& plan) {
  const std::uint64_t records = plan.piece_bytes / std::max<std::uint64_t>(1, request.record_bytes) + 1;
  const std::uint64_t places = records * sizeof(std::uint64_t) * (request.table ? 2 : 1);
  const std::uint64_t piece = std::max(plan.piece_bytes, request.record_bytes);
  return {.least_read = piece, .beside = places + (request.compress ? piece : 0)};
}

void choose_run(const PlanRequest& request, Plan& plan) {
  const double n = static_cast<double>(request.input_bytes.value_or(0));
  plan.run_bytes = plan.largest_run;
  if (request.run_bytes) {
    plan.run_bytes = std::min(*request.run_bytes, plan.largest_run);
    plan.reasons.push_back(fmt::format("requested: runs of {}", size_text(plan.run_bytes)));
  } else if (request.input_bytes) {
    plan.salzberg_read = plan.most_read;
    plan.salzberg = salzberg_run(static_cast<double>(plan.most_read), n);
    plan.reasons.push_back(
        fmt::format("Salzberg's rule: with reads of T = {} in the merge, N = {} needs runs of R = sqrt(T N) = {}",
                    size_text(plan.most_read), size_text(n), size_text(plan.salzberg)));
    plan.run_bytes = std::min(plan.largest_run, static_cast<std::uint64_t>(plan.salzberg));
    if (plan.run_bytes == plan.largest_run) {
      plan.reasons.push_back(
          fmt::format("the memory limits runs to {}, with {} in the pipeline, so runs have this "
                      "size",
                      size_text(plan.largest_run), chunks_in_pipeline(request.sorters)));
    }
  }
  plan.run_bytes = whole_records(plan.run_bytes, request.record_bytes);
}

}  // namespace

double salzberg_run(double read_bytes, double input_bytes) {
  return std::sqrt(read_bytes * input_bytes);
}

void refuse_runs(std::uint64_t runs, std::uint64_t most) {
  throw UnavailableError(fmt::format(
      "{} runs need one open file each, but this process may open only {}: raise ulimit -n, or choose a larger "
      "--memory or --run-size",
      runs, most));
}

Plan make_plan(const PlanRequest& request) {
  Plan plan;
  const std::uint64_t margin = margin_for(request.processors);
  if (request.memory < request.resident + margin + least_usable) {
    throw UnavailableError(
        fmt::format("--memory {} is too small: texelsort uses {} before it begins, so it needs at least {}",
                    request.memory, size_text(request.resident), request.resident + margin + least_usable));
  }
  plan.usable = request.memory - request.resident - margin;
  plan.input_bytes = request.input_bytes.value_or(0);
  choose_blocks(request, plan);
  const std::uint64_t tables = table_memory(request, plan);
  const std::uint64_t room = plan.usable - std::min(plan.usable / 2, block_memory(request, plan) + tables);
  const RecordCost cost = cost_of(request);
  const std::uint64_t in_pipeline = chunks_in_pipeline(request.sorters) * cost.stored + request.sorters * cost.sorted;
  const std::uint64_t records = std::clamp<std::uint64_t>(room / in_pipeline, 1, request.most_records);
  plan.largest_run = records * request.record_bytes;
  if (request.input_bytes) {
    const std::uint64_t all = *request.input_bytes / request.record_bytes + 1;
    plan.needed = all * (cost.stored + cost.sorted);
    plan.fits = plan.needed <= room && all <= request.most_records && !request.run_bytes;
    const std::string what = fmt::format(
        "sorting {} in memory needs {}; of the memory of {}, texelsort itself "
        "leaves {}",
        size_text(*request.input_bytes), size_text(plan.needed), size_text(request.memory), size_text(room));
    plan.reasons.push_back(what + (plan.fits ? ", so the input is sorted in memory without a merge" : ""));
  } else {
    plan.reasons.emplace_back(
        "the size of an input from a pipe or a compressed file is unknown, so runs are as large as the memory "
        "allows");
  }
  plan.merge_bytes = plan.usable - std::min(plan.usable / 2, tables);
  const std::uint64_t at_once = plan.fits ? 1 : chunks_in_pipeline(request.sorters);
  plan.chunk_cost = room / at_once;
  plan.record_cost = cost.stored - request.record_bytes + cost.sorted * (plan.fits ? 1 : request.sorters) / at_once;
  if (plan.fits) {
    plan.run_bytes = request.table
                         ? *request.input_bytes
                         : whole_records(std::max<std::uint64_t>(1, *request.input_bytes), request.record_bytes);
    plan.runs = 1;
    return plan;
  }
  choose_run(request, plan);
  if (request.table) {
    plan.reasons.push_back(
        fmt::format("rows differ in length: the plan assumes {} bytes per row and {} bytes per key; rows of more than "
                    "{} are rejected",
                    request.record_bytes, request.key_bytes, size_text(plan.longest_record)));
  }
  const CursorCost cursor = cost_of_cursor(request, plan);
  plan.fan_in = most_runs(plan.merge_bytes, cursor);
  if (!request.input_bytes) return plan;
  plan.runs = (*request.input_bytes + plan.run_bytes - 1) / plan.run_bytes;
  if (plan.runs > request.most_runs) refuse_runs(plan.runs, request.most_runs);
  plan.levels = merge_levels(plan.runs, plan.fan_in);
  const std::uint64_t merged = std::min(plan.runs, plan.fan_in);
  const MergeShape shape =
      merge_shape(plan.merge_bytes, merged, cursor, plan.most_read, std::max(1u, request.processors), false);
  plan.read_bytes = shape.read_bytes;
  plan.merge_threads = shape.threads;
  plan.reasons.push_back(
      fmt::format("{} runs of {}; {} in the merge, each on one range of keys at a time; {} of each run {} read at a "
                  "time, {} in total{}",
                  plan.runs, size_text(plan.run_bytes),
                  plan.merge_threads == 1 ? "one thread works" : fmt::format("{} threads work", plan.merge_threads),
                  size_text(plan.read_bytes), "are", size_text(plan.merge_threads * merged * plan.read_bytes),
                  plan.levels > 1 ? fmt::format(", {} runs at a time, in {} levels", plan.fan_in, plan.levels) : ""));
  return plan;
}

}  // namespace texelsort::external
