#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/session/session.h"

namespace texelsort::app {

/// The threads of a kernel that a view shows. Numbers are those that the user sees, and an empty member means the
/// default.
struct ThreadChoice {
  std::optional<std::uint64_t> launch, block, warp, instruction;
  bool any() const { return launch || block || warp || instruction; }
};

/// Layout of the window: sizes and positions of views and panels.
struct WindowLayout {
  ViewsLayout views;
  SidePanels panels;
};

/// The open lesson and its current step.
struct LessonPlace {
  std::string name;      ///< name of the lesson for find_lesson()
  std::size_t step = 0;  ///< index of the current step, from 0
};

/// The file or link from which a view state was read.
struct StateOrigin {
  std::string file;      ///< path of the file, or name of the link in messages
  bool is_link = false;  ///< true for a link, which has no line numbers and cannot be saved to
  std::map<std::string, std::size_t>
      lines{};  ///< line number of each option in the file, by name: "algorithm", "parameter.digit", "input_values"

  /// Returns a message with the file and the line of the option that the message names.
  std::string placed(const std::string& message) const;
};

/// View state of a run: input, algorithm with parameters, pass and display options. It does not include personal
/// settings such as the theme.
struct ViewState {
  ProblemSpec problem;
  std::string algorithm;
  std::map<std::string, std::string> parameters{};
  std::string pass{};                  ///< number of executed passes, or "end"; if empty, half of the passes
  std::optional<std::uint64_t> pin{};  ///< index of the pinned key; unset if no key is pinned
  std::string view = "window";         ///< name of the view that fills a picture, as for `render --view`
  /// Name of the enlarged view, or of the workspace that replaces the views; empty if there is neither.
  std::string focus{};
  RunLook look{};
  ThreadChoice threads{};
  std::vector<std::string> lanes{};  ///< all lanes of a race except the first one, as text: "ID NAME=VALUE ..."
  std::string clock{};               ///< clock of a race; if empty, "pass"
  std::optional<WindowLayout> layout{};
  /// File with the results of a sweep or the report of an external sort; empty if neither is shown.
  std::string results{};
  std::string plot{};  ///< plot of the results; if empty, the heat map of a sweep or the pipeline of an external sort
  std::optional<LessonPlace> lesson{};
  std::string shaders{};                ///< folder whose files replace shaders; empty if no shaders are replaced
  std::optional<StateOrigin> origin{};  ///< file or link from which the view state was read
};

/// Executes passes until the session is at a pass. For "end", also checks and shows the result. Throws UsageError if
/// the run does not have this pass.
void seek_to(Session& session, const std::string& pass);

/// Returns an array index with its partner in the current pass. Throws UsageError, which names the option `option`, if
/// the input has no such index.
Pair pair_at(const Session& session, const std::string& option, std::uint64_t index);

/// Compiles and activates the shaders in the view state's shader folder. Has no effect if the view state has no shader
/// folder.
void use_shaders(Session& session, const ViewState& view_state);

/// Shows a view state: opens its run, seeks its pass, pins its index and applies its display options. Throws the errors
/// of Session::open(), seek_to() and pair_at(), and Error for threads and lanes that do not exist.
void show(Session& session, const ViewState& view_state);

/// Applies only the pin and the display options of a view state. Does not change the session's run or its pass.
void look_at(Session& session, const ViewState& view_state);

/// Shows a view state in the window, and opens its lesson. In contrast to show(), does not execute the run to determine
/// its number of passes if it starts at the input.
void open_in_window(Session& session, const ViewState& view_state);

/// Returns a view state as a window shows it. The view that would fill a picture is enlarged instead.
ViewState in_window(ViewState view_state);

/// Stores the session's keys in `spec` as text, for readers that do not have the input. Throws UsageError if there are
/// too many keys.
void write_out_keys(const Session& session, ProblemSpec& spec);

/// Returns the session's view state, which show() restores. Throws UsageError for too many keys from standard input.
ViewState view_state_of(Session& session);

/// Returns the options that define a view state, quoted for a shell: "-d slides-bitonic --seed 1 -t u32 -a
/// bitonic/fused --pass 3".
std::string command_line(const ViewState& view_state);

/// Returns the options for the execution of kernels and for the shader folder that the user has set: " --device
/// cpu-kernels --shader-dir DIR".
std::string device_options(gpu::Device* device, const cuda::ExecutionOptions& execution);

/// Returns the command that opens a window with the same contents, including device and shader options.
std::string window_command(Session& session);

/// Opens the lanes of the view state's race. Seeks the pass of the view state, or the middle of the race. Throws
/// UsageError for lanes or a clock without a race, and for lanes that cannot run.
void set_race(Session& session, const ViewState& view_state);

/// Stores the race in the view state if the session shows a race.
void note_race(Session& session, ViewState& view_state);

}  // namespace texelsort::app
