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

/// What the lanes of a race are level by.
enum class RaceClock : std::uint8_t { pass, bytes, time };
std::string_view name(RaceClock clock);  ///< "pass", "bytes", "time", as options have it
std::optional<RaceClock> find_race_clock(std::string_view name);

/// One runner: a session of its own on the problem that all have.
class RaceLane {
 public:
  /// Throws as Session::open().
  RaceLane(gpu::Device* device, const Session& beside, const algorithms::Configuration& entrant);

  Session& session() { return *session_; }
  const Session& session() const { return *session_; }
  Player& player() { return session_->player(); }
  const Player& player() const { return session_->player(); }

  /// Whether it is known by this clock when each pass ends.
  bool knows(RaceClock clock) const;
  /// Works on finding that out: a share of a run for bytes, a whole run for times. Throws as the run.
  void find_out(RaceClock clock);
  /// How far that is, from 0 to 1.
  float found_out(RaceClock clock) const;

  /// Passes done when the clock shows `now`.
  std::uint64_t passes_at(RaceClock clock, double now) const;
  /// What the clock shows when that many passes are done.
  double end_of(RaceClock clock, std::uint64_t passes) const;
  /// What it shows when all are done; nothing while nobody knows.
  std::optional<double> end(RaceClock clock) const;

  /// What times were read from; nothing before they are.
  std::optional<gpu::Clock> timed_by() const;

 private:
  void forget_if_changed();

  std::unique_ptr<Session> session_;
  gpu::Device* device_;
  std::uint64_t revision_ = 0;  ///< of the session's problem when what is below was found out
  std::unique_ptr<algorithms::Run> scout_;
  std::unique_ptr<measure::Measuring> measuring_;
  bool bytes_known_ = false, times_known_ = false;
  std::vector<double> byte_ends_, time_ends_;  ///< bytes and milliseconds, of each pass
  std::optional<gpu::Clock> timed_by_;
};

/// Two to four algorithms, or one with several settings, on one problem and one clock. The clock waits for whoever is
/// not where it says. Knows neither ImGui nor OpenGL.
class Race : public Workspace {
 public:
  static constexpr std::size_t fewest = 2, most = 4;

  explicit Race(gpu::Device* device) : device_(device) {}
  explicit Race(const Session& session) : device_(session.device()) {}

  /// Takes part in what the session is at: its problem, and its algorithm in the first lane if there are no lanes yet.
  /// After a change of the problem all lanes start anew; those that cannot are left out, with a message.
  void follow(const Session& session);

  /// Starts all lanes anew, by the shaders as they are now.
  void restart();

  std::vector<std::unique_ptr<RaceLane>>& lanes() { return lanes_; }
  const std::vector<std::unique_ptr<RaceLane>>& lanes() const { return lanes_; }
  /// Adds a lane. Returns false, with message(), if there is no room or the configuration cannot run.
  bool add(const Session& beside, const algorithms::Configuration& entrant);
  /// One that is not there yet and can run; false if there is none or no room.
  bool add_any(const Session& beside);
  void remove(std::size_t lane);
  /// For whoever fills the others: only the first lane stays.
  void keep_first() { lanes_.resize(std::min<std::size_t>(lanes_.size(), 1)); }

  RaceClock clock() const { return clock_; }
  void set_clock(RaceClock clock);
  double now() const { return now_; }
  /// When the last lane ends; nothing while that is not known.
  std::optional<double> end() const;
  /// True while what the clock needs is being found out.
  bool preparing() const;

  void set_playing(bool playing);
  bool playing() const { return playing_; }
  void seek(double now);
  /// To where the next lane, or the one before, ends a pass.
  void step(int direction);
  void to_end();

  /// A frame's share of the work. `speed`: passes a second; by other clocks the whole race takes as long as it does by
  /// passes, a hundred of them.
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

/// The race beside the session's run, with lanes once it is shown.
Race& race_of(const Session& session);

/// Another one, without the lanes of the one before.
Race& new_race(const Session& session);

/// The race while it is what the window shows; else null.
Race* shown_race(const Session& session);

}  // namespace texelsort::app
