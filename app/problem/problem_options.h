#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/problem/cli_fwd.h"
#include "app/problem/problem_spec.h"

namespace texelsort::app {

/// INPUT, --input-values, -n, -d, --seed, -t, --order, --payload, --layout, --column, --header, --missing, --format
/// into `spec`, which must outlive the parse. Words that name no type, order, payload, format or size end the parse
/// with a UsageError.
void add_problem_options(CLI::App& app, ProblemSpec& spec);

/// The part of them that says where keys come from: all but --order, --payload and --layout.
void add_input_options(CLI::App& app, ProblemSpec& spec);

/// For commands that read what is piped to them: a pipe or a regular file on standard input is the input unless an
/// option says where keys come from. Throws UsageError for options about reading when there is nothing to read.
void take_piped_input(const CLI::App& app, ProblemSpec& spec);

/// Throws UsageError if an option about reading is given.
void refuse_reading_options(const CLI::App& app);

/// --explain, for a command that reads input, behind all its other options.
void add_explain_option(CLI::App& app, bool& explain);

/// Prints how each file of the input is understood. Throws UsageError as load().
void explain_input(const ProblemSpec& spec);

/// The part of them that generated problems share: --seed, --order, --payload, --layout.
void add_sorting_options(CLI::App& app, ProblemSpec& spec);
void add_sorting_options(const OptionGroup& group, ProblemSpec& spec);

/// FILE... into `spec.files`, and the options of add_problem_options() but for --layout and --input-values; --sequences
/// and --lengths.
void add_merge_input_options(CLI::App& app, ProblemSpec& spec);

/// --sequences: into how many sequences a generated input is cut.
void add_sequence_count_option(const OptionGroup& group, ProblemSpec& spec);

/// The same and --lengths: how a generated or a single input is cut.
void add_sequence_options(CLI::App& app, ProblemSpec& spec);
void add_sequence_options(const OptionGroup& group, ProblemSpec& spec);

/// -k, --smallest, --min, --max, --median, --quantile, --interpolation: what a selection is to find.
class QuestionOptions {
 public:
  QuestionOptions() = default;
  /// The options that ask these questions.
  explicit QuestionOptions(const std::vector<algorithms::Question>& questions);

  void add_options(CLI::App& app);
  void add_options(const OptionGroup& group);
  bool any() const;

  /// In the order above. Throws UsageError for a k or a quantile that is no number.
  std::vector<algorithms::Question> questions() const;

 private:
  std::vector<std::string> largest_, smallest_, quantiles_;
  bool minimum_ = false, maximum_ = false, median_ = false;
  std::string interpolation_;
};

/// The command-line options that reproduce the spec ("-d uniform -n 4096 --seed 1 -t u32"), shell-quoted.
std::string command_line(const ProblemSpec& spec);

/// " --lengths 3,5" or " --sequences 4": how the input is cut; nothing if it is not.
std::string sequence_options(const ProblemSpec& spec);

/// The options that ask these questions (" -k 2 --quantile 0.5 --interpolation nearest"), with a space before each.
std::string question_options(const std::vector<algorithms::Question>& questions);

/// A whole number from 0 to 2^64 - 1. Throws UsageError naming the option.
std::uint64_t whole_option(const std::string& text, const std::string& option);
/// --seed of the random numbers.
void add_seed_option(const OptionGroup& group, std::uint64_t& seed);

/// A size of a command line ("2^20", "1M"); throws UsageError naming the option and the forms it takes.
std::uint64_t size_option(const std::string& text, const std::string& option);

/// A key type of a command line; throws UsageError with the six there are.
data::KeyType key_type_option(const std::string& text);

}  // namespace texelsort::app
