#include "compute/algorithms/distributed/rank_records.h"

#include <algorithm>
#include <utility>

#include "compute/algorithms/distributed/sweeps.h"
#include "compute/cuda/driver.h"
#include "compute/cuda/launch.h"

namespace texelsort::algorithms::distributed {
namespace {

std::uint64_t side_bytes(const ProblemForm& form) {
  return sizeof(std::uint32_t) * data::record_memory(form.n, form.type, form.shape).words();
}

/// Numbers of records, and their places beside them, as Onesweep sorts them.
ProblemForm form_of_numbers(std::uint64_t n) {
  return {.n = n, .type = data::KeyType::u32, .payload = data::PayloadKind::index};
}

std::uint32_t* numbers_in(const cuda::Buffer& buffer) {
  return reinterpret_cast<std::uint32_t*>(buffer.data());
}

}  // namespace

std::uint64_t RankRecords::bytes(const ProblemForm& form, bool messages) {
  const std::uint64_t words = 2 * GuardedArray::bytes_for(side_bytes(form));
  if (!messages) return words;
  return words + 4 * sizeof(std::uint32_t) * form.n + sweep_table_bytes(form_of_numbers(form.n));
}

RankRecords::RankRecords(DeviceMemory& rank, const ProblemForm& form, bool messages) : rank_(rank), form_(form) {
  for (GuardedArray& side : sides_) side = GuardedArray(rank.stream(), side_bytes(form), "records");
  if (!messages) return;
  for (cuda::Buffer& numbers : numbers_) numbers = cuda::Buffer(sizeof(std::uint32_t) * form.n, "numbers of records");
  for (cuda::Buffer& places : places_) places = cuda::Buffer(sizeof(std::uint32_t) * form.n, "places of records");
  tables_ = cuda::Buffer(sweep_table_bytes(form_of_numbers(form.n)), "Onesweep's tables");
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
  // The arrays are the rank's own, and it has executed nothing.
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

void RankRecords::ask() {
  side_of_numbers_ = 0;
  const std::uint64_t n = rank_.count();
  const auto& kernels = launches<records::Launches>();
  // A row is a number, which is its key.
  kernels.extract_keys({order(), 0, n}, 1, 1, numbers_in(numbers_[0]), numbers_in(places_[0]), rank_.stream().handle());
  const auto now = [this, n] {
    const unsigned side = side_of_numbers_;
    return kernels::Arrays{{data::KeyType::u32, data::Order::ascending},
                           n,
                           numbers_[side].data(),
                           numbers_[side ^ 1].data(),
                           places_[side].data(),
                           places_[side ^ 1].data()};
  };
  queue_sweeps(form_of_numbers(form_.n), n, {now, [this] { side_of_numbers_ ^= 1; }}, tables_.data(),
               rank_.stream().handle());
  kernels.invert(numbers_in(places_[side_of_numbers_]), numbers_in(places_[side_of_numbers_ ^ 1]), n,
                 rank_.stream().handle());
}

void RankRecords::rehearse(Launch launch, const data::RecordMemory& shape, std::span<const records::Source> sources) {
  const auto& kernels = launches<records::Launches>();
  records::Gather nothing = call(shape, 0);
  if (launch == &records::Launches::gather_rows_to_columns) kernels.columns_to_rows(nothing);
  nothing.sources = sources;
  (kernels.*launch)(nothing);
  if (tables_.size() == 0) return;
  ask();
  nothing.sources = {};
  (kernels.*launch)(nothing);
  kernels.gather(nothing);
  kernels.gather_by_groups(nothing);
}

void RankRecords::answer(const data::RecordMemory& shape) {
  records::Gather gather = call(shape, count_);
  gather.order = numbers_in(numbers_[side_of_numbers_ ^ 1]);
  const auto launch = shape.columns == 1 ? &records::Launches::gather_by_groups : &records::Launches::gather;
  if (gather.n > 0) (launches<records::Launches>().*launch)(gather);
}

void RankRecords::arrange(Launch launch, const data::RecordMemory& shape) {
  records::Gather gather = call(shape, rank_.count());
  gather.from = {words(front()), 0, rank_.count()};
  gather.order = numbers_in(places_[side_of_numbers_ ^ 1]);
  if (gather.n > 0) (launches<records::Launches>().*launch)(gather);
}

}  // namespace texelsort::algorithms::distributed
