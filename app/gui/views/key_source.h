#pragma once

#include <cstdint>
#include <utility>

#include "app/playback/models/keys_view.h"
#include "app/session/session.h"
#include "compute/gpu/executor.h"

namespace texelsort::app {

/// Source of the present keys for display shaders. If a run is on the device, the shaders read the sort's own texture
/// or buffer. If it is on the host, they read a copy, which is uploaded once per state.
class KeySource {
 public:
  explicit KeySource(gpu::Device& device) : device_(&device) {}

  /// Binds the keys and the scale of their values to a draw call. Adds to `defines` the macros that the program of the
  /// draw call needs.
  void bind(const Session& session, const algorithms::View& view, gpu::DrawCall& call, gpu::Defines& defines);

 private:
  void upload(const Session& session, const algorithms::View& view, std::span<const std::byte> bytes);

  gpu::Device* device_;
  gpu::Texture uploaded_;
  /// Revisions of the run and of the state from which the copy was uploaded.
  std::pair<std::uint64_t, std::uint64_t> uploaded_of_{};
};

}  // namespace texelsort::app
