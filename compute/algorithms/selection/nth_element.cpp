#include <algorithm>

#include <fmt/format.h>

#include "compute/algorithms/arrays/host_arrays.h"
#include "compute/algorithms/core/input_state.h"
#include "compute/algorithms/selection/encoded_keys.h"
#include "compute/algorithms/selection/runs.h"
#include "compute/data/keys/order.h"

namespace texelsort::algorithms {
namespace {

/// Returns the claim that no key before position `rank` is larger than the key there, and that no key after it is
/// smaller.
Claim partition_claim(std::uint64_t rank) {
  return {fmt::format("no key before place {} is greater than the key there, and no key after it is smaller", rank),
          [rank](const Observation& seen) -> std::optional<Violation> {
            for (std::uint64_t i = 0; i < seen.after.size(); ++i) {
              const bool right = i < rank ? seen.after[i] <= seen.after[rank] : seen.after[i] >= seen.after[rank];
              if (!right) return Violation{fmt::format("is on the wrong side of place {}", rank), i, std::nullopt};
            }
            return std::nullopt;
          }};
}

/// Run that calls std::nth_element for each rank in ascending order, on the range to the right of the previous rank. It
/// uses the keys' own type and order, so that the time is that of ordinary use of the library.
class NthElementRun final : public Run {
 public:
  explicit NthElementRun(std::shared_ptr<const Problem> problem)
      : Run(problem, std::make_unique<CpuPassTimer>()), ranks_(ascending_ranks(*problem)), keys_(problem->keys) {
    for (std::size_t i = 0; i < ranks_.size(); ++i) add_pass(pass_of(i));
    NthElementRun::forget();
  }

  std::vector<View> views() const override {
    return {{tables::Keys{}, problem().type(), n(), shown_width(n()), data::bytes(keys_), 0}};
  }
  data::State read(std::uint64_t first, std::uint64_t count) const override {
    return {data::slice(keys_, first, count), {}};
  }
  const Selection* selection() const override { return &selection_; }

 private:
  Pass pass_of(std::uint64_t index) {
    const std::uint64_t rank = ranks_[index];
    const std::uint64_t first = index == 0 ? 0 : ranks_[index - 1] + 1;
    const auto header = [this, index, rank] {
      return PassHeader{index, index, fmt::format("k = {}", n() - rank), fmt::format("place {}", rank)};
    };
    const auto cost = [this, first] {
      return Counters{.bytes = 2 * (n() - first) * data::key_bytes(problem().type())};
    };
    return {.header = header,
            .execute = [this, first, rank] { partition(first, rank); },
            .cost = cost,
            .claim = [rank] { return partition_claim(rank); }};
  }

  void partition(std::uint64_t first, std::uint64_t rank) {
    const data::Order order = problem().order;
    const std::uint64_t found = std::visit(
        [&]<typename Key>(std::vector<Key>& keys) -> std::uint64_t {
          const auto start = keys.begin();
          std::nth_element(start + static_cast<std::ptrdiff_t>(first), start + static_cast<std::ptrdiff_t>(rank),
                           keys.end(),
                           [order](Key a, Key b) { return data::encode(a, order) < data::encode(b, order); });
          return data::encode(keys[rank], order);
        },
        keys_);
    for (Candidate& candidate : selection_.candidates) {
      if (candidate.rank == rank) candidate.low = candidate.high = found;
    }
  }

  void load(const data::StateView& state) override { keys_ = state.keys; }
  void forget() override { selection_ = undecided(problem(), code_range(problem(), 0)); }
  void save_more(Snapshot& snapshot) const override {
    snapshot.decisions = std::make_shared<const Selection>(selection_);
  }
  void restore_more(const Snapshot& snapshot) override {
    selection_ = *static_cast<const Selection*>(snapshot.decisions.get());
  }

  std::vector<std::uint64_t> ranks_;  ///< distinct ranks of the problem in ascending order
  data::Keys keys_;
  Selection selection_;
};

}  // namespace

std::unique_ptr<Run> make_nth_element_run(std::shared_ptr<const Problem> problem) {
  return std::make_unique<NthElementRun>(std::move(problem));
}

}  // namespace texelsort::algorithms
