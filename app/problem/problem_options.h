#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/problem/cli_fwd.h"
#include "app/problem/problem_spec.h"

namespace texelsort::app {

/// Adds INPUT, --input-values, -n, -d, --seed, -t, --order, --payload, --layout, --column, --header, --missing and
/// --format, which write to `spec`. It must outlive the parse. Parsing throws UsageError for an unknown type, order,
/// payload, format or size.
void add_problem_options(CLI::App& app, ProblemSpec& spec);

/// Adds the options of add_problem_options() that select the keys: all but --order, --payload and --layout.
void add_input_options(CLI::App& app, ProblemSpec& spec);

/// Uses standard input as the input if it is a pipe or a regular file and no option selects the keys. Throws UsageError
/// for options that control reading if nothing is read.
void take_piped_input(const CLI::App& app, ProblemSpec& spec);

/// Throws UsageError if an option that controls reading is given.
void refuse_reading_options(const CLI::App& app);

/// Adds --explain to a command that reads input. Call it after all its other options are added.
void add_explain_option(CLI::App& app, bool& explain);

/// Prints how each file of the input is interpreted. Throws the same errors as load().
void explain_input(const ProblemSpec& spec);

/// Adds the options that generated problems share: --seed, --order, --payload, --layout.
void add_sorting_options(CLI::App& app, ProblemSpec& spec);
void add_sorting_options(const OptionGroup& group, ProblemSpec& spec);

/// Adds FILE... (for `spec.files`), --sequences, --lengths, and the options of add_problem_options() except --layout
/// and --input-values.
void add_merge_input_options(CLI::App& app, ProblemSpec& spec);

/// Adds --sequences, the number of sequences that a generated input is cut into.
void add_sequence_count_option(const OptionGroup& group, ProblemSpec& spec);

/// Adds --sequences and --lengths, which cut a generated or a single input into sequences.
void add_sequence_options(CLI::App& app, ProblemSpec& spec);
void add_sequence_options(const OptionGroup& group, ProblemSpec& spec);

/// Options that define a selection: -k, --smallest, --min, --max, --median, --quantile, --interpolation.
class QuestionOptions {
 public:
  QuestionOptions() = default;
  /// Sets the options to ask these questions.
  explicit QuestionOptions(const std::vector<algorithms::Question>& questions);

  void add_options(CLI::App& app);
  void add_options(const OptionGroup& group);
  bool any() const;

  /// Returns the questions in the order of the options above. Throws UsageError if a k or a quantile is not a number.
  std::vector<algorithms::Question> questions() const;

 private:
  std::vector<std::string> largest_, smallest_, quantiles_;
  bool minimum_ = false, maximum_ = false, median_ = false;
  std::string interpolation_;
};

/// Returns the command-line options that reproduce the spec ("-d uniform -n 4096 --seed 1 -t u32"), shell-quoted.
std::string command_line(const ProblemSpec& spec);

/// Returns the options that cut the input into sequences: " --lengths 3,5" or " --sequences 4". Empty if it is not cut.
std::string sequence_options(const ProblemSpec& spec);

/// Returns the options that ask these questions (" -k 2 --quantile 0.5 --interpolation nearest"), each preceded by a
/// space.
std::string question_options(const std::vector<algorithms::Question>& questions);

/// Reads an option's value as a whole number from 0 to 2^64 - 1. Throws UsageError that names the option.
std::uint64_t whole_option(const std::string& text, const std::string& option);
/// Adds --seed, the seed of the random number generator.
void add_seed_option(const OptionGroup& group, std::uint64_t& seed);

/// Reads an option's value as a size ("2^20", "1M"). Throws UsageError that names the option and the accepted forms.
std::uint64_t size_option(const std::string& text, const std::string& option);

/// Reads an option's value as a key type. Throws UsageError that lists the six types.
data::KeyType key_type_option(const std::string& text);

}  // namespace texelsort::app
