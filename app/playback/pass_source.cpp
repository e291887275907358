#include "app/playback/pass_source.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "compute/algorithms/cuda/kernel_sources.h"
#include "compute/gpu/device.h"
#include "compute/gpu/program_cache.h"
#include "compute/simt/recorder.h"

namespace texelsort::app {

namespace {

std::map<std::string, gpu::UniformValue> uniforms_of(const std::vector<gpu::Uniform>& uniforms) {
  std::map<std::string, gpu::UniformValue> values;
  for (const gpu::Uniform& uniform : uniforms) values.insert_or_assign(std::string(uniform.name), uniform.value);
  return values;
}

/// Parses the text of a user's shader. Its comments are not marks of texelsort, and any of its functions may be the
/// entry point.
data::SourceText read_own(std::string text, const std::vector<std::string>& files) {
  constexpr std::string_view mark = "//:", block_mark = "/*:";
  for (const std::string_view start : {mark, block_mark}) {
    for (std::size_t at = text.find(start); at != std::string::npos; at = text.find(start, at)) {
      text.insert(at + 2, " ");
    }
  }
  data::SourceText source = data::read_source(text, files);
  for (data::SourceLine& line : source.lines) line.reached = true;
  return source;
}

/// Observer that records the calls of a device while the observer exists.
class CallNotes final : public gpu::CallObserver {
 public:
  explicit CallNotes(gpu::Device& device, PassSource& source)
      : device_(device), source_(source), before_(device.executor().observe(this)) {}
  ~CallNotes() override { device_.executor().observe(before_); }
  CallNotes(const CallNotes&) = delete;
  CallNotes& operator=(const CallNotes&) = delete;

  void before(const gpu::DrawCall& call) override {
    program_of(*call.program, PassProgram::Kind::draw)
        .calls.push_back({.quads = call.vertices == 4 ? call.instances : 1,
                          .blend = call.blend,
                          .channels = call.channels,
                          .uniforms = uniforms_of(call.uniforms)});
  }
  void before(const gpu::DispatchCall& call, std::uint32_t columns, std::uint32_t rows) override {
    program_of(*call.program, PassProgram::Kind::dispatch)
        .calls.push_back({.groups = std::uint64_t{columns} * rows, .uniforms = uniforms_of(call.uniforms)});
  }

 private:
  PassProgram& program_of(const gpu::Program& program, PassProgram::Kind kind) {
    const auto known = std::ranges::find(programs_, &program);
    if (known != programs_.end()) return source_.programs[static_cast<std::size_t>(known - programs_.begin())];
    programs_.push_back(&program);
    PassProgram& added =
        source_.programs.emplace_back(PassProgram{.kind = kind, .name = {}, .stages = {}, .calls = {}});
    try {
      for (const auto& stage : device_.programs().source(program)) {
        const auto& [text, files] = stage.source;
        const bool own = !files.empty() && device_.programs().foreign_file(files.front());
        added.stages.push_back(own ? read_own(text, files) : data::read_source(text, files));
      }
    } catch (const gpu::ShaderError& error) {
      // The user is changing a file, whose last working version is still in use.
      data::SourceText text;
      text.files = {program.label()};
      text.lines = {{.number = 1, .text = error.what()}};
      added.stages = {std::move(text)};
    }
    std::ranges::reverse(added.stages);
    added.name = added.stages.front().files.front();
    return added;
  }

  gpu::Device& device_;
  PassSource& source_;
  gpu::CallObserver* before_;
  std::vector<const gpu::Program*> programs_;
};

void add_kernels(PassSource& source, const std::vector<simt::Recording::Launch>& launches) {
  for (const auto& launch : launches) {
    if (launch.shader) continue;  // a shader's source was already recorded by the device's observer
    const auto known = std::ranges::find(source.programs, launch.kernel, &PassProgram::name);
    const ProgramCall call{.groups = launch.blocks, .threads = launch.threads, .uniforms = {}};
    if (known != source.programs.end()) {
      known->calls.push_back(call);
      continue;
    }
    PassProgram program{.kind = PassProgram::Kind::kernel, .name = launch.kernel, .stages = {}, .calls = {call}};
    for (const algorithms::KernelSource* file : algorithms::kernel_files(launch.kernel)) {
      program.stages.push_back(data::read_kernel(file->text, std::string(file->path), launch.kernel));
    }
    source.programs.push_back(std::move(program));
  }
}

}  // namespace

std::vector<PassSource> pass_sources(Player& player, gpu::Device* device, std::uint64_t first) {
  std::vector<PassSource> sources;
  std::optional<CallNotes> calls;
  std::optional<simt::Recorder> launches;
  player.repeat_passes(
      first,
      [&] {
        PassSource& source = sources.emplace_back();
        if (device != nullptr) calls.emplace(*device, source);
        launches.emplace(simt::Recorder::Wanted{.launch = std::numeric_limits<std::size_t>::max()});
      },
      [&] {
        calls.reset();
        add_kernels(sources.back(), launches->take().launches);
        launches.reset();
      });
  return sources;
}

std::optional<PassSource> pass_source(Player& player, gpu::Device* device) {
  if (player.position() == 0) return std::nullopt;
  return std::move(pass_sources(player, device, player.position() - 1).front());
}

}  // namespace texelsort::app
