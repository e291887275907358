#include "compute/gpu/device.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include <fmt/format.h>

#include "compute/data/error.h"
#include "compute/data/text/number.h"
#include "compute/gpu/buffer.h"
#include "compute/gpu/compute_device.h"
#include "compute/gpu/context.h"
#include "compute/gpu/executor.h"
#include "compute/gpu/first_use.h"
#include "compute/gpu/gl.h"
#include "compute/gpu/platform.h"
#include "compute/gpu/probes.h"
#include "compute/gpu/program_cache.h"

namespace texelsort::gpu {

std::string_view name(Clock clock) {
  switch (clock) {
    case Clock::gl_timestamp:
      return "GL_TIMESTAMP";
    case Clock::fenced_wall:
      return "fenced wall time";
    case Clock::cpu_steady:
      return "steady_clock";
    case Clock::cuda_event:
      return "CUDA events";
    case Clock::cpu_kernels:
      return "steady_clock; the CPU executes the kernels, so this is not a GPU time";
  }
  return "";
}

struct Device::State {
  std::unique_ptr<OwnContext> context;  // null if adopted; declared first, so that it is destroyed last
  DeviceInfo info;
  std::vector<ContextTrial> trials;
  ProgramCache programs{ShaderLibrary(std::nullopt)};
  std::shared_ptr<ShaderExecution> shaders_on_cpu;
  std::unique_ptr<ComputeDevice> compute;
  std::unique_ptr<Executor> executor;
  bool debug = false;
  std::optional<std::uint64_t> loop_rounds;
  mutable std::string debug_error;
  mutable std::optional<std::string> reset;  ///< kept because OpenGL reports it only once
};

namespace {

std::optional<unsigned> chosen_egl_device(const DeviceOptions& options) {
  if (options.egl_device) return options.egl_device;
  const char* text = std::getenv("TEXELSORT_EGL_DEVICE");
  if (text == nullptr || *text == '\0') return std::nullopt;
  const auto number = data::read_number<unsigned>(text);
  if (!number)
    throw UsageError(fmt::format("TEXELSORT_EGL_DEVICE is '{}', expected the number of an EGL device", text));
  return number;
}

void require_compute(const DeviceInfo& info) {
  if (info.compute) return;
  throw UnavailableError(fmt::format("{} {}.{} of this device has no compute shaders, which need OpenGL 4.3", info.api,
                                     info.major, info.minor));
}

std::string one_line(const std::vector<ContextTrial>& trials) {
  std::string text;
  for (const ContextTrial& trial : trials)
    text += fmt::format("{}{}: {}", text.empty() ? "" : "; ", trial.what, trial.outcome);
  return text.empty() ? "this build cannot make one" : text;
}

}  // namespace

std::optional<std::filesystem::path> chosen_shader_directory(const DeviceOptions& options) {
  if (options.shader_directory) return options.shader_directory;
  const char* text = std::getenv("TEXELSORT_SHADER_DIR");
  if (text == nullptr || *text == '\0') return std::nullopt;
  return std::filesystem::path(text);
}

bool is_software(std::string_view renderer) {
  constexpr std::string_view names[] = {"llvmpipe", "softpipe", "SwiftShader", "swrast", "Software"};
  return std::ranges::any_of(names, [&](auto known) { return renderer.find(known) != std::string_view::npos; });
}

Device::Device(std::unique_ptr<State> state) : state_(std::move(state)) {
  if (state_->trials.empty()) {
    state_->info.draws = false;
    make_compute();
    state_->executor = std::make_unique<Executor>(*this);
    return;
  }
  load_functions();
  ContextTrial& trial = state_->trials.back();
  state_->info.platform = trial.what;
  read_capabilities(state_->info);
  state_->info.cuda_ordinal = current_cuda_ordinal();
  state_->info.ends_loops = state_->loop_rounds.has_value();
  const std::string printed = trial.outcome.empty() ? "" : "; it printed: " + trial.outcome;
  trial.outcome = fmt::format("{} {}.{}, {}{}", state_->info.api, state_->info.major, state_->info.minor,
                              state_->info.renderer, printed);
  if (state_->debug) watch_errors(state_->debug_error);
  make_compute();
  state_->executor = std::make_unique<Executor>(*this);
  if (state_->info.shaders_on_cpu) return;
  const ClockChoice choice = probe_clock(*this);
  state_->info.clock = choice.clock;
  state_->info.clock_reason = choice.reason;
  state_->info.busy_rounds = choice.busy_rounds;
  state_->info.subgroup_lanes = probe_subgroups(*this);
  if (state_->loop_rounds) state_->info.max_loop_rounds = *state_->loop_rounds;
}

void Device::make_compute() {
  DeviceInfo& info = state_->info;
  state_->compute =
      state_->shaders_on_cpu ? make_interpreted_compute(state_->shaders_on_cpu, info) : make_opengl_compute(info);
  state_->programs.build_compute_by(*state_->compute);
}

Device::~Device() {
  // Deleting objects requires their context to be current.
  if (state_->context) state_->context->make_current();
  state_->executor.reset();
  state_->programs.clear();
  state_->compute.reset();
}

std::unique_ptr<Device> Device::headless(const DeviceOptions& options) {
  auto state = std::make_unique<State>();
  state->programs = ProgramCache(ShaderLibrary(chosen_shader_directory(options), options.loop_rounds.has_value()));
  state->debug = options.debug;
  state->loop_rounds = options.loop_rounds;
  state->shaders_on_cpu = options.shaders_on_cpu;
  if (options.without_context) return std::unique_ptr<Device>(new Device(std::move(state)));
  std::vector<ContextCandidate> candidates;
  try {
    candidates = context_candidates(chosen_egl_device(options));
  } catch (const UnavailableError&) {
    if (!options.shaders_on_cpu) throw;
  }
  for (const ContextCandidate& candidate : candidates) {
    ContextTrial trial;
    state->context = make_context(candidate, options.debug, trial);
    state->trials.push_back(trial);
    if (state->context) return std::unique_ptr<Device>(new Device(std::move(state)));
  }
  if (options.shaders_on_cpu) {
    state->trials.clear();
    return std::unique_ptr<Device>(new Device(std::move(state)));
  }
  throw UnavailableError(fmt::format("texelsort cannot make an OpenGL 3.3 context ({}): {}", one_line(state->trials),
                                     advice_without_context()));
}

std::unique_ptr<Device> Device::adopt(const DeviceOptions& options) {
  auto state = std::make_unique<State>();
  state->programs = ProgramCache(ShaderLibrary(chosen_shader_directory(options), options.loop_rounds.has_value()));
  state->debug = options.debug;
  state->loop_rounds = options.loop_rounds;
  state->shaders_on_cpu = options.shaders_on_cpu;
  state->trials.push_back({"window", true, ""});
  return std::unique_ptr<Device>(new Device(std::move(state)));
}

void Device::make_current() const {
  if (state_->context) state_->context->make_current();
}

const DeviceInfo& Device::info() const {
  return state_->info;
}
const std::vector<ContextTrial>& Device::trials() const {
  return state_->trials;
}
Executor& Device::executor() {
  return *state_->executor;
}
const std::shared_ptr<ShaderExecution>& Device::shaders_on_cpu() const {
  return state_->shaders_on_cpu;
}
ComputeDevice& Device::compute() {
  return *state_->compute;
}
ProgramCache& Device::programs() {
  return state_->programs;
}

const Program& Device::draw_program(const std::string& vertex, const std::string& fragment, const Defines& defines) {
  return state_->programs.get(vertex, fragment, defines);
}

const Program& Device::compute_program(const std::string& path, const Defines& defines) {
  require_compute(state_->info);
  return state_->programs.get(path, "", defines);
}

const Program& Device::foreign_program(const ForeignShader& shader) {
  require_compute(state_->info);
  return state_->programs.get(shader);
}

const Program& Device::foreign_draw_program(const ForeignShader& fragment, const std::string& vertex) {
  if (!state_->info.draws) {
    throw UnavailableError(
        fmt::format("{}: draws textures, but this device executes only compute shaders", label(fragment)));
  }
  return state_->programs.get(fragment, vertex);
}

ShaderLibrary::Assembled Device::compute_source(const Program& program) const {
  return state_->programs.source(program).front().source;
}

std::optional<std::string> Device::reset_reason() const {
  if (!state_->info.draws) return std::nullopt;
  if (auto reason = context_reset()) state_->reset = std::move(reason);
  return state_->reset;
}

void Device::check_errors(std::string_view where) const {
  if (!state_->info.draws) return;
  const GLenum error = glGetError();
  const std::string message = std::exchange(state_->debug_error, {});
  constexpr GLenum context_lost = 0x0507;  // GL_CONTEXT_LOST of OpenGL 4.5
  if (error == context_lost) {
    throw DeviceResetError(fmt::format("the GPU was reset: {}", reset_reason().value_or("the driver gives no reason")));
  }
  if (error == GL_OUT_OF_MEMORY)
    throw UnavailableError(fmt::format("{}: the device is out of memory: choose a smaller n", where));
  if (error != GL_NO_ERROR || !message.empty()) {
    throw InternalError(fmt::format("{}: OpenGL error {:#x} {}", where, error, message));
  }
}

bool has_only_software() {
  return only_software_devices(chosen_egl_device({}));
}

DeviceListing list_devices() {
  DeviceListing listing;
  std::vector<ContextCandidate> candidates;
  try {
    candidates = context_candidates(std::nullopt);
  } catch (const Error& error) {
    listing.trials.push_back({"EGL", false, error.what()});
  }
  for (const ContextCandidate& candidate : candidates) {
    auto state = std::make_unique<Device::State>();
    ContextTrial trial;
    state->context = make_context(candidate, false, trial);
    if (state->context) {
      state->trials.push_back(trial);
      try {
        const std::unique_ptr<Device> device(new Device(std::move(state)));
        listing.devices.push_back(device->info());
        trial = device->trials().back();
      } catch (const Error& error) {
        trial = {candidate.what, false, error.what()};
      }
    }
    listing.trials.push_back(trial);
  }
  return listing;
}

}  // namespace texelsort::gpu
