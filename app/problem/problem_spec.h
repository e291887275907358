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
  std::string input;   ///< path of the input, or "-" for standard input; overrides `values` and `distribution`
  std::string values;  ///< keys as numbers separated by commas; overrides `distribution`
  /// Name of the distribution. If it is empty, up to 100 keys are `permutation` and more keys are `uniform`. In windows
  /// it is empty at first.
  std::string distribution = "uniform";
  std::optional<std::uint64_t> n;  ///< number of generated keys (default: 64, or the fixed size of a worked example)
  std::uint64_t seed = 1;
  std::optional<data::KeyType> type;  ///< key type (default: u32 for generated keys; files: detected)
  std::optional<data::Format> format;
  std::string column;
  data::DialectOptions dialect{};                ///< format details of a CSV file
  data::Missing missing = data::Missing::error;  ///< handling of CSV rows without a key
  data::RowOptions rows{};                       ///< columns that order the whole rows of a CSV file
  data::RowSelection row_selection{};            ///< selection of the rows to write
  data::Order order = data::Order::ascending;
  data::PayloadKind payload = data::PayloadKind::none;
  data::Comparison comparison = data::Comparison::natural;
  std::uint32_t fields = 0;            ///< number of fields per record
  std::optional<data::Layout> layout;  ///< memory layout of records (default: by-field); unset without records
  std::vector<algorithms::Question> questions{};  ///< questions of a selection; sorts ignore them
  std::vector<std::string> files{};  ///< files with sorted sequences to merge, "-" at most once; override other input
  /// Number of equally long sequences into which the input is cut, or the length of each sequence. Each sequence is
  /// then sorted. If both are 0 or empty, the input is not cut.
  std::uint64_t sequences = 0;
  std::vector<std::uint64_t> lengths{};
  bool operator==(const ProblemSpec&) const = default;

  /// Returns the number of fields and the layout of records. All members are zero without records.
  data::RecordShape shape() const { return {fields, layout.value_or(data::Layout::by_field)}; }
};

/// Resets the options that control how one file is read. Call this before another file is read.
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
  std::string origin;                ///< origin of the keys: "data.csv" or "uniform, seed 1"
  std::vector<std::string> notes{};  ///< changes made to the input while reading, one sentence each
};

/// Returns the number of sequences to merge; 0 if there is nothing to merge.
std::uint64_t sequence_count(const ProblemSpec& spec);

/// Returns the distribution of the generated keys.
const data::Distribution& distribution_of(const ProblemSpec& spec);

/// Returns the number of keys that load() will generate, so that a size can be rejected in advance. Nothing if load()
/// reads the keys.
std::optional<std::uint64_t> generated_n(const ProblemSpec& spec);

/// Returns the properties of the problem with n keys of a type that decide whether an algorithm accepts it.
algorithms::ProblemForm form_of(const ProblemSpec& spec, std::uint64_t n, data::KeyType type,
                                const cuda::ExecutionOptions& execution);

/// Throws UsageError if 32-bit indices cannot number n keys, or if a layout is set without records.
void refuse_payload(const ProblemSpec& spec, std::uint64_t n);

/// Reads or generates the problem. `execution` selects where its runs execute kernels. Throws UsageError like
/// refuse_payload(), and if a file to be merged is not sorted.
LoadedProblem load(const ProblemSpec& spec, const cuda::ExecutionOptions& execution);

/// Returns whether the keys are generated instead of read.
bool is_generated(const ProblemSpec& spec);

/// Returns the type of generated keys.
data::KeyType generated_type(const ProblemSpec& spec);

/// Returns the options that define a merge or a selection: "--sequences 4", "-k 100 --median". Empty for a sort.
std::string task_words(const ProblemSpec& spec);

/// Reads the options that task_words() returns into `spec`. Throws UsageError for other words.
void read_task_words(const std::string& words, ProblemSpec& spec);

}  // namespace texelsort::app
