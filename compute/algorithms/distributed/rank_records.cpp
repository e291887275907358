#include "compute/algorithms/distributed/rank_records.h"

#include <algorithm>
#include <utility>

#include "compute/cuda/driver.h"
#include "compute/cuda/launch.h"

namespace texelsort::algorithms::distributed {
namespace {

/// Minimum number of words per record with which records move once instead of twice. On two H100s, two moves were
/// faster for records of two words, and one move was faster for records of eight.
constexpr std::uint64_t least_words_alone = 4;

std::uint64_t side_bytes(const ProblemForm& form) {
  return sizeof(std::uint32_t) * data::record_memory(form.n, form.type, form.shape).words();
}

}  // namespace

bool records_follow(const ProblemForm& form, std::uint64_t ranks, bool messages) {
  const data::RecordMemory memory = data::record_memory(form.n, form.type, form.shape);
  if (ranks == 1 || memory.words() == 0) return false;
  return messages || std::uint64_t{memory.columns} * memory.row_words < least_words_alone;
}

std::uint64_t RankRecords::bytes(const ProblemForm& form, bool follow) {
  const std::uint64_t words = 2 * GuardedArray::bytes_for(side_bytes(form));
  return words + (follow ? GuardedArray::bytes_for(form.n * data::payload_bytes(form.payload)) : 0);
}

RankRecords::RankRecords(DeviceMemory& rank, const ProblemForm& form, bool follow) : rank_(rank), form_(form) {
  for (GuardedArray& side : sides_) side = GuardedArray(rank.stream(), side_bytes(form), "records");
  if (follow) rank.make_room_for_order();
}

void RankRecords::place(std::uint64_t first, std::uint64_t count) {
  first_ = first;
  count_ = count;
}

void RankRecords::write(std::uint64_t word, std::span<const std::uint32_t> from) {
  sides_[side_].write(rank_.stream(), word * sizeof(std::uint32_t), std::as_bytes(from));
}

void RankRecords::read(std::uint64_t word, std::span<std::uint32_t> to) const {
  front().read(rank_.stream(), word * sizeof(std::uint32_t), std::as_writable_bytes(to));
}

void RankRecords::keep() {
  kept_ = GuardedArray(rank_.stream(), side_bytes(form_), "a copy of the records");
  rank_.stream().driver().copy(rank_.stream().handle(), kept_.data(), front().data(), side_bytes(form_),
                               cuda::Driver::Way::within);
}

void RankRecords::load_kept() {
  rank_.stream().driver().copy(rank_.stream().handle(), front().data(), kept_.data(), side_bytes(form_),
                               cuda::Driver::Way::within);
}

bool RankRecords::damaged() const {
  return std::ranges::any_of(sides_, [&](const GuardedArray& side) { return side.damaged(rank_.stream()); });
}

const std::uint32_t* RankRecords::order() const {
  return static_cast<const std::uint32_t*>(rank_.arrays().payload_in);
}

void RankRecords::extract(std::uint32_t row_words, std::uint32_t key_words) {
  // The arrays can be used without waiting, because the rank has not yet started any work.
  const kernels::Arrays to = rank_.arrays();
  launches<records::Launches>().extract_keys(
      source(), row_words, key_words, static_cast<std::uint32_t*>(const_cast<void*>(to.keys_in)),
      static_cast<std::uint32_t*>(const_cast<void*>(to.payload_in)), rank_.stream().handle());
}

void RankRecords::turn(std::uint32_t columns) {
  if (count_ > 0) {
    launches<records::Launches>().columns_to_rows({.from = source(),
                                                   .out = words(back()),
                                                   .n = count_,
                                                   .columns = columns,
                                                   .row_words = 1,
                                                   .stream = rank_.stream().handle()});
  }
  take_back();
}

records::Gather RankRecords::call(const data::RecordMemory& shape, std::uint64_t n) const {
  return {.from = source(),
          .out = words(back()),
          .order = order(),
          .n = n,
          .columns = shape.columns,
          .row_words = shape.row_words,
          .stream = rank_.stream().handle()};
}

void RankRecords::gather(Launch launch, const data::RecordMemory& shape, std::span<const records::Source> sources) {
  records::Gather gather = call(shape, rank_.count());
  gather.sources = sources;
  if (gather.n > 0) (launches<records::Launches>().*launch)(gather);
}

void RankRecords::order_share(Launch launch, const data::RecordMemory& shape) {
  records::Gather gather = call(shape, count_);
  gather.order = rank_.order();
  if (gather.n > 0) (launches<records::Launches>().*launch)(gather);
}

void RankRecords::rehearse(Launch launch, const data::RecordMemory& shape, std::span<const records::Source> sources) {
  const auto& kernels = launches<records::Launches>();
  records::Gather nothing = call(shape, 0);
  if (launch == &records::Launches::gather_rows_to_columns) kernels.columns_to_rows(nothing);
  nothing.sources = sources;
  (kernels.*launch)(nothing);
}

}  // namespace texelsort::algorithms::distributed
