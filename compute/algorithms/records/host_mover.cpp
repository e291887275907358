#include "compute/algorithms/records/host_mover.h"

#include <algorithm>
#include <numeric>

#include "compute/algorithms/records/record_claims.h"

namespace texelsort::algorithms {

View fields_view(const data::RecordMemory& memory, decltype(View::holder) holder, std::uint64_t offset) {
  // By field a row is a column of one field, else a record.
  const std::uint64_t width = memory.row_words > 1 || memory.columns <= 1 ? memory.row_words : memory.n;
  return {tables::Fields{}, data::KeyType::u32, memory.words(), static_cast<std::uint32_t>(width), holder, offset};
}

void load_extracted(Run& sorter, std::span<const std::uint32_t> words, const Problem& problem) {
  Snapshot snapshot = sorter.save();
  snapshot.state.keys = data::keys_of_words(words, problem.type(), problem.shape);
  std::iota(snapshot.state.payload.begin(), snapshot.state.payload.end(), std::uint64_t{0});
  sorter.restore(snapshot);
}

Counters move_counters(const Problem& problem) {
  const data::RecordMemory memory = data::record_memory(problem.n(), problem.type(), problem.shape);
  constexpr std::uint64_t word = sizeof(std::uint32_t);
  Counters counters;
  counters.texels_fetched = memory.words() + problem.n();
  counters.field_bytes = 2 * word * problem.n() * problem.shape.fields;
  counters.bytes = word * (problem.n() + 2 * memory.words());
  return counters;
}

HostMover::HostMover(std::shared_ptr<const Problem> problem, Rearrange rearrange)
    : problem_(std::move(problem)),
      rearrange_(rearrange),
      memory_(data::record_memory(problem_->n(), problem_->type(), problem_->shape)) {}

std::vector<std::uint32_t> HostMover::read(std::uint64_t first, std::uint64_t count) const {
  const auto part = std::span(words_).subspan(first, count);
  return {part.begin(), part.end()};
}

Pass HostMover::extraction(Run& sorter) {
  Pass pass;
  pass.header = labelled("key and index of every record");
  pass.execute = [this, &sorter] { load_extracted(sorter, words_, *problem_); };
  pass.cost = [this] {
    Counters counters;
    counters.texels_fetched = memory_.n;
    counters.bytes = memory_.n * (2 * data::key_bytes(problem_->type()) + sizeof(std::uint32_t));
    return counters;
  };
  pass.claim = extracted_claim;
  return pass;
}

std::vector<Pass> HostMover::rearrangement() {
  if (memory_.words() == 0) return {};
  Pass pass;
  if (rearrange_ == Rearrange::cycle) {
    pass.header = labelled("along the cycles");
    pass.execute = [this] { chase_cycles(); };
  } else {
    pass.header = labelled("gather");
    pass.execute = [this] { words_ = data::permuted(words_, memory_, order_); };
  }
  pass.cost = [this] { return move_counters(*problem_); };
  pass.claim = [this] { return rearranged_claim(problem_); };
  return {pass};
}

void HostMover::copy_row(std::uint64_t from, std::uint64_t to) {
  for (std::uint32_t column = 0; column < memory_.columns; ++column) {
    const auto row = words_.begin() + static_cast<std::ptrdiff_t>(memory_.row(column, from));
    std::copy_n(row, memory_.row_words, words_.begin() + static_cast<std::ptrdiff_t>(memory_.row(column, to)));
  }
}

void HostMover::chase_cycles() {
  std::vector<bool> done(memory_.n);
  for (std::uint64_t leader = 0; leader < memory_.n; ++leader) {
    if (!done[leader] && order_[leader] != leader) chase_cycle(leader, done);
  }
}

/// The leader's record waits aside while every place takes the record that belongs there.
void HostMover::chase_cycle(std::uint64_t leader, std::vector<bool>& done) {
  std::vector<std::uint32_t> waiting;
  for (std::uint32_t column = 0; column < memory_.columns; ++column) {
    const auto row = std::span(words_).subspan(memory_.row(column, leader), memory_.row_words);
    waiting.insert(waiting.end(), row.begin(), row.end());
  }
  std::uint64_t place = leader;
  for (; order_[place] != leader; place = order_[place]) {
    copy_row(order_[place], place);
    done[place] = true;
  }
  done[place] = true;
  for (std::uint32_t column = 0; column < memory_.columns; ++column) {
    std::copy_n(waiting.begin() + std::ptrdiff_t{column} * memory_.row_words, memory_.row_words,
                words_.begin() + static_cast<std::ptrdiff_t>(memory_.row(column, place)));
  }
}

std::vector<View> HostMover::views(std::uint64_t) const {
  if (memory_.words() == 0) return {};
  return {fields_view(memory_, std::as_bytes(std::span(words_)), 0)};
}

}  // namespace texelsort::algorithms
