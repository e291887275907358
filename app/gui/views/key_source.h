#pragma once

#include <cstdint>
#include <utility>

#include "app/playback/models/keys_view.h"
#include "app/session/session.h"
#include "compute/gpu/executor.h"

namespace texelsort::app {

/// Lets display shaders read the present keys where the sort left them: a texture or a buffer of the device, or, for
/// runs on the host, a copy that is uploaded once for each state.
class KeySource {
 public:
  explicit KeySource(gpu::Device& device) : device_(&device) {}

  /// Adds the source's bindings and the value scale to a draw and to its program's defines.
  void bind(const Session& session, const algorithms::View& view, gpu::DrawCall& call, gpu::Defines& defines);

 private:
  void upload(const Session& session, const algorithms::View& view, std::span<const std::byte> bytes);

  gpu::Device* device_;
  gpu::Texture uploaded_;
  std::pair<std::uint64_t, std::uint64_t> uploaded_of_{};  ///< run and state
};

}  // namespace texelsort::app
