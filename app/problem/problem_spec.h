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

/// Default merge algorithm, and the default number of sequences.
inline constexpr auto default_merge = "merge/multiway@cpu";
inline constexpr std::uint64_t default_sequences = 4;

/// Source of the keys and how to sort them, as chosen on the command line or in the setup panel.
struct ProblemSpec {
  std::string input;   ///< a path, or "-" for standard input; overrides `values` and `distribution`
  std::string values;  ///< numbers separated by commas; overrides `distribution`
  /// If empty: `permutation` up to 100 keys, `uniform` above. Windows start with an empty name.
  std::string distribution = "uniform";
  std::optional<std::uint64_t> n;  ///< number of generated keys (default: 64, or the fixed size of a worked example)
  std::uint64_t seed = 1;
  std::optional<data::KeyType> type;  ///< default: u32 for generated keys, detected in files
  std::optional<data::Format> format;
  std::string column;
  data::DialectOptions dialect{};                ///< format details of a CSV file
  data::Missing missing = data::Missing::error;  ///< handling of CSV rows without a key
  data::RowOptions rows{};                       ///< columns that order the whole rows of a CSV file
  data::RowSelection row_selection{};            ///< selection of the rows to write
  data::Order order = data::Order::ascending;
  data::PayloadKind payload = data::PayloadKind::none;
  data::Comparison comparison = data::Comparison::natural;
  std::uint32_t fields = 0;                       ///< number of fields per record
  std::optional<data::Layout> layout;             ///< layout of records (default: by-field); unset without records
  std::vector<algorithms::Question> questions{};  ///< questions of a selection; sorts ignore them
  std::vector<std::string> files{};  ///< sorted sequences to merge, "-" at most once; override all other input
  /// Number of equally long sequences, or the lengths of the sequences, that the input is cut into. Each is then
  /// sorted. If 0 and empty, the input is not cut.
  std::uint64_t sequences = 0;
  std::vector<std::uint64_t> lengths{};
  bool operator==(const ProblemSpec&) const = default;

  /// Returns the shape of records. All zero if there are none.
  data::RecordShape shape() const { return {fields, layout.value_or(data::Layout::by_field)}; }
};

/// Resets the options that control how one file is read, before another file is read.
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
  data::Shape shape;                 ///< form of the input, for writing results in the same form
  std::string origin;                ///< "data.csv", "uniform, seed 1"
  std::vector<std::string> notes{};  ///< changes made while reading, one sentence each
};

/// Returns the number of sequences to merge; 0 if there is nothing to merge.
std::uint64_t sequence_count(const ProblemSpec& spec);

/// Returns the distribution of the generated keys.
const data::Distribution& distribution_of(const ProblemSpec& spec);

/// Returns the number of keys that load() will generate; nothing if it reads them. Allows rejecting a size in advance.
std::optional<std::uint64_t> generated_n(const ProblemSpec& spec);

/// Returns the form of the problem with n keys of a type, for which algorithms report whether they accept it.
algorithms::ProblemForm form_of(const ProblemSpec& spec, std::uint64_t n, data::KeyType type,
                                const cuda::ExecutionOptions& execution);

/// Throws UsageError if 32-bit indices cannot number n keys, or if a layout is set without records.
void refuse_payload(const ProblemSpec& spec, std::uint64_t n);

/// Reads or generates the problem; `execution` applies to its runs. Throws UsageError like refuse_payload(), and for a
/// file to be merged that is not sorted.
LoadedProblem load(const ProblemSpec& spec, const cuda::ExecutionOptions& execution);

/// Returns whether the keys are generated instead of read.
bool is_generated(const ProblemSpec& spec);

/// Returns the type of generated keys.
data::KeyType generated_type(const ProblemSpec& spec);

/// Returns the options of a merge or a selection: "--sequences 4", "-k 100 --median". Empty for a sort.
std::string task_words(const ProblemSpec& spec);

/// Reads such options into `spec`. Throws UsageError for other words.
void read_task_words(const std::string& words, ProblemSpec& spec);

}  // namespace texelsort::app
