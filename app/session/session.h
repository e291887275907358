#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/playback/block_recording.h"
#include "app/playback/key_path.h"
#include "app/playback/pass_source.h"
#include "app/playback/player.h"
#include "app/playback/thread_lookup.h"
#include "app/problem/problem_spec.h"
#include "app/session/look.h"
#include "app/session/value_refusals.h"
#include "app/session/workspace.h"
#include "app/tuning/sweeps/winners.h"
#include "compute/algorithms/prepare.h"

namespace texelsort::app {

/// A run, and the position of its player.
struct RunPlace {
  ProblemSpec spec;
  algorithms::Configuration configuration;
  std::uint64_t pass = 0;
  std::optional<Pair> pinned;
  bool has_same_run(const RunPlace& other) const { return spec == other.spec && configuration == other.configuration; }
};

/// State of a session without its device. It is enough to continue on another device.
struct SessionPlace {
  RunPlace run;
  Look look;
  double speed = 4;
  bool loop = false;
};

/// The chosen problem, algorithm and parameters, their player, and the state that all views share: selection, playback,
/// look. Views read everything else from the player. Independent of ImGui and OpenGL.
class Session {
 public:
  /// Creates a session on a device, which must outlive it. If `device` is null, only CPU algorithms run.
  explicit Session(gpu::Device* device, cuda::ExecutionOptions execution = {});
  ~Session();

  /// Starts a new run. Throws Error if the input or the parameters are invalid, or if the algorithm cannot run here;
  /// the session is then unchanged. Values of parameters without effect are invalid.
  void open(const ProblemSpec& spec, const std::string& algorithm,
            const std::map<std::string, std::string>& overrides = {});
  /// Overload for an algorithm that need not be in the registry. It outlives the session.
  void open(const ProblemSpec& spec, const algorithms::Algorithm& algorithm,
            const std::map<std::string, std::string>& overrides = {});

  /// Versions for panels: in case of an error, message() returns it, and nothing else changes.
  bool change_problem(const ProblemSpec& spec);
  bool change_algorithm(const std::string& id);
  /// Changes problem, algorithm and parameters together.
  bool change_run(const ProblemSpec& spec, const std::string& algorithm,
                  const std::map<std::string, std::string>& overrides);
  bool change_algorithm(const algorithms::Algorithm& algorithm);
  /// Returns to the algorithm of algorithm_before() with its parameters.
  bool take_back_algorithm();
  bool change_parameter(const std::string& name, const std::string& value);
  bool use_tuned_parameters();

  /// Sets the tuned parameters of this machine, for interactive use. From now on, a change of problem or algorithm
  /// selects tuned values that are faster than the default, unless values are given or the default was chosen.
  void know_winners(Winners winners);
  /// Returns the tuned parameters for the current algorithm and problem. Null if none are faster than the default.
  const Winner* winner() const { return winner_; }
  /// Returns true if the current parameters are those of winner().
  bool uses_winner() const { return winner_ != nullptr && configuration_.values == winner_->values; }
  /// Selects the tuned parameters, or the default if there are none.
  bool use_measured_parameters();

  bool use_paper_parameters();
  /// Uses the given values where they have an effect, and tuned values for other parameters.
  bool use_parameters(const std::map<std::string, std::string>& values);

  /// Opens another algorithm on the problem of another session, which both share. Throws like open().
  void open_beside(const Session& other, const algorithms::Configuration& configuration);

  /// Returns the state for resume(). The session must be open.
  SessionPlace place() const;
  /// Opens the state of another session. Throws like open().
  void resume(const SessionPlace& place);

  /// Undoes the last change of input, algorithm or parameters, and seeks the pass at which it was made. Returns false
  /// if there is no such change. Also returns false, with a message(), if the previous state can no longer be opened.
  bool undo();
  bool redo();

  bool has_user = false;  ///< true if interactive: presets are read and saved, measurements run on a separate thread
  std::string file;       ///< session file opened or saved last; empty if there is none

  /// Restarts the run with the current shaders and seeks the same pass. Throws like open().
  void restart();

  const ProblemSpec& spec() const { return spec_; }
  const LoadedProblem& loaded() const { return loaded_; }
  const algorithms::Problem& problem() const { return *loaded_.problem; }
  const algorithms::Algorithm& algorithm() const { return *configuration_.algorithm; }
  /// The algorithm with the explicitly chosen values; other parameters have their defaults.
  const algorithms::Configuration& configuration() const { return configuration_; }
  /// The algorithm before the current one. Null until another one is chosen.
  const algorithms::Algorithm* algorithm_before() const { return before_.algorithm; }
  /// Returns why another algorithm does not accept the current problem. Nothing if it does.
  std::optional<std::string> refusal_of(const algorithms::Algorithm& other) const;
  /// Returns why change_parameter() would reject a value. Nothing if it would accept it.
  std::optional<std::string> refusal_of_value(const std::string& name, const std::string& value) const;
  /// Returns a cached version of refusal_of_value(), for callers that check many values in every frame.
  ValueRefusals& value_refusals() { return value_refusals_; }
  const algorithms::Parameters& parameters() const { return prepared_->parameters(); }
  const algorithms::Prepared& prepared() const { return *prepared_; }
  const std::map<std::string, std::string>& overrides() const { return configuration_.values; }
  gpu::Device* device() const { return device_; }
  const gpu::DeviceInfo* device_info() const;
  /// Devices and engine that execute the kernels of this session's runs.
  const cuda::ExecutionOptions& execution() const { return execution_; }

  /// Returns whether the algorithm selects single keys instead of sorting all keys.
  bool selects() const { return configuration_.algorithm->info().task == algorithms::Task::select; }
  /// The questions of a selection: those of the problem, or the lower median if it has none. Empty if the algorithm
  /// sorts.
  const std::vector<algorithms::Question>& questions() const { return loaded_spec_.questions; }
  /// Number of sorted sequences in the input; 0 if the algorithm does not merge.
  std::uint64_t sequences() const { return sequence_count(loaded_spec_); }
  /// Returns whether the keys have record fields as payload.
  bool has_records() const { return problem().payload == data::PayloadKind::record && problem().n() > 0; }

  std::uint64_t problem_revision() const { return problem_revision_; }
  Player& player() { return *player_; }
  const Player& player() const { return *player_; }

  /// The last error message; empty if there is none.
  const std::string& message() const { return message_; }
  void dismiss_message() { message_.clear(); }
  void report(std::string message) { message_ = std::move(message); }

  // The kernel threads to show, if the CPU executes the kernels.
  BlockChoice chosen_block;
  bool has_threads() const { return app::has_threads(*player_); }
  /// Returns the activity of the chosen block's threads in the current pass. Null if there is none or the player is
  /// still seeking.
  const BlockRecording* block_recording();

  // Functions for playback.
  void seek(std::uint64_t pass);
  void step(int direction);
  void step_stage(int direction);
  void to_end();
  void set_playing(bool playing);
  bool playing() const { return playing_; }
  bool loop = false;
  double speed = 4;  ///< passes per second
  void faster();
  void slower();

  // Functions for selecting a key. A hovered key is selected for one frame, a pinned key until it is unpinned.
  void begin_frame();
  void hover(const Pair& pair) { next_hovered_ = pair; }
  void hold_hover(std::optional<Pair> pair) { held_hover_ = pair; }  ///< until changed, as if the mouse stayed
  void pin(std::optional<Pair> pair);
  /// Moves the pin by `places` indices, clamped to the input. Pins the first key if none is selected.
  void pin_neighbour(std::int64_t places);
  const std::optional<Pair>& hovered() const { return hovered_; }
  const std::optional<Pair>& pinned() const { return pinned_; }
  const std::optional<Pair>& selected() const { return pinned_ ? pinned_ : hovered_; }

  // Returns the current layout of the keys, from a line (0) to the rows of the texture (1).
  double fold() const { return fold_; }
  double fold_target() const { return look.fold; }
  void set_fold(double position) { fold_ = look.fold = position; }
  void fold_to(double target) { look.fold = target; }  ///< animated from the current layout

  std::string shown_program;  ///< program to show if a pass runs several; empty if none is chosen
  /// Returns the programs of the current pass. Null at the input and while the player is seeking.
  const PassSource* pass_source();
  /// Returns which thread of a CPU-executed kernel touched a key, as find_thread() does. Nothing for other runs.
  std::optional<ThreadLookup> thread_lookup(std::uint64_t place, std::uint64_t from);
  /// Returns the path of the pinned key from the input to the current pass. Empty if no key is pinned or there are too
  /// many keys.
  const std::vector<PathStop>& trail();

  /// Returns the command that does the same as the session: "texelsort sort ... --timing" or "texelsort select ...".
  std::string command_line() const;

  /// Does a frame's share of work: playing, seeking, measuring. `seconds` is the time since the last call.
  void update(double seconds);

  /// Returns true while frames are needed without user input.
  bool busy() const;
  /// Returns true while threads work on something whose progress the window shows. A frame now and then is enough;
  /// continuous frames would slow the threads.
  bool awaits_news() const;

  /// The workspaces next to the run. Most callers want workspace<Kind>(session).
  Workspaces& workspaces() const { return workspaces_; }

  Look look;

 private:
  bool attempt(const std::function<void()>& change);
  /// Treatment of given parameter values that have no effect: rejected or dropped.
  enum class Unused : std::uint8_t { refused, dropped };
  /// Source of values for parameters without a given value: the default, or tuned values.
  enum class Choice : std::uint8_t { own, measured };
  void follow_pinned();
  void start(const ProblemSpec& spec, const algorithms::Algorithm& algorithm,
             std::map<std::string, std::string> overrides, Unused unused, Choice choice = Choice::own);
  std::unique_ptr<Player> make_player(const algorithms::Prepared& prepared,
                                      const std::shared_ptr<const algorithms::Problem>& problem) const;
  std::map<std::string, std::string> overrides_with(const std::string& name, const std::string& value) const;
  void advance_passes();

  RunPlace present_place() const;
  bool go_back(std::vector<RunPlace>& from, std::vector<RunPlace>& to);

  gpu::Device* device_;
  cuda::ExecutionOptions execution_;
  std::vector<RunPlace> undone_, done_;
  bool keeps_steps_ = true;
  ProblemSpec spec_;
  ProblemSpec loaded_spec_;  ///< spec_ as it was loaded, without questions if the algorithm sorts
  LoadedProblem loaded_;
  algorithms::Configuration configuration_;
  Winners winners_;
  const Winner* winner_ = nullptr;  ///< element of winners_, or null
  algorithms::Configuration before_;
  std::optional<algorithms::Prepared> prepared_;
  std::unique_ptr<Player> player_;
  std::uint64_t problem_revision_ = 0;
  std::string message_;
  std::optional<Pair> hovered_, next_hovered_, held_hover_, pinned_;
  bool playing_ = false;
  double owed_passes_ = 0;
  double fold_ = 1;
  ValueRefusals value_refusals_;
  mutable Workspaces workspaces_;
  std::uint64_t pinned_position_ = 0;  ///< position of the player at the last update of the pin
};

}  // namespace texelsort::app
