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

/// Default algorithm for merging, and default number of sequences to merge.
inline constexpr auto default_merge = "merge/multiway@cpu";
inline constexpr std::uint64_t default_sequences = 4;

/// Source of the keys and properties of the sort, as chosen on the command line or in the setup panel.
struct ProblemSpec {
  /// Path of the input, or "-" for standard input; takes precedence over `values` and `distribution`.
  std::string input;
  std::string values;  ///< keys as text, separated by commas; takes precedence over `distribution`
  /// Name of the distribution. An empty name means `permutation` for up to 100 keys and `uniform` for more keys. In a
  /// window, the name is initially empty.
  std::string distribution = "uniform";
  std::optional<std::uint64_t> n;  ///< number of generated keys (default: 64, or the fixed size of a worked example)
  std::uint64_t seed = 1;
  std::optional<data::KeyType> type;  ///< key type; if unset, a file's keys determine it, and generated keys are u32
  std::optional<data::Format> format;
  std::string column;
  data::DialectOptions dialect{};                ///< format of a CSV file, such as its separator
  data::Missing missing = data::Missing::error;  ///< handling of CSV rows whose key is missing
  data::RowOptions rows{};                       ///< columns by which whole rows of a CSV file are sorted
  data::RowSelection row_selection{};            ///< options that select which of the sorted rows are written
  data::Order order = data::Order::ascending;
  data::PayloadKind payload = data::PayloadKind::none;
  data::Comparison comparison = data::Comparison::natural;
  std::uint32_t fields = 0;            ///< number of fields per record
  std::optional<data::Layout> layout;  ///< memory layout of records (default: by-field); unset without records
  std::vector<algorithms::Question> questions{};  ///< questions of a selection; sorts ignore them
  /// Files with sorted sequences to merge, of which one may be "-". If not empty, takes precedence over all other
  /// input.
  std::vector<std::string> files{};
  /// Either the number of equally long sequences into which the input is cut, or the length of each sequence. Each
  /// sequence is then sorted. The input is not cut if both are 0 or empty.
  std::uint64_t sequences = 0;
  std::vector<std::uint64_t> lengths{};
  bool operator==(const ProblemSpec&) const = default;

  /// Returns the shape of the records: number of fields, which is 0 without records, and layout.
  data::RecordShape shape() const { return {fields, layout.value_or(data::Layout::by_field)}; }
};

/// Resets the options that control how a file is read, so that they do not affect the next file.
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
  data::Shape shape;                 ///< format of the input, in which the result is written
  std::string origin;                ///< origin of the keys in words: "data.csv" or "uniform, seed 1"
  std::vector<std::string> notes{};  ///< changes made to the input while it was read, one sentence each
};

/// Returns the number of sequences to merge, or 0 if the problem is not a merge.
std::uint64_t sequence_count(const ProblemSpec& spec);

/// Returns the distribution from which load() generates keys.
const data::Distribution& distribution_of(const ProblemSpec& spec);

/// Returns the number of keys that load() will generate, so that callers can reject the size in advance. Returns
/// nothing if load() reads the keys.
std::optional<std::uint64_t> generated_n(const ProblemSpec& spec);

/// Returns the form of a problem with n keys of a type, by which algorithms accept or reject the problem.
algorithms::ProblemForm form_of(const ProblemSpec& spec, std::uint64_t n, data::KeyType type,
                                const cuda::ExecutionOptions& execution);

/// Throws UsageError if the payload is a 32-bit index, but there are too many keys. Also throws UsageError if a layout
/// is set, but the payload is not records.
void refuse_payload(const ProblemSpec& spec, std::uint64_t n);

/// Reads or generates the keys of a problem. `execution` selects the devices that execute kernels. Throws the errors of
/// refuse_payload(), and UsageError if a file to be merged is not sorted.
LoadedProblem load(const ProblemSpec& spec, const cuda::ExecutionOptions& execution);

/// Returns whether load() generates the keys instead of reading them.
bool is_generated(const ProblemSpec& spec);

data::KeyType generated_type(const ProblemSpec& spec);

/// Returns the options that distinguish a merge or a selection from a sort: "--sequences 4", "-k 100 --median". Returns
/// an empty string for a sort.
std::string task_words(const ProblemSpec& spec);

/// Reads options in the form of task_words() into `spec`. Throws UsageError for other words.
void read_task_words(const std::string& words, ProblemSpec& spec);

}  // namespace texelsort::app
