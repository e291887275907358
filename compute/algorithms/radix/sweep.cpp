#include "compute/algorithms/radix/sweep.h"

#include "compute/cuda/launch.h"

namespace texelsort::algorithms {

namespace {

std::uint64_t sample_bytes(const CudaRadixPlan& plan) {
  return plan.samples ? launches<radix::PrefixLaunches>(plan.type).table_bytes() : 0;
}

}  // namespace

SweepTables::SweepTables(const CudaRadixPlan& plan) : layout(plan, sample_bytes(plan)) {
  if (plan.samples) list_bytes = launches<radix::PrefixLaunches>(plan.type).list_bytes(plan.n);
}

bool SweepQueue::decides_first() const {
  return plan.samples &&
         launches<radix::PrefixLaunches>(plan.type).decides_first(plan.move(plan.digit(0)), plan.prefix);
}

void SweepQueue::count(const radix::Move& move, radix::KeySurvey* notes, const std::function<void()>& chosen) const {
  cuda::clear(table, layout.bytes, stream);
  const bool first = decides_first();
  if (first) {
    sample(move, notes == nullptr);
    if (chosen) chosen();
  }
  launches<radix::OnesweepLaunches>(plan.type).histogram(move, static_cast<unsigned>(plan.digits()), bins(), notes,
                                                         first ? found() : nullptr, stream);
  if (plan.samples && !first) sample(move, notes == nullptr);
}

radix::PrefixTables SweepQueue::prefix_tables(void* lists) const {
  return {.found = found(), .bins = bins(), .table = table + layout.sample_from, .lists = lists, .told = plan.prefix};
}

void SweepQueue::sample(const radix::Move& move, bool bare) const {
  launches<radix::PrefixLaunches>(plan.type).sample(move, static_cast<unsigned>(plan.digits()), bare,
                                                    prefix_tables(nullptr), stream);
}

void SweepQueue::scan() const {
  launches<radix::BinLaunches>().scan(static_cast<unsigned>(plan.digits()), plan.digit(0).bits, bins(), stream);
}

void SweepQueue::sweep(const radix::Move& move, const radix::KeySurvey* known, radix::SortStrategy way,
                       unsigned first) const {
  const std::uint64_t index = move.shift / plan.digit_bits;
  radix::OnesweepTables tables;
  tables.bins = bins() + index * layout.values;
  tables.next_bins = bins() + layout.bins;
  tables.status = reinterpret_cast<unsigned*>(table + layout.status_from) + index * layout.status_words;
  tables.tickets = reinterpret_cast<unsigned*>(table + layout.tickets_from) + index * layout.portions;
  tables.portion_tiles = plan.portion_tiles;
  tables.look_back_reads = plan.look_back_reads;
  tables.way = way;
  tables.found = known;
  tables.may_reverse = move.shift == first;
  tables.digit_bits = plan.digit_bits;
  launches<radix::OnesweepLaunches>(plan.type).onesweep(move, tables, stream);
}

void SweepQueue::finish(const radix::Move& move, void* lists, radix::RangeSides sides) const {
  launches<radix::PrefixLaunches>(plan.type).finish(move, prefix_tables(lists), sides, stream);
}

}  // namespace texelsort::algorithms
