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

/// Kinds of plots that show the results of a sweep.
enum class TuningPicture : std::uint8_t { ranking, heat_map, parallel, parameters, throughput, samples, roof, stages };
std::string_view name(TuningPicture picture);  ///< Returns the name of a plot for display: "heat map".
std::optional<TuningPicture> find_picture(std::string_view name);

/// Sweeps in the window: the request, the thread that measures while the window draws, and the results. Independent of
/// ImGui and OpenGL.
class Tuning : public Workspace, public LastMessage {
 public:
  enum class State : std::uint8_t { idle, running, paused };

  /// Prepares sweeps in a window that draws with the device `window`. Sweeps use a separate device with the same
  /// shaders. `window` is null if the window has no OpenGL device.
  Tuning(gpu::Device* window, cuda::ExecutionOptions execution);
  explicit Tuning(const Session& session);
  ~Tuning() override;

  SweepRequest request;
  TuningPicture picture = TuningPicture::heat_map;

  /// If the request for a sweep is empty, fills it with the session's algorithm, key type and size. Adds no parameters
  /// to vary.
  void suggest(const Session& session);

  /// Starts a sweep. Returns false, with the reason in message(), if the request is invalid or a sweep is running.
  /// `keeps` keeps the previous results and measures only what they lack; otherwise they are discarded. If they belong
  /// to another machine or leave the request, the sweep ends with the reason in message().
  bool start(bool keeps = false);
  /// Pauses the sweep after the current run, or continues it.
  void set_paused(bool paused);
  /// Ends the sweep after the current run and keeps its results.
  void cancel();
  /// Fetches new results of the sweep's thread. The window calls update() once per frame.
  void update();

  State state() const { return state_; }
  /// Returns the load_warning() about the last sweep, or an empty string.
  const std::string& warning() const { return warning_; }
  const SweepProgress& progress() const { return progress_; }
  const SweepResults& results() const { return results_; }
  /// Returns a number that changes whenever the results change.
  std::uint64_t revision() const { return revision_; }

  /// Opens a file with results of a sweep, and sets the request to the one that measured them. Returns false if the
  /// file is invalid or a sweep is running. message() then returns the reason.
  bool open(const std::string& path);
  /// Writes the results to a new file in the format of `texelsort sweep`. Never overwrites a file.
  bool save(const std::string& path);
  /// Returns the absolute path of the file that contains the results, or an empty string if they are not in a file.
  const std::string& file() const { return file_; }
  /// Returns a number that changes whenever open() sets the request.
  std::uint64_t request_revision() const { return request_revision_; }

  /// Opens the problem, algorithm and parameters of a result in the session. On failure, returns false, and the
  /// session's message contains the reason.
  static bool load_into(Session& session, const TrialResult& row);

  void frame(Session& session, double seconds) override;
  bool awaits_news() const override { return state_ == State::running; }

 private:
  struct Shared;
  void take_request(const std::string& command);

  gpu::Device* window_;
  cuda::ExecutionOptions execution_;
  State state_ = State::idle;
  SweepResults results_;
  SweepProgress progress_;
  std::uint64_t revision_ = 0, request_revision_ = 0;
  std::string file_, warning_;
  bool keeps_ = false;              ///< true if the running sweep continues the results
  std::shared_ptr<Shared> shared_;  ///< data that the window and the sweep's thread share; null before the first sweep
  std::unique_ptr<DeviceThread> thread_;
};

/// Returns whether a path has the ending of a file with sweep results.
bool is_results_file(const std::string& path);

}  // namespace texelsort::app
