#include "compute/algorithms/radix/sweep.h"

#include "compute/cuda/launch.h"

namespace texelsort::algorithms {

void SweepQueue::count(const radix::Move& move, radix::SweepFound* found) const {
  cuda::clear(table, layout.bytes, stream);
  launches<radix::OnesweepLaunches>(plan.type).histogram(move, static_cast<unsigned>(plan.digits()), bins(), found,
                                                         stream);
}

void SweepQueue::scan() const {
  launches<radix::BinLaunches>().scan(static_cast<unsigned>(plan.digits()), plan.digit(0).bits, bins(), stream);
}

void SweepQueue::sweep(const radix::Move& move, const radix::SweepFound* found, radix::SweepWay way) const {
  const std::uint64_t index = move.shift / plan.digit_bits;
  radix::OnesweepTables tables;
  tables.bins = bins() + index * layout.values;
  tables.next_bins = bins() + layout.bins;
  tables.status = reinterpret_cast<unsigned*>(table + layout.status_from) + index * layout.status_words;
  tables.tickets = reinterpret_cast<unsigned*>(table + layout.tickets_from) + index * layout.portions;
  tables.portion_tiles = plan.portion_tiles;
  tables.patience = plan.patience;
  tables.way = way;
  tables.found = found;
  tables.digit_bits = plan.digit_bits;
  launches<radix::OnesweepLaunches>(plan.type).onesweep(move, tables, stream);
}

}  // namespace texelsort::algorithms
