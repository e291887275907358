#include "compute/gpu/executor.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <limits>
#include <span>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "compute/data/error.h"
#include "compute/gpu/compute_device.h"
#include "compute/gpu/compute_program.h"
#include "compute/gpu/first_use.h"
#include "compute/gpu/gl.h"
#include "compute/gpu/gl_calls.h"
#include "compute/gpu/platform.h"
#include "compute/gpu/shader_library.h"
#include "compute/gpu/timer_ring.h"

namespace texelsort::gpu {
namespace {

using Milliseconds = std::chrono::duration<double, std::milli>;

/// OpenGL guarantees only 65,535 workgroups per axis. shaders/common/invocation.glsl recombines the index.
Grid folded(std::uint32_t workgroups, const DeviceInfo& device) {
  if (workgroups == 0) return {};
  const std::uint32_t rows = (workgroups - 1) / std::max(1u, device.max_workgroups) + 1;
  return {(workgroups - 1) / rows + 1, rows};
}

Grid read_grid(const BufferBinding& counts) {
  std::array<std::uint32_t, 3> axes{};
  counts.buffer->read(counts.offset, std::as_writable_bytes(std::span(axes)));
  return {axes[0], axes[1], axes[2]};
}

/// Returns the exact grid of a call.
Grid exact(const DispatchCall& call, const DeviceInfo& device) {
  const auto& axes = *call.grid;
  constexpr std::uint32_t most = 65535;  // OpenGL guarantees no more along y and z
  const std::array<std::uint32_t, 3> limits{std::max(most, device.max_workgroups), most, most};
  const bool fits_opengl = axes[0] <= limits[0] && axes[1] <= limits[1] && axes[2] <= limits[2];
  if (!device.shaders_on_cpu && !fits_opengl) {
    throw UnavailableError(fmt::format("{}: a grid of {} x {} x {} workgroups exceeds the {} x {} x {} of this device",
                                       call.program->label(), axes[0], axes[1], axes[2], limits[0], limits[1],
                                       limits[2]));
  }
  const std::uint64_t layer = std::uint64_t{axes[0]} * axes[1];
  if (axes[2] != 0 && layer > std::numeric_limits<std::uint32_t>::max() / axes[2]) {
    throw UnavailableError(fmt::format("{}: a grid of {} x {} x {} workgroups exceeds 4,294,967,295 workgroups",
                                       call.program->label(), axes[0], axes[1], axes[2]));
  }
  return {axes[0], axes[1], axes[2]};
}

Extent extent_of(const DrawCall& call) {
  if (call.nothing) return *call.nothing;
  if (call.image.array != nullptr) return call.image.array->extent();
  if (call.layers.array != nullptr) return call.layers.array->extent();
  return call.targets.empty() ? call.depth.texture->extent() : call.targets.front()->extent();
}

void set_blend(Blend blend) {
  if (blend == Blend::none) {
    glDisable(GL_BLEND);
    return;
  }
  glEnable(GL_BLEND);
  if (blend == Blend::alpha) {
    glBlendEquation(GL_FUNC_ADD);
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  } else {
    glBlendEquation(blend == Blend::minimum ? GL_MIN : GL_MAX);
  }
}

void set_depth(const DepthTarget& depth) {
  if (depth.texture == nullptr) {
    glDisable(GL_DEPTH_TEST);
    return;
  }
  const bool replace = depth.use == DepthTarget::Use::replace;
  glEnable(GL_DEPTH_TEST);
  glDepthFunc(replace ? GL_ALWAYS : GL_LEQUAL);
  glDepthMask(depth.clear || replace ? GL_TRUE : GL_FALSE);
  if (depth.clear) {
    set_clear_depth(*depth.clear);
    glClear(GL_DEPTH_BUFFER_BIT);
    glDepthMask(replace ? GL_TRUE : GL_FALSE);
  }
}

/// Resets all state that a user-interface library may have changed.
void set_fixed_state(const DrawCall& call) {
  glDisable(GL_SCISSOR_TEST);  // it would restrict clears
  set_depth(call.depth);
  glDisable(GL_STENCIL_TEST);
  glDisable(GL_CULL_FACE);
  const auto& written = call.channels;
  glColorMask(written[0], written[1], written[2], written[3]);
  set_blend(call.blend);
}

}  // namespace

struct Executor::State {
  explicit State(Device& owner) : device(owner) {}
  Device& device;
  Handle vertex_array, framebuffer;
  Handle empty_framebuffer;  ///< created on first use
  TimerRing ring;
  std::size_t attached = 0;
  bool depth_attached = false;
  bool timing = false;
  std::vector<double> wall_times;
  std::chrono::steady_clock::time_point pass_start;
  bool debug_groups = false;
  Buffer busy_sink;                         ///< output of keep_busy(); allocated on first use
  std::unordered_set<std::uintptr_t> used;  ///< programs used so far
  CallObserver* observer = nullptr;
  std::vector<const Program*>* noted = nullptr;
  std::map<const Program*, std::uint64_t>* counted = nullptr;

  /// Wraps a draw or dispatch. Reports the first use of a program, which may be slow.
  std::unique_ptr<FirstUse> use(const Program& program) {
    if (noted != nullptr && std::ranges::find(*noted, &program) == noted->end()) noted->push_back(&program);
    if (counted != nullptr) ++(*counted)[&program];
    // A rebuilt program of OpenGL keeps its address, but not its name.
    const std::uintptr_t key = program.id() != 0 ? program.id() : reinterpret_cast<std::uintptr_t>(&program);
    return used.insert(key).second ? std::make_unique<FirstUse>(program.label()) : nullptr;
  }

  /// Attaches nothing: fragments only store to an image or are counted.
  void attach_nothing(const DrawCall& call) {
    if (empty_framebuffer.id() == 0) {
      GLuint id = 0;
      glGenFramebuffers(1, &id);
      empty_framebuffer = Handle(id, [](std::uint32_t name) { glDeleteFramebuffers(1, &name); });
    }
    const Extent extent = extent_of(call);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, empty_framebuffer.id());
    set_empty_extent(extent);
    if (call.image.array != nullptr) bind_image(call.image.array->id());
  }
  void attach(const DrawCall& call) {
    if (call.image.array != nullptr || call.nothing) return attach_nothing(call);
    const std::size_t count = call.layers.array != nullptr ? call.layers.count : call.targets.size();
    const bool depth = call.depth.texture != nullptr;
    // Stale attachments of another extent would reduce the drawn area.
    if (count < attached || depth != depth_attached) detach();
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer.id());
    std::array<GLenum, 8> buffers{};
    for (std::size_t i = 0; i < count; ++i) {
      buffers[i] = static_cast<GLenum>(GL_COLOR_ATTACHMENT0 + i);
      if (call.layers.array != nullptr) {
        glFramebufferTextureLayer(GL_DRAW_FRAMEBUFFER, buffers[i], call.layers.array->id(), 0, static_cast<GLint>(i));
      } else {
        glFramebufferTexture2D(GL_DRAW_FRAMEBUFFER, buffers[i], GL_TEXTURE_2D, call.targets[i]->id(), 0);
      }
    }
    if (depth) {
      glFramebufferTexture2D(GL_DRAW_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, call.depth.texture->id(), 0);
    }
    glDrawBuffers(static_cast<GLsizei>(count), buffers.data());
    attached = count;
    depth_attached = depth;
  }
  /// Detaches textures, because an attached texture would outlive its owner.
  void detach() {
    if (attached == 0 && !depth_attached) return;
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer.id());
    if (depth_attached) glFramebufferTexture2D(GL_DRAW_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, 0, 0);
    depth_attached = false;
    for (std::size_t i = 0; i < attached; ++i) {
      glFramebufferTexture2D(GL_DRAW_FRAMEBUFFER, static_cast<GLenum>(GL_COLOR_ATTACHMENT0 + i), GL_TEXTURE_2D, 0, 0);
    }
    attached = 0;
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
  }
};

Executor::Executor(Device& device) : state_(std::make_unique<State>(device)) {
  if (!device.info().draws) return;
  GLuint id = 0;
  glGenVertexArrays(1, &id);
  state_->vertex_array = Handle(id, [](std::uint32_t name) { glDeleteVertexArrays(1, &name); });
  glGenFramebuffers(1, &id);
  state_->framebuffer = Handle(id, [](std::uint32_t name) { glDeleteFramebuffers(1, &name); });
  state_->debug_groups = shows_groups();
}

Executor::~Executor() = default;

bool Executor::groups_passes() const {
  return state_->debug_groups;
}

void Executor::begin_pass(std::string_view label) {
  if (state_->debug_groups) push_group(label);
  if (!state_->timing) return;
  if (state_->device.info().clock == Clock::gl_timestamp) {
    state_->ring.begin();
  } else {
    state_->device.compute().wait();
    state_->pass_start = std::chrono::steady_clock::now();
  }
}

void Executor::end_pass() {
  if (state_->timing) {
    if (state_->device.info().clock == Clock::gl_timestamp) {
      state_->ring.end();
    } else {
      state_->device.compute().wait();
      state_->wall_times.push_back(Milliseconds(std::chrono::steady_clock::now() - state_->pass_start).count());
    }
  }
  state_->detach();
  if (state_->debug_groups) pop_group();
}

void Executor::draw(const DrawCall& call) {
  if (!state_->device.info().draws) throw InternalError("this device does not draw");
  const Extent extent = extent_of(call);
  const Rect viewport = call.viewport.value_or(Rect{0, 0, extent.width, extent.height});
  state_->attach(call);
  set_fixed_state(call);
  glViewport(static_cast<GLint>(viewport.x), static_cast<GLint>(viewport.y), static_cast<GLsizei>(viewport.width),
             static_cast<GLsizei>(viewport.height));
  if (call.clear) {
    glClearColor(call.clear->r, call.clear->g, call.clear->b, call.clear->a);
    glClear(GL_COLOR_BUFFER_BIT);
  }
  if (call.program == nullptr || call.instances == 0) return;
  if (state_->observer != nullptr) state_->observer->before(call);
  glUseProgram(call.program->id());
  glBindVertexArray(state_->vertex_array.id());
  bind_textures(*call.program, call.textures);
  const auto copies = bind_buffers(call.buffers);
  set_uniforms(*call.program, call.uniforms);
  bound_loops(state_->device.info(), *call.program, call.rounds);
  const auto use = state_->use(*call.program);
  if (call.counter != nullptr) begin_count(call.counter->id());
  glDrawArraysInstanced(call.vertices == 3 ? GL_TRIANGLES : GL_TRIANGLE_STRIP, 0, static_cast<GLsizei>(call.vertices),
                        static_cast<GLsizei>(call.instances));
  if (call.counter != nullptr) end_count();
  if (call.image.array != nullptr) show_image_stores();
}

void Executor::draw_aside(const DrawCall& call) {
  draw(call);
  state_->detach();
}

void Executor::dispatch(const DispatchCall& call) {
  const BufferBinding* counts = workgroup_counts_of(call);
  // An observer needs the number of workgroups, so read it back.
  const bool told = counts == nullptr || state_->observer != nullptr;
  const std::optional<Grid> grid = call.grid           ? std::optional(exact(call, state_->device.info()))
                                   : counts == nullptr ? folded(call.workgroups, state_->device.info())
                                   : told              ? std::optional(read_grid(*counts))
                                                       : std::nullopt;
  if (grid && (grid->columns == 0 || grid->rows == 0 || grid->layers == 0)) return;
  if (state_->observer != nullptr) state_->observer->before(call, grid->columns, grid->rows * grid->layers);
  const auto use = state_->use(*call.program);
  state_->device.compute().dispatch(call, grid);
  if (state_->observer != nullptr) state_->observer->after(call);
}

CallObserver* Executor::observe(CallObserver* observer) {
  return std::exchange(state_->observer, observer);
}

void Executor::count_calls(std::map<const Program*, std::uint64_t>* calls) {
  state_->counted = calls;
}

void Executor::note_programs(std::vector<const Program*>* programs) {
  state_->noted = programs;
}

void Executor::copy(const Texture& from, const Rect& rect, const Texture& to) {
  GLuint id = 0;
  glGenFramebuffers(1, &id);
  const Handle source(id, [](std::uint32_t name) { glDeleteFramebuffers(1, &name); });
  glBindFramebuffer(GL_READ_FRAMEBUFFER, id);
  glFramebufferTexture2D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, from.id(), 0);
  glReadBuffer(GL_COLOR_ATTACHMENT0);
  glBindTexture(GL_TEXTURE_2D, to.id());
  glCopyTexSubImage2D(GL_TEXTURE_2D, 0, static_cast<GLint>(rect.x), static_cast<GLint>(rect.y),
                      static_cast<GLint>(rect.x), static_cast<GLint>(rect.y), static_cast<GLsizei>(rect.width),
                      static_cast<GLsizei>(rect.height));
  glBindFramebuffer(GL_READ_FRAMEBUFFER, 0);
}

void Executor::time_passes(bool on) {
  if (on) {
    state_->ring.take();
    state_->wall_times.clear();
  }
  state_->timing = on;
}

std::vector<double> Executor::take_pass_times() {
  if (state_->device.info().clock == Clock::gl_timestamp) return state_->ring.take();
  return std::exchange(state_->wall_times, {});
}

void Executor::keep_busy() {
  Device& device = state_->device;
  const std::uint32_t rounds = device.info().busy_rounds;
  if (rounds == 0) return;
  if (!state_->busy_sink.exists()) state_->busy_sink = Buffer(device, 256, "sink of the busy shader");
  const Program& program = device.compute_program("common/clock_probe.comp");
  device.compute().dispatch(
      {.program = &program, .buffers = {{0, &state_->busy_sink}}, .uniforms = {{"rounds", rounds}}, .rounds = rounds},
      Grid{1, 1});
}

double Executor::time(const std::function<void()>& work, Start from) {
  wait();
  if (state_->device.info().clock == Clock::gl_timestamp) {
    TimerRing span;
    if (from == Start::busy) keep_busy();
    span.begin();
    work();
    span.end();
    return span.take().front();
  }
  const auto start = std::chrono::steady_clock::now();
  work();
  wait();
  return Milliseconds(std::chrono::steady_clock::now() - start).count();
}

void Executor::wait() {
  state_->device.compute().wait();
}

}  // namespace texelsort::gpu
