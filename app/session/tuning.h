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

/// Kinds of plots of sweep results.
enum class TuningPicture : std::uint8_t { ranking, heat_map, parallel, parameters, throughput, samples, roof, stages };
std::string_view name(TuningPicture picture);  ///< name for display: "heat map"
std::optional<TuningPicture> find_picture(std::string_view name);

/// Sweeps in the window: the request, the thread that measures while the window draws, and the results. Independent of
/// ImGui and OpenGL.
class Tuning : public Workspace, public LastMessage {
 public:
  enum class State : std::uint8_t { idle, running, paused };

  /// Prepares sweeps for a window that draws with the device `window`, which is null without OpenGL. Sweeps use a
  /// separate device with the same shaders.
  Tuning(gpu::Device* window, cuda::ExecutionOptions execution);
  explicit Tuning(const Session& session);
  ~Tuning() override;

  SweepRequest request;  ///< request for the next sweep
  TuningPicture picture = TuningPicture::heat_map;

  /// If the request is empty, fills it with the current algorithm, type and size, and no axis.
  void suggest(const Session& session);

  /// Starts a sweep and discards previous results. Returns false, with the reason in message(), if the request is
  /// invalid or a sweep is running.
  bool start();
  /// Pauses the sweep after the current run, or continues it.
  void set_paused(bool paused);
  /// Ends the sweep after the current run and keeps its results.
  void cancel();
  /// Fetches new results. Called once per frame.
  void update();

  State state() const { return state_; }
  const SweepProgress& progress() const { return progress_; }
  const SweepResults& results() const { return results_; }
  /// Number that changes whenever the results change.
  std::uint64_t revision() const { return revision_; }

  /// Replaces the results by those of a file. Returns false, with the reason in message(), if the file is invalid or a
  /// sweep is running.
  bool open(const std::string& path);
  /// Writes the results in the format of the sweep command. Never overwrites a file.
  bool save(const std::string& path);
  /// Absolute path of the file with these results. Empty if there is none.
  const std::string& file() const { return file_; }

  /// Opens the problem, algorithm and parameters of a result row in the session. Returns false, with the reason in the
  /// session's message, if that fails.
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
  std::shared_ptr<Shared> shared_;  ///< data shared with the sweep's thread; null before the first sweep
  std::unique_ptr<DeviceThread> thread_;
};

/// Returns whether a path ends like the name of a file of sweep results.
bool is_results_file(const std::string& path);

}  // namespace texelsort::app
