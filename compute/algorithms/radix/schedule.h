#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compute/algorithms/arrays/table_set.h"
#include "compute/algorithms/core/pass.h"
#include "compute/algorithms/core/run.h"
#include "compute/algorithms/core/trace.h"

/// The passes of radix sorts, independent of the backend. For each digit from the least significant on, SRTS and GRS
/// count the digit values, scan the counts and move the keys. Onesweep counts all digits at once, scans all counts, and
/// moves the keys in one pass per digit.
namespace texelsort::algorithms {

/// Division of keys into digits, and of an array of n keys into columns. A pass counts the digits of each column
/// separately.
struct DigitPlan {
  std::uint64_t n = 0;
  data::KeyType type = data::KeyType::u32;
  data::PayloadKind payload = data::PayloadKind::none;
  std::uint32_t digit_bits = 8;
  bool ranks = false;         ///< true for GRS, which stores the rank of each key between counting and moving
  std::uint64_t columns = 0;  ///< number of columns of the table of counts
  std::uint64_t column_keys = 1;

  /// Returns the number of digits of a key. The last digit may have fewer bits than the others.
  std::uint64_t digits() const;
  DigitPass digit(std::uint64_t index) const;
  std::string digit_name(std::uint64_t index) const;  ///< returns the name of a digit, for example "digit 1 of 4"
  /// Returns the size of the table of counts: one number per digit value and column.
  std::uint64_t table_elements() const { return columns << digit_bits; }
  /// Returns the total number of digit values of all digits.
  std::uint64_t bins() const { return digits() << digit_bits; }
  std::uint64_t key_array_bytes() const { return n * data::key_bytes(type); }
};

/// Bytes of a stored rank. A rank is less than 2^16, the maximum number of keys of a tile.
inline constexpr std::uint32_t rank_size = sizeof(std::uint16_t);

/// Returns the size of the table of counts for one digit. The last digit may have fewer values than the others.
std::uint64_t table_elements(const DigitPass& digit);

/// Passes of a digit as a backend implements them, with the costs that depend on the backend. For Onesweep, the first
/// calls of count() and scan() process all digits.
class DigitSteps {
 public:
  virtual void count(const DigitPass& digit) = 0;
  virtual void scan(const DigitPass& digit) = 0;
  virtual void move(const DigitPass& digit) = 0;
  virtual Counters scan_cost(std::uint64_t elements) const = 0;

 protected:
  ~DigitSteps() = default;
};

/// Sizes of SRTS and GRS that depend on the backend.
/// - count: bytes of a number in the table of counts
/// - rank: bytes of a key's rank, or 0 if ranks are not stored
/// - fields: bytes of all record fields, or 0 if no fields move
/// - invocations: number of invocations of a counting dispatch
struct DigitSizes {
  std::uint64_t count = 0, rank = 0, fields = 0, invocations = 0;
};

/// Returns all passes of SRTS or GRS. `plan` and `steps` must outlive the passes.
std::vector<Pass> digit_passes(const DigitPlan& plan, const DigitSizes& sizes, DigitSteps& steps);

/// Sizes of Onesweep: tiles per launch, bytes that the first pass zeroes before it counts digits, and bytes of all
/// record fields.
struct SweepSizes {
  std::uint64_t portion_tiles = 1, cleared = 0, fields = 0;
};

/// Returns all passes of Onesweep. `plan` and `steps` must outlive the passes.
std::vector<Pass> sweep_passes(const DigitPlan& plan, const SweepSizes& sizes, DigitSteps& steps);
/// Number of passes of Onesweep before the pass of the first digit.
inline constexpr std::uint64_t sweep_upfront = 2;

/// Returns the number of the block that sorts the range that begins at this position.
using RangeHolder = std::function<std::uint64_t(std::uint64_t)>;

/// Returns the ranges of keys with the same bits from bit `below` on, and the block that sorts each range. If `holder`
/// is empty, there is a block for each value of the digit from this bit on.
WorkPass ranges_work(const Problem& problem, std::uint32_t below, std::uint32_t digit_bits, const RangeHolder& holder);

/// Return kinds of tables for views of SRTS and GRS. digit_table() returns the kind after a pass: counts or their scan.
/// digit_tables() returns all kinds.
TableKind digit_table(const DigitPlan& plan, std::uint64_t pass);
std::vector<TableKind> digit_tables();
/// Returns the kinds of tables that a run of Onesweep can have.
std::vector<TableKind> sweep_tables();

/// Returns the view of the ranks of n keys, which `ranks` stores contiguously.
View ranks_view(std::uint64_t n, const GuardedBuffer& ranks);

}  // namespace texelsort::algorithms
