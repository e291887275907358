#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/cli/cli_fwd.h"
#include "app/cli/shader_folder.h"
#include "app/problem_spec.h"
#include "app/session.h"
#include "compute/algorithms/prepare.h"
#include "compute/gpu/device.h"
#include "compute/measure/measure.h"

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

/// FILE... into `spec.files`, and the options of add_problem_options() but for --layout and --input-values; --sequences
/// and --lengths.
void add_merge_input_options(CLI::App& app, ProblemSpec& spec);

/// --sequences: into how many sequences a generated input is cut.
void add_sequence_count_option(const OptionGroup& group, ProblemSpec& spec);

/// The same and --lengths: how a generated or a single input is cut.
void add_sequence_options(CLI::App& app, ProblemSpec& spec);

/// -k, --smallest, --min, --max, --median, --quantile, --interpolation: what a selection is to find.
class QuestionOptions {
 public:
  void add_options(CLI::App& app);
  bool any() const;

  /// In the order above. Throws UsageError for a k or a quantile that is no number.
  std::vector<algorithms::Question> questions() const;

 private:
  std::vector<std::string> largest_, smallest_, quantiles_;
  bool minimum_ = false, maximum_ = false, median_ = false;
  std::string interpolation_;
};

/// Which algorithm, with which parameter values.
struct AlgorithmOptions {
  std::string id;                        ///< empty: not given
  std::vector<std::string> assignments;  ///< "NAME=VALUE"
  bool paper = false;                    ///< the paper's parameter values below the assignments
  bool own_choice = false;               ///< whatever was measured here

  /// For commands that use what was measured here.
  void add_own_choice(const OptionGroup& group);

  /// Whether nobody has said anything of parameters, so that what was measured here counts.
  bool undecided() const { return assignments.empty() && !paper && !own_choice; }

  /// -a, -p NAME=VALUE (repeated), --paper.
  void add_options(CLI::App& app);
  void add_assignments(const OptionGroup& group, const std::string& help);

  /// What the options say of this algorithm's parameters, for prepare(). Throws UsageError for an assignment
  /// without "=".
  std::map<std::string, std::string> overrides(const algorithms::Algorithm& algorithm) const;
};

class DeviceOptions;

/// Whether what was measured here goes before the program's own choice: not where somebody names values, and not for
/// other shaders, or kernels on the CPU, than were measured.
bool uses_winners(const AlgorithmOptions& algorithm, const DeviceOptions& device);

/// "NAME=VALUE" split at the first "="; throws UsageError without one.
std::map<std::string, std::string> parse_assignments(const std::vector<std::string>& assignments);

/// A run that somebody is about to make.
struct IntendedRun {
  const algorithms::Algorithm* algorithm = nullptr;
  const gpu::DeviceInfo* device = nullptr;
  algorithms::ProblemForm form{};
};

/// The overrides that make a difference to this run; others are for its competitors.
std::map<std::string, std::string> fitting_overrides(const IntendedRun& run, const AlgorithmOptions& options);

/// Throws UsageError for a -p value that makes a difference to none of these runs, with the reason.
void require_used_parameters(const std::vector<IntendedRun>& runs, const AlgorithmOptions& options);

/// "--device NAME": what executes the kernels of algorithms on CUDA.
void add_kernel_device_option(const OptionGroup& group);

/// --shader-dir, --device, and a headless device that is made when it is first needed, so that cpu algorithms work on
/// machines without OpenGL.
class DeviceOptions {
 public:
  void add_options(CLI::App& app);
  /// The same for commands in which no sort shares keys among devices: without --devices.
  void add_options_of_one_device(CLI::App& app);

  /// Null for a cpu algorithm. Throws UnavailableError when the algorithm needs OpenGL and there is none.
  gpu::Device* device_for(const algorithms::Algorithm& algorithm);

  /// Null when no OpenGL context can be made, why is then in `failure()`, and for a cpu algorithm.
  gpu::Device* device_if_any();
  gpu::Device* device_if_any(const algorithms::Algorithm& algorithm);
  /// Null too where only CPU rasterisers are known to be here and no CUDA device: for sorts that nobody has named,
  /// which the processors then do faster without one.
  gpu::Device* device_if_faster();
  const std::string& failure() const { return failure_; }
  /// Gives back the one that has been made, and its memory.
  void release();

  /// The one that has been made; null while none was needed.
  const gpu::Device* device_in_use() const { return device_.get(); }

  /// Throws UnavailableError when no OpenGL context can be made.
  gpu::Device& device();

  /// What making the one that is in use has taken.
  std::chrono::nanoseconds starting() const { return starting_; }

  /// "--shader-dir DIR" with a space before it if it was given, else nothing; shell-quoted.
  std::string command_line() const;

  /// The folder whose files replace shaders, of --shader-dir or of TEXELSORT_SHADER_DIR; empty if there is none.
  std::string shader_directory() const;
  /// Paths of the built-in shaders that files replace, sorted, such as "networks/step.comp".
  std::vector<std::string> replaced_shaders() const;
  /// The path of a shader for people: the file that replaces it, or "shaders/networks/step.comp".
  std::string shader_path(const std::string& shader) const;
  /// Looks at the folder of shaders without making a device, and says which shaders are replaced. Throws UsageError for
  /// a folder that replaces none.
  void tell_replaced_shaders();
  /// Another process has said which shaders are replaced.
  void leave_telling_to_others() { said_replaced_ = true; }

 private:
  std::string shader_directory_;
  std::optional<ShaderFolder> shader_folder_;  ///< nothing while only built-in shaders are known to be used
  bool said_replaced_ = false;
  std::unique_ptr<gpu::Device> device_;
  std::string failure_;
  std::chrono::nanoseconds starting_{};
};

/// Throws UsageError if --devices was given and none of these shares keys among devices.
void require_used_devices(std::span<const algorithms::Algorithm* const> chosen);

/// The device's description, or null without a device: what availability() and refusal() take.
const gpu::DeviceInfo* info_of(const gpu::Device* device);

/// How long to measure: --samples and --seconds.
struct BudgetOptions {
  measure::Budget budget;
  std::uint64_t samples = 0;  ///< exactly as many; 0 while not given

  /// Their help begins with `when` and says that --seconds is `usual` by default.
  std::vector<CLI::Option*> add_options(const OptionGroup& group, const std::string& when, const std::string& usual);

  /// " --samples N" if it was given.
  std::string command_line() const;
};

/// --seed of the random numbers.
void add_seed_option(const OptionGroup& group, std::uint64_t& seed);

/// A size of a command line ("2^20", "1M"); throws UsageError naming the option and the forms it takes.
std::uint64_t size_option(const std::string& text, const std::string& option);

/// A theme of a command line; throws UsageError with the two there are.
ThemeName theme_option(const std::string& text);

/// A colour map of a command line; throws UsageError with the two there are.
ColormapName colormap_option(const std::string& text);

/// A key type of a command line; throws UsageError with the six there are.
data::KeyType key_type_option(const std::string& text);

/// " -a ID -p NAME=VALUE ..." with every parameter written out.
std::string command_line(const algorithms::Algorithm& algorithm, const algorithms::Parameters& parameters);

}  // namespace texelsort::app
