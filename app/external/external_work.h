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

/// An external sort as typed into the window's form.
struct ExternalRequest {
  std::string input, output, memory = "512M";
  std::string options{};  ///< further options of external-sort: "--record 16 --key 8:f64:desc --run-size 64M"
};

/// External sorts in the window: the request, the thread that sorts while the window draws, and the progress.
/// Independent of ImGui and OpenGL.
class ExternalWork : public LastMessage {
 public:
  /// Prepares external sorts for a window that draws with the device `window`, which is null without OpenGL. Sorts use
  /// a separate device with the same shaders.
  ExternalWork(gpu::Device* window, cuda::ExecutionOptions execution);
  /// Cancels a running sort, which then leaves no output.
  ~ExternalWork();

  ExternalRequest request;  ///< request for the next sort
  ExternalPicture picture = ExternalPicture::pipeline;

  /// Starts the sort. Returns false, with the reason in message(), if the request is invalid, the output exists, or a
  /// sort is running.
  bool start();
  /// Asks the sort to stop, which it does soon. It leaves no files behind.
  void cancel();
  /// Reads the progress of the sort, at most several times per second. Called once per frame.
  void update();
  bool running() const { return running_; }

  /// The report of the running sort, or of the previous one. Empty if there is none.
  const std::optional<external::SortReport>& report() const { return report_; }
  /// Number that changes whenever the report changes.
  std::uint64_t revision() const { return revision_; }

  /// Replaces the report by the output of `external-sort --json` in a file. Returns false, with the reason in
  /// message(), for other files, or if a sort is running.
  bool open(const std::string& path);
  /// The full path of the opened file. Empty if none was opened.
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
  std::shared_ptr<Shared> shared_;  ///< data shared with the sort's thread; null before the first sort
  std::unique_ptr<DeviceThread> thread_;
};

}  // namespace texelsort::app
