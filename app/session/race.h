#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/session.h"
#include "compute/measure/measuring.h"

namespace texelsort::app {

/// Measure that keeps the lanes of a race synchronous.
enum class RaceClock : std::uint8_t { pass, bytes, time };
std::string_view name(RaceClock clock);  ///< "pass", "bytes" or "time", as in options
std::optional<RaceClock> find_race_clock(std::string_view name);

/// One algorithm of a race: its own session on the shared problem.
class RaceLane {
 public:
  /// Throws as Session::open().
  RaceLane(gpu::Device* device, const Session& beside, const algorithms::Configuration& entrant);

  Session& session() { return *session_; }
  const Session& session() const { return *session_; }
  Player& player() { return session_->player(); }
  const Player& player() const { return session_->player(); }

  /// Returns whether the end of each pass is known for this clock.
  bool knows(RaceClock clock) const;
  /// Continues measuring the ends of passes: part of a run for bytes, a whole run for times. Throws as the run.
  void find_out(RaceClock clock);
  /// Progress of find_out(), from 0 to 1.
  float found_out(RaceClock clock) const;

  /// Returns the number of passes that are finished at clock value `now`.
  std::uint64_t passes_at(RaceClock clock, double now) const;
  /// Returns the clock value at which that many passes are finished.
  double end_of(RaceClock clock, std::uint64_t passes) const;
  /// Returns the clock value at which the run ends. Nothing while it is unknown.
  std::optional<double> end(RaceClock clock) const;

  /// The clock that measured the times. Nothing before they are measured.
  std::optional<gpu::Clock> timed_by() const;

 private:
  void forget_if_changed();

  std::unique_ptr<Session> session_;
  gpu::Device* device_;
  std::uint64_t revision_ = 0;  ///< revision of the session's problem when the members below were measured
  std::unique_ptr<algorithms::Run> scout_;
  std::unique_ptr<measure::Measuring> measuring_;
  bool bytes_known_ = false, times_known_ = false;
  std::vector<double> byte_ends_, time_ends_;  ///< end of each pass, in bytes and in milliseconds
  std::optional<gpu::Clock> timed_by_;
};

/// Two to four configurations that run on one problem, synchronised by one clock. The clock waits for lanes that lag
/// behind. Independent of ImGui and OpenGL.
class Race : public Workspace {
 public:
  static constexpr std::size_t fewest = 2, most = 4;

  explicit Race(gpu::Device* device) : device_(device) {}
  explicit Race(const Session& session) : device_(session.device()) {}

  /// Adopts the session's problem. If there are no lanes yet, the session's algorithm becomes the first lane. After a
  /// change of the problem, all lanes restart. Lanes that cannot run are removed, with a message.
  void follow(const Session& session);

  /// Restarts all lanes with the current shaders.
  void restart();

  std::vector<std::unique_ptr<RaceLane>>& lanes() { return lanes_; }
  const std::vector<std::unique_ptr<RaceLane>>& lanes() const { return lanes_; }
  /// Adds a lane. Returns false and sets message() if there are too many lanes or the configuration cannot run.
  bool add(const Session& beside, const algorithms::Configuration& entrant);
  /// Adds a lane with an algorithm that is not in the race yet and can run. Returns false if there is none or too many
  /// lanes.
  bool add_any(const Session& beside);
  void remove(std::size_t lane);
  /// Removes all lanes but the first, so that the caller can fill the others.
  void keep_first() { lanes_.resize(std::min<std::size_t>(lanes_.size(), 1)); }

  RaceClock clock() const { return clock_; }
  void set_clock(RaceClock clock);
  double now() const { return now_; }
  /// Returns the clock value at which the last lane ends. Nothing while it is unknown.
  std::optional<double> end() const;
  /// True while the data for the clock are being measured.
  bool preparing() const;

  void set_playing(bool playing);
  bool playing() const { return playing_; }
  void seek(double now);
  /// Moves the clock to the next or previous end of a pass in any lane.
  void step(int direction);
  void to_end();

  /// Does a frame's share of the work. `speed`: passes per second. With the other clocks, the whole race lasts as long
  /// as 100 passes.
  void update(double seconds, double speed);
  bool busy() const;

  const std::string& message() const { return message_; }

  void frame(Session& session, double seconds) override;
  bool has_work(const Session& session) const override;

 private:
  void prepare();
  void send_lanes();
  void advance_lanes(double seconds);
  bool level() const;

  gpu::Device* device_;
  std::vector<std::unique_ptr<RaceLane>> lanes_;
  std::optional<ProblemSpec> problem_;
  RaceClock clock_ = RaceClock::pass;
  double now_ = 0;
  bool playing_ = false, to_end_ = false;
  std::size_t turn_ = 0;
  std::uint64_t passes_a_frame_ = 1;
  std::string message_;
};

/// Returns the race of the session, with lanes once it is shown.
Race& race_of(const Session& session);

/// Replaces the race by one without lanes.
Race& new_race(const Session& session);

/// Returns the race if the window shows it, otherwise null.
Race* shown_race(const Session& session);

}  // namespace texelsort::app
