#pragma once

#include <cstdint>
#include <utility>

#include "app/playback/models/keys_view.h"
#include "app/session/session.h"
#include "compute/gpu/executor.h"

namespace texelsort::app {

/// Gives display shaders access to the present keys. If the run is on the GPU, the shaders read the sort's own texture
/// or buffer. If it is on the host, they read a copy, which is uploaded once per state.
class KeySource {
 public:
  explicit KeySource(gpu::Device& device) : device_(&device) {}

  /// Binds the keys and the range of their values to a draw call. Adds the macros that the shaders need for reading
  /// them to `defines`.
  void bind(const Session& session, const algorithms::View& view, gpu::DrawCall& call, gpu::Defines& defines);

 private:
  void upload(const Session& session, const algorithms::View& view, std::span<const std::byte> bytes);

  gpu::Device* device_;
  gpu::Texture uploaded_;
  /// Revisions of the run and of its state when the copy of the keys was uploaded. If they change, the copy is uploaded
  /// again.
  std::pair<std::uint64_t, std::uint64_t> uploaded_of_{};
};

}  // namespace texelsort::app
