// Synchronisation of the lanes of a warp, for shuffles, votes and warp barriers.
#include <bit>

#include <fmt/format.h>

#include "compute/simt/execution.h"
#include "compute/simt/source_place.h"

namespace texelsort::simt {

std::uint64_t Execution::meet(WarpCall call, unsigned mask, std::uint64_t value, unsigned lane, Where where) {
  count_step(code_of(where));
  Thread& own = *thread_;
  if (recorder_ != nullptr) recorder_->note_call(*block_, own.index, Event::Kind::warp_call, code_of(where));
  own.call = call;
  own.mask = mask;
  own.value = value;
  own.lane_operand = lane;
  own.waits_at = where;
  if ((mask >> own.lane() & 1) == 0) {
    report(Violation::divergence, fmt::format("{}:{}", short_path(where.file), where.line),
           fmt::format("uses the lane mask {:#010x}, which does not include it", mask));
    abandon();
  }
  own.state = Thread::State::at_collective;
  suspend();
  return own.value;
}

/// Completes a warp call once all lanes in its mask have reached it. Lanes that have ended count, too.
void Execution::release_collective(Block& block, Thread& arrived) {
  const unsigned warp = arrived.index / warp_lanes, first = warp * warp_lanes;
  block.waiting[warp] |= 1u << arrived.lane();
  const unsigned awaited = arrived.mask & ~block.ended[warp];
  if ((block.waiting[warp] & awaited) != awaited) return;
  std::array<Thread*, warp_lanes> lanes;
  std::size_t count = 0;
  bool all = true;
  for (unsigned index = first; index < first + warp_lanes && index < grid_.threads; ++index) {
    Thread& thread = block.threads[index];
    if (thread.state == Thread::State::done) continue;
    if ((arrived.mask >> thread.lane() & 1) == 0) {
      all = false;
      continue;
    }
    if (thread.state != Thread::State::at_collective || thread.mask != arrived.mask || thread.call != arrived.call)
      return;
    lanes[count++] = &thread;
  }
  block.waiting[warp] &= ~awaited;
  conclude_meeting({lanes.data(), count}, all);
}

void Execution::conclude_meeting(std::span<Thread* const> lanes, bool all) {
  std::array<const Thread*, warp_lanes> by_lane{};
  std::array<std::uint64_t, warp_lanes> values{};
  unsigned ballot = 0;
  for (const Thread* thread : lanes) {
    by_lane[thread->lane()] = thread;
    values[thread->lane()] = thread->value;
    if (thread->value != 0) ballot |= 1u << thread->lane();
  }
  for (Thread* thread : lanes) {
    const unsigned lane = thread->lane(), operand = thread->lane_operand;
    unsigned from = lane;
    switch (thread->call) {
      case WarpCall::sync:
        break;
      case WarpCall::ballot:
        thread->value = ballot;
        break;
      case WarpCall::shuffle:
        from = operand % warp_lanes;
        break;
      case WarpCall::shuffle_up:
        from = lane >= operand ? lane - operand : lane;
        break;
      case WarpCall::shuffle_xor:
        from = (lane ^ operand) % warp_lanes;
        break;
    }
    if (from == lane) continue;
    if (by_lane[from] == nullptr) {
      thread_ = thread;
      report(Violation::absent_lane, fmt::format("{}:{}", short_path(thread->waits_at.file), thread->waits_at.line),
             fmt::format("reads from lane {}, which does not take part", from));
    }
    thread->value = values[from];
  }
  std::array<std::uint32_t, warp_lanes> heard{};
  for (const Thread* thread : lanes) {
    if (all) break;
    for (unsigned lane = 0; lane < warp_lanes; ++lane) heard[lane] = std::max(heard[lane], thread->heard[lane]);
    heard[thread->lane()] = thread->stamp.partials + 1;
  }
  for (Thread* thread : lanes) {
    thread->state = Thread::State::ready;
    if (all) {
      ++thread->stamp.collectives;
      thread->stamp.partials = 0;
      thread->heard = {};
    } else {
      ++thread->stamp.partials;
      thread->heard = heard;
    }
  }
}

}  // namespace texelsort::simt
