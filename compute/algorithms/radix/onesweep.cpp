#include <fmt/format.h>

#include "compute/algorithms/radix/cuda_radix_algorithm.h"
#include "compute/algorithms/radix/cuda_radix_run.h"
#include "compute/algorithms/radix/onesweep_claims.h"
#include "compute/algorithms/radix/radix.h"
#include "compute/algorithms/radix/radix_claims.h"

namespace texelsort::algorithms {
namespace {

/// Where in the tables things stand; all digits' parts follow each other.
struct Layout {
  std::uint64_t digits, values, tiles, portions;

  explicit Layout(const CudaRadixPlan& plan)
      : digits(plan.digits()),
        values(std::uint64_t{1} << plan.digit_bits),
        tiles(plan.tiles()),
        portions(tiles / radix::onesweep_portion_tiles(plan.shape) + 1) {}

  std::uint64_t bins() const { return digits * values; }
  /// With one digit's more, for portions in turn.
  std::uint64_t bins_bytes() const { return sizeof(std::uint64_t) * (bins() + values); }
  std::uint64_t status_words() const { return tiles * values; }  ///< of one digit
  std::uint64_t status_bytes() const { return sizeof(std::uint32_t) * digits * status_words(); }
  std::uint64_t tickets_bytes() const { return sizeof(std::uint32_t) * digits * portions; }
};

class OnesweepRun final : public CudaRadixRun {
 public:
  OnesweepRun(gpu::Device& device, std::shared_ptr<const Problem> problem, const CudaRadixPlan& plan,
              std::uint32_t patience)
      : CudaRadixRun(device, std::move(problem), plan),
        layout_(plan),
        patience_(patience),
        bins_(add_table(layout_.bins_bytes(), "bins")),
        status_(add_table(layout_.status_bytes(), "look-back status")),
        tickets_(add_table(layout_.tickets_bytes(), "tickets")) {
    if (n() > 1) {
      add_pass(histogram_pass());
      add_pass(scan_pass());
      for (std::uint64_t digit = 0; digit < layout_.digits; ++digit) add_pass(sweep_pass(digit));
    }
    rewind();
  }

 private:
  const radix::OnesweepLaunches& kernels() const { return launches<radix::OnesweepLaunches>(problem().type()); }

  /// Passes before the first digit's.
  static constexpr std::uint64_t upfront = 2;

  static Pass upfront_pass(const char* label) {
    Pass pass;
    pass.header = [label] { return PassHeader{0, 0, "digit histograms", label}; };
    return pass;
  }

  Pass histogram_pass() {
    Pass pass = upfront_pass("all digits");
    pass.execute = [this] {
      CUstream_st* const queue = stream().handle();
      radix::clear(pointer(bins_), layout_.bins_bytes(), queue);
      radix::clear(pointer(status_), layout_.status_bytes(), queue);
      radix::clear(pointer(tickets_), layout_.tickets_bytes(), queue);
      kernels().histograms(move(0), static_cast<unsigned>(layout_.digits), bins(), queue);
    };
    pass.cost = [this] {
      Counters counters;
      counters.dispatches = 1;
      counters.texels_fetched = n();
      counters.bytes = key_array_bytes() + layout_.bins_bytes() + layout_.status_bytes() + layout_.tickets_bytes();
      return counters;
    };
    pass.claim = [this] { return all_digits_claim(radix_plan().digits(), radix_plan().digit_bits, false); };
    return pass;
  }

  Pass scan_pass() {
    Pass pass = upfront_pass("scan");
    pass.execute = [this] {
      radix::scan_bins(static_cast<unsigned>(layout_.digits), radix_plan().digit_bits, bins(), stream().handle());
    };
    pass.cost = [this] {
      Counters counters;
      counters.dispatches = 1;
      counters.texels_fetched = layout_.bins();
      counters.bytes = 2 * sizeof(std::uint64_t) * layout_.bins();
      return counters;
    };
    pass.claim = [this] { return all_digits_claim(radix_plan().digits(), radix_plan().digit_bits, true); };
    return pass;
  }

  Pass sweep_pass(std::uint64_t digit) {
    Pass pass = digit_pass(digit + 1, digit, "rank, look back, scatter");
    const DigitPass by = radix_plan().digit(digit);
    pass.execute = [this, digit] {
      radix::OnesweepTables tables;
      tables.bins = bins() + digit * layout_.values;
      tables.next_bins = bins() + layout_.bins();
      tables.status = static_cast<unsigned*>(pointer(status_)) + digit * layout_.status_words();
      tables.tickets = static_cast<unsigned*>(pointer(tickets_)) + digit * layout_.portions;
      tables.patience = patience_;
      kernels().pass(move(digit), tables, stream().handle());
      swap();
    };
    pass.cost = [this, by] {
      Counters counters;
      counters.dispatches = layout_.portions;
      counters.texels_fetched = n();
      // Of the status: a count, a sum, and one of a tile before.
      counters.bytes = 3 * sizeof(std::uint32_t) * (by.columns << by.bits);
      count_move(counters);
      return counters;
    };
    pass.claim = [this, by] {
      return swept_claim(by, radix::onesweep_portion_tiles(radix_plan().shape), has_fields());
    };
    return pass;
  }

  std::vector<TableKind> table_kinds() const override {
    return {tables::AllDigitCounts{}, tables::AllDigitScan{}, tables::LookBackStatus{}};
  }
  std::vector<View> digit_views(std::uint64_t last) const override {
    if (last < upfront) {
      return {table_view(last == 0 ? TableKind(tables::AllDigitCounts{}) : tables::AllDigitScan{}, data::KeyType::u64,
                         layout_.bins(), static_cast<std::uint32_t>(layout_.values), bins_)};
    }
    const DigitPass by = radix_plan().digit(last - upfront);
    View status = table_view(tables::LookBackStatus{}, data::KeyType::u32, by.columns << by.bits,
                             std::uint32_t{1} << by.bits, status_);
    status.offset += sizeof(std::uint32_t) * (last - upfront) * layout_.status_words();
    return {status};
  }

  std::uint64_t* bins() const { return static_cast<std::uint64_t*>(pointer(bins_)); }

  Layout layout_;
  std::uint32_t patience_;
  const GuardedBuffer &bins_, &status_, &tickets_;
};

class Onesweep final : public CudaRadixAlgorithm {
 public:
  Onesweep()
      : CudaRadixAlgorithm(
            {.id = "radix/onesweep@cuda",
             .title = "Radix sort Onesweep (Adinets & Merrill), CUDA",
             .family = "radix",
             .summary =
                 "Least significant digit first, every digit in one pass over the array. All digits are counted "
                 "beforehand; a tile learns from the tiles before it how many keys of each digit they hold (decoupled "
                 "look-back), and counts for itself the digits of one that keeps it waiting. Memory: two arrays and 4 "
                 "bytes for every digit of every tile in every pass.",
             .citation = {"A. Adinets, D. Merrill", "Onesweep: A Faster Least Significant Digit Radix Sort for GPUs",
                          "arXiv:2206.01784", 2022, "sections 3 and 4"},
             .stable = true},
            "8", "",
            {{"patience", "reads", IntegerRange{0, 1 << 20}, "4096", "",
              "How often a tile reads the status of one that has not counted its digits yet, before it counts them in "
              "its place. 0: at once. CUDA does not promise that the other gets on."}}) {}

  CudaRadixPlan plan(std::uint64_t n, data::KeyType type, data::PayloadKind payload,
                     const Parameters& parameters) const override {
    return cuda_radix_plan(n, type, payload, parameters);
  }

 protected:
  std::uint64_t tables_bytes(const CudaRadixPlan& plan, const Parameters&) const override {
    const Layout layout(plan);
    return layout.bins_bytes() + layout.status_bytes() + layout.tickets_bytes();
  }
  std::unique_ptr<Run> make_run(gpu::Device* device, std::shared_ptr<const Problem> problem,
                                const Parameters& parameters) const override {
    const CudaRadixPlan chosen = plan(problem->n(), problem->type(), problem->payload, parameters);
    return std::make_unique<OnesweepRun>(*device, std::move(problem), chosen,
                                         static_cast<std::uint32_t>(parameters.integer("patience")));
  }
};

}  // namespace

std::unique_ptr<Algorithm> make_onesweep() {
  return std::make_unique<Onesweep>();
}

}  // namespace texelsort::algorithms
