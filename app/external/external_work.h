#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "app/external/external_picture.h"
#include "app/problem/last_message.h"
#include "app/tuning/device_thread.h"
#include "compute/external/external_sort.h"

namespace texelsort::app {

/// The fields of the window's form for an external sort, as typed by the user.
struct ExternalRequest {
  std::string input, output, memory = "512M";
  std::string options{};  ///< further options of external-sort: "--record 16 --key 8:f64:desc --run-size 64M"
};

/// External sorts in the window. A thread sorts while the window draws, and the window reads the progress. Independent
/// of ImGui and OpenGL.
class ExternalWork : public LastMessage {
 public:
  /// Prepares external sorts in a window that draws with the device `window`. Sorts use a separate device with the same
  /// shaders. `window` is null if the window has no OpenGL device.
  ExternalWork(gpu::Device* window, cuda::ExecutionOptions execution);
  /// Cancels a running sort. A cancelled sort leaves no output.
  ~ExternalWork();

  ExternalRequest request;  ///< request that start() executes
  ExternalPicture picture = ExternalPicture::pipeline;

  /// Starts the sort that `request` describes. Returns false if the request is invalid, the output exists, or a sort is
  /// running. message() then returns the reason.
  bool start();
  /// Asks the running sort to stop. The sort stops soon and leaves no files behind.
  void cancel();
  /// Reads the progress of the running sort, at most ten times per second. The window calls update() once per frame.
  void update();
  bool running() const { return running_; }

  /// Returns the report of the running sort, or of the last sort. The report is empty before the first sort.
  const std::optional<external::SortReport>& report() const { return report_; }
  /// Returns a number that changes whenever the report changes.
  std::uint64_t revision() const { return revision_; }

  /// Opens a file with output of `external-sort --json` as the report. Returns false, with the reason in message(), for
  /// other files, and while a sort is running.
  bool open(const std::string& path);
  /// Returns the full path of the file that open() read, or an empty string if the report comes from a sort.
  const std::string& file() const { return file_; }

 private:
  struct Shared;

  gpu::Device* window_;
  cuda::ExecutionOptions execution_;
  bool running_ = false;
  std::optional<external::SortReport> report_;
  std::uint64_t revision_ = 0;
  double looked_at_ = 0;  ///< running time of the sort, in seconds, when update() last read its progress
  std::string file_;
  /// Data that the window's thread and the sort's thread share; null before the first sort.
  std::shared_ptr<Shared> shared_;
  std::unique_ptr<DeviceThread> thread_;
};

}  // namespace texelsort::app
