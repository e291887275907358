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

/// Unit of the clock by which all lanes of a race advance equally: executed passes, moved bytes, or measured time.
enum class RaceClock : std::uint8_t { pass, bytes, time };
std::string_view name(RaceClock clock);  ///< Returns the name of a clock as in options: "pass", "bytes" or "time".
std::optional<RaceClock> find_race_clock(std::string_view name);
/// Returns a clock value as text: "3 passes", "55.3 kB" or "250 µs".
std::string clock_text(RaceClock clock, double value);

/// One algorithm of a race, which runs in its own session on the shared problem.
class RaceLane {
 public:
  /// Opens an algorithm on the problem of the session `beside`. Throws the errors of Session::open().
  RaceLane(gpu::Device* device, const Session& beside, const algorithms::Configuration& entrant);

  Session& session() { return *session_; }
  const Session& session() const { return *session_; }
  Player& player() { return session_->player(); }
  const Player& player() const { return session_->player(); }

  /// Returns whether the lane has already determined the clock values at which its passes end.
  bool knows(RaceClock clock) const;
  /// Determines the clock values at which the lane's passes end, in several calls. Each call executes a part of a run
  /// to count bytes, or a whole run to measure times. Throws the errors of the run.
  void find_out(RaceClock clock);
  /// Returns the progress of find_out(), from 0 to 1.
  float found_out(RaceClock clock) const;

  /// Returns the number of passes that are finished at clock value `now`.
  std::uint64_t passes_at(RaceClock clock, double now) const;
  /// Returns the clock value at which a number of passes is finished.
  double end_of(RaceClock clock, std::uint64_t passes) const;
  /// Returns the clock value at which the lane's run ends, or nothing if the value is not known yet.
  std::optional<double> end(RaceClock clock) const;

  /// Returns the finished fraction of the lane's run, from 0 to 1, or nothing if the end is not known yet.
  std::optional<double> progress(RaceClock clock) const;

  /// Returns the kind of clock that measured the times, or nothing before the times are measured.
  std::optional<gpu::Clock> timed_by() const;

 private:
  void forget_if_changed();

  std::unique_ptr<Session> session_;
  gpu::Device* device_;
  std::uint64_t revision_ = 0;  ///< revision of the session's problem to which the clock values belong
  std::unique_ptr<algorithms::Run> scout_;
  std::unique_ptr<measure::Measuring> measuring_;
  bool bytes_known_ = false, times_known_ = false;
  std::vector<double> byte_ends_, time_ends_;  ///< clock value at the end of each pass, in bytes and in ms
  std::optional<gpu::Clock> timed_by_;
};

/// A race of two to four configurations on one problem. One clock synchronises the lanes and waits for slow lanes.
/// Independent of ImGui and OpenGL.
class Race : public Workspace {
 public:
  static constexpr std::size_t fewest = 2, most = 4;

  explicit Race(gpu::Device* device) : device_(device) {}
  explicit Race(const Session& session) : device_(session.device()) {}

  /// Adopts the session's problem. If the race has no lane, the session's algorithm becomes the first one. If the
  /// problem has changed, restarts all lanes. Removes lanes that cannot run, with a message.
  void follow(const Session& session);

  /// Restarts all lanes with the current shaders.
  void restart();

  std::vector<std::unique_ptr<RaceLane>>& lanes() { return lanes_; }
  const std::vector<std::unique_ptr<RaceLane>>& lanes() const { return lanes_; }
  /// Adds a lane. Returns false and sets message() if there are too many lanes, or if the configuration cannot run.
  bool add(const Session& beside, const algorithms::Configuration& entrant);
  /// Adds a lane with an algorithm that can run and is not yet in the race. Returns false if no such algorithm exists,
  /// or if there are too many lanes.
  bool add_any(const Session& beside);
  void remove(std::size_t lane);
  /// Removes all lanes except for the first, so that a caller can add other lanes.
  void keep_first() { lanes_.resize(std::min<std::size_t>(lanes_.size(), 1)); }

  RaceClock clock() const { return clock_; }
  void set_clock(RaceClock clock);
  double now() const { return now_; }
  /// Returns the clock value at which the last lane ends, or nothing if the value is not known yet.
  std::optional<double> end() const;
  /// Returns the index of the lane that has finished the greatest part of its run. Among finished lanes, it is the one
  /// that finished first. Returns nothing if lanes are level, or if the end of a lane is not known yet.
  std::optional<std::size_t> leader() const;
  /// Returns true while the race determines the clock values at which passes end.
  bool preparing() const;

  void set_playing(bool playing);
  bool playing() const { return playing_; }
  void seek(double now);
  /// Moves the clock forwards or backwards to the nearest end of a pass in any lane.
  void step(int direction);
  void to_end();

  /// Does the race's work for one frame. `speed` is in passes per second. A race by bytes or by time lasts as long as
  /// 100 passes at this speed.
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

/// Returns the session's race, which has lanes if the window shows it.
Race& race_of(const Session& session);

/// Replaces the session's race by a race without lanes.
Race& new_race(const Session& session);

/// Returns the session's race if the window shows it, otherwise null.
Race* shown_race(const Session& session);

}  // namespace texelsort::app
