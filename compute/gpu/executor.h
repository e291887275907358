#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "compute/gpu/array_texture.h"
#include "compute/gpu/buffer.h"
#include "compute/gpu/device.h"
#include "compute/gpu/objects.h"

namespace texelsort::gpu {

/// Value of a uniform; a bool is an int. A std::vector sets a uniform array from its first element on.
using UniformValue =
    std::variant<std::int32_t, std::uint32_t, float, glm::ivec2, glm::ivec3, glm::ivec4, glm::uvec2, glm::uvec3,
                 glm::uvec4, glm::vec2, glm::vec3, glm::vec4, std::vector<std::int32_t>, std::vector<std::uint32_t>,
                 std::vector<float>, std::vector<glm::ivec2>, std::vector<glm::ivec3>, std::vector<glm::ivec4>,
                 std::vector<glm::uvec2>, std::vector<glm::uvec3>, std::vector<glm::uvec4>, std::vector<glm::vec2>,
                 std::vector<glm::vec3>, std::vector<glm::vec4>>;

struct Uniform {
  std::string_view name;  ///< name of the uniform; for arrays, without an index
  UniformValue value;
};

/// Texture for sampling, by the sampler's name in the shader.
struct TextureBinding {
  std::string_view sampler;
  const Texture* texture = nullptr;
  const ArrayTexture* array = nullptr;  ///< array to sample instead of `texture`, by a usampler2DArray
};

/// Layers [0, count) of an array as colour attachments of a draw, in order.
struct LayerTargets {
  const ArrayTexture* array = nullptr;
  std::uint32_t count = 0;
};

/// Array that fragments write with image stores, bound to image unit 0. The draw then has no colour attachments and
/// covers one layer's extent. Needs OpenGL 4.3 (GL_ARB_framebuffer_no_attachments).
struct ImageTarget {
  const ArrayTexture* array = nullptr;
};

/// Depth attachment of a draw and the depth test. `replace` writes every fragment's depth. `test` passes fragments that
/// are at most as deep as the texel, without writing.
struct DepthTarget {
  enum class Use : std::uint8_t { replace, test };
  const Texture* texture = nullptr;
  Use use = Use::replace;
  std::optional<float> clear{};  ///< value to fill the texture with before the draw
};

/// Bytes [offset, offset + size) of a buffer as storage block `binding`. A size of 0 extends to the end.
struct BufferBinding {
  std::uint32_t binding = 0;
  const Buffer* buffer = nullptr;
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
  // Only for shaders of users, see Device::foreign_program().
  std::uint32_t set = 0;       ///< descriptor set
  bool uniform_block = false;  ///< true for a uniform block
  /// Name of the block or its variable as in spirv::Interface, instead of set and binding. An element of an array of
  /// blocks is "name[2]". In HLSL, the registers b0, t0 and u0 share binding 0.
  std::string block{};
};

/// Combination of a fragment with its texel: replace, source-over for pictures, or the minimum or maximum per channel.
enum class Blend : std::uint8_t { none, alpha, minimum, maximum };

/// Default upper bound of the iterations of all loops of an invocation.
inline constexpr std::uint64_t few_rounds = 1024;

/// Draw without vertex attributes: shaders derive geometry from gl_VertexID and gl_InstanceID.
struct DrawCall {
  const Program* program = nullptr;
  std::vector<const Texture*> targets;  ///< colour attachments in order, of equal extent; must not be sampled
  LayerTargets layers;                  ///< layers of an array as targets, instead of `targets`
  ImageTarget image;                    ///< image to store to, instead of `targets` and `layers`
  DepthTarget depth;                    ///< depth attachment, in addition to `targets` or alone
  std::optional<Extent> nothing;  ///< extent of a draw that writes nothing, instead of all targets; needs OpenGL 4.3
  const SampleCounter* counter = nullptr;  ///< counter of the passing fragments
  std::vector<TextureBinding> textures;
  std::vector<BufferBinding> buffers;
  std::vector<Uniform> uniforms;
  /// Number of vertices: 3 for one triangle that covers the target, 4 for one quad (strip) per instance.
  std::uint32_t vertices = 3;
  std::uint32_t instances = 1;
  std::optional<Rect> viewport;    ///< rectangle to draw to; default: the whole target
  std::optional<glm::vec4> clear;  ///< colour to clear the (rgba8) target with before the draw
  Blend blend = Blend::none;
  /// True for each of red, green, blue and alpha that is written.
  std::array<bool, 4> channels{true, true, true, true};
  std::uint64_t rounds = few_rounds;  ///< upper bound of the iterations of all loops of an invocation
};

struct DispatchCall {
  const Program* program = nullptr;
  std::vector<TextureBinding> textures{};
  std::vector<BufferBinding> buffers;
  std::vector<Uniform> uniforms;
  std::uint32_t workgroups = 1;       ///< number of workgroups along x
  std::uint64_t rounds = few_rounds;  ///< upper bound of the iterations of all loops of an invocation
  /// Exact numbers of workgroups along x, y and z, instead of `workgroups`. Throws UnavailableError if the device has
  /// fewer.
  std::optional<std::array<std::uint32_t, 3>> grid{};
  std::vector<std::byte> push_constants{};  ///< only for shaders of users
  std::vector<const Buffer*> reachable{};  ///< buffers whose addresses the shader uses, see ComputeDevice::address_of()
};

/// Receives every draw and dispatch. The window uses it to show the calls of a pass; tests inspect inputs and results
/// of shaders.
class CallObserver {
 public:
  virtual ~CallObserver() = default;
  /// Called before a draw, also outside a pass.
  virtual void before(const DrawCall&) {}
  /// Called before a dispatch of `columns` times `rows` workgroups, when nothing is bound yet. `rows` counts those of
  /// all layers.
  virtual void before(const DispatchCall&, std::uint32_t /*columns*/, std::uint32_t /*rows*/) {}
  virtual void after(const DispatchCall&) {}
};

/// Binds state, draws, dispatches, inserts barriers and reads timers. A pass consists of the calls between begin_pass()
/// and end_pass(). Throws UnavailableError for a call with more loop iterations than DeviceInfo::max_loop_rounds,
/// because the device would silently end its loops early.
class Executor {
 public:
  explicit Executor(Device& device);
  ~Executor();

  void begin_pass(std::string_view label);
  /// Returns whether an OpenGL debugger receives pass labels. Otherwise begin_pass() ignores them.
  bool groups_passes() const;
  void end_pass();

  void draw(const DrawCall& call);

  /// Draws outside any pass: never timed, and no target stays attached.
  void draw_aside(const DrawCall& call);

  /// Dispatches, then makes storage writes visible to later shaders and read-backs.
  void dispatch(const DispatchCall& call);

  /// Sets the observer of calls and returns the previous one. Null means none.
  CallObserver* observe(CallObserver* observer);

  /// Records the programs of subsequent draws and dispatches once each, in order of first use. Null stops recording.
  void note_programs(std::vector<const Program*>* programs);

  /// Counts subsequent draws and dispatches per program. Null stops counting.
  void count_calls(std::map<const Program*, std::uint64_t>* calls);

  /// Copies a rectangle between textures of the same format.
  void copy(const Texture& from, const Rect& rect, const Texture& to);

  /// Enables timing of single passes (default: off). The cost per pass is two queries with GL_TIMESTAMP, drained from a
  /// ring without waiting, or two waits with fenced wall time.
  void time_passes(bool on);

  /// Returns the milliseconds of every pass since time_passes(true), in order. Waits for the last pass.
  std::vector<double> take_pass_times();

  /// With timestamps, keeps the device busy for a few milliseconds, in which the host queues commands. The device then
  /// executes them without waits for the host. Observers do not see the dispatch.
  void keep_busy();

  /// State of the device before a timed work. busy: after keep_busy().
  enum class Start : std::uint8_t { idle, busy };
  /// Returns the device time of `work` in milliseconds by the device's clock. Earlier commands are done before.
  double time(const std::function<void()>& work, Start start = Start::busy);

  /// Waits until the device is idle.
  void wait();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace texelsort::gpu
