#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/session/session.h"

namespace texelsort::app {

/// The kernel threads to draw, by numbers as the user sees them. Members without a value are not chosen.
struct ThreadChoice {
  std::optional<std::uint64_t> launch, block, warp, instruction;
  bool any() const { return launch || block || warp || instruction; }
};

/// Layout of the window.
struct WindowLayout {
  ViewsLayout views;
  SidePanels panels;
};

/// The open lesson and its current step.
struct LessonPlace {
  std::string name;      ///< name for find_lesson()
  std::size_t step = 0;  ///< index of the lesson's current step, from 0
};

/// Where a view state was read from: a file or a link.
struct StateOrigin {
  std::string file;      ///< path of the file; for a link, the name that messages use
  bool is_link = false;  ///< a link has no line numbers and cannot be saved to
  std::map<std::string, std::size_t>
      lines{};  ///< line numbers in the file, by option: "algorithm", "parameter.digit", "input_values"

  /// Adds the file, and the line of the option in question, to a message.
  std::string placed(const std::string& message) const;
};

/// A view state of a run: input, algorithm with parameters, pass and display options. Personal settings, such as the
/// theme, are not part of it.
struct ViewState {
  ProblemSpec problem;
  std::string algorithm;
  std::map<std::string, std::string> parameters{};
  std::string pass{};                  ///< number of executed passes, or "end"; half of the passes if empty
  std::optional<std::uint64_t> pin{};  ///< index of the selected key
  std::string view = "window";         ///< content of a picture, as for `render --view`
  std::string focus{};                 ///< enlarged view, or workspace that replaces all views; may be empty
  RunLook look{};
  ThreadChoice threads{};
  std::vector<std::string> lanes{};  ///< lanes of a race after the first: "ID NAME=VALUE ..."
  std::string clock{};               ///< clock of a race; "pass" if empty
  std::optional<WindowLayout> layout{};
  std::string results{};  ///< file with sweep results or the report of an external sort; empty if there is none
  std::string plot{};     ///< plot of the results; if empty, the heat map or the pipeline
  std::optional<LessonPlace> lesson{};
  std::string shaders{};                ///< folder whose files replace shaders; empty if there is none
  std::optional<StateOrigin> origin{};  ///< file or link from which the view state was read
};

/// Seeks the pass at once. "end" also shows the result. Throws UsageError if the session's run does not have this pass.
void seek_to(Session& session, const std::string& pass);

/// Returns the pair at an index. Throws UsageError, naming the option, if the input has no such index.
Pair pair_at(const Session& session, const std::string& option, std::uint64_t index);

/// Compiles and activates the shaders of the view state's folder. Has no effect without such a folder.
void use_shaders(Session& session, const ViewState& view_state);

/// Shows a view state: opens its run, seeks its pass, pins its index and applies its display options. Throws Error as
/// Session::open(), seek_to() and pair_at(), and for threads and lanes that do not exist.
void show(Session& session, const ViewState& view_state);

/// Applies only the pin and the display options of a view state to the session's current run and pass.
void look_at(Session& session, const ViewState& view_state);

/// Shows a view state in the window, including its lesson. Unlike show(), it does not wait for a run that starts at the
/// input while its number of passes is unknown.
void open_in_window(Session& session, const ViewState& view_state);

/// Returns the view state adapted to a window: the view that would fill a picture is enlarged instead.
ViewState in_window(ViewState view_state);

/// Writes the session's keys into `spec`, for readers that cannot access the input. Throws UsageError if there are too
/// many.
void write_out_keys(const Session& session, ProblemSpec& spec);

/// Returns the session's view state, which show() restores. Throws UsageError for too many keys from standard input.
ViewState view_state_of(Session& session);

/// Returns the options that make the view state, shell-quoted: "-d slides-bitonic --seed 1 -t u32 -a bitonic/fused
/// --pass 3".
std::string command_line(const ViewState& view_state);

/// Returns the explicitly chosen options for the execution of kernels and for the shader folder: " --device cpu-kernels
/// --shader-dir DIR".
std::string device_options(gpu::Device* device, const cuda::ExecutionOptions& execution);

/// Returns the command that opens a window like this one, including device and shader options.
std::string window_command(Session& session);

/// Sets up the lanes of the view state's race and seeks its pass, or half of the race. Throws UsageError for lanes or a
/// clock without a race, and for lanes that cannot run.
void set_race(Session& session, const ViewState& view_state);

/// Stores the race in the view state if the session shows one.
void note_race(Session& session, ViewState& view_state);

}  // namespace texelsort::app
