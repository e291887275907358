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

/// A sort of files as somebody types it.
struct ExternalRequest {
  std::string input, output, memory = "512M";
  std::string options{};  ///< further ones of external-sort: "--record 16 --key 8:f64:desc --run-size 64M"
};

/// Sorts of files in the window: what is asked for, the thread that sorts while the window draws, and how far it is.
/// Knows neither ImGui nor OpenGL.
class ExternalWork : public LastMessage {
 public:
  /// `window`: the device that the window draws with; null without OpenGL. The sort's own one has its shaders.
  ExternalWork(gpu::Device* window, cuda::ExecutionOptions execution);
  /// Ends a sort that is running; its output does not appear.
  ~ExternalWork();

  ExternalRequest request;  ///< of the next sort
  ExternalPicture picture = ExternalPicture::pipeline;

  /// False, with the reason in message(), if the request makes no sense, the output is there already, or a sort is
  /// running.
  bool start();
  /// Ends it soon; nothing stays of it.
  void cancel();
  /// Takes over how far it is, several times a second; once a frame.
  void update();
  bool running() const { return running_; }

  /// The report of the sort that runs, or of the one before; nothing if there is none.
  const std::optional<external::SortReport>& report() const { return report_; }
  /// Another one whenever the report is.
  std::uint64_t revision() const { return revision_; }

  /// What `external-sort --json` printed takes the place of the report; false, with the reason in message(), if it is
  /// no such file, or a sort is running.
  bool open(const std::string& path);
  /// Whole path of the file that was opened; empty: none was.
  const std::string& file() const { return file_; }

 private:
  struct Shared;

  gpu::Device* window_;
  cuda::ExecutionOptions execution_;
  bool running_ = false;
  std::optional<external::SortReport> report_;
  std::uint64_t revision_ = 0;
  double looked_at_ = 0;  ///< the state's seconds
  std::string file_;
  std::shared_ptr<Shared> shared_;  ///< with the sort's thread; null before one has run
  std::unique_ptr<DeviceThread> thread_;
};

}  // namespace texelsort::app
