#include "compute/algorithms/reference/std_sort.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "compute/algorithms/arrays/host_arrays.h"
#include "compute/algorithms/input_state.h"
#include "compute/algorithms/pass_timer.h"
#include "compute/algorithms/sorted_claim.h"
#include "compute/data/check.h"
#include "compute/data/error.h"
#include "compute/data/order.h"

namespace texelsort::algorithms {
namespace {

enum class Stability : bool { unstable, stable };

/// Keys are sorted in their own type and by their own order, so that the time is what a user of the library would see.
class StdSortRun final : public Run {
 public:
  StdSortRun(std::shared_ptr<const Problem> problem, Stability stability)
      : problem_(std::move(problem)), stability_(stability), state_(input_state(*problem_)) {}

  std::optional<PassRecord> step() override {
    if (done_) return std::nullopt;
    finish();
    return PassRecord{header(), counters(), sorted_claim(), nullptr, {}};
  }

  void finish() override {
    if (done_) return;
    timer_.begin("sort");
    std::visit([this](auto& keys) { sort(keys); }, state_.keys);
    timer_.end();
    done_ = true;
  }

  void rewind() override {
    state_ = input_state(*problem_);
    done_ = false;
  }
  void restore(const Snapshot& snapshot) override {
    state_ = snapshot.state;
    done_ = snapshot.passes_done > 0;
  }
  std::uint64_t passes_done() const override { return done_ ? 1 : 0; }
  std::vector<PassHeader> known_passes() const override { return {header()}; }
  std::optional<std::uint64_t> total_passes() const override { return 1; }
  std::uint64_t n() const override { return problem_->n(); }

  std::vector<View> views() const override {
    const std::uint32_t width = shown_width(n());
    std::vector<View> views{{"keys", problem_->type(), n(), width, data::bytes(state_.keys), 0}};
    if (!state_.payload.empty()) {
      views.push_back(owning_view("payload", data::payload_type(problem_->payload), width,
                                  data::payload_memory(state_.payload, problem_->payload)));
    }
    return views;
  }
  data::State read(std::uint64_t first, std::uint64_t count) const override {
    data::State state{data::slice(state_.keys, first, count), {}};
    if (!state_.payload.empty()) {
      const auto start = state_.payload.begin() + static_cast<std::ptrdiff_t>(first);
      state.payload.assign(start, start + static_cast<std::ptrdiff_t>(count));
    }
    return state;
  }
  std::optional<std::string> find_guard_damage() const override { return std::nullopt; }

  double timed_finish() override {
    return timer_.time([this] { finish(); });
  }
  void time_passes(bool on) override { timer_.time_passes(on); }
  std::vector<double> take_pass_times() override { return timer_.take(); }
  gpu::Clock clock() const override { return gpu::Clock::cpu_steady; }

 private:
  static PassHeader header() { return {0, 0, "sort", "whole array"}; }

  template <typename Key>
  void sort(std::vector<Key>& keys) {
    const data::Order order = problem_->order;
    if (problem_->comparison == data::Comparison::natural) {
      return sort_by(keys, [order](Key a, Key b) { return data::encode(a, order) < data::encode(b, order); });
    }
    const data::ComparedLess<data::CodeOf<Key>> less(problem_->comparison, problem_->type(), order);
    sort_by(keys, [less, order](Key a, Key b) { return less(data::encode(a, order), data::encode(b, order)); });
  }

  template <typename Key, typename Precedes>
  void sort_by(std::vector<Key>& keys, Precedes precedes) {
    if (state_.payload.empty()) return sort_range(keys, precedes);
    if (data::payload_bytes(problem_->payload) == sizeof(std::uint32_t)) {
      sort_pairs<std::uint32_t>(keys, precedes);
    } else {
      sort_pairs<std::uint64_t>(keys, precedes);
    }
  }

  /// Pairs are as wide as the payload asks for.
  template <typename Payload, typename Key, typename Precedes>
  void sort_pairs(std::vector<Key>& keys, Precedes precedes) {
    struct Pair {
      Key key;
      Payload payload;
    };
    std::vector<Pair> pairs(keys.size());
    for (std::size_t i = 0; i < pairs.size(); ++i) pairs[i] = {keys[i], static_cast<Payload>(state_.payload[i])};
    sort_range(pairs, [&](const Pair& a, const Pair& b) { return precedes(a.key, b.key); });
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      keys[i] = pairs[i].key;
      state_.payload[i] = pairs[i].payload;
    }
  }

  template <typename Element, typename Precedes>
  void sort_range(std::vector<Element>& elements, Precedes precedes) {
    if (stability_ == Stability::stable) {
      std::ranges::stable_sort(elements, precedes);
    } else {
      std::ranges::sort(elements, precedes);
    }
  }

  Counters counters() const {
    Counters counters;
    counters.bytes = 2 * n() * (data::key_bytes(problem_->type()) + data::payload_bytes(problem_->payload));
    return counters;
  }

  std::shared_ptr<const Problem> problem_;
  Stability stability_;
  data::State state_;
  CpuPassTimer timer_;
  bool done_ = false;
};

class StdSort final : public Algorithm {
 public:
  explicit StdSort(Stability stability) : stability_(stability) {
    const bool stable = stability == Stability::stable;
    info_.id = stable ? "std/stable-sort@cpu" : "std/sort@cpu";
    info_.title = stable ? "std::stable_sort" : "std::sort";
    info_.family = "std";
    info_.backend = Backend::cpu;
    info_.summary = stable ? "The C++ standard library's merge sort on one thread; equal keys keep their order."
                           : "The C++ standard library's introsort on one thread.";
    info_.citation = {"ISO/IEC JTC1/SC22/WG21", "Programming Languages: C++", "ISO/IEC 14882:2020", 2020,
                      stable ? "stable.sort" : "sort"};
    info_.stable = stable;
    info_.compares = true;
  }

  const AlgorithmInfo& info() const override { return info_; }
  const std::vector<ParameterSpec>& parameters() const override {
    static const std::vector<ParameterSpec> none;
    return none;
  }
  Availability availability(const gpu::DeviceInfo*) const override { return {}; }
  std::optional<std::string> refusal(const gpu::DeviceInfo*, std::uint64_t, data::KeyType, data::PayloadKind,
                                     const Parameters&) const override {
    return std::nullopt;
  }
  std::map<std::string, std::string> tuned(const gpu::DeviceInfo*, std::uint64_t, data::KeyType) const override {
    return {};
  }

 protected:
  std::unique_ptr<Run> make_run(gpu::Device*, std::shared_ptr<const Problem> problem,
                                const Parameters&) const override {
    return std::make_unique<StdSortRun>(std::move(problem), stability_);
  }

 private:
  Stability stability_;
  AlgorithmInfo info_;
};

}  // namespace

std::unique_ptr<Algorithm> make_std_sort() {
  return std::make_unique<StdSort>(Stability::unstable);
}
std::unique_ptr<Algorithm> make_std_stable_sort() {
  return std::make_unique<StdSort>(Stability::stable);
}

}  // namespace texelsort::algorithms
