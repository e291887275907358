#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "compute/algorithms/scripted/description.h"
#include "compute/algorithms/scripted/key_textures.h"
#include "compute/algorithms/scripted/pass_call.h"
#include "compute/gpu/device.h"
#include "compute/gpu/draw_interface.h"
#include "compute/gpu/executor.h"

namespace texelsort::algorithms::scripted {

/// A pass of fragments whose inputs fit its shaders.
class BoundDraw {
 public:
  /// Compiles the shaders and compares their inputs and outputs with the call. Throws UsageError with both sides if
  /// they differ, ShaderError for errors of the shaders, and UnavailableError if the device cannot draw the pass.
  BoundDraw(gpu::Device& device, const Description& description, std::shared_ptr<const PassCall> call,
            const Problem& problem, const KeyTextures& textures);
  /// Returns whether the shaders of a pass read or draw signed integers.
  static bool uses_signed_integers(gpu::Device& device, const Description& description, const PassCall& call);
  BoundDraw(const BoundDraw&) = delete;
  BoundDraw& operator=(const BoundDraw&) = delete;

  const PassCall& call() const { return *call_; }
  /// Returns the names of the textures that the pass draws to. It is empty if the pass only counts.
  const std::vector<std::string>& targets() const { return targets_; }
  /// Returns the names of the textures that the shaders read, each once.
  std::vector<std::string> sources() const;
  /// Returns the rectangles that the pass draws to, which have texels.
  const std::vector<gpu::Rect>& rectangles() const { return rectangles_; }
  /// Returns whether the pass may leave texels of its targets as they are, or combines them with its own.
  bool keeps_texels() const;

  /// Returns the call that draws a rectangle. Its textures are those that have the front and back roles now.
  gpu::DrawCall draw_call(const KeyTextures& textures, const gpu::Rect& rectangle) const;

 private:
  [[noreturn]] void refuse(const std::string& message) const;
  void choose_targets();
  void require_blending(const gpu::Device& device) const;
  void choose_rectangles();
  void bind_uniforms();
  void bind_samplers();
  void require_outputs() const;
  /// Returns whether the shaders declare a uniform. OpenGL does not report those without effect.
  bool declares(const std::string& name) const;
  /// Returns the names of the shaders for messages.
  std::string shaders() const;
  spirv::Number number_of(const std::string& texture) const;
  std::string contents_text(const std::string& texture) const;

  gpu::Device& device_;
  const Description& description_;
  std::shared_ptr<const PassCall> call_;
  data::KeyType type_;
  data::PayloadKind payload_;
  bool has_signed_keys_;
  gpu::Extent extent_;
  std::vector<std::string> front_names_;
  const gpu::Program* program_ = nullptr;
  gpu::DrawInterface interface_;
  std::vector<std::string> targets_;
  std::vector<gpu::Rect> rectangles_;
  std::vector<gpu::Uniform> uniforms_;                         ///< their names are those of interface_
  std::vector<std::pair<std::string, std::string>> samplers_;  ///< sampler and texture
  std::uint64_t rounds_ = gpu::few_rounds;
};

}  // namespace texelsort::algorithms::scripted
