#include <cstring>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "compute/algorithms/radix/claims.h"
#include "compute/algorithms/radix/cuda_digits.h"
#include "compute/algorithms/radix/cuda_radix.h"
#include "compute/algorithms/radix/sweep.h"
#include "compute/cuda/buffer.h"
#include "compute/cuda/driver.h"
#include "compute/cuda/event.h"
#include "compute/cuda/launch.h"
#include "compute/cuda/pinned.h"

namespace texelsort::algorithms {
namespace {

using radix::KeySurvey;
using radix::SortStrategy;

class SweepRun final : public CudaRadixRun {
 public:
  SweepRun(gpu::Device& device, std::shared_ptr<const Problem> problem, const CudaRadixPlan& plan)
      : CudaRadixRun(device, std::move(problem), plan),
        tables_(plan),
        table_(add_table(tables_.layout.bytes, "Onesweep's tables")),
        list_(tables_.list_bytes, "the lists of ranges"),
        reading_(stream().ordinal()) {
    auto passes = sweep_passes(
        plan_, {.portion_tiles = plan.portion_tiles, .cleared = tables_.layout.bytes, .fields = field_bytes()}, *this);
    if (plan_.adaptive && !passes.empty()) {
      passes.front().conclude = [this] { read_found(); };
      for (std::uint64_t index = 0; index < plan_.digits(); ++index) adapt(passes[sweep_upfront + index], index);
      if (tables_.has_prefix()) {
        for (const bool scanned : {false, true}) {
          passes[scanned ? 1 : 0].claim = [this, scanned] {
            return all_digits_claim(plan_.digits(), plan_.digit_bits, scanned, uncounted_digits());
          };
        }
        passes.front().header = [this, header = std::move(passes.front().header)] {
          PassHeader named = header();
          if (found_ && uncounted_digits() > 0) named.label = counted_digits();
          return named;
        };
        passes.push_back(ranges_pass());
      }
      all_ = passes;
    }
    start(std::move(passes));
  }

 private:
  void count(const DigitPass& digit) override {
    steps().count(move_by(digit), plan_.adaptive ? found_at() : nullptr, [this] {
      counted_.record(stream());
      counted_.hold_back(reading_);
      copy_back(below_here_, &found_at()->below);
      below_read_.record(reading_);
    });
    if (plan_.adaptive) {
      counted_.record(stream());
      counted_.hold_back(reading_);
      copy_back(found_here_, found_at());
    }
  }
  /// Queues a copy from the device to host memory, for which passes do not wait.
  void copy_back(const cuda::PinnedBuffer& to, const void* from) {
    const auto bytes = to.data();
    reading_.driver().copy(reading_.handle(), bytes.data(), from, bytes.size(), cuda::Driver::Way::from_device);
  }
  void scan(const DigitPass&) override { steps().scan(); }
  void move(const DigitPass& digit) override {
    steps().sweep(move_by(digit), nullptr);
    swap();
  }
  SweepQueue steps() const { return {plan_, tables_.layout, static_cast<std::byte*>(at(0)), queue()}; }
  bool decides_first() const { return SweepQueue{plan_, tables_.layout}.decides_first(); }

  /// Waits for the survey of the keys, but not for the passes queued after it. These passes swap the arrays when they
  /// conclude.
  void read_found() {
    if (queued_ % 2 != 0) swap();
    reading_.wait();
    std::memcpy(&found_.emplace(), found_here_.data().data(), sizeof(KeySurvey));
  }
  /// Returns the start of the prefix if it is chosen before the digits are counted, or 0. Waits for this choice, but
  /// not for the counts. Lower digits then need no launch, which saves 1 % of the time of 2^28 keys per digit.
  unsigned chosen_prefix() {
    if (!decides_first()) return 0;
    if (!below_) {
      below_read_.wait();
      std::memcpy(&below_.emplace(), below_here_.data().data(), sizeof(unsigned));
    }
    return *below_;
  }
  SortStrategy way() const {
    const auto carried = has_fields()                                  ? radix::Carried::fields
                         : data::payload_bytes(problem().payload) == 0 ? radix::Carried::nothing
                                                                       : radix::Carried::word;
    return radix::sort_strategy(*found_, carried, plan_.digit_bits);
  }
  /// Returns the number of digits that are not counted, because the blocks of the last pass sort by them.
  std::uint64_t uncounted_digits() const { return decides_first() ? found_->below / plan_.digit_bits : 0; }
  std::string counted_digits() const {
    const std::uint64_t first = uncounted_digits() + 1;
    return first == plan_.digits() ? fmt::format("digit {}", first)
                                   : fmt::format("digits {} to {}", first, plan_.digits());
  }
  bool differs(const DigitPass& digit) const { return digit.digit(found_->differing) != 0; }

  /// Action of a digit's pass on the keys, which depends on the survey.
  enum class PassAction : std::uint8_t { sweep, skip, leave, stay, reverse, fill };
  PassAction action_of(std::uint64_t index) const {
    switch (way()) {
      case SortStrategy::none:
        return PassAction::stay;
      case SortStrategy::reverse:
        return index == 0 ? PassAction::reverse : PassAction::stay;
      case SortStrategy::fill:
        return differs(plan_.digit(index)) ? PassAction::fill : PassAction::skip;
      case SortStrategy::sweep:
        break;
    }
    if (plan_.digit(index).shift < found_->below) return PassAction::leave;
    return differs(plan_.digit(index)) ? PassAction::sweep : PassAction::skip;
  }
  /// Returns whether the last pass sorts ranges of keys with equal prefixes by blocks.
  bool has_ranges() const { return way() == SortStrategy::sweep && found_->below > 0; }

  /// Changes a digit's pass to do only what the keys require. If the pass is launched before the host has read the
  /// survey, its kernel decides by the survey. Later, conclude() finds which array has the keys.
  void adapt(Pass& pass, std::uint64_t index) {
    const DigitPass digit = plan_.digit(index);
    pass.execute = [this, digit, index] {
      if (!found_) {
        const unsigned below = chosen_prefix();
        if (digit.shift >= below) steps().sweep(move_by(digit), found_at(), SortStrategy::sweep, below);
        swap();
        ++queued_;
      } else if (does_anything(action_of(index))) {
        steps().sweep(move_by(digit), nullptr, way());
        swap();
      }
    };
    pass.conclude = [this, index] {
      if (queued_ == 0) return;
      --queued_;
      if (does_anything(action_of(index))) swap();
    };
    pass.header = [this, index, header = std::move(pass.header)] {
      PassHeader named = header();
      if (found_) named.label = label_of(action_of(index), named.label);
      return named;
    };
    pass.cost = [this, index, cost = std::move(pass.cost)] { return cost_of(action_of(index), cost); };
    pass.claim = [this, digit, index, claim = std::move(pass.claim)] {
      return claim_of(digit, action_of(index), claim);
    };
    pass.detail = [this, digit, index]() -> PassDetail {
      if (action_of(index) == PassAction::sweep) return digit;
      return {};
    };
  }

  static bool does_anything(PassAction part) {
    return part != PassAction::skip && part != PassAction::leave && part != PassAction::stay;
  }

  static std::string label_of(PassAction part, const std::string& swept) {
    switch (part) {
      case PassAction::sweep:
        return swept;
      case PassAction::skip:
        return "skipped: all keys share it";
      case PassAction::leave:
        return "skipped: blocks sort by this digit";
      case PassAction::stay:
        return "skipped: the keys are sorted";
      case PassAction::reverse:
        return "reverse the keys, which are in reverse order";
      case PassAction::fill:
        return "write the keys from the counts: they differ only in this digit";
    }
    return swept;
  }
  Counters cost_of(PassAction part, const std::function<Counters()>& swept) const {
    if (part == PassAction::sweep) return swept();
    if (!does_anything(part)) return {};
    const std::uint64_t read = part == PassAction::reverse ? n() : 0;
    return {.dispatches = 1, .elements_read = read, .bytes = (read + n()) * element_bytes()};
  }
  static Claim claim_of(const DigitPass& digit, PassAction part, const std::function<Claim()>& swept) {
    switch (part) {
      case PassAction::sweep:
        break;
      case PassAction::skip:
        return skipped_claim(digit);
      case PassAction::leave:
        return left_claim();
      case PassAction::stay:
        return stays_sorted_claim();
      case PassAction::reverse:
        return reversed_claim();
      case PassAction::fill:
        return filled_claim();
    }
    return swept();
  }

  /// Returns the shares of the blocks that sort ranges, or none if each range has a block.
  std::optional<radix::RangeShares> range_shares() const {
    return kernels<radix::PrefixLaunches>().shares(plan_.move(plan_.digit(0)), *found_);
  }

  /// Returns the last pass of the sort by prefixes, in which blocks sort ranges.
  Pass ranges_pass() {
    Pass pass;
    pass.execute = [this] {
      if (found_ && !has_ranges()) return;
      steps().finish(move_by(plan_.digit(0)), list_.data(),
                     found_ ? radix::RangeSides::named : radix::RangeSides::passed);
      swap();
      if (!found_) ++queued_;
    };
    pass.conclude = [this] {
      if (queued_ == 0) return;
      --queued_;
      if (has_ranges()) swap();
    };
    pass.header = [this] {
      const bool skipped = found_ && !has_ranges();
      return PassHeader{0, plan_.digits() + 1, "ranges",
                        skipped ? "skipped: no ranges are left" : "blocks sort keys with the same prefix"};
    };
    pass.cost = [this]() -> Counters {
      if (!has_ranges()) return {};
      // If each block has a share, an earlier launch finds the ends of the shares. The last launch merges ranges that
      // are too large for a block.
      return {.dispatches = range_shares() ? 3u : 2u, .elements_read = n(), .bytes = 2 * n() * element_bytes()};
    };
    pass.claim = [this] {
      if (!has_ranges()) return way() == SortStrategy::none ? stays_sorted_claim() : left_claim();
      return ranges_claim(found_->below);
    };
    pass.detail = [this]() -> PassDetail {
      if (!has_ranges()) return {};
      RangeHolder holder;
      if (const auto shares = range_shares())
        holder = [shares](std::uint64_t first) { return shares->share_of(first); };
      return ranges_work(problem(), found_->below, plan_.digit_bits, holder);
    };
    return pass;
  }

  /// Returns all passes at the start of the run, so that the host queues them before it reads the survey. The device
  /// then does not wait for the host.
  std::vector<Pass> next_batch() override {
    return passes_done() == 0 && !all_.empty() ? all_ : CudaRadixRun::next_batch();
  }

  std::vector<View> digit_views(std::uint64_t last) const override {
    if (last < sweep_upfront) {
      return {view_at(tables_.layout.bins_from,
                      last == 0 ? TableKind(tables::AllDigitCounts{}) : tables::AllDigitScan{}, data::KeyType::u64,
                      tables_.layout.bins, tables_.layout.values)};
    }
    const std::uint64_t index = last - sweep_upfront;
    if (index == plan_.digits()) return {};
    if (found_ && action_of(index) != PassAction::sweep) return {};
    const DigitPass digit = plan_.digit(index);
    return {view_at(tables_.layout.status_from + sizeof(std::uint32_t) * index * tables_.layout.status_words,
                    tables::LookBackStatus{}, data::KeyType::u32, table_elements(digit),
                    std::uint64_t{1} << digit.bits)};
  }
  View view_at(std::uint64_t offset, const TableKind& kind, data::KeyType element, std::uint64_t count,
               std::uint64_t width) const {
    View view = table_view(kind, element, count, width, table_);
    view.offset += offset;
    return view;
  }

  void forget() override {
    found_.reset();
    below_.reset();
    queued_ = 0;
  }
  void save_more(Snapshot& snapshot) const override {
    CudaRadixRun::save_more(snapshot);
    snapshot.decisions = std::make_shared<const std::optional<KeySurvey>>(found_);
  }
  void restore_more(const Snapshot& snapshot) override {
    CudaRadixRun::restore_more(snapshot);
    if (snapshot.decisions != nullptr)
      found_ = *std::static_pointer_cast<const std::optional<KeySurvey>>(snapshot.decisions);
  }

  void* at(std::uint64_t offset) const { return static_cast<std::byte*>(pointer(table_)) + offset; }
  KeySurvey* found_at() const { return static_cast<KeySurvey*>(at(0)); }

  const SweepTables tables_;
  const GuardedBuffer& table_;
  const cuda::Buffer list_;  ///< memory for lists of ranges with equal prefixes, for the last pass
  std::vector<Pass> all_;    ///< all passes, for runs that launch them before the survey is read; otherwise empty
  cuda::Event counted_;
  cuda::Stream reading_;  ///< stream in which the host reads the survey while queued passes run
  const cuda::PinnedBuffer found_here_{sizeof(KeySurvey)};  ///< host copy of the survey
  cuda::Event below_read_;
  const cuda::PinnedBuffer below_here_{sizeof(unsigned)};  ///< host copy of the start of the prefix
  std::optional<unsigned> below_;                          ///< start of the prefix; null until the host has read it
  std::optional<KeySurvey> found_;                         ///< survey of the keys; null until the host has read it
  unsigned queued_ = 0;  ///< number of passes that were launched before the survey was read, and are not yet concluded
};

}  // namespace

std::unique_ptr<Run> make_sweep_run(gpu::Device& device, std::shared_ptr<const Problem> problem,
                                    const CudaRadixPlan& plan) {
  return std::make_unique<SweepRun>(device, std::move(problem), plan);
}

std::uint64_t sweep_bytes(const CudaRadixPlan& plan) {
  return SweepTables(plan).bytes();
}

}  // namespace texelsort::algorithms
