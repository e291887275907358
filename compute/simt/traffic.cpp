#include "compute/simt/traffic.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace texelsort::simt {

std::vector<Touch> touches_of(const Recording& recording, const WarpTimeline& warp, const Instruction& instruction) {
  std::vector<Touch> touches;
  for (unsigned lane = 0; lane < warp.lanes; ++lane) {
    if (!instruction.has(lane)) continue;
    const Event& event = event_of(recording, warp, instruction, lane);
    if (event.is_access()) touches.push_back({lane, event.array, event.offset, event.bytes});
  }
  return touches;
}

SectorCount count_sectors(std::span<const Touch> touches) {
  std::set<std::pair<std::uint32_t, std::uint64_t>> sectors;
  std::map<std::uint32_t, std::set<std::uint64_t>> bytes;  // accessed bytes by array, without duplicates
  for (const Touch& touch : touches) {
    for (std::uint64_t at = touch.offset; at < touch.offset + touch.bytes; ++at) {
      sectors.insert({touch.array, at / sector_bytes});
      bytes[touch.array].insert(at);
    }
  }
  SectorCount count{.touched = static_cast<unsigned>(sectors.size())};
  for (const auto& [array, all] : bytes) {
    count.least += static_cast<unsigned>((all.size() + sector_bytes - 1) / sector_bytes);
  }
  return count;
}

BankCount count_banks(std::span<const Touch> touches, bool atomic) {
  BankCount count;
  unsigned at_once = warp_lanes;
  for (const Touch& touch : touches) {
    const unsigned words = static_cast<unsigned>(data::words_of(touch.bytes));
    at_once = std::min(at_once, std::max(1u, warp_lanes / std::max(1u, words)));
  }
  for (unsigned first = 0; first < warp_lanes; first += at_once) {
    std::array<unsigned, banks> words{};
    std::set<std::uint64_t> seen;
    for (const Touch& touch : touches) {
      if (touch.lane < first || touch.lane >= first + at_once) continue;
      data::for_each_word(touch.offset, touch.bytes, [&](std::uint64_t word, std::uint8_t) {
        if (seen.insert(word).second || atomic) ++words[word % banks];
      });
    }
    const unsigned turns = std::ranges::max(words);
    if (turns == 0) continue;
    count.wavefronts += turns;
    ++count.least;
    for (unsigned bank = 0; bank < banks; ++bank) count.words[bank] = std::max(count.words[bank], words[bank]);
  }
  return count;
}

UnitCount count_units(const Recording& recording, const WarpTimeline& warp, const Instruction& instruction) {
  const Event& first = first_event(recording, warp, instruction);
  if (!first.is_access()) return {};
  const auto touches = touches_of(recording, warp, instruction);
  if (first.array == Event::in_shared) {
    const BankCount count = count_banks(touches, first.kind == Event::Kind::atomic);
    return {count.wavefronts, count.least};
  }
  const SectorCount count = count_sectors(touches);
  return {count.touched, count.least};
}

std::vector<LineTraffic> traffic_by_line(const Recording& recording, std::span<const WarpTimeline> warps) {
  std::map<std::tuple<std::string, bool, Event::Kind>, LineTraffic> lines;
  for (const WarpTimeline& warp : warps) {
    for (const Instruction& instruction : warp.instructions) {
      const Event& event = first_event(recording, warp, instruction);
      if (!event.is_access()) continue;
      const std::string& place = recording.places[event.code];
      const bool in_shared = event.array == Event::in_shared;
      LineTraffic& line = lines[{place, in_shared, event.kind}];
      line.place = place;
      line.in_shared = in_shared;
      line.writes = event.kind != Event::Kind::read;
      line.atomic = event.kind == Event::Kind::atomic;
      ++line.instructions;
      line.lanes += warp.lanes;
      line.idle += warp.lanes - instruction.lane_count();
      const UnitCount count = count_units(recording, warp, instruction);
      line.units += count.units;
      line.least += count.least;
    }
  }
  std::vector<LineTraffic> sorted;
  for (auto& [key, line] : lines) sorted.push_back(std::move(line));
  std::ranges::stable_sort(sorted, [](const LineTraffic& one, const LineTraffic& other) {
    return std::pair(one.wasted(), one.units) > std::pair(other.wasted(), other.units);
  });
  return sorted;
}

}  // namespace texelsort::simt
