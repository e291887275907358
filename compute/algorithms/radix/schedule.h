#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compute/algorithms/arrays/table_set.h"
#include "compute/algorithms/core/pass.h"
#include "compute/algorithms/core/run.h"
#include "compute/algorithms/core/trace.h"

/// Which passes radix sorts take, the same for every backend. SRTS and GRS: every digit, the least significant first,
/// is counted, its counts are scanned, and the keys move. Onesweep: all digits are counted, all counts are scanned, and
/// every digit is one pass.
namespace texelsort::algorithms {

/// How a radix sort cuts keys into digits and an array of n of them into columns, whose digits are counted apart.
struct DigitPlan {
  std::uint64_t n = 0;
  data::KeyType type = data::KeyType::u32;
  data::PayloadKind payload = data::PayloadKind::none;
  std::uint32_t digit_bits = 8;
  bool ranks = false;         ///< GRS: ranks are kept between a column's count and its move
  std::uint64_t columns = 0;  ///< of the table
  std::uint64_t column_keys = 1;

  /// Digits of a key; the last may have fewer bits.
  std::uint64_t digits() const;
  DigitPass digit(std::uint64_t index) const;
  std::string digit_name(std::uint64_t index) const;  ///< "digit 1 of 4"
  /// A number for each digit and column.
  std::uint64_t table_elements() const { return columns << digit_bits; }
  /// One for each value of every digit.
  std::uint64_t bins() const { return digits() << digit_bits; }
  std::uint64_t key_array_bytes() const { return n * data::key_bytes(type); }
};

/// Bytes of a rank: below a tile's keys, of which there are 2^16 at the most.
inline constexpr std::uint32_t rank_size = sizeof(std::uint16_t);

/// Numbers of the table that this digit takes: the last digit may have fewer values.
std::uint64_t table_elements(const DigitPass& digit);

/// What a backend does to execute the passes of a digit, and what only it knows of their cost. Onesweep counts and
/// scans all digits when it is called for the first one.
class DigitSteps {
 public:
  virtual void count(const DigitPass& digit) = 0;
  virtual void scan(const DigitPass& digit) = 0;
  virtual void move(const DigitPass& digit) = 0;
  virtual Counters scan_cost(std::uint64_t elements) const = 0;

 protected:
  ~DigitSteps() = default;
};

/// Bytes that a backend takes for a number in the table, for a key's rank (0: none are kept) and for all records'
/// fields (0: none move), and the invocations of a dispatch where they are counted.
struct DigitSizes {
  std::uint64_t count = 0, rank = 0, fields = 0, invocations = 0;
};

/// All passes of SRTS or GRS. `plan` and `steps` outlive them.
std::vector<Pass> digit_passes(const DigitPlan& plan, const DigitSizes& sizes, DigitSteps& steps);

/// Tiles of one launch of Onesweep, bytes that are zeroed before all digits are counted, and those of all records'
/// fields.
struct SweepSizes {
  std::uint64_t portion_tiles = 1, cleared = 0, fields = 0;
};

/// All passes of Onesweep, the same way.
std::vector<Pass> sweep_passes(const DigitPlan& plan, const SweepSizes& sizes, DigitSteps& steps);
/// Passes before the first digit's.
inline constexpr std::uint64_t sweep_upfront = 2;

/// What the table of SRTS and GRS holds after a pass, and all tables that there are.
TableKind digit_table(const DigitPlan& plan, std::uint64_t pass);
std::vector<TableKind> digit_tables();
/// What Onesweep shows.
std::vector<TableKind> sweep_tables();

/// The ranks of n keys, which stand in a table side by side.
View ranks_view(std::uint64_t n, const GuardedBuffer& ranks);

}  // namespace texelsort::algorithms
