#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/problem/last_message.h"
#include "app/session/workspace.h"
#include "app/tuning/device_thread.h"
#include "app/tuning/sweeps/sweep.h"
#include "app/tuning/sweeps/sweep_request.h"

namespace texelsort::app {

/// Pictures of the results.
enum class TuningPicture : std::uint8_t { ranking, heat_map, parallel, parameters, throughput, samples, roof, stages };
std::string_view name(TuningPicture picture);  ///< "heat map"
std::optional<TuningPicture> find_picture(std::string_view name);

/// Sweeps of the window: what is asked for, the thread that measures it while the window draws, and what has come of
/// it. Knows neither ImGui nor OpenGL.
class Tuning : public Workspace, public LastMessage {
 public:
  enum class State : std::uint8_t { idle, running, paused };

  /// `window`: the device that the window draws with; null without OpenGL. The sweeps' own one has its shaders.
  Tuning(gpu::Device* window, cuda::ExecutionOptions execution);
  explicit Tuning(const Session& session);
  ~Tuning() override;

  SweepRequest request;  ///< of the next sweep
  TuningPicture picture = TuningPicture::heat_map;

  /// The present algorithm, type and size, with no axis. Nothing if something is asked for already.
  void suggest(const Session& session);

  /// The results of the one before are gone then. False, with the reason in message(), if the request makes no sense or
  /// a sweep is running.
  bool start();
  /// Between two runs of the sweep; it goes on with the next one.
  void set_paused(bool paused);
  /// Ends it between two runs; what has a result stays.
  void cancel();
  /// Takes over what has come since; once a frame.
  void update();

  State state() const { return state_; }
  const SweepProgress& progress() const { return progress_; }
  const SweepResults& results() const { return results_; }
  /// Another one whenever the results are.
  std::uint64_t revision() const { return revision_; }

  /// Results of a file take the place of those that are there; false, with the reason in message(), if it is none, or a
  /// sweep is running.
  bool open(const std::string& path);
  /// Writes them as the command does. Nothing is overwritten.
  bool save(const std::string& path);
  /// Whole path of the file that holds them; empty: none does.
  const std::string& file() const { return file_; }

  /// Opens a row's problem, algorithm and parameters in the session; false if it refuses them, which its message says.
  static bool load_into(Session& session, const TrialResult& row);

  void frame(Session& session, double seconds) override;
  bool awaits_news() const override { return state_ == State::running; }

 private:
  struct Shared;

  gpu::Device* window_;
  cuda::ExecutionOptions execution_;
  State state_ = State::idle;
  SweepResults results_;
  SweepProgress progress_;
  std::uint64_t revision_ = 0;
  std::string file_;
  std::shared_ptr<Shared> shared_;  ///< with the sweep's thread; null before one has run
  std::unique_ptr<DeviceThread> thread_;
};

/// Whether a path is one of a sweep's results, by its ending.
bool is_results_file(const std::string& path);

}  // namespace texelsort::app
