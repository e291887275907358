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
#include "app/playback/index_history.h"
#include "app/playback/key_path.h"
#include "app/playback/pass_source.h"
#include "app/playback/player.h"
#include "app/playback/thread_lookup.h"
#include "app/problem/problem_spec.h"
#include "app/session/look.h"
#include "app/session/motion.h"
#include "app/session/value_refusals.h"
#include "app/session/workspace.h"
#include "app/tuning/sweeps/winners.h"
#include "compute/algorithms/prepare.h"

namespace texelsort::app {

/// The problem and the algorithm of a run, and a position in its passes.
struct RunPlace {
  ProblemSpec spec;
  algorithms::Configuration configuration;
  std::uint64_t pass = 0;
  std::optional<Pair> pinned;
  bool has_same_run(const RunPlace& other) const { return spec == other.spec && configuration == other.configuration; }
};

/// Everything from which another device can continue a session, for example after a GPU reset.
struct SessionPlace {
  RunPlace run;
  Look look;
  double speed = 4;
  bool loop = false;
};

/// The chosen problem, algorithm and parameters, the player, and the state that all views share: selection, playback,
/// look. Views get everything else from the player. Independent of ImGui and OpenGL.
class Session {
 public:
  /// Creates a session on a device, which must outlive the session. If `device` is null, only CPU algorithms run.
  explicit Session(gpu::Device* device, cuda::ExecutionOptions execution = {});
  ~Session();

  /// Starts a new run. Throws Error if the input or the parameters are invalid, or if the algorithm cannot run here. A
  /// parameter value without effect is invalid. After an error, the session is unchanged.
  void open(const ProblemSpec& spec, const std::string& algorithm,
            const std::map<std::string, std::string>& overrides = {});
  /// Starts a new run of an algorithm that need not be in the registry, but must outlive the session.
  void open(const ProblemSpec& spec, const algorithms::Algorithm& algorithm,
            const std::map<std::string, std::string>& overrides = {});

  /// Versions of open() for panels. In case of an error, they return false, message() returns the error, and nothing
  /// else changes.
  bool change_problem(const ProblemSpec& spec);
  bool change_algorithm(const std::string& id);
  /// Changes problem, algorithm and parameters together.
  bool change_run(const ProblemSpec& spec, const std::string& algorithm,
                  const std::map<std::string, std::string>& overrides);
  bool change_algorithm(const algorithms::Algorithm& algorithm);
  /// Returns to the algorithm of algorithm_before(), with the parameters it had.
  bool take_back_algorithm();
  bool change_parameter(const std::string& name, const std::string& value);
  bool use_tuned_parameters();

  /// Sets the parameter values that tuning on this machine has found. Later changes of problem or algorithm then select
  /// tuned values that are faster than the default. Values that the user sets, and a default that the user chooses,
  /// take precedence.
  void know_winners(Winners winners);
  /// Returns the tuned parameters for the current algorithm and problem, or null if none are faster than the default.
  const Winner* winner() const { return winner_; }
  /// Returns true if the current parameter values are the tuned ones.
  bool uses_winner() const { return winner_ != nullptr && configuration_.values == winner_->values; }
  /// Selects the tuned parameters, or the default parameters if none are tuned.
  bool use_measured_parameters();

  bool use_paper_parameters();
  /// Sets those of `values` that have an effect. Other parameters get tuned values.
  bool use_parameters(const std::map<std::string, std::string>& values);

  /// Starts a run of another algorithm on the problem that another session has loaded, without a copy. Throws the
  /// errors of open().
  void open_beside(const Session& other, const algorithms::Configuration& configuration);

  /// Returns the state of this session, which resume() opens in another session. The session must be open.
  SessionPlace place() const;
  /// Opens a state that place() of another session returned. Throws the errors of open().
  void resume(const SessionPlace& place);

  /// Undoes the last change of input, algorithm or parameters. Seeks the pass at which the change was made. Returns
  /// false if there is no such change. Also returns false, with a message(), if the previous state can no longer be
  /// opened.
  bool undo();
  bool redo();

  /// True if a user works with the session. It then loads and saves presets, and measures on a separate thread.
  bool has_user = false;
  std::string file;  ///< session file that was last opened or saved; empty if there was none

  /// Restarts the run with the current shaders and seeks the same pass, or the end if the run was at its end. Plans a
  /// user's sort anew, because its script may have changed, and drops parameter values without effect. Throws the
  /// errors of open(). After an error, the session is unchanged.
  void restart();

  const ProblemSpec& spec() const { return spec_; }
  const LoadedProblem& loaded() const { return loaded_; }
  const algorithms::Problem& problem() const { return *loaded_.problem; }
  const algorithms::Algorithm& algorithm() const { return *configuration_.algorithm; }
  /// Returns the algorithm with the values that the user has set. Other parameters have their default values.
  const algorithms::Configuration& configuration() const { return configuration_; }
  /// Returns the algorithm before the current one, or null if the algorithm was never changed.
  const algorithms::Algorithm* algorithm_before() const { return before_.algorithm; }
  /// Returns the reason why another algorithm rejects the current problem, or nothing if it accepts the problem.
  std::optional<std::string> refusal_of(const algorithms::Algorithm& other) const;
  /// Returns the reason why change_parameter() would reject a value, or nothing if it would accept the value.
  std::optional<std::string> refusal_of_value(const std::string& name, const std::string& value) const;
  /// Returns a cache of the results of refusal_of_value(). Panels use it to check many values in every frame.
  ValueRefusals& value_refusals() { return value_refusals_; }
  const algorithms::Parameters& parameters() const { return prepared_->parameters(); }
  const algorithms::Prepared& prepared() const { return *prepared_; }
  const std::map<std::string, std::string>& overrides() const { return configuration_.values; }
  gpu::Device* device() const { return device_; }
  const gpu::DeviceInfo* device_info() const;
  /// Returns the devices and the engine that execute the kernels of this session's runs.
  const cuda::ExecutionOptions& execution() const { return execution_; }

  /// Returns whether the algorithm selects single keys instead of sorting all keys.
  bool selects() const { return configuration_.algorithm->info().task == algorithms::Task::select; }
  /// Returns the questions of a selection: those of the problem, or the question for the lower median if it has none.
  /// Returns an empty list if the algorithm sorts.
  const std::vector<algorithms::Question>& questions() const { return loaded_spec_.questions; }
  /// Returns the number of sorted sequences in the input, or 0 if the algorithm does not merge.
  std::uint64_t sequences() const { return sequence_count(loaded_spec_); }
  /// Returns whether the payload of the keys is record fields.
  bool has_records() const { return problem().payload == data::PayloadKind::record && problem().n() > 0; }

  std::uint64_t problem_revision() const { return problem_revision_; }
  Player& player() { return *player_; }
  const Player& player() const { return *player_; }

  /// Returns the last error message, or an empty string if there is no error.
  const std::string& message() const { return message_; }
  void dismiss_message() { message_.clear(); }
  void report(std::string message) { message_ = std::move(message); }

  // Members that determine which kernel threads are shown. Without an effect unless the CPU executes the kernels.
  BlockChoice chosen_block;
  bool has_threads() const { return app::has_threads(*player_); }
  /// Returns the activity of the chosen block's threads in the current pass. Returns null if the pass launches no
  /// kernel, or while the player is seeking.
  const BlockRecording* block_recording();

  // Functions for playback.
  void seek(std::uint64_t pass);
  void step(int direction);
  void step_stage(int direction);
  void to_end();
  void set_playing(bool playing);
  bool playing() const { return playing_; }
  bool loop = false;
  double speed = 4;  ///< playback speed in passes per second
  void faster();
  void slower();

  // Functions for selecting a key. A hovered key is selected for one frame, a pinned key until it is unpinned. The
  // session finds the partner in the present pass, except for a hovered pair.
  void begin_frame();
  void hover(const Pair& pair) { next_hovered_ = pair; }
  /// Keeps a pair hovered, regardless of the mouse, until the next call of this function.
  void hold_hover(std::optional<Pair> pair) { held_hover_ = pair; }
  void pin(std::optional<Pair> pair);
  /// Moves the pin from the selected key by `places` indices. Does nothing if the new index does not exist. Pins the
  /// first key if no key is selected.
  void pin_neighbour(std::int64_t places);
  const std::optional<Pair>& hovered() const { return hovered_; }
  const std::optional<Pair>& pinned() const { return pinned_; }
  const std::optional<Pair>& selected() const { return pinned_ ? pinned_ : hovered_; }

  // Returns how far the keys are folded now, from 0 (one line) to 1 (the rows of the texture).
  double fold() const { return fold_; }
  double fold_target() const { return look.fold; }
  void set_fold(double position) { fold_ = look.fold = position; }
  void fold_to(double target) { look.fold = target; }  ///< Starts the animation that folds the keys to `target`.

  /// Returns the moving keys of the present pass, or null if no key moves now.
  const Motion* motion() const { return motion_.present(*player_); }
  /// Shows the present pass in the middle of its motion: 0 is the state before the pass, 1 the state after it.
  void hold_motion(double fraction) { motion_.hold(*player_, fraction); }

  std::string shown_program;  ///< name of the program to show if a pass executes several; empty for the default
  /// Returns the programs that the current pass executed, with their sources. Returns null at the input and while the
  /// player is seeking.
  const PassSource* pass_source();
  /// Returns the thread of a kernel on the CPU that accessed a key, as find_thread() does. Returns nothing if the CPU
  /// does not execute the kernels.
  std::optional<ThreadLookup> thread_lookup(std::uint64_t place, std::uint64_t from);
  /// Returns what each executed pass did with the pinned index or key. Returns no rows if no key is pinned, or if there
  /// are too many keys.
  const std::vector<HistoryRow>& history();
  /// Returns the path of the pinned key from the input to the current pass. Returns an empty path if no key is pinned,
  /// or if there are too many keys.
  const std::vector<PathStop>& trail();

  /// Returns the command line that has the same result as the session: "texelsort sort ... --timing" or "texelsort
  /// select ...".
  std::string command_line() const;

  /// Does the session's work for one frame: playing, seeking and measuring. `seconds` is the time since the last call.
  void update(double seconds);

  /// Returns true while there is work for further frames, even without user input.
  bool busy() const;
  /// Returns true while threads work on something whose progress the window shows. A few frames per second are enough,
  /// and continuous frames would slow down the threads.
  bool awaits_news() const;

  /// Returns all workspaces of the session. To get one of them, call workspace<Kind>(session).
  Workspaces& workspaces() const { return workspaces_; }

  Look look;

 private:
  bool attempt(const std::function<void()>& change);
  /// Treatment of parameter values that have no effect: refused means an error, dropped means that they are ignored.
  enum class Unused : std::uint8_t { refused, dropped };
  /// Values for parameters that the user has not set: own means the defaults, measured means tuned values.
  enum class Choice : std::uint8_t { own, measured };
  /// Returns the pair of the same index in the present pass. Returns nothing if the problem has no such index.
  std::optional<Pair> present(const std::optional<Pair>& pair) const;
  /// Returns the result of `compute`, or an empty value and a message if `compute` throws an error. The files of a
  /// user's sort may not fit together while the user changes them.
  template <class Value>
  Value without_error(const std::function<Value()>& compute);
  void follow_pinned();
  void start(const ProblemSpec& spec, const algorithms::Algorithm& algorithm,
             std::map<std::string, std::string> overrides, Unused unused, Choice choice = Choice::own);
  std::unique_ptr<Player> make_player(const algorithms::Prepared& prepared,
                                      const std::shared_ptr<const algorithms::Problem>& problem) const;
  void restart_own_sort();
  std::map<std::string, std::string> overrides_with(const std::string& name, const std::string& value) const;
  void advance_passes();

  RunPlace present_place() const;
  bool go_back(std::vector<RunPlace>& from, std::vector<RunPlace>& to);

  gpu::Device* device_;
  cuda::ExecutionOptions execution_;
  std::vector<RunPlace> undone_, done_;
  bool keeps_steps_ = true;
  ProblemSpec spec_;
  ProblemSpec loaded_spec_;  ///< spec_ as it was adapted to the algorithm's task before loading
  LoadedProblem loaded_;
  algorithms::Configuration configuration_;
  Winners winners_;
  /// Tuned values for the current problem, an element of winners_; null if there are none.
  const Winner* winner_ = nullptr;
  algorithms::Configuration before_;
  std::optional<algorithms::Prepared> prepared_;
  std::unique_ptr<Player> player_;
  std::uint64_t problem_revision_ = 0;
  std::string message_;
  std::optional<Pair> hovered_, next_hovered_, held_hover_, pinned_;
  bool playing_ = false;
  double owed_passes_ = 0;
  double fold_ = 1;
  MotionClock motion_;
  ValueRefusals value_refusals_;
  mutable Workspaces workspaces_;
  std::uint64_t pinned_position_ = 0;  ///< position of the player to which the pin belongs
};

}  // namespace texelsort::app
