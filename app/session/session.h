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

/// A run, and where its player is.
struct RunPlace {
  ProblemSpec spec;
  algorithms::Configuration configuration;
  std::uint64_t pass = 0;
  std::optional<Pair> pinned;
  bool has_same_run(const RunPlace& other) const { return spec == other.spec && configuration == other.configuration; }
};

/// A session's state without a device: enough to continue with on another one.
struct SessionPlace {
  RunPlace run;
  Look look;
  double speed = 4;
  bool loop = false;
};

/// The chosen problem, algorithm and parameters, the player on them, and what all views share: selection, playing,
/// look. What views show of the present state they find out themselves, from the player. Knows neither ImGui nor
/// OpenGL.
class Session {
 public:
  /// `device` may be null: only cpu algorithms then run. It outlives the session.
  explicit Session(gpu::Device* device, cuda::ExecutionOptions execution = {});
  ~Session();

  /// Starts anew. Throws Error if the input or the parameters are wrong or the algorithm cannot run here; the session
  /// is then as it was. A value that would make no difference is wrong.
  void open(const ProblemSpec& spec, const std::string& algorithm,
            const std::map<std::string, std::string>& overrides = {});
  /// The same with an algorithm that need not be in the registry; it outlives the session.
  void open(const ProblemSpec& spec, const algorithms::Algorithm& algorithm,
            const std::map<std::string, std::string>& overrides = {});

  /// The same for panels: a refusal becomes message() and changes nothing else.
  bool change_problem(const ProblemSpec& spec);
  bool change_algorithm(const std::string& id);
  /// All three at once.
  bool change_run(const ProblemSpec& spec, const std::string& algorithm,
                  const std::map<std::string, std::string>& overrides);
  bool change_algorithm(const algorithms::Algorithm& algorithm);
  /// Goes back to algorithm_before(), with the parameters that it had.
  bool take_back_algorithm();
  bool change_parameter(const std::string& name, const std::string& value);
  bool use_tuned_parameters();

  /// What searches have found on this machine, for somebody who sits before it. From now on a change of the problem or
  /// of the algorithm takes the values that were measured for it to be faster than the default, unless
  /// others are given or the default was asked for.
  void know_winners(Winners winners);
  /// What was measured for the present algorithm and problem; null if nothing beats the default.
  const Winner* winner() const { return winner_; }
  /// Whether the present values are its.
  bool uses_winner() const { return winner_ != nullptr && configuration_.values == winner_->values; }
  /// Takes them; the default where there is none.
  bool use_measured_parameters();

  bool use_paper_parameters();
  /// These values where they make a difference, tuned ones elsewhere.
  bool use_parameters(const std::map<std::string, std::string>& values);

  /// The same problem as another session has, shared with it, for another algorithm. Throws as open().
  void open_beside(const Session& other, const algorithms::Configuration& configuration);

  /// What resume() takes, of a session that has been opened.
  SessionPlace place() const;
  /// Opens what another session was at. Throws as open().
  void resume(const SessionPlace& place);

  /// Takes back the last change of input, algorithm or parameters, and goes to the pass where it was made; false if
  /// there is none, or if what was before cannot be opened any more, which message() then says.
  bool undo();
  bool redo();

  bool has_user = false;  ///< somebody sits before it: presets are read and kept, measurements go on beside the frames
  std::string file;       ///< the session file that was opened or saved last; empty: none

  /// Starts the same run anew, by the shaders as they are now, and goes to the same pass. Throws as open().
  void restart();

  const ProblemSpec& spec() const { return spec_; }
  const LoadedProblem& loaded() const { return loaded_; }
  const algorithms::Problem& problem() const { return *loaded_.problem; }
  const algorithms::Algorithm& algorithm() const { return *configuration_.algorithm; }
  /// The algorithm with the values that somebody chose; the others have their defaults.
  const algorithms::Configuration& configuration() const { return configuration_; }
  /// The one before the present one; null until another one is chosen.
  const algorithms::Algorithm* algorithm_before() const { return before_.algorithm; }
  /// Why an algorithm does not take the present problem; nothing if it does.
  std::optional<std::string> refusal_of(const algorithms::Algorithm& other) const;
  /// Why change_parameter() would refuse a value; nothing if it takes it.
  std::optional<std::string> refusal_of_value(const std::string& name, const std::string& value) const;
  /// The same for who asks it of many values in every frame.
  ValueRefusals& value_refusals() { return value_refusals_; }
  const algorithms::Parameters& parameters() const { return prepared_->parameters(); }
  const algorithms::Prepared& prepared() const { return *prepared_; }
  const std::map<std::string, std::string>& overrides() const { return configuration_.values; }
  gpu::Device* device() const { return device_; }
  const gpu::DeviceInfo* device_info() const;
  /// Where kernels of its runs are executed.
  const cuda::ExecutionOptions& execution() const { return execution_; }

  /// Whether the algorithm finds some of the keys, instead of putting all in order.
  bool selects() const { return configuration_.algorithm->info().task == algorithms::Task::select; }
  /// What it is to find: the spec's questions, or the lower median if there are none. Empty if it sorts.
  const std::vector<algorithms::Question>& questions() const { return loaded_spec_.questions; }
  /// How many sorted sequences the input is cut into; 0 if the algorithm does not merge.
  std::uint64_t sequences() const { return sequence_count(loaded_spec_); }
  /// Whether keys have fields that travel with them.
  bool has_records() const { return problem().payload == data::PayloadKind::record && problem().n() > 0; }

  std::uint64_t problem_revision() const { return problem_revision_; }
  Player& player() { return *player_; }
  const Player& player() const { return *player_; }

  /// What went wrong last, for people; empty if nothing.
  const std::string& message() const { return message_; }
  void dismiss_message() { message_.clear(); }
  void report(std::string message) { message_ = std::move(message); }

  // Threads of kernels, where the CPU executes them.
  BlockChoice chosen_block;
  bool has_threads() const { return app::has_threads(*player_); }
  /// What the chosen block's threads do in the present pass; null while there is none, or while it is being sought.
  const BlockRecording* block_recording();

  // Moving about.
  void seek(std::uint64_t pass);
  void step(int direction);
  void step_stage(int direction);
  void to_end();
  void set_playing(bool playing);
  bool playing() const { return playing_; }
  bool loop = false;
  double speed = 4;  ///< passes a second
  void faster();
  void slower();

  // Selection: hovering lasts a frame, pinning until it is undone.
  void begin_frame();
  void hover(const Pair& pair) { next_hovered_ = pair; }
  void hold_hover(std::optional<Pair> pair) { held_hover_ = pair; }  ///< as if the mouse rested there
  void pin(std::optional<Pair> pair);
  /// Pins the key that many places on, as far as there are keys; the first one if none is selected.
  void pin_neighbour(std::int64_t places);
  const std::optional<Pair>& hovered() const { return hovered_; }
  const std::optional<Pair>& pinned() const { return pinned_; }
  const std::optional<Pair>& selected() const { return pinned_ ? pinned_ : hovered_; }

  // From line, 0, to texture, 1: the keys' way into its rows.
  double fold() const { return fold_; }
  double fold_target() const { return look.fold; }
  void set_fold(double position) { fold_ = look.fold = position; }
  void fold_to(double target) { look.fold = target; }  ///< animated, from where it is

  std::string shown_program;  ///< of several that a pass runs, the one that somebody wants to read; empty: none
  /// What the present pass has run; null at the input, and while a pass is being sought.
  const PassSource* pass_source();
  /// Which thread of a kernel on the CPU touched a key, see find_thread(); nothing elsewhere.
  std::optional<ThreadLookup> thread_lookup(std::uint64_t place, std::uint64_t from);
  /// The way of the pinned key from the input on, as it is followed; empty if none is pinned or there are too many
  /// keys.
  const std::vector<PathStop>& trail();

  /// "texelsort sort ... --timing" for what is chosen, or "texelsort select ...".
  std::string command_line() const;

  /// A frame's share of work: playing, seeking, measuring. `seconds` since the last call.
  void update(double seconds);

  /// True while frames are needed although nobody touches anything.
  bool busy() const;
  /// True while threads work of which a frame now and then is to tell; frames all the time would disturb them.
  bool awaits_news() const;

  /// The work beside the run. Most callers want workspace<Kind>(session).
  Workspaces& workspaces() const { return workspaces_; }

  Look look;

 private:
  bool attempt(const std::function<void()>& change);
  /// What becomes of overrides that would make no difference.
  enum class Unused : std::uint8_t { refused, dropped };
  /// What stands where nobody gives values: the default, or values that were measured here to be faster.
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
  ProblemSpec loaded_spec_;  ///< without questions if the algorithm sorts
  LoadedProblem loaded_;
  algorithms::Configuration configuration_;
  Winners winners_;
  const Winner* winner_ = nullptr;  ///< of them
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
  std::uint64_t pinned_position_ = 0;  ///< of the player, when the pinned key was where it is pinned
};

}  // namespace texelsort::app
