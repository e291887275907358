#include "compute/algorithms/primitives/compute_plan.h"

#include <algorithm>
#include <bit>
#include <functional>

#include <fmt/format.h>

#include "compute/algorithms/primitives/xor_step.h"
#include "compute/network/lanes.h"

namespace texelsort::algorithms {
namespace {

/// Returns true if every comparator of a pattern certainly stays within one aligned tile of `tile` places. Such steps
/// can share a pass on tiles.
bool stays_within(const network::Pattern& pattern, std::uint64_t tile, std::uint64_t n) {
  if (n <= tile) return true;
  if (pattern.period > tile) return false;
  const std::uint64_t reach = network::nearest_high(pattern) + pattern.length;
  return pattern.first + reach <= pattern.period || (pattern.fence != 0 && pattern.fence <= tile);
}

bool stays_within(const network::Step& step, std::uint64_t tile, std::uint64_t n) {
  if (!step.listed.empty()) return n <= tile;
  return std::ranges::all_of(step.patterns, [&](const auto& pattern) { return stays_within(pattern, tile, n); });
}

class Planner {
 public:
  Planner(const Schedule& schedule, const ComputeLimits& limits) : schedule_(schedule), limits_(limits) {
    for (const NetworkPass& pass : schedule.passes) steps_.push_back(as_xor(*pass.steps.front()));
  }

  ComputePlan plan() {
    auto grouped = std::make_shared<Schedule>(schedule_.n);
    for (std::size_t first = 0; first < steps_.size();) {
      ComputePass pass;
      const std::size_t last = end_of_pass(first, pass);
      grouped->join(schedule_, first, last);
      plan_.passes.push_back(pass);
      first = last;
    }
    plan_.schedule = std::move(grouped);
    return std::move(plan_);
  }

 private:
  bool within_tile(std::size_t i) const {
    return limits_.log2_tile > limits_.log2_keys && steps_[i]->bit < limits_.log2_tile;
  }

  std::size_t end_of_pass(std::size_t first, ComputePass& pass) {
    if (limits_.steps == 1) return first + 1;
    const std::size_t furthest = std::min<std::uint64_t>(steps_.size(), first + limits_.steps);
    const std::size_t swept = end_of_sweeps(first, furthest);
    const std::size_t halving = end_of_halving(first, furthest);
    // Rounds are faster than sweeps, and sweeps are faster than single steps. A round of only one or two steps must not
    // prevent a longer sweep.
    if (steps_[first] && (swept <= halving || 2 * (halving - first) > swept - first)) {
      return add_rounds(first, furthest, pass);
    }
    return swept > first + 1 ? add_sweeps(first, swept, pass) : first + 1;
  }

  std::size_t end_of_sweeps(std::size_t first, std::size_t furthest) const {
    std::size_t last = first;
    while (last < furthest && stays_within(step(last), std::uint64_t{1} << limits_.log2_sweep, schedule_.n)) ++last;
    return last;
  }

  /// Returns the end of the longest series of steps from `first` on that rounds can execute. These steps halve blocks,
  /// as in bitonic merge sort.
  std::size_t end_of_halving(std::size_t first, std::size_t furthest) const {
    std::size_t last = first;
    while (last < furthest && steps_[last]) ++last;
    return last;
  }

  std::size_t add_rounds(std::size_t first, std::size_t furthest, ComputePass& pass) {
    pass.first_round = plan_.rounds.size();
    std::size_t last = first;
    if (within_tile(first)) {
      pass.form = ComputeForm::tile;
      const std::uint64_t keys = std::uint64_t{1} << limits_.log2_keys;
      pass.loop_rounds = 2 * keys;  // iterations for loading and storing a tile
      while (last < furthest && steps_[last] && within_tile(last)) {
        const std::uint64_t rounds = rounds_of(end_of_round(last, furthest) - last);
        if (last > first && pass.loop_rounds + rounds > limits_.loop_rounds) break;
        pass.loop_rounds += rounds;
        last = add_round(last, furthest);
      }
    } else {
      pass.form = ComputeForm::coset;
      last = add_round(first, furthest);
    }
    pass.rounds = plan_.rounds.size() - pass.first_round;
    return last;
  }

  /// Returns the loop iterations of an invocation for a round of `steps` steps, by shaders/primitives/coset_round.glsl.
  /// Devices may limit them. Compilers unroll most of these loops.
  std::uint64_t rounds_of(std::size_t steps) const {
    const std::uint64_t bits = limits_.log2_keys, keys = std::uint64_t{1} << bits;
    return 1 + 2 * bits + keys * (1 + bits) + 2 * keys + steps * (1 + keys);
  }

  std::vector<Sweep> sweeps_of(std::size_t i) const {
    if (!step(i).listed.empty()) return {{{}, schedule_.passes[i].steps.front()}};
    std::vector<Sweep> sweeps;
    for (const network::Pattern& pattern : step(i).patterns) sweeps.push_back({pattern, nullptr});
    return sweeps;
  }

  std::size_t add_sweeps(std::size_t first, std::size_t last, ComputePass& pass) {
    const std::uint64_t tile = std::uint64_t{1} << limits_.log2_sweep;
    const auto shared = [&](std::uint64_t slots) { return (slots + limits_.sweepers - 1) / limits_.sweepers; };
    pass.form = ComputeForm::sweep;
    pass.first_sweep = plan_.sweeps.size();
    pass.loop_rounds = 2 * shared(tile);
    std::size_t i = first;
    for (; i < last; ++i) {
      const std::vector<Sweep> sweeps = sweeps_of(i);
      std::uint64_t rounds = 0;
      for (const Sweep& sweep : sweeps) rounds += 1 + shared(slots_of(sweep, tile));
      if (i > first && pass.loop_rounds + rounds > limits_.loop_rounds) break;
      pass.loop_rounds += rounds;
      plan_.sweeps.insert(plan_.sweeps.end(), sweeps.begin(), sweeps.end());
    }
    pass.sweeps = plan_.sweeps.size() - pass.first_sweep;
    return i;
  }

  /// Returns the end of the round that starts with step `first`. A round has as many consecutive steps as one coset can
  /// execute. All steps of a round have the same directions, and either all or none are within a tile.
  std::size_t end_of_round(std::size_t first, std::size_t furthest) const {
    std::size_t last = first + 1;
    while (last < furthest && last - first < max_round_steps && steps_[last] &&
           within_tile(last) == within_tile(first) && same_directions(first, last) && fit(first, last + 1)) {
      ++last;
    }
    return last;
  }

  bool same_directions(std::size_t a, std::size_t b) const {
    return steps_[a]->flip == steps_[b]->flip && steps_[a]->reversed == steps_[b]->reversed;
  }

  std::size_t add_round(std::size_t first, std::size_t furthest) {
    const std::size_t last = end_of_round(first, furthest);
    make_round(first, last);
    return last;
  }

  const network::Step& step(std::size_t i) const { return *schedule_.passes[i].steps.front(); }

  /// Returns the distinct bits by which the steps [first, last) compare, in descending order.
  std::vector<std::uint32_t> bits_of(std::size_t first, std::size_t last) const {
    std::vector<std::uint32_t> bits;
    for (std::size_t i = first; i < last; ++i) bits.push_back(steps_[i]->bit);
    std::ranges::sort(bits, std::greater<>());
    const auto repeated = std::ranges::unique(bits);
    bits.erase(repeated.begin(), repeated.end());
    return bits;
  }

  /// Returns whether all steps connect only keys of the same coset. A reversal does so if the coset has all lower bits.
  /// It also does so if it is the first step and uses the coset's highest bit: bits outside the coset are then flipped
  /// once for half of the keys.
  bool fit(std::size_t first, std::size_t last) const {
    const std::vector<std::uint32_t> bits = bits_of(first, last);
    if (bits.size() > limits_.log2_keys) return false;
    for (std::size_t i = first; i < last; ++i) {
      if (!steps_[i]->reversal || (i == first && steps_[i]->bit == bits.front())) continue;
      const auto lower = std::ranges::count_if(bits, [&](std::uint32_t bit) { return bit < steps_[i]->bit; });
      if (static_cast<std::uint32_t>(lower) != steps_[i]->bit) return false;
    }
    return true;
  }

  void make_round(std::size_t first, std::size_t last) {
    Round round;
    round.flip = steps_[first]->flip;
    round.down = steps_[first]->reversed;
    round.bits = filled(bits_of(first, last));
    for (std::size_t i = first; i < last; ++i) {
      const auto found = std::ranges::find(round.bits, steps_[i]->bit);
      round.steps.push_back({static_cast<std::uint32_t>(found - round.bits.begin()), steps_[i]->reversal});
    }
    if (round.steps.front() == Round::RegisterStep{0, true}) {
      round.reversed = (1u << round.bits.front()) - 1u;
      for (std::size_t j = 1; j < round.bits.size(); ++j) round.reversed &= ~(1u << round.bits[j]);
    }
    plan_.rounds.push_back(std::move(round));
  }

  /// Adds bits to the coset until it is full. Bits nearest below the lowest bit come first, so that the keys of a coset
  /// are as far apart as its steps allow.
  std::vector<std::uint32_t> filled(std::vector<std::uint32_t> bits) const {
    const auto taken = [&bits](std::uint32_t bit) { return std::ranges::find(bits, bit) != bits.end(); };
    for (std::uint32_t bit = bits.back(); bits.size() < limits_.log2_keys && bit-- > 0;) {
      if (!taken(bit)) bits.push_back(bit);
    }
    // An added bit must not be above the highest, because the first step would no longer use bits[0]. Such a bit is
    // never needed, because the coset then has every lower bit.
    for (std::uint32_t bit = 0; bits.size() < limits_.log2_keys; ++bit) {
      if (!taken(bit)) bits.push_back(bit);
    }
    std::ranges::sort(bits, std::greater<>());
    return bits;
  }

  const Schedule& schedule_;
  ComputeLimits limits_;
  std::vector<std::optional<XorStep>> steps_;
  ComputePlan plan_;
};

}  // namespace

std::uint64_t slots_of(const Sweep& sweep, std::uint64_t tile) {
  if (sweep.listed) return sweep.listed->listed.size();
  return std::max<std::uint64_t>(tile / sweep.pattern.period, 1) * lanes_of(sweep.pattern);
}

std::uint64_t lanes_of(const network::Pattern& pattern) {
  return std::bit_ceil(pattern.length);
}

ComputePlan plan_compute(const Schedule& schedule, const ComputeLimits& limits) {
  return Planner(schedule, limits).plan();
}

std::uint32_t log2_of(std::int64_t power) {
  return static_cast<std::uint32_t>(std::countr_zero(static_cast<std::uint64_t>(power)));
}

std::uint64_t element_bytes(data::KeyType type, data::PayloadKind payload) {
  return data::key_bytes(type) + data::payload_bytes(payload);
}

std::uint64_t tile_bytes(std::uint64_t tile, data::KeyType type, data::PayloadKind payload) {
  return (tile + tile / 32) * element_bytes(type, payload);
}

std::vector<std::uint32_t> bit_words(const Round& round) {
  std::vector<std::uint32_t> words;
  for (const std::uint32_t bit : round.bits) words.push_back(1u << bit);
  return words;
}

std::vector<std::uint32_t> round_words(const std::vector<Round>& rounds) {
  std::vector<std::uint32_t> words;
  for (const Round& round : rounds) {
    std::ranges::copy(bit_words(round), std::back_inserter(words));
    std::uint64_t steps = 0;
    for (std::size_t s = 0; s < round.steps.size(); ++s) {
      steps |= std::uint64_t{round.steps[s].dimension + (round.steps[s].reversal ? 8u : 0u)} << (4 * s);
    }
    words.push_back(round.reversed);
    words.push_back(static_cast<std::uint32_t>(round.flip));
    words.push_back(round.down ? 1 : 0);
    words.push_back(static_cast<std::uint32_t>(round.steps.size()));
    words.push_back(static_cast<std::uint32_t>(steps));
    words.push_back(static_cast<std::uint32_t>(steps >> 32));
  }
  return words;
}

std::string round_source(const Round& round) {
  std::string source;
  for (const Round::RegisterStep& step : round.steps) {
    source += fmt::format("{}({}) ", step.reversal ? "REVERSAL" : "SHIFT", step.dimension);
  }
  return source;
}

std::uint64_t block_of(const Round& round) {
  return std::uint64_t{2} << round.bits.front();
}

std::uint64_t parts_of(const ComputePlan& plan, const ComputePass& pass, std::uint64_t n, const ComputeLimits& limits) {
  if (pass.form == ComputeForm::tile) return ((n - 1) >> limits.log2_tile) + 1;
  const std::uint64_t block = block_of(plan.rounds[pass.first_round]);
  return ((n - 1) / block + 1) * block >> limits.log2_keys;
}

}  // namespace texelsort::algorithms
