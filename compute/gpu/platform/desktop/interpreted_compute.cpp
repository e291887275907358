// Compute shaders by the CPU, invocation by invocation.
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <map>

#include <fmt/format.h>

#include "compute/data/error.h"
#include "compute/gpu/array_texture.h"
#include "compute/gpu/buffer.h"
#include "compute/gpu/compiler_log.h"
#include "compute/gpu/compute_device.h"
#include "compute/gpu/compute_program.h"
#include "compute/gpu/device.h"
#include "compute/gpu/executor.h"
#include "compute/gpu/foreign_program.h"
#include "compute/gpu/gl_calls.h"
#include "compute/gpu/memory_use.h"
#include "compute/simt/recorder.h"
#include "compute/spirv/compare.h"
#include "compute/spirv/dispatch.h"
#include "compute/spirv/module.h"

namespace texelsort::gpu {
namespace {

/// Memories whose addresses shaders know. An address contains the place of its memory here, so the place lasts as long
/// as the memory.
class AddressTable {
 public:
  std::size_t place_of(spirv::Memory& memory) {
    auto found = std::ranges::find(memories_, &memory);
    if (found == memories_.end()) found = std::ranges::find(memories_, nullptr);
    if (found == memories_.end()) found = memories_.insert(found, nullptr);
    *found = &memory;
    return static_cast<std::size_t>(found - memories_.begin());
  }
  void remove(const spirv::Memory& memory) {
    std::ranges::replace(memories_, const_cast<spirv::Memory*>(&memory), nullptr);
  }
  std::size_t size() const { return memories_.size(); }

 private:
  std::vector<spirv::Memory*> memories_;
};

class InterpretedStorage final : public Storage {
 public:
  InterpretedStorage(std::uint64_t size, std::string_view label, std::shared_ptr<AddressTable> addresses)
      : memory_(size, std::string(label)), size_(size), allocation_(size), addresses_(std::move(addresses)) {
    // New memory has no defined contents. Zeros would hide shaders that do not write it.
    std::ranges::fill(memory_.words(), 0xdeadbeefu);
  }

  ~InterpretedStorage() override { addresses_->remove(memory_); }

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
  std::shared_ptr<AddressTable> addresses_;
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
    return std::make_unique<InterpretedStorage>(size, label, addresses_);
  }

  Program build(const AssembledStage& stage) override {
    try {
      return Program(std::make_shared<const spirv::Module>(spirv::compile({stage.source.text, stage.source.files})),
                     stage.stage.path);
    } catch (const InternalError& error) {
      throw ShaderError(fmt::format("shader does not compile: {}", error.what()), compiler_messages(error.what()));
    }
  }

  Program build_foreign(const ForeignShader& shader, const ForeignSource& source) override {
    ForeignBinary compiled = compile_foreign(shader, source);
    require_size(shader, compiled.interface.local_size);
    ForeignProgram program;
    program.interface = std::move(compiled.interface);
    program.language = source.language;
    try {
      auto module = std::make_shared<const spirv::Module>(std::move(compiled.binary), shader.constants);
      return Program(Program(std::move(module), label(shader)),
                     std::make_shared<const ForeignProgram>(std::move(program)));
    } catch (const InternalError& error) {
      throw UnavailableError(fmt::format("{}: the CPU does not execute this shader: {}", label(shader), error.what()));
    }
  }

  std::uint64_t address_of(const BufferBinding& binding) override {
    return spirv::Dispatch::address(addresses_->place_of(memory_of(*binding.buffer)), binding.offset);
  }

  void dispatch(const DispatchCall& call, std::optional<Grid> grid) override {
    if (!grid) grid = grid_of(*workgroup_counts_of(call));
    require_few_workgroups(call, *grid);
    if (grid->columns == 0 || grid->rows == 0 || grid->layers == 0) return;
    spirv::Dispatch dispatch;
    dispatch.shader = call.program->label();
    add_reachable(dispatch, call);
    if (call.program->foreign() != nullptr) {
      add_foreign_inputs(dispatch, call);
    } else {
      for (const Uniform& uniform : call.uniforms) dispatch.uniforms[std::string(uniform.name)] = words_of(uniform);
      for (const BufferBinding& binding : call.buffers) {
        if (binding.binding == workgroup_counts) continue;
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
    dispatch.layers = grid->layers;
    dispatch.rounds = call.rounds;
    const spirv::Module& module = *call.program->module();
    if (execution_->compared && execution_->difference.empty()) {
      execution_->difference =
          find_difference(module, dispatch, execution_->conditions, *execution_->compared).value_or("");
    }
    const simt::Grid launch{grid->columns * grid->rows * grid->layers, module.invocations()};
    std::optional<EventForwarder> events;
    if (simt::Recorder* const recorder = simt::Recorder::begin_dispatch(call.program->label().c_str(), launch)) {
      events.emplace(*recorder, module);
      dispatch.observer = &*events;
    }
    const bool notes = execution_->findings == nullptr && execution_->note && call.program->foreign() != nullptr;
    dispatch.passes_ended = notes;
    spirv::Outcome outcome = execute(module, dispatch, execution_->conditions);
    execution_->instructions += outcome.instructions;
    execution_->used_subgroups |= module.uses_subgroups();
    if (outcome.findings.empty()) return;
    if (notes && !outcome.stopped) {
      std::ranges::for_each(outcome.findings, execution_->note);
      return;
    }
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
  /// Refuses numbers of workgroups that a shader has written, and that no device needs to accept.
  static void require_few_workgroups(const DispatchCall& call, const Grid& grid) {
    constexpr std::uint32_t most = 65535;
    if (workgroup_counts_of(call) == nullptr || std::max({grid.columns, grid.rows, grid.layers}) <= most) return;
    throw UsageError(
        fmt::format("{}: a buffer has {} x {} x {} as the numbers of workgroups, but devices guarantee "
                    "only {} per axis: does another pass write the words?",
                    call.program->label(), grid.columns, grid.rows, grid.layers, most));
  }
  static Grid grid_of(const BufferBinding& counts) {
    const auto& words = memory_of(*counts.buffer).words();
    const std::uint64_t first = counts.offset / sizeof(std::uint32_t);
    return {words.at(first), words.at(first + 1), words.at(first + 2)};
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
  void require_size(const ForeignShader& shader, const std::array<std::uint32_t, 3>& size) const {
    const std::uint64_t most = execution_->info->max_workgroup_size;
    const std::uint64_t layer = std::uint64_t{size[0]} * size[1];
    if (layer <= most && layer * size[2] <= most) return;
    throw UnavailableError(fmt::format("{}: a workgroup of {} x {} x {} invocations exceeds the {} of this device",
                                       label(shader), size[0], size[1], size[2], most));
  }
  static std::vector<std::uint32_t> words_of(const Uniform& uniform) {
    std::vector<std::uint32_t> words;
    std::visit([&](const auto& value) { append(words, value); }, uniform.value);
    return words;
  }
  /// Puts the memories whose addresses the shader may use at the places that the addresses contain.
  void add_reachable(spirv::Dispatch& dispatch, const DispatchCall& call) const {
    if (call.reachable.empty()) return;
    dispatch.memories.resize(addresses_->size(), nullptr);
    for (const Buffer* const buffer : call.reachable) {
      const std::size_t place = addresses_->place_of(memory_of(*buffer));
      if (place >= dispatch.memories.size()) dispatch.memories.resize(place + 1, nullptr);
      dispatch.memories[place] = &memory_of(*buffer);
    }
  }
  void add_foreign_inputs(spirv::Dispatch& dispatch, const DispatchCall& call) const {
    const spirv::Interface& interface = call.program->interface();
    for (const Uniform& uniform : call.uniforms) add_uniform(dispatch, interface, uniform);
    for (const BufferBinding& binding : call.buffers) {
      if (binding.binding == workgroup_counts) continue;
      const BlockPlace place = place_of(*call.program, binding);
      const spirv::BlockInterface& block = interface.blocks[place.block];
      const std::string& name = block.variable.empty() ? block.name : block.variable;
      const spirv::Dispatch::Block bytes = block_of(dispatch, binding);
      // The bindings of storage and uniform blocks, or of HLSL's registers, may be equal, so names are preferred.
      if (block.blocks == 1 && !name.empty()) {
        dispatch.named_blocks.insert_or_assign(name, bytes);
      } else {
        dispatch.blocks.insert_or_assign({block.set, block.binding + place.element}, bytes);
      }
    }
    require_push_constants(*call.program, call);
    dispatch.push_constants = call.push_constants;
  }
  /// Adds the words of a uniform or of a structure's member: "a.b".
  static void add_uniform(spirv::Dispatch& dispatch, const spirv::Interface& interface, const Uniform& uniform) {
    const auto variable_of = [](std::string_view name) {
      return std::string(name.substr(0, name.find_first_of(".[")));
    };
    const std::string variable = variable_of(uniform.name);
    std::size_t first = 0;
    for (const spirv::Input& input : interface.uniforms) {
      if (input.name == uniform.name) break;
      if (variable_of(input.name) != variable) continue;
      first += std::size_t{input.components} * input.columns * std::max(input.elements.value_or(1), 1u) *
               (spirv::bytes_of(input.number) == 8 ? 2 : 1);
    }
    const std::vector<std::uint32_t> given = words_of(uniform);
    // compile() renames variables called `length`.
    std::vector<std::uint32_t>& words = dispatch.uniforms[variable == "length" ? "length_" : variable];
    if (words.size() < first + given.size()) words.resize(first + given.size());
    std::ranges::copy(given, words.begin() + static_cast<std::ptrdiff_t>(first));
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
  std::shared_ptr<AddressTable> addresses_ = std::make_shared<AddressTable>();
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
  // The CPU keeps several words per word of a buffer, to check accesses.
  info.max_storage_bytes = std::uint64_t{1} << 30;
  // Limits that desktop GPUs have.
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
