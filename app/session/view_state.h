#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/session/session.h"

namespace texelsort::app {

/// Which threads of kernels are drawn, as people number them; nothing where nobody chose.
struct ThreadChoice {
  std::optional<std::uint64_t> launch, block, warp, instruction;
  bool any() const { return launch || block || warp || instruction; }
};

/// How the window is divided.
struct WindowLayout {
  ViewsLayout views;
  SidePanels panels;
};

/// The lesson that is given, where it has come to.
struct LessonPlace {
  std::string name;      ///< as find_lesson() takes it
  std::size_t step = 0;  ///< from 0
};

/// What a view state was read from: a file, or a link.
struct StateOrigin {
  std::string file;                            ///< its path; of a link what messages call it
  bool is_link = false;                        ///< it has no lines, and nothing is saved there
  std::map<std::string, std::size_t> lines{};  ///< by option: "algorithm", "parameter.digit", "input_values"

  /// A message with the file, and the line of what it is about.
  std::string placed(const std::string& message) const;
};

/// What makes a view state of a run: the input, the algorithm with its parameters, the pass, and what is looked at.
/// What belongs to the person who looks, such as the theme, is no part of it.
struct ViewState {
  ProblemSpec problem;
  std::string algorithm;
  std::map<std::string, std::string> parameters{};
  std::string pass{};                  ///< passes done, or "end"; empty: half of them
  std::optional<std::uint64_t> pin{};  ///< the index that is selected
  std::string view = "window";         ///< what fills a picture, as `render --view` has it
  std::string focus{};  ///< of the window: the view that is enlarged, or what takes the place of all; empty: nothing
  RunLook look{};
  ThreadChoice threads{};
  std::vector<std::string> lanes{};  ///< of a race, beside the first: "ID NAME=VALUE ..."
  std::string clock{};               ///< of a race; empty: by pass
  std::optional<WindowLayout> layout{};
  std::string results{};  ///< a file with a sweep's results, or the report of a sort of files; empty: none
  std::string plot{};     ///< what is drawn of them; empty: the heat map, or the pipeline
  std::optional<LessonPlace> lesson{};
  std::string shaders{};                ///< the folder whose files replace shaders; empty: none
  std::optional<StateOrigin> origin{};  ///< where it comes of a file
};

/// Goes to the pass at once, and looks at the result where it is the end. Throws UsageError for what is no pass of the
/// session's run.
void seek_to(Session& session, const std::string& pass);

/// Throws UsageError, naming the option, if the input has no key of that index.
Pair pair_at(const Session& session, const std::string& option, std::uint64_t index);

/// Compiles the shaders of the view state's folder and puts them to use. Without such a folder nothing changes.
void use_shaders(Session& session, const ViewState& view_state);

/// Opens the view state's run, goes to its pass, pins its index, and looks at what it looks at. Throws Error as
/// Session::open() and the two above, and for threads and lanes that there are not.
void show(Session& session, const ViewState& view_state);

/// Its last part: pins and looks, at the run and the pass where the session is.
void look_at(Session& session, const ViewState& view_state);

/// show() for a window, with the view state's lesson. It waits for no run whose passes nobody knows before it is at the
/// input.
void open_in_window(Session& session, const ViewState& view_state);

/// The same view state for a window, where what would fill a picture is enlarged.
ViewState in_window(ViewState view_state);

/// Says the session's keys one by one, for who cannot read what they came from. Throws UsageError for too many.
void write_out_keys(const Session& session, ProblemSpec& spec);

/// What show() would bring back. Throws UsageError for keys from standard input that are too many to be written out.
ViewState view_state_of(Session& session);

/// The options that make the view state, shell-quoted: "-d slides-bitonic --seed 1 -t u32 -a bitonic/fused --pass 3".
std::string command_line(const ViewState& view_state);

/// " --device cpu-kernels --shader-dir DIR": what executes kernels and where shaders are read, as far as somebody
/// chose.
std::string device_options(gpu::Device* device, const cuda::ExecutionOptions& execution);

/// The command that opens a window as this one is, with what executes kernels and where shaders are read.
std::string window_command(Session& session);

}  // namespace texelsort::app
