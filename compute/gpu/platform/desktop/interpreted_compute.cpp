// Compute shaders by the CPU, invocation by invocation.
#include <algorithm>
#include <bit>
#include <cstring>
#include <map>
#include <regex>

#include <fmt/format.h>

#include "compute/data/error.h"
#include "compute/gpu/array_texture.h"
#include "compute/gpu/buffer.h"
#include "compute/gpu/compute_device.h"
#include "compute/gpu/compute_program.h"
#include "compute/gpu/device.h"
#include "compute/gpu/executor.h"
#include "compute/gpu/gl_calls.h"
#include "compute/gpu/memory_use.h"
#include "compute/simt/recorder.h"
#include "compute/spirv/compare.h"
#include "compute/spirv/dispatch.h"
#include "compute/spirv/module.h"

namespace texelsort::gpu {
namespace {

class InterpretedStorage final : public Storage {
 public:
  InterpretedStorage(std::uint64_t size, std::string_view label)
      : memory_(size, std::string(label)), size_(size), allocation_(size) {
    // New memory has no defined contents. Zeros would hide shaders that do not write it.
    std::ranges::fill(memory_.words(), 0xdeadbeefu);
  }

  std::uint64_t size() const override { return size_; }
  void write(std::uint64_t offset, std::span<const std::byte> bytes) override {
    std::memcpy(memory_bytes() + offset, bytes.data(), bytes.size());
  }
  void read(std::uint64_t offset, std::span<std::byte> bytes) const override {
    std::memcpy(bytes.data(), reinterpret_cast<const std::byte*>(memory_.words().data()) + offset, bytes.size());
  }
  void copy_from(const Storage& other, std::uint64_t offset, std::uint64_t size) override {
    const auto& from = dynamic_cast<const InterpretedStorage&>(other).memory_;
    std::memcpy(memory_bytes() + offset, reinterpret_cast<const std::byte*>(from.words().data()) + offset, size);
  }
  /// The device changes memory through a const Buffer, too.
  spirv::Memory& memory() const { return memory_; }

 private:
  std::byte* memory_bytes() { return reinterpret_cast<std::byte*>(memory_.words().data()); }

  mutable spirv::Memory memory_;
  std::uint64_t size_;
  Allocation allocation_;
};

template <typename Value>
void append(std::vector<std::uint32_t>& words, const Value& value) {
  if constexpr (sizeof(Value) == sizeof(std::uint32_t)) {
    words.push_back(std::bit_cast<std::uint32_t>(value));
  } else if constexpr (requires { value.begin(); }) {
    for (const auto& element : value) append(words, element);
  } else {
    for (int n = 0; n < Value::length(); ++n) append(words, value[n]);
  }
}

/// Returns a compiler's log as messages. Recognises lines such as "ERROR: radix/count.comp:12: text".
std::vector<ShaderMessage> messages_of(const std::string& log) {
  static const std::regex located(R"((?:ERROR: )?(\S+):(\d+): (.*))");
  std::vector<ShaderMessage> messages;
  std::size_t first = 0;
  while (first < log.size()) {
    const std::size_t end = std::min(log.find('\n', first), log.size());
    const std::string line = log.substr(first, end - first);
    std::smatch match;
    if (std::regex_match(line, match, located)) {
      messages.push_back({match[1], static_cast<std::uint32_t>(std::stoul(match[2])), match[3]});
    }
    first = end + 1;
  }
  return messages;
}

/// Passes the events of a dispatch on to the recorder of the views.
class EventForwarder final : public spirv::Observer {
 public:
  EventForwarder(simt::Recorder& recorder, const spirv::Module& module) : recorder_(recorder), module_(module) {}
  void note(const Event& event) override {
    constexpr simt::Event::Kind kinds[] = {simt::Event::Kind::read, simt::Event::Kind::write, simt::Event::Kind::atomic,
                                           simt::Event::Kind::warp_call, simt::Event::Kind::barrier};
    recorder_.note({kinds[static_cast<std::size_t>(event.kind)], event.workgroup, event.invocation,
                    event.memory == nullptr ? nullptr : &event.memory->label(), event.offset, event.bytes, event.code},
                   [&] { return module_.place(event.line); });
  }

 private:
  simt::Recorder& recorder_;
  const spirv::Module& module_;
};

class InterpretedCompute final : public ComputeDevice {
 public:
  explicit InterpretedCompute(std::shared_ptr<ShaderExecution> execution) : execution_(std::move(execution)) {}

  std::unique_ptr<Storage> allocate(std::uint64_t size, std::string_view label) override {
    return std::make_unique<InterpretedStorage>(size, label);
  }

  Program build(const AssembledStage& stage) override {
    try {
      return Program(std::make_shared<const spirv::Module>(spirv::compile({stage.source.text, stage.source.files})),
                     stage.stage.path);
    } catch (const InternalError& error) {
      throw ShaderError(fmt::format("shader does not compile: {}", error.what()), messages_of(error.what()));
    }
  }

  void dispatch(const DispatchCall& call, std::optional<Grid> grid) override {
    if (!grid) grid = grid_of(*workgroup_counts_of(call));
    if (grid->columns == 0 || grid->rows == 0) return;
    spirv::Dispatch dispatch;
    dispatch.shader = call.program->label();
    for (const Uniform& uniform : call.uniforms) {
      std::vector<std::uint32_t>& words = dispatch.uniforms[std::string(uniform.name)];
      words.clear();
      std::visit([&](const auto& value) { append(words, value); }, uniform.value);
    }
    for (const BufferBinding& binding : call.buffers) {
      if (binding.binding != workgroup_counts) {
        dispatch.blocks.insert_or_assign({0, binding.binding}, block_of(dispatch, binding));
      }
    }
    std::vector<std::unique_ptr<spirv::Memory>> textures;
    for (const TextureBinding& binding : call.textures) {
      if (binding.texture == nullptr) throw InternalError("the CPU's compute shaders sample no array textures");
      textures.push_back(texels_of(*binding.texture));
      const Extent extent = binding.texture->extent();
      const auto channels = static_cast<std::uint32_t>(texel_bytes(binding.texture->format()) / sizeof(std::uint32_t));
      dispatch.images.insert_or_assign(
          std::string(binding.sampler),
          spirv::Dispatch::Image{dispatch.memories.size(), 0, extent.width, extent.height, channels});
      dispatch.memories.push_back(textures.back().get());
    }
    add_texel_buffers(dispatch, call);
    dispatch.columns = grid->columns;
    dispatch.rows = grid->rows;
    dispatch.rounds = call.rounds;
    const spirv::Module& module = *call.program->module();
    if (execution_->compared && execution_->difference.empty()) {
      execution_->difference =
          find_difference(module, dispatch, execution_->conditions, *execution_->compared).value_or("");
    }
    const simt::Grid launch{grid->columns * grid->rows, module.invocations()};
    std::optional<EventForwarder> events;
    if (simt::Recorder* const recorder = simt::Recorder::begin_dispatch(call.program->label().c_str(), launch)) {
      events.emplace(*recorder, module);
      dispatch.observer = &*events;
    }
    spirv::Outcome outcome = execute(module, dispatch, execution_->conditions);
    execution_->instructions += outcome.instructions;
    execution_->used_subgroups |= module.uses_subgroups();
    if (outcome.findings.empty()) return;
    if (execution_->findings == nullptr) throw spirv::ShaderViolation(std::move(outcome.findings));
    std::ranges::move(outcome.findings, std::back_inserter(*execution_->findings));
  }

  void show_texels(std::uint32_t unit, std::uint32_t words, const BufferBinding* bytes) override {
    if (bytes == nullptr) {
      shown_.erase(static_cast<std::int32_t>(unit));
    } else {
      shown_.insert_or_assign(static_cast<std::int32_t>(unit), Texels{words, *bytes});
    }
  }
  std::uint64_t most_texels() const override { return std::uint64_t{1} << 27; }
  void wait() override {}

 private:
  struct Texels {
    std::uint32_t words = 1;
    BufferBinding bytes;
  };

  static spirv::Memory& memory_of(const Buffer& buffer) {
    return dynamic_cast<const InterpretedStorage&>(*buffer.storage()).memory();
  }
  static Grid grid_of(const BufferBinding& counts) {
    const auto& words = memory_of(*counts.buffer).words();
    const std::uint64_t first = counts.offset / sizeof(std::uint32_t);
    return {words.at(first), words.at(first + 1)};
  }
  static std::uint64_t size_of(const BufferBinding& binding) {
    return binding.size != 0 ? binding.size : binding.buffer->size() - binding.offset;
  }
  static spirv::Dispatch::Block block_of(spirv::Dispatch& dispatch, const BufferBinding& binding) {
    spirv::Memory* const memory = &memory_of(*binding.buffer);
    auto found = std::ranges::find(dispatch.memories, memory);
    if (found == dispatch.memories.end()) found = dispatch.memories.insert(found, memory);
    return {static_cast<std::size_t>(found - dispatch.memories.begin()), binding.offset, size_of(binding)};
  }
  /// Copies a texture of OpenGL, for a device that also draws.
  static std::unique_ptr<spirv::Memory> texels_of(const Texture& texture) {
    const Extent extent = texture.extent();
    auto memory =
        std::make_unique<spirv::Memory>(std::uint64_t{extent.width} * extent.height * texel_bytes(texture.format()));
    texture.read({0, 0, extent.width, extent.height}, std::as_writable_bytes(std::span(memory->words())));
    return memory;
  }
  void add_texel_buffers(spirv::Dispatch& dispatch, const DispatchCall& call) const {
    for (const Uniform& uniform : call.uniforms) {
      const auto* const unit = std::get_if<std::int32_t>(&uniform.value);
      const auto shown = unit == nullptr ? shown_.end() : shown_.find(*unit);
      if (shown == shown_.end()) continue;
      const auto& [words, bytes] = shown->second;
      const spirv::Dispatch::Block block = block_of(dispatch, bytes);
      const auto width = static_cast<std::uint32_t>(block.size / sizeof(std::uint32_t) / words);
      dispatch.images.insert_or_assign(std::string(uniform.name),
                                       spirv::Dispatch::Image{block.memory, block.offset, width, 1, words});
    }
  }

  std::shared_ptr<ShaderExecution> execution_;
  std::map<std::int32_t, Texels> shown_;
};

}  // namespace

void ShaderExecution::set_subgroup_size(std::uint32_t size) {
  conditions.subgroup_size = size;
  info->subgroup_lanes = size;
}

std::unique_ptr<ComputeDevice> make_interpreted_compute(std::shared_ptr<ShaderExecution> execution, DeviceInfo& info) {
  info.shaders_on_cpu = true;
  info.compute = true;
  info.software = true;
  if (info.draws) {
    info.renderer += ", compute shaders on the CPU";
  } else {
    info.vendor = "texelsort";
    info.renderer = "compute shaders on the CPU";
    info.version = info.api = "SPIR-V";
    info.platform = "cpu-shaders";
    info.major = 1;
    info.minor = 5;
  }
  // Limits that desktop GPUs have.
  info.max_storage_bytes = (std::uint64_t{1} << 32) - 1;
  info.max_workgroup_size = 1024;
  info.max_workgroups = 65535;
  info.max_shared_bytes = 49152;
  execution->info = &info;
  execution->set_subgroup_size(execution->conditions.subgroup_size);
  info.max_loop_rounds = ~std::uint64_t{0};
  info.clock = Clock::cpu_kernels;
  info.clock_reason = "the CPU executes every invocation and checks it";
  return std::make_unique<InterpretedCompute>(std::move(execution));
}

}  // namespace texelsort::gpu
