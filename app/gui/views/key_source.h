#pragma once

#include <cstdint>
#include <utility>

#include "app/playback/models/keys_view.h"
#include "app/session/session.h"
#include "compute/gpu/executor.h"

namespace texelsort::app {

/// Gives display shaders access to the present keys. They read the sort's own texture or buffer on the device. For runs
/// on the host, they read a copy that is uploaded once per state.
class KeySource {
 public:
  explicit KeySource(gpu::Device& device) : device_(&device) {}

  /// Adds the bindings of the keys and the scale of values to a draw call. Adds macro definitions for them to its
  /// program.
  void bind(const Session& session, const algorithms::View& view, gpu::DrawCall& call, gpu::Defines& defines);

 private:
  void upload(const Session& session, const algorithms::View& view, std::span<const std::byte> bytes);

  gpu::Device* device_;
  gpu::Texture uploaded_;
  std::pair<std::uint64_t, std::uint64_t> uploaded_of_{};  ///< revisions of run and state of the uploaded copy
};

}  // namespace texelsort::app
