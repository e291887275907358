#pragma once

#include <chrono>
#include <ctime>
#include <vector>

#include "app/gui/window/interface.h"
#include "app/session/session.h"
#include "compute/gpu/device.h"
#include "compute/gpu/executor.h"
#include "compute/gpu/raw_gl_scope.h"

namespace texelsort::app {

/// Window of 1280 x 720 pixels whose frames are drawn one after another, each until the GPU has finished.
class Frames {
 public:
  Frames(gpu::Device& device, Session& session)
      : device_(device),
        session_(session),
        target_({1280, 720}, gpu::TexelFormat::rgba8, "window"),
        interface_(device, 1) {
    interface_.io().DisplaySize = {1280, 720};
    interface_.io().DeltaTime = 0.05f;
  }
  void draw() {
    session_.update(0.05);
    interface_.build(session_, FramePart("window"));
    gpu::with_render_target(device_, target_, {}, [this] { interface_.draw(); });
    device_.executor().wait();
  }
  /// Returns the processor seconds per frame, summed over all cores. Unlike wall time, they exclude other programs.
  double processor_seconds(int count) {
    const auto start = std::clock();
    for (int i = 0; i < count; ++i) draw();
    return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC / count;
  }
  /// Returns the wall seconds of each of `count` frames.
  std::vector<double> seconds(int count) {
    std::vector<double> times;
    for (int i = 0; i < count; ++i) {
      const auto start = std::chrono::steady_clock::now();
      draw();
      times.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
    return times;
  }

 private:
  gpu::Device& device_;
  Session& session_;
  gpu::Texture target_;
  Interface interface_;
};

}  // namespace texelsort::app
