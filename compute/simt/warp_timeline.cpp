#include "compute/simt/warp_timeline.h"

#include <algorithm>
#include <limits>
#include <map>
#include <span>
#include <tuple>
#include <utility>

namespace texelsort::simt {
namespace {

/// Identifies an execution of an instruction, to align the executions of different lanes. Contains the instruction and
/// how often it was executed since the last warp call. Also contains that warp call, with its own count.
using Identity = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t>;

/// Events of a lane from one barrier of the block to the next, including the latter.
struct LaneInterval {
  /// Indices of the first event, of the next event to align, and of the end of the interval.
  std::size_t first = 0, next = 0, end = 0;
  std::vector<std::uint32_t> keys;  ///< number for each event, which is equal for events that can be aligned

  bool ended() const { return next == end; }
  std::uint32_t key() const { return keys[next - first]; }
};

std::size_t end_of_range(std::span<const Event> events, std::size_t first) {
  while (first < events.size() && events[first].kind != Event::Kind::barrier) ++first;
  return std::min(first + 1, events.size());
}

void find_keys(std::span<const Event> events, LaneInterval& range, std::map<Identity, std::uint32_t>& keys) {
  std::map<std::uint32_t, std::uint32_t> times, calls;
  std::uint32_t call = std::numeric_limits<std::uint32_t>::max(), call_time = 0;
  for (std::size_t i = range.first; i < range.end; ++i) {
    const Event& event = events[i];
    const bool is_call = event.kind == Event::Kind::warp_call;
    const std::uint32_t time = is_call ? calls[event.code]++ : times[event.code]++;
    // Warp calls are counted from the last barrier, so that their identity does not depend on earlier warp calls.
    const Identity identity =
        is_call ? Identity{event.code, time, event.code, time} : Identity{event.code, time, call, call_time};
    range.keys.push_back(keys.try_emplace(identity, static_cast<std::uint32_t>(keys.size())).first->second);
    if (!is_call) continue;
    call = event.code;
    call_time = time;
    times.clear();
  }
}

/// Returns which aligned execution comes next. Prefers one that no lane has to execute later again. If there is none,
/// chooses the one that the fewest lanes execute later.
std::uint32_t next_key(std::span<const LaneInterval> lanes, const std::vector<unsigned>& left) {
  std::uint32_t best = 0;
  unsigned least_later = std::numeric_limits<unsigned>::max();
  for (const LaneInterval& lane : lanes) {
    if (lane.ended()) continue;
    const std::uint32_t key = lane.key();
    const auto ready =
        std::ranges::count_if(lanes, [&](const LaneInterval& one) { return !one.ended() && one.key() == key; });
    const unsigned later = left[key] - static_cast<unsigned>(ready);
    if (later >= least_later) continue;
    least_later = later;
    best = key;
    if (later == 0) break;
  }
  return best;
}

/// Appends the instructions of a warp up to its next barrier, aligned over all lanes.
void align_range(std::span<const std::vector<Event>> threads, std::span<LaneInterval> lanes, unsigned barriers,
                 std::vector<Instruction>& instructions) {
  std::map<Identity, std::uint32_t> keys;
  for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
    LaneInterval& range = lanes[lane];
    range.first = range.next = range.end;
    range.end = end_of_range(threads[lane], range.first);
    range.keys.clear();
    find_keys(threads[lane], range, keys);
  }
  std::vector<unsigned> left(keys.size());
  for (const LaneInterval& lane : lanes) {
    for (const std::uint32_t key : lane.keys) ++left[key];
  }
  while (!std::ranges::all_of(lanes, &LaneInterval::ended)) {
    const std::uint32_t key = next_key(lanes, left);
    Instruction instruction{.barriers = barriers};
    for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
      LaneInterval& range = lanes[lane];
      if (range.ended() || range.key() != key) continue;
      instruction.code = threads[lane][range.next].code;
      instruction.lanes |= 1u << lane;
      instruction.event[lane] = static_cast<std::uint32_t>(range.next++);
      --left[key];
    }
    instructions.push_back(instruction);
  }
}

}  // namespace

double WarpTimeline::idle_share() const {
  if (instructions.empty()) return 0;
  std::uint64_t active = 0;
  for (const Instruction& one : instructions) active += one.lane_count();
  return 1 - static_cast<double>(active) / (static_cast<double>(instructions.size()) * lanes);
}

std::vector<WarpTimeline> align_warps(const Recording& recording) {
  std::vector<WarpTimeline> warps;
  const std::span<const std::vector<Event>> all = recording.threads;
  for (std::size_t first = 0; first < all.size(); first += warp_lanes) {
    const auto threads = all.subspan(first, std::min<std::size_t>(warp_lanes, all.size() - first));
    WarpTimeline warp{.warp = static_cast<unsigned>(first / warp_lanes),
                      .lanes = static_cast<unsigned>(threads.size()),
                      .instructions = {}};
    std::vector<LaneInterval> lanes(threads.size());
    const auto more = [&] {
      for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
        if (lanes[lane].end < threads[lane].size()) return true;
      }
      return false;
    };
    for (unsigned barriers = 0; more(); ++barriers) align_range(threads, lanes, barriers, warp.instructions);
    warps.push_back(std::move(warp));
  }
  return warps;
}

const Event& event_of(const Recording& recording, const WarpTimeline& warp, const Instruction& instruction,
                      unsigned lane) {
  return recording.threads[warp.warp * warp_lanes + lane][instruction.event[lane]];
}

const Event& first_event(const Recording& recording, const WarpTimeline& warp, const Instruction& instruction) {
  return event_of(recording, warp, instruction, static_cast<unsigned>(std::countr_zero(instruction.lanes)));
}

}  // namespace texelsort::simt
