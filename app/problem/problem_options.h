#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/problem/cli_fwd.h"
#include "app/problem/problem_spec.h"

namespace texelsort::app {

/// Adds the options that define a problem. They are INPUT, --input-values, -n, -d, --seed, -t, --order, --payload,
/// --layout, --column, --header, --missing and --format. They write to `spec`, which must outlive the parser. Parsing
/// throws UsageError for an unknown type, order, payload, format or size.
void add_problem_options(CLI::App& app, ProblemSpec& spec);

/// Adds the options of add_problem_options(), except for --order, --payload and --layout. The remaining options select
/// the keys.
void add_input_options(CLI::App& app, ProblemSpec& spec);

/// If no option selects the keys and standard input is a pipe or a regular file, selects standard input. If no file is
/// read, throws UsageError for options that control reading.
void take_piped_input(const CLI::App& app, ProblemSpec& spec);

/// Throws UsageError if the command line contains an option that controls the reading of input, such as --column.
void refuse_reading_options(const CLI::App& app);

/// Adds --explain to a command that reads input. Must be called after all other options of the command are added.
void add_explain_option(CLI::App& app, bool& explain);

/// Prints how texelsort interprets each input file. Throws the errors of load().
void explain_input(const ProblemSpec& spec);

/// Adds the options that all commands for generated problems have: --seed, --order, --payload, --layout.
void add_sorting_options(CLI::App& app, ProblemSpec& spec);
void add_sorting_options(const OptionGroup& group, ProblemSpec& spec);

/// Adds the options for the input of a merge. They are FILE... (stored in `spec.files`), --sequences, --lengths, and
/// all options of add_problem_options() except for --layout and --input-values.
void add_merge_input_options(CLI::App& app, ProblemSpec& spec);

/// Adds --sequences, the number of sequences into which generated input is cut.
void add_sequence_count_option(const OptionGroup& group, ProblemSpec& spec);

/// Adds --sequences and --lengths, which cut generated input or one input file into sequences.
void add_sequence_options(CLI::App& app, ProblemSpec& spec);
void add_sequence_options(const OptionGroup& group, ProblemSpec& spec);

/// Options that define a selection: -k, --smallest, --min, --max, --median, --quantile, --interpolation.
class QuestionOptions {
 public:
  QuestionOptions() = default;
  /// Sets the options so that they ask `questions`.
  explicit QuestionOptions(const std::vector<algorithms::Question>& questions);

  void add_options(CLI::App& app);
  void add_options(const OptionGroup& group);
  bool any() const;

  /// Returns the questions in the order: -k, --smallest, --min, --max, --median, --quantile. Throws UsageError if a k
  /// or a quantile is not a number.
  std::vector<algorithms::Question> questions() const;

 private:
  std::vector<std::string> largest_, smallest_, quantiles_;
  bool minimum_ = false, maximum_ = false, median_ = false;
  std::string interpolation_;
};

/// Returns the options that reproduce a problem ("-d uniform -n 4096 --seed 1 -t u32"), quoted for a shell.
std::string command_line(const ProblemSpec& spec);

/// Returns the options that cut the input into sequences: " --lengths 3,5" or " --sequences 4". Returns an empty string
/// if the input is not cut.
std::string sequence_options(const ProblemSpec& spec);

/// Returns the options that ask the questions of a selection, each after a space: " -k 2 --quantile 0.5 --interpolation
/// nearest".
std::string question_options(const std::vector<algorithms::Question>& questions);

/// Reads an option's value as a whole number from 0 to 2^64 - 1. Throws UsageError, which names the option, for any
/// other value.
std::uint64_t whole_option(const std::string& text, const std::string& option);
/// Adds --seed, the seed of the random number generator.
void add_seed_option(const OptionGroup& group, std::uint64_t& seed);

/// Reads an option's value as a size such as "2^20" or "1M". Throws UsageError, which names the option and the accepted
/// forms, for any other value.
std::uint64_t size_option(const std::string& text, const std::string& option);

/// Reads an option's value as a key type. Throws UsageError, which lists the six types, for any other value.
data::KeyType key_type_option(const std::string& text);

}  // namespace texelsort::app
