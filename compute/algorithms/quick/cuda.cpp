#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "compute/algorithms/core/trace.h"
#include "compute/algorithms/cuda/compared_keys.h"
#include "compute/algorithms/quick/claims.h"
#include "compute/algorithms/quick/cuda/launch.h"
#include "compute/algorithms/quick/plan.h"
#include "compute/cuda/buffer.h"
#include "compute/data/error.h"
#include "compute/data/text/number_format.h"

namespace texelsort::algorithms::quick {
namespace {

constexpr std::uint64_t word = sizeof(std::uint64_t);

enum class Phase : std::uint8_t { pivots, counts, places, move, sort, done };

/// State of a quicksort run on the host, which snapshots store.
struct Progress {
  Phase phase = Phase::done;
  std::vector<Subarray> large,
      /// parts for several blocks (large), and parts of at least two keys for one block (small)
      small;
  std::uint64_t rounds = 0;
  std::shared_ptr<const Round> round{};  ///< the current round; after all rounds, the last one
  /// numbers of keys less than and equivalent to the pivot, for each part; empty until counted
  std::vector<std::uint64_t> sizes;
  unsigned steps = 0;  ///< number of tables of the round that its passes have already filled
};

/// List of work items for kernels, which the host sends in each round. send() waits until the device has received it.
template <typename Item>
class DeviceList {
 public:
  const Item* send(const std::vector<Item>& items, const cuda::Stream& stream) {
    const auto bytes = std::as_bytes(std::span(items));
    if (memory_.size() < bytes.size()) memory_ = cuda::Buffer(2 * bytes.size(), "the list of parts");
    if (!bytes.empty()) memory_.write(stream, 0, bytes);
    return get();
  }
  const Item* get() const { return reinterpret_cast<const Item*>(memory_.data()); }

 private:
  cuda::Buffer memory_;
};

class QuickRun final : public CudaRun {
 public:
  QuickRun(gpu::Device& device, std::shared_ptr<const Problem> problem, const Settings& settings)
      : CudaRun(device, problem, Sides::two),
        settings_(settings),
        pivots_(add_table(std::max<std::uint64_t>(most_parts(n(), settings), 1) * key_bytes(), "pivots")),
        counts_(add_table(3 * word * most_shares(n(), settings), "counts")),
        sizes_(2 * word * std::max<std::uint64_t>(most_parts(n(), settings), 1), "sizes of parts") {
    rewind();
  }

 private:
  bool decides() const override { return true; }
  std::optional<Pass> next_pass() override {
    if (ended()) return std::nullopt;
    constexpr std::array passes{&QuickRun::pivots_pass, &QuickRun::counts_pass, &QuickRun::places_pass,
                                // one function per enumerator of Phase, in the same order
                                &QuickRun::move_pass, &QuickRun::sort_pass};
    return (this->*passes[static_cast<std::size_t>(progress_.phase)])();
  }
  bool ended() const override { return progress_.phase == Phase::done; }

  /// Chooses the phase after a round, or at the start of the run.
  void settle() {
    progress_.phase = !progress_.large.empty() ? Phase::pivots : !progress_.small.empty() ? Phase::sort : Phase::done;
  }

  void sort_out(const Subarray& part) {
    const bool large = part.count > large_part(n(), settings_) && part.depth < depth_limit(n(), settings_);
    if (part.count > 1) (large ? progress_.large : progress_.small).push_back(part);
  }

  Pass named_pass(const Round& round, const char* label) const {
    return {.header =
                [number = round.number, parts = round.parts.size(), label] {
                  return PassHeader{0, number, fmt::format("round {}: {}", number + 1, data::counted(parts, "part")),
                                    label};
                },
            .execute = {}};
  }

  /// Describes the share of a part that each block processes. If `moves` is true, it includes the destinations of the
  /// share's three classes of keys, which must be known.
  static WorkPass shares_of(const std::shared_ptr<const Round>& round, bool moves) {
    return {.pivoted = true, .pieces = [round, moves](const WorkPass::Tables& table) {
              return work_of(*round, moves ? table(tables::SharePlaces{}) : std::vector<std::uint64_t>(),
                             moves ? table(tables::PartSizes{}) : std::vector<std::uint64_t>());
            }};
  }

  Scene scene() const {
    return {settings_, progress_.round,
            [order = key_order(problem())](Numbers numbers) { return ranks_of_view(numbers, order); }};
  }

  Pass pivots_pass() {
    const auto round = std::make_shared<const Round>(plan_round(progress_.rounds, progress_.large, settings_));
    Pass pass = named_pass(*round, "pivots");
    pass.execute = [this, round] {
      progress_.round = round;
      progress_.large.clear();
      ++progress_.rounds;
      send_round();
      kernels().choose_pivots(device_arrays(), settings_, parts_.get(), round->parts.size(), pointer(pivots_),
                              stream().handle());
      advance(Phase::counts, 1);
    };
    pass.cost = [this, round] {
      const std::uint64_t parts = round->parts.size();
      return counters(parts * settings_.drawn, parts * (settings_.drawn + 1) * key_bytes());
    };
    pass.claim = [this] { return claim_pivots(scene()); };
    pass.detail = [round] { return shares_of(round, false); };
    return pass;
  }

  Pass counts_pass() {
    Pass pass = named_pass(*progress_.round, "counts");
    pass.execute = [this] {
      send_round();
      kernels().count_classes(device_arrays(), settings_, shares_.get(), progress_.round->shares.size(),
                              pointer(pivots_), table(), stream().handle());
      advance(Phase::places, 2);
    };
    pass.cost = [this] {
      const Round& round = *progress_.round;
      return counters(round.keys, round.keys * key_bytes() + 3 * word * round.shares.size());
    };
    pass.claim = [this] { return claim_counts(scene()); };
    pass.detail = [round = progress_.round] { return shares_of(round, false); };
    return pass;
  }

  Pass places_pass() {
    Pass pass = named_pass(*progress_.round, "scan");
    pass.execute = [this] {
      send_round();
      launches<PlaceLaunches>().place_classes(parts_.get(), progress_.round->parts.size(), table(),
                                              reinterpret_cast<std::uint64_t*>(sizes_.data()), stream().handle());
      advance(Phase::move, 3);
    };
    pass.conclude = [this] {
      progress_.sizes.resize(2 * progress_.round->parts.size());
      sizes_.read(stream(), 0, std::as_writable_bytes(std::span(progress_.sizes)));
      check_sizes();
    };
    pass.cost = [this] {
      const Round& round = *progress_.round;
      return counters(3 * round.shares.size(), (6 * round.shares.size() + 2 * round.parts.size()) * word);
    };
    pass.claim = [this] { return claim_places(scene()); };
    pass.detail = [round = progress_.round] { return shares_of(round, false); };
    return pass;
  }

  /// Throws if a part that results from a partition is not smaller than the partitioned part. Otherwise rounds would
  /// never end.
  void check_sizes() const {
    for (std::size_t p = 0; p < progress_.round->parts.size(); ++p) {
      const std::uint64_t less = progress_.sizes[2 * p], equal = progress_.sizes[2 * p + 1];
      const std::uint64_t count = progress_.round->parts[p].count;
      if (equal > 0 && less <= count && equal <= count - less) continue;
      throw InternalError(
          fmt::format("of the {} keys from place {}, {} are smaller than their pivot and {} equal to it", count,
                      progress_.round->parts[p].first, less, equal));
    }
  }

  Pass move_pass() {
    const Round& round = *progress_.round;
    // A round can copy the keys outside the parts and swap the arrays, or copy the moved keys back. The run chooses the
    // alternative that copies fewer keys.
    const bool swaps = 2 * round.keys > n();
    std::vector<Share> rest;
    if (swaps) rest = shares_between(round, n(), share_length(n() - round.keys, settings_));
    const std::uint64_t copied = swaps ? n() - round.keys : round.keys;
    Pass pass = named_pass(round, "move");
    pass.execute = [this, swaps, rest = std::move(rest)] {
      send_round();
      const std::uint64_t shares = progress_.round->shares.size();
      kernels().move_classes(device_arrays(), settings_, shares_.get(), shares, pointer(pivots_), table(),
                             stream().handle());
      if (swaps) {
        if (!rest.empty())
          kernels().copy_shares(device_arrays(), settings_, rest_.send(rest, stream()), rest.size(), stream().handle());
        swap();
      } else {
        swap();
        kernels().copy_shares(device_arrays(), settings_, shares_.get(), shares, stream().handle());
        swap();
      }
      for (const Subarray& part : split_parts(*progress_.round, progress_.sizes)) sort_out(part);
      settle();
    };
    pass.cost = [this, keys = round.keys + copied, shares = round.shares.size()] {
      return counters(keys, 2 * keys * element_bytes() + 3 * word * shares);
    };
    pass.claim = [this] { return claim_classes(scene()); };
    pass.detail = [round = progress_.round] { return shares_of(round, true); };
    return pass;
  }

  Pass sort_pass() {
    std::vector<SmallPart> parts;
    const unsigned limit = depth_limit(n(), settings_);
    for (const Subarray& part : progress_.small) parts.push_back({part.first, part.count, limit - part.depth});
    // The largest parts come first, so that no block begins a large part when the other blocks have finished.
    std::ranges::sort(parts, [](const SmallPart& a, const SmallPart& b) {
      return a.count != b.count ? a.count > b.count : a.first < b.first;
    });
    std::uint64_t keys = 0;
    for (const SmallPart& part : parts) keys += part.count;
    Pass pass;
    pass.detail = [parts]() -> PassDetail {
      return WorkPass{.pieces = [parts](const WorkPass::Tables&) { return work_of(parts); }};
    };
    pass.header = [rounds = progress_.rounds, count = parts.size()] {
      return PassHeader{0, rounds, "a block each", data::counted(count, "part")};
    };
    pass.execute = [this, parts = std::move(parts)] {
      kernels().sort_parts(device_arrays(), settings_, sorted_.send(parts, stream()), parts.size(), stream().handle());
      progress_.phase = Phase::done;
    };
    // The cost includes one read and one write per key. Costs that depend on the pivots are not counted.
    pass.cost = [this, keys] { return counters(keys, 2 * keys * element_bytes()); };
    pass.claim = [this] {
      Claim claim = sorted_claim();
      claim.sentence += fmt::format(
          "; no key has been partitioned more than {} x log2 n = {} times: parts that reach the limit are merged",
          settings_.depth, depth_limit(n(), settings_));
      return claim;
    };
    return pass;
  }

  std::vector<View> table_views() const override {
    if (progress_.steps == 0) return {};
    const Round& round = *progress_.round;
    std::vector<View> views{table_view(tables::Pivots{}, problem().type(), round.parts.size(), 1, pivots_)};
    if (progress_.steps > 1) {
      views.push_back(table_view(progress_.steps == 2 ? TableKind(tables::ShareCounts{}) : tables::SharePlaces{},
                                 data::KeyType::u64, 3 * round.shares.size(), 3, counts_));
    }
    if (progress_.steps > 2) {
      views.push_back({tables::PartSizes{}, data::KeyType::u64, progress_.sizes.size(), 2,
                       std::as_bytes(std::span(progress_.sizes)), 0, 0});
    }
    return views;
  }

  void forget() override {
    progress_ = {};
    sent_ = nullptr;
    sort_out({0, n(), 0});
    settle();
  }
  void save_more(Snapshot& snapshot) const override {
    CudaRun::save_more(snapshot);
    snapshot.decisions = std::make_shared<const Progress>(progress_);
  }
  void restore_more(const Snapshot& snapshot) override {
    CudaRun::restore_more(snapshot);
    progress_ = *std::static_pointer_cast<const Progress>(snapshot.decisions);
  }

  void advance(Phase phase, unsigned steps) {
    progress_.phase = phase;
    progress_.steps = steps;
  }

  /// Sends the lists of the current round to the device, unless the device already has them.
  void send_round() {
    if (sent_ == progress_.round) return;
    parts_.send(shared_parts(*progress_.round), stream());
    shares_.send(progress_.round->shares, stream());
    sent_ = progress_.round;
  }

  const Launches& kernels() const { return launches<Launches>(problem().type()); }
  std::uint64_t* table() const { return static_cast<std::uint64_t*>(pointer(counts_)); }
  static Counters counters(std::uint64_t fetched, std::uint64_t bytes) {
    return {.dispatches = 1, .elements_read = fetched, .bytes = bytes};
  }

  Settings settings_;
  const GuardedBuffer &pivots_, &counts_;
  cuda::Buffer sizes_;
  DeviceList<SharedPart> parts_;
  DeviceList<Share> shares_, rest_;
  DeviceList<SmallPart> sorted_;
  std::shared_ptr<const Round> sent_;
  Progress progress_;
};

}  // namespace

std::unique_ptr<Run> make_run(gpu::Device& device, std::shared_ptr<const Problem> problem, const Settings& settings) {
  return std::make_unique<QuickRun>(device, std::move(problem), settings);
}

std::uint64_t table_bytes(std::uint64_t n, data::KeyType type, const Settings& settings) {
  const std::uint64_t parts = most_parts(n, settings), shares = most_shares(n, settings);
  // Lists have space for twice their first size. The shares outside the parts are at most as many as the shares of the
  // parts.
  return parts * (data::key_bytes(type) + 2 * word + 2 * sizeof(SharedPart) + 4 * sizeof(SmallPart)) +
         shares * (3 * word + 4 * sizeof(Share));
}

}  // namespace texelsort::algorithms::quick
