#pragma once

#include "compute/algorithms/arrays/key_buffers.h"
#include "compute/algorithms/core/algorithm.h"
#include "compute/algorithms/core/run.h"
#include "compute/algorithms/selection/digit_levels.h"
#include "compute/algorithms/selection/settings.h"

namespace texelsort::algorithms {

/// How a radix selection is cut up.
struct HistogramShape {
  unsigned digit = 8;  ///< bits
  std::uint32_t workgroup = 256, workgroups = 256;
  std::uint32_t prefixes = 1;  ///< counted in one dispatch

  std::uint64_t bins() const { return std::uint64_t{1} << digit; }
  std::uint64_t shared_bytes() const { return prefixes * bins() * sizeof(std::uint32_t); }
  /// Candidates that each workgroup can keep: an eighth of the keys in all.
  std::uint64_t share(std::uint64_t n) const { return std::max<std::uint64_t>(64, n / 8 / workgroups); }
};

/// How the counting of a level and its decision are cut into dispatches, so that no invocation goes through more rounds
/// of loops than the device allows.
struct HistogramCut {
  HistogramCut(const gpu::DeviceInfo& device, const HistogramShape& shape, data::KeyType type, std::uint64_t n,
               std::uint64_t ranks);

  std::uint64_t vectors = 0;     ///< of 16 bytes, in a dispatch that counts
  std::uint64_t candidates = 0;  ///< of a workgroup's share, in the same
  std::uint64_t dispatches = 1;  ///< that count a level
  std::uint64_t count_rounds = 0;
  std::uint64_t ranks = 0;  ///< in a dispatch that decides
  std::uint64_t decide_rounds = 0;
  std::optional<std::string> refusal{};  ///< why no cut is small enough
};

/// Vectors that an invocation reads ahead: loads in flight hide memory's latency.
std::uint32_t loads_ahead(const gpu::DeviceInfo& device);

/// As many prefixes at once as fit into the shared memory that every device has.
HistogramShape histogram_shape(const HistogramSettings& settings, std::uint64_t ranks);

/// Radix selection: each level counts the digits of the keys that still can be the ones looked for, and a small pass
/// decides on the device which they are. The host waits once, for the answer.
class HistogramRun final : public Run {
 public:
  HistogramRun(gpu::Device& device, std::shared_ptr<const Problem> problem, const HistogramShape& shape,
               unsigned key_bits);

  std::vector<View> views() const override;
  std::vector<TableKind> table_kinds() const override { return {histogram_kind(0)}; }
  data::State read(std::uint64_t first, std::uint64_t count) const override { return keys_.read(first, count); }
  std::optional<std::string> find_guard_damage() const override;
  const Selection* selection() const override { return &selection_; }

 private:
  /// Counting from prefix `first_prefix` on, or deciding.
  struct Planned {
    std::size_t level = 0;
    std::optional<std::uint64_t> first_prefix{};
    PassHeader header{};
  };

  void make_plan();
  Pass pass_of(const Planned& planned, bool last);
  TableKind histogram_kind(std::size_t level) const {
    return tables::SelectionHistogram{range_.low, range_.open, shape_.digit, level};
  }
  void load(const data::State& state) override { keys_.load(state); }
  void forget() override;
  bool changes_keys() const override { return false; }
  void save_more(Snapshot& snapshot) const override;
  void restore_more(const Snapshot& snapshot) override;

  void count(const Planned& planned);
  void decide(const Planned& planned);
  void execute(const Planned& planned) { planned.first_prefix ? count(planned) : decide(planned); }
  void read_decisions(std::size_t level);
  Counters counters(const Planned& planned) const;
  Claim claim(const Planned& planned) const;
  std::vector<std::uint32_t> start_words() const;
  std::uint64_t bytes_of_histogram() const { return ranks_.size() * shape_.bins() * sizeof(std::uint32_t); }
  std::vector<const GuardedBuffer*> tables() const {
    return {&state_, &histograms_[0], &histograms_[1], &kept_, &candidates_};
  }

  gpu::Device& device_;
  KeyBuffers keys_;
  HistogramShape shape_;
  HistogramCut cut_;
  Interval range_;
  std::vector<std::uint64_t> ranks_;  ///< ascending, each once
  std::vector<DigitLevel> levels_;
  std::vector<Planned> steps_;
  GuardedBuffer state_, kept_, candidates_;
  std::array<GuardedBuffer, 2> histograms_;  ///< of even and odd levels
  const gpu::Program *first_ = nullptr, *later_ = nullptr, *decide_ = nullptr;
  std::vector<std::uint64_t> prefixes_;  ///< as they were when last read back
  std::uint64_t keys_read_ = 0;          ///< by the counting passes of the present level
  Selection selection_;
};

}  // namespace texelsort::algorithms
