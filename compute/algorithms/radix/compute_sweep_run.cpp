// Runs of Onesweep and of the sort by prefixes, by shaders.

#include <array>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "compute/algorithms/arrays/compute_run.h"
#include "compute/algorithms/radix/claims.h"
#include "compute/algorithms/radix/compute_onesweep.h"
#include "compute/algorithms/radix/compute_radix.h"
#include "compute/gpu/compute_program.h"

namespace texelsort::algorithms {
namespace {

class SweepProgram : public gpu::ComputeProgram<SweepProgram> {
 public:
  using ComputeProgram::ComputeProgram;
  SweepProgram& digit(const DigitPass& digit, std::uint64_t number) {
    return set("shift", digit.shift).set("bits", digit.bits).set("digit_number", number);
  }
  SweepProgram& arrays(const PingPongBuffers& arrays) {
    // binding 5 is the same buffer as the front keys, which a shader also reads as an array of uvec4
    return bind(arrays.bindings()).bind(5, arrays.front().keys().binding(5));
  }
  SweepProgram& bins(const GuardedBuffer& bins) { return bind(4, bins.binding(4)); }
  SweepProgram& bins(const GuardedBuffer& bins, std::uint64_t first) {
    return this->bins(bins).set("first_bin", first);
  }
  SweepProgram& sweep(const GuardedBuffer& sweep, std::uint64_t first_word, std::uint64_t ticket) {
    return bind(6, sweep.binding(6)).set("first_word", first_word).set("ticket", ticket);
  }
  SweepProgram& look_back_reads(std::uint64_t reads) { return set("look_back_reads", reads); }
  SweepProgram& words(std::uint64_t table, std::uint64_t sweep) {
    return set("table_words", table).set("sweep_words", sweep);
  }
  SweepProgram& n(std::uint64_t keys, std::uint64_t columns) { return set("n", keys).set("columns", columns); }
};

/// Program of radix/tile_sort.comp that sorts the keys of each value of the prefix's digit.
class BlockProgram : public gpu::ComputeProgram<BlockProgram> {
 public:
  using ComputeProgram::ComputeProgram;
  BlockProgram& arrays(const PingPongBuffers& arrays) { return bind(arrays.bindings()); }
  BlockProgram& bins(const GuardedBuffer& bins) { return bind(4, bins.binding(4)); }
  BlockProgram& n(std::uint64_t keys) { return set("n", keys); }
};

/// Passes of which the device executes some: those by all digits, or the two of the prefix.
enum class Way : std::uint8_t { all_digits, prefix };

/// Words that radix/scan_bins.comp stores behind the counts of digits.
struct Choice {
  std::uint32_t digit = 0;  ///< number of the digit of the prefix, from 0
  std::uint32_t sorts_by_prefix = 0;

  Way way() const { return sorts_by_prefix != 0 ? Way::prefix : Way::all_digits; }
};
static_assert(sizeof(Choice) == sizeof(std::uint32_t) * ComputeOnesweepPlan::choice_words);

class ComputeSweepRun final : public ComputeRun, private DigitSteps {
 public:
  ComputeSweepRun(gpu::Device& device, std::shared_ptr<const Problem> problem, const ComputeOnesweepPlan& plan)
      : ComputeRun(device, problem, maker_of(plan.memory, device, problem->execution)),
        plan_(plan),
        bins_(add_table(plan.bin_bytes(), "bins")),
        sweep_(add_table(plan.sweep_bytes(), "look-back status")),
        clear_(device, "radix/clear.comp", plan.counting_defines(problem->order)),
        count_(device, "radix/histograms.comp", plan.counting_defines(problem->order)),
        scan_(device, "radix/scan_bins.comp", plan.defines(problem->order)),
        move_(device, "radix/onesweep.comp", plan.defines(problem->order)) {
    const SweepSizes sizes{.portion_tiles = plan_.columns + 1, .cleared = plan.bin_bytes() + plan.sweep_bytes()};
    std::vector<Pass> passes = sweep_passes(plan_, sizes, *this);
    if (plan_.blocks && !passes.empty()) {
      move_by_prefix_.emplace(device, "radix/onesweep.comp", plan.prefix_defines(problem->order));
      sort_blocks_.emplace(device, "radix/tile_sort.comp", plan.block_defines(problem->order));
      passes[1].conclude = [this] {
        if (watched()) choice();
      };
      Pass prefix = prefix_pass(passes.back().cost);
      for (std::uint64_t i = sweep_upfront; i < passes.size(); ++i) adapt(passes[i], Way::all_digits, left_claim);
      passes.push_back(std::move(prefix));
      passes.push_back(ranges_pass());
      all_ = passes;
    }
    for (Pass& pass : passes) add_pass(std::move(pass));
    rewind();
  }

 private:
  std::vector<View> table_views() const override {
    if (passes_done() == 0) return {};
    const std::uint64_t last = passes_done() - 1, values = std::uint64_t{1} << plan_.digit_bits;
    if (last < sweep_upfront) {
      return {table_view(last == 0 ? TableKind(tables::AllDigitCounts{}) : tables::AllDigitScan{}, data::KeyType::u32,
                         plan_.bins(), values, bins_)};
    }
    const std::uint64_t sweep = last - sweep_upfront;
    if (sweep == plan_.sweeps()) return {};
    if (plan_.blocks && choice().way() != (sweep < plan_.digits() ? Way::all_digits : Way::prefix)) return {};
    const DigitPass digit = sweep < plan_.digits() ? plan_.digit(sweep) : prefix_digit();
    View status = table_view(tables::LookBackStatus{}, data::KeyType::u32, algorithms::table_elements(digit),
                             std::uint64_t{1} << digit.bits, sweep_);
    status.offset += sizeof(std::uint32_t) * sweep * plan_.status_words();
    return {status};
  }
  void count(const DigitPass& digit) override {
    constexpr std::uint64_t words_each = 16;
    clear_.words(plan_.bins(), plan_.sweep_words())
        .bins(bins_, 0)
        .sweep(sweep_, 0, 0)
        .dispatch(plan_.sweep_words() / (words_each * plan_.counting_invocations()) + 1,
                  words_each + plan_.bins() + few_loops);
    const std::uint64_t workgroups = plan_.counting_workgroups();
    count_.n(n(), workgroups)
        .digit(digit, plan_.digits())
        .arrays(arrays())
        .bins(bins_, 0)
        .dispatch(workgroups, plan_.counting_rounds());
  }
  void scan(const DigitPass& digit) override {
    scan_.n(n(), plan_.columns)
        .digit(digit, plan_.digits())
        .arrays(arrays())
        .bins(bins_, 0)
        .dispatch(plan_.blocks ? 1 : plan_.digits(), plan_.scanning_rounds());
  }
  void move(const DigitPass& digit) override {
    const std::uint64_t index = digit.shift / plan_.digit_bits;
    SweepProgram& program = sweep_into(move_, index);
    program.digit(digit, plan_.digits())
        .bins(bins_, index << plan_.digit_bits)
        .dispatch(plan_.columns, plan_.moving_rounds());
    swap();
  }
  /// Gives `program` the arrays and the status words of the pass that is number `index` of those that move keys.
  SweepProgram& sweep_into(SweepProgram& program, std::uint64_t index) {
    return program.n(n(), plan_.columns)
        .arrays(arrays())
        .sweep(sweep_, index * plan_.status_words(), plan_.sweeps() * plan_.status_words() + index)
        .look_back_reads(plan_.look_back_reads);
  }
  Counters scan_cost(std::uint64_t elements) const override {
    return {.dispatches = 1, .elements_read = elements, .bytes = 2 * sizeof(std::uint32_t) * elements};
  }

  // The following functions belong to the sort by prefixes.

  /// Returns which passes the device executes. If the host does not know it yet, waits for the device.
  const Choice& choice() const {
    if (!choice_) {
      Choice found;
      bins_.read(sizeof(std::uint32_t) * plan_.bins(), std::as_writable_bytes(std::span(&found, 1)));
      choice_ = found;
    }
    return *choice_;
  }
  DigitPass prefix_digit() const { return plan_.digit(choice().digit); }

  /// Lets the device decide whether it executes a pass of `way`. At full speed, the host does not know the decision. It
  /// then dispatches all passes, of which some do nothing, and exchanges the arrays after each. Both ways have
  /// an even number of passes, so that the keys end in the same array.
  void adapt(Pass& pass, Way way, Claim (*skipped)()) {
    pass.execute = [this, way, execute = std::move(pass.execute)] {
      if (choice_ && choice_->way() != way) return;
      execute();
      if (!choice_) ++queued_[static_cast<std::size_t>(way)];
    };
    pass.conclude = [this] {
      const auto [digits, prefix] = queued_;
      if (digits + prefix == 0 || digits + prefix == all_.size() - sweep_upfront) return;
      // Only some of the passes were dispatched, so undo the exchanges by passes that did nothing.
      if ((choice().way() == Way::prefix ? digits : prefix) % 2 != 0) swap();
      queued_ = {};
    };
    pass.header = [this, way, header = std::move(pass.header)] {
      PassHeader named = header();
      if (is_skipped(way)) {
        named.label = way == Way::prefix ? "skipped: all digits have had a pass" : "skipped: the last two passes sort";
      }
      return named;
    };
    pass.cost = [this, way, cost = std::move(pass.cost)] { return is_skipped(way) ? Counters{} : cost(); };
    pass.claim = [this, way, skipped, claim = std::move(pass.claim)] { return is_skipped(way) ? skipped() : claim(); };
    pass.detail = [this, way, detail = std::move(pass.detail)] { return is_skipped(way) ? PassDetail{} : detail(); };
  }
  bool is_skipped(Way way) const { return (choice_ || passes_done() > sweep_upfront) && choice().way() != way; }

  Pass prefix_pass(std::function<Counters()> cost) {
    Pass pass;
    pass.execute = [this] {
      sweep_into(*move_by_prefix_, plan_.digits()).bins(bins_).dispatch(plan_.columns, plan_.moving_rounds());
      swap();
    };
    pass.header = [this] {
      return PassHeader{0, plan_.digits() + 1, "prefix", "rank, look back, scatter by the most significant digit"};
    };
    pass.cost = std::move(cost);
    pass.claim = [this] { return swept_claim(prefix_digit(), plan_.columns + 1, false); };
    pass.detail = [this]() -> PassDetail { return prefix_digit(); };
    adapt(pass, Way::prefix, stays_sorted_claim);
    return pass;
  }
  Pass ranges_pass() {
    Pass pass;
    pass.execute = [this] {
      sort_blocks_->n(n()).arrays(arrays()).bins(bins_).dispatch(1u << plan_.digit_bits, plan_.blocks->rounds());
      swap();
    };
    pass.header = [this] {
      return PassHeader{0, plan_.digits() + 2, "ranges", "workgroups sort keys with the same prefix"};
    };
    pass.cost = [this] {
      const std::uint64_t element = data::key_bytes(plan_.type) + data::payload_bytes(plan_.payload);
      return Counters{.dispatches = 1, .elements_read = n(), .bytes = 2 * n() * element};
    };
    pass.claim = [this] { return ranges_claim(prefix_digit().shift); };
    pass.detail = [this]() -> PassDetail {
      WorkPass work = ranges_work(problem(), prefix_digit().shift, plan_.digit_bits, {});
      work.worker = "workgroup";
      return work;
    };
    adapt(pass, Way::prefix, stays_sorted_claim);
    return pass;
  }

  std::vector<Pass> next_batch() override {
    return passes_done() == 0 && !all_.empty() ? all_ : ComputeRun::next_batch();
  }
  void forget() override {
    choice_.reset();
    queued_ = {};
  }
  void save_more(Snapshot& snapshot) const override {
    ComputeRun::save_more(snapshot);
    snapshot.decisions = std::make_shared<const std::optional<Choice>>(choice_);
  }
  void restore_more(const Snapshot& snapshot) override {
    ComputeRun::restore_more(snapshot);
    forget();
    if (snapshot.decisions != nullptr)
      choice_ = *std::static_pointer_cast<const std::optional<Choice>>(snapshot.decisions);
  }

  static constexpr std::uint64_t few_loops = 8;

  ComputeOnesweepPlan plan_;
  const GuardedBuffer &bins_, &sweep_;
  SweepProgram clear_, count_, scan_, move_;
  std::optional<SweepProgram> move_by_prefix_;
  std::optional<BlockProgram> sort_blocks_;
  std::vector<Pass> all_;                  ///< all passes of a sort by prefixes; otherwise empty
  mutable std::optional<Choice> choice_;   ///< choice of the device; null until the host has read it
  std::array<std::uint64_t, 2> queued_{};  ///< for each way, the passes dispatched while the host did not know it
};

}  // namespace

std::unique_ptr<Run> make_compute_sweep_run(gpu::Device& device, std::shared_ptr<const Problem> problem,
                                            const ComputeOnesweepPlan& plan) {
  return std::make_unique<ComputeSweepRun>(device, std::move(problem), plan);
}

}  // namespace texelsort::algorithms
