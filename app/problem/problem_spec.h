#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compute/algorithms/core/run.h"
#include "compute/algorithms/selection/question.h"
#include "compute/data/io/files.h"
#include "compute/data/keys/distribution.h"
#include "compute/data/rows/row_options.h"

namespace texelsort::app {

/// What merges where nobody says, and how many sequences the input is then cut into.
inline constexpr auto default_merge = "merge/multiway@cpu";
inline constexpr std::uint64_t default_sequences = 4;

/// Where the keys come from and how they are to be sorted, as chosen on the command line or in the setup panel.
struct ProblemSpec {
  std::string input;   ///< a path, or "-" for standard input; wins over `values` and `distribution`
  std::string values;  ///< numbers separated by commas; wins over `distribution`
  /// Empty: `permutation` while there are few enough keys to read aloud, `uniform` of more; windows start so.
  std::string distribution = "uniform";
  std::optional<std::uint64_t> n;  ///< generated input: number of keys (default 64, or the worked example's own)
  std::uint64_t seed = 1;
  std::optional<data::KeyType> type;  ///< default: u32 when generated, detected when read
  std::optional<data::Format> format;
  std::string column;
  data::DialectOptions dialect{};                ///< of a CSV file
  data::Missing missing = data::Missing::error;  ///< of a CSV file: rows without a key
  data::RowOptions rows{};                       ///< of a CSV file whose whole rows are sorted, by some columns
  data::RowSelection row_selection{};            ///< which of these are written
  data::Order order = data::Order::ascending;
  data::PayloadKind payload = data::PayloadKind::none;
  data::Comparison comparison = data::Comparison::natural;
  std::uint32_t fields = 0;                       ///< of records
  std::optional<data::Layout> layout;             ///< of records, by-field by default; others have none
  std::vector<algorithms::Question> questions{};  ///< what a selection is to find; sorts take no notice
  std::vector<std::string> files{};  ///< of which each is a sorted sequence to merge, once "-"; win over all others
  /// The input is cut into this many sequences of equal length, or into sequences of these lengths, each of them
  /// sorted; 0 and none: it is not cut.
  std::uint64_t sequences = 0;
  std::vector<std::uint64_t> lengths{};
  bool operator==(const ProblemSpec&) const = default;

  /// The shape of records; all zero without.
  data::RecordShape shape() const { return {fields, layout.value_or(data::Layout::by_field)}; }
};

/// Drops what says how one file is read, before another one is.
inline void forget_reading(ProblemSpec& spec) {
  const ProblemSpec made;
  spec.format = made.format;
  spec.column = made.column;
  spec.dialect = made.dialect;
  spec.missing = made.missing;
  spec.rows = made.rows;
  spec.row_selection = made.row_selection;
}

struct LoadedProblem {
  std::shared_ptr<const algorithms::Problem> problem;
  data::Shape shape;                 ///< for writing results back in the input's form
  std::string origin;                ///< "data.csv", "uniform, seed 1"
  std::vector<std::string> notes{};  ///< what was not read as it stands, a sentence each
};

/// The sequences to merge; 0 if there is nothing to merge.
std::uint64_t sequence_count(const ProblemSpec& spec);

/// What makes generated keys.
const data::Distribution& distribution_of(const ProblemSpec& spec);

/// How many keys load() will make; nothing if it reads them. Lets a size be refused before it is made.
std::optional<std::uint64_t> generated_n(const ProblemSpec& spec);

/// What an algorithm is asked whether it takes it, for n keys of a type.
algorithms::ProblemForm form_of(const ProblemSpec& spec, std::uint64_t n, data::KeyType type,
                                const cuda::ExecutionOptions& execution);

/// Throws UsageError if n keys are more than indices of 32 bits can tell apart, or if there is a layout without
/// records.
void refuse_payload(const ProblemSpec& spec, std::uint64_t n);

/// Reads or generates; `execution` is for its runs. Throws UsageError, refuse_payload() included, and for a file that
/// is to be merged and is not sorted.
LoadedProblem load(const ProblemSpec& spec, const cuda::ExecutionOptions& execution);

/// Whether the keys are made, instead of read or given.
bool is_generated(const ProblemSpec& spec);

/// The type of made keys.
data::KeyType generated_type(const ProblemSpec& spec);

}  // namespace texelsort::app
