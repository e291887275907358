#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <glm/vec2.hpp>
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

/// A vector is a uniform array from its first element on.
using UniformValue = std::variant<std::int32_t, std::uint32_t, float, glm::ivec2, glm::uvec2, glm::vec2, glm::vec4,
                                  std::vector<std::int32_t>, std::vector<std::uint32_t>, std::vector<glm::ivec2>>;

struct Uniform {
  std::string_view name;  ///< of an array without an index
  UniformValue value;
};

/// A texture for sampling, by the sampler's name in the shader.
struct TextureBinding {
  std::string_view sampler;
  const Texture* texture = nullptr;
  const ArrayTexture* array = nullptr;  ///< instead of `texture`, for a usampler2DArray
};

/// Layers [0, count) of an array as the colour attachments of a draw, in order.
struct LayerTargets {
  const ArrayTexture* array = nullptr;
  std::uint32_t count = 0;
};

/// An array that a draw's fragments write by image stores, as image unit 0; the draw has no colour attachments then and
/// covers one layer's extent. Needs OpenGL 4.3 (GL_ARB_framebuffer_no_attachments).
struct ImageTarget {
  const ArrayTexture* array = nullptr;
};

/// The depth attachment of a draw, and what becomes of a fragment that meets its texel: it replaces the depth there, or
/// it passes if it is at most as deep and changes nothing.
struct DepthTarget {
  enum class Use : std::uint8_t { replace, test };
  const Texture* texture = nullptr;
  Use use = Use::replace;
  std::optional<float> clear{};  ///< first fills it
};

/// Bytes [offset, offset + size) of a buffer as storage block `binding`; size 0: to its end.
struct BufferBinding {
  std::uint32_t binding = 0;
  const Buffer* buffer = nullptr;
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
};

/// What becomes of a fragment and the texel that it meets: it replaces it, is laid over it (source-over, for pictures),
/// or the smaller or the larger of the two stays, channel by channel.
enum class Blend : std::uint8_t { none, alpha, minimum, maximum };

/// Rounds that the loops of an invocation go through together at the most where a call does not say how many.
inline constexpr std::uint64_t few_rounds = 1024;

/// Vertices without attributes: shaders make geometry from gl_VertexID and gl_InstanceID.
struct DrawCall {
  const Program* program = nullptr;
  std::vector<const Texture*> targets;     ///< colour attachments in order, all of one extent; none of them is sampled
  LayerTargets layers;                     ///< instead of `targets`
  ImageTarget image;                       ///< instead of both
  DepthTarget depth;                       ///< besides `targets`, or alone
  std::optional<Extent> nothing;           ///< instead of all: as many fragments as this, written nowhere; OpenGL 4.3
  const SampleCounter* counter = nullptr;  ///< counts the fragments that pass
  std::vector<TextureBinding> textures;
  std::vector<BufferBinding> buffers;
  std::vector<Uniform> uniforms;
  std::uint32_t vertices = 3;  ///< 3: one triangle that covers the target; 4: a quad as a strip, an instance each
  std::uint32_t instances = 1;
  std::optional<Rect> viewport;    ///< default: the whole target
  std::optional<glm::vec4> clear;  ///< first clears the (rgba8) target
  Blend blend = Blend::none;
  std::array<bool, 4> channels{true, true, true, true};  ///< red, green, blue, alpha: those written
  std::uint64_t rounds = few_rounds;                     ///< of all loops of one invocation together, at the most
};

struct DispatchCall {
  const Program* program = nullptr;
  std::vector<TextureBinding> textures{};
  std::vector<BufferBinding> buffers;
  std::vector<Uniform> uniforms;
  std::uint32_t workgroups = 1;       ///< along x
  std::uint64_t rounds = few_rounds;  ///< of all loops of one invocation together, at the most
};

/// Is told of every draw and dispatch: how the window knows what made a pass, and tests see what shaders are given and
/// what they make of it.
class CallObserver {
 public:
  virtual ~CallObserver() = default;
  /// A draw with a program, aside or not.
  virtual void before(const DrawCall&) {}
  /// Nothing is bound yet; `columns` times `rows` workgroups are to run.
  virtual void before(const DispatchCall&, std::uint32_t /*columns*/, std::uint32_t /*rows*/) {}
  virtual void after(const DispatchCall&) {}
};

/// The one place that binds state, draws, dispatches, puts barriers and reads timers. A pass is what stands between
/// begin_pass and end_pass. A draw or dispatch of more rounds of loops than DeviceInfo::max_loop_rounds throws
/// UnavailableError: the device would end its loops early and say nothing.
class Executor {
 public:
  explicit Executor(Device& device);
  ~Executor();

  void begin_pass(std::string_view label);
  /// Whether labels of passes are shown to a debugger of OpenGL; begin_pass() takes no notice of them otherwise.
  bool groups_passes() const;
  void end_pass();

  void draw(const DrawCall& call);

  /// A draw outside any pass: never timed, and it leaves no target attached.
  void draw_aside(const DrawCall& call);

  /// Dispatches, then makes the storage writes visible to later shaders and read-backs.
  void dispatch(const DispatchCall& call);

  /// Whom to tell of calls from now on, null: nobody; gives who was told before.
  CallObserver* observe(CallObserver* observer);

  /// Notes the programs of draws and dispatches from now on, each once, in the order of their first use; null: no more.
  void note_programs(std::vector<const Program*>* programs);

  /// Counts draws and dispatches from now on by their programs; null: no more.
  void count_calls(std::map<const Program*, std::uint64_t>* calls);

  /// Copies a rectangle between textures of one format.
  void copy(const Texture& from, const Rect& rect, const Texture& to);

  /// Timing of single passes, off by default because it costs: with GL_TIMESTAMP two queries a pass, drained without
  /// waiting from a ring; with fenced wall time two waits.
  void time_passes(bool on);

  /// Milliseconds of every pass since time_passes(true), in order; waits for the last.
  std::vector<double> take_pass_times();

  /// Milliseconds that `work` took on the device, from idle to done, by the device's clock.
  double time(const std::function<void()>& work);

  /// Waits until the device has done everything.
  void wait();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace texelsort::gpu
