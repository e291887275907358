#include "compute/algorithms/radix/claims.h"
#include "compute/algorithms/radix/cuda.h"

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
      for (std::uint64_t index = 0; index < layout_.digits; ++index) add_pass(sweep_pass(index));
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
      kernels().histograms(move_by(plan().digit(0)), static_cast<unsigned>(layout_.digits), bins(), queue);
    };
    pass.cost = [this] {
      Counters counters;
      counters.dispatches = 1;
      counters.texels_fetched = n();
      counters.bytes =
          plan().key_array_bytes() + layout_.bins_bytes() + layout_.status_bytes() + layout_.tickets_bytes();
      return counters;
    };
    pass.claim = [this] { return all_digits_claim(plan().digits(), plan().digit_bits, false); };
    return pass;
  }

  Pass scan_pass() {
    Pass pass = upfront_pass("scan");
    pass.execute = [this] {
      radix::scan_bins(static_cast<unsigned>(layout_.digits), plan().digit_bits, bins(), stream().handle());
    };
    pass.cost = [this] {
      Counters counters;
      counters.dispatches = 1;
      counters.texels_fetched = layout_.bins();
      counters.bytes = 2 * sizeof(std::uint64_t) * layout_.bins();
      return counters;
    };
    pass.claim = [this] { return all_digits_claim(plan().digits(), plan().digit_bits, true); };
    return pass;
  }

  Pass sweep_pass(std::uint64_t index) {
    Pass pass;
    pass.header = [this, index] {
      return PassHeader{0, index + 1, plan().digit_name(index), "rank, look back, scatter"};
    };
    const DigitPass digit = plan().digit(index);
    pass.detail = [digit]() -> PassDetail { return digit; };
    pass.execute = [this, index, digit] {
      radix::OnesweepTables tables;
      tables.bins = bins() + index * layout_.values;
      tables.next_bins = bins() + layout_.bins();
      tables.status = static_cast<unsigned*>(pointer(status_)) + index * layout_.status_words();
      tables.tickets = static_cast<unsigned*>(pointer(tickets_)) + index * layout_.portions;
      tables.patience = patience_;
      kernels().pass(move_by(digit), tables, stream().handle());
      swap();
    };
    pass.cost = [this, digit] {
      Counters counters = move_cost(plan(), field_bytes());
      counters.dispatches = layout_.portions;
      // Three status words: a count, a sum, and one of a tile before.
      counters.bytes += 3 * sizeof(std::uint32_t) * table_elements(digit);
      return counters;
    };
    pass.claim = [this, digit] {
      return swept_claim(digit, radix::onesweep_portion_tiles(plan().shape), has_fields());
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
    const DigitPass digit = plan().digit(last - upfront);
    View status = table_view(tables::LookBackStatus{}, data::KeyType::u32, table_elements(digit),
                             std::uint32_t{1} << digit.bits, status_);
    status.offset += sizeof(std::uint32_t) * (last - upfront) * layout_.status_words();
    return {status};
  }

  std::uint64_t* bins() const { return static_cast<std::uint64_t*>(pointer(bins_)); }

  Layout layout_;
  std::uint32_t patience_;
  const GuardedBuffer &bins_, &status_, &tickets_;
};

}  // namespace

std::unique_ptr<Run> make_onesweep_run(gpu::Device& device, std::shared_ptr<const Problem> problem,
                                       const CudaRadixPlan& plan, std::uint32_t patience) {
  return std::make_unique<OnesweepRun>(device, std::move(problem), plan, patience);
}

std::uint64_t onesweep_bytes(const CudaRadixPlan& plan) {
  const Layout layout(plan);
  return layout.bins_bytes() + layout.status_bytes() + layout.tickets_bytes();
}

}  // namespace texelsort::algorithms
