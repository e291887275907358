#include "compute/algorithms/scripted/bound_pass.h"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "compute/algorithms/scripted/fields.h"
#include "compute/algorithms/scripted/input_values.h"
#include "compute/data/error.h"
#include "compute/data/text/nearest.h"
#include "compute/gpu/buffer.h"
#include "compute/gpu/compute_device.h"
#include "compute/gpu/compute_program.h"
#include "compute/gpu/foreign_shader.h"
#include "compute/spirv/interface.h"

namespace texelsort::algorithms::scripted {
namespace {

using script::Table;
using script::Value;
using spirv::BlockInterface;

/// Name of the block that has the uniforms of HLSL, which are declared outside blocks.
constexpr std::string_view loose_uniforms = "$Global";

const Table& members_of(const Value& value) {
  static const Table none;
  return value.table() == nullptr ? none : *value.table();
}

std::string block_text(const BlockInterface& block) {
  if (block.kind == BlockInterface::Kind::push_constants) return "push constants";
  if (block.name == loose_uniforms) return "uniforms";
  const std::string place =
      block.set == 0 ? fmt::format("{}", block.binding) : fmt::format("{}:{}", block.set, block.binding);
  return fmt::format("{} ({}{})", place, block.name,
                     block.kind == BlockInterface::Kind::uniform ? ", a uniform block" : "");
}

std::string blocks_text(const std::vector<BlockInterface>& blocks) {
  std::vector<std::string> texts;
  for (const BlockInterface& block : blocks) {
    if (block.kind == BlockInterface::Kind::push_constants || block.name == loose_uniforms) continue;
    texts.push_back(block_text(block));
  }
  return texts.empty() ? "no blocks" : fmt::format("the blocks {}", fmt::join(texts, ", "));
}

/// Returns the buffer of a value that address{} made. Null for other values.
const std::string* address_buffer(const Value& value) {
  if (maker_of(value) != "address") return nullptr;
  const Value* const buffer = value.table()->find("buffer");
  return buffer == nullptr ? nullptr : buffer->text();
}

/// Returns the program of a shader. An error of the user's shader is an error of the input.
const gpu::Program& program_of(gpu::Device& device, const gpu::ForeignShader& shader) {
  try {
    return device.foreign_program(shader);
  } catch (const gpu::ShaderError& error) {
    throw script::ScriptError(error.what());
  }
}

/// Splits "name[2]" into the name and the element, with brackets.
std::pair<std::string, std::string> element_of(const std::string& name) {
  const std::size_t bracket = name.find('[');
  return {name.substr(0, bracket), bracket == std::string::npos ? "" : name.substr(bracket)};
}

}  // namespace

BoundPass::BoundPass(gpu::Device& device, const Description& description, std::shared_ptr<const PassCall> call,
                     std::vector<std::string> buffers)
    : description_(description), call_(std::move(call)), known_(std::move(buffers)) {
  std::error_code ignored;
  if (!std::filesystem::exists(description.folder() / call_->shader, ignored)) {
    refuse(fmt::format("there is no shader '{}' in the folder {}", call_->shader, description.folder().string()));
  }
  gpu::ForeignShader shader = description.shader(*call_);
  program_ = &program_of(device, shader);
  const Table& constants = members_of(call_->constants);
  if (!constants.members.empty() || !constants.elements.empty()) {
    const auto& known = program_->interface().constants;
    const auto add = [&](const Value& key, const Value& value) {
      const auto found = std::ranges::find_if(known, [&](const spirv::ConstantInterface& one) {
        const auto id = key.integer();
        return id ? *id == std::int64_t{one.id} : one.name == script::plain_text(key);
      });
      if (found == known.end()) {
        std::vector<std::string> names;
        for (const auto& one : known) names.push_back(fmt::format("{} ({})", one.id, one.name));
        refuse(fmt::format(
            "constant '{}': {} has {}", script::plain_text(key), call_->shader,
            names.empty() ? "no specialization constants" : fmt::format("the constants {}", fmt::join(names, ", "))));
      }
      try {
        shader.constants[found->id] = bits_of(value, found->number, found->name);
      } catch (const UsageError& error) {
        refuse(error.what());
      }
    };
    for (std::size_t i = 0; i < constants.elements.size(); ++i) add(std::uint64_t{i + 1}, constants.elements[i]);
    for (const auto& [key, value] : constants.members) add(key, value);
    program_ = &program_of(device, shader);
  }
  local_size_ = program_->interface().local_size;
  if (!program_->interface().images.empty()) {
    refuse(
        fmt::format("{} has the image or sampler '{}', but compute passes have only buffers: declare a buffer, or "
                    "draw with backend = \"fragment\"",
                    call_->shader, program_->interface().images.front()));
  }
  bind_uniforms();
  bind_push_constants();
  bind_blocks(device);
  if (!call_->groups.buffer.empty()) require_buffer(call_->groups.buffer, "groups");
}

void BoundPass::refuse(const std::string& message) const {
  throw script::ScriptError(description_.script().at(call_->line, "pass: " + message));
}

void BoundPass::require_buffer(const std::string& name, const std::string& user) {
  if (std::ranges::find(known_, name) == known_.end()) {
    refuse(fmt::format("{} uses the buffer '{}', but there are only {}{}", user, name, fmt::join(known_, ", "),
                       data::did_you_mean(name, known_)));
  }
  if (std::ranges::find(used_, name) == used_.end()) used_.push_back(name);
}

void BoundPass::bind_uniforms() {
  if (find_loose_uniforms() != nullptr) return;  // bind_blocks() binds them
  try {
    uniforms_ = uniform_values(call_->uniforms, program_->interface().uniforms, call_->shader);
  } catch (const UsageError& error) {
    refuse(error.what());
  }
}

std::vector<std::byte> BoundPass::encoded(const BlockInterface& block, const Table& members,
                                          std::vector<Address>& addresses) const {
  std::vector<std::byte> bytes(block_bytes(block, members));
  if (!members.elements.empty()) refuse(fmt::format("{} has values without a name", block_text(block)));
  for (const auto& [key, value] : members.members) {
    const std::string name = script::plain_text(key);
    const auto input = std::ranges::find(block.members, name, &spirv::Input::name);
    if (input == block.members.end()) {
      refuse(fmt::format("member '{}' of {}: {} has {}", name, block_text(block), call_->shader,
                         inputs_text("members", block.members)));
    }
    if (const std::string* const buffer = address_buffer(value)) {
      if (spirv::bytes_of(input->number) != 8) {
        refuse(fmt::format("member {} is {}, but an address needs 64 bits", name, spirv::text(*input)));
      }
      addresses.push_back({*buffer, input->offset});
      continue;
    }
    try {
      write_member(bytes, value, *input);
    } catch (const UsageError& error) {
      refuse(fmt::format("{}: {}", block_text(block), error.what()));
    }
  }
  for (const spirv::Input& input : block.members) {
    if (members.find(input.name) == nullptr) {
      refuse(fmt::format("{} lacks '{}': {} has {}", block_text(block), input.name, call_->shader,
                         inputs_text("members", block.members)));
    }
  }
  return bytes;
}

void BoundPass::bind_push_constants() {
  const auto& blocks = program_->interface().blocks;
  const auto push = std::ranges::find(blocks, BlockInterface::Kind::push_constants, &BlockInterface::kind);
  if (push != blocks.end() && !push->used && call_->push.is_nil()) return;
  if (push == blocks.end()) {
    if (!call_->push.is_nil()) refuse(fmt::format("push: {} has no push constants", call_->shader));
    return;
  }
  push_ = encoded(*push, members_of(call_->push), push_addresses_);
  push_.resize(push->bytes);
  for (const Address& address : push_addresses_) require_buffer(address.buffer, "push");
}

const BlockInterface& BoundPass::find_block(const BlockCall& given, std::string& element) const {
  const auto& blocks = program_->interface().blocks;
  const auto [name, brackets] = element_of(given.name);
  element = brackets;
  const auto found = std::ranges::find_if(blocks, [&, &own = name](const BlockInterface& block) {
    if (block.kind == BlockInterface::Kind::push_constants) return false;
    if (given.place) return std::pair(block.set, block.binding) == *given.place;
    return block.name == own || block.variable == own;
  });
  if (found == blocks.end()) {
    refuse(fmt::format("block {}: {} has {}", given.text(), call_->shader, blocks_text(blocks)));
  }
  return *found;
}

const BlockInterface* BoundPass::find_loose_uniforms() const {
  const auto& blocks = program_->interface().blocks;
  const auto found = std::ranges::find(blocks, loose_uniforms, &BlockInterface::name);
  return found == blocks.end() ? nullptr : &*found;
}

void BoundPass::bind_contents(gpu::Device& device, const BlockInterface& shader, const BlockCall& given, Block& block) {
  std::vector<Address> addresses;
  const std::vector<std::byte> bytes = encoded(shader, members_of(given.contents), addresses);
  if (!addresses.empty()) refuse(fmt::format("block {}: addresses are possible only in push constants", given.text()));
  auto buffer = std::make_shared<gpu::Buffer>(device, bytes.size(), "contents of a block");
  buffer->write(0, bytes);
  block.contents = std::move(buffer);
}

void BoundPass::bind_blocks(gpu::Device& device) {
  const auto& shader_blocks = program_->interface().blocks;
  std::vector<std::string> bound;
  std::vector<BlockCall> calls = call_->blocks;
  const BlockInterface* const loose = find_loose_uniforms();
  const auto names_loose = [](const BlockCall& call) { return call.name == loose_uniforms; };
  if (loose != nullptr && (loose->used || !call_->uniforms.is_nil()) && std::ranges::none_of(calls, names_loose)) {
    calls.push_back({.name = loose->name, .contents = call_->uniforms});
  }
  for (const BlockCall& given : calls) {
    std::string element;
    const BlockInterface& shader = find_block(given, element);
    Block block;
    block.binding.uniform_block = shader.kind == BlockInterface::Kind::uniform;
    block.binding.set = shader.set;
    block.binding.binding = shader.binding;
    block.binding.block = shader.name + element;
    bound.push_back(shader.name + element);
    if (given.buffer.empty()) {
      bind_contents(device, shader, given, block);
    } else {
      require_buffer(given.buffer, fmt::format("block {}", given.text()));
      block.buffer = given.buffer;
    }
    blocks_.push_back(std::move(block));
  }
  for (const BlockInterface& shader : shader_blocks) {
    // A file of HLSL declares the blocks of all its entry points.
    if (shader.kind == BlockInterface::Kind::push_constants || !shader.used) continue;
    for (std::uint32_t i = 0; i < shader.blocks; ++i) {
      const std::string name = shader.blocks == 1 ? shader.name : fmt::format("{}[{}]", shader.name, i);
      if (std::ranges::find(bound, name) == bound.end()) {
        refuse(fmt::format("gives no buffer for block {}: {} has {}", shader.blocks == 1 ? block_text(shader) : name,
                           call_->shader, blocks_text(shader_blocks)));
      }
    }
  }
}

std::uint64_t BoundPass::invocations() const {
  if (!call_->groups.buffer.empty()) return 0;
  std::uint64_t product = 1;
  for (std::size_t axis = 0; axis < 3; ++axis) product *= call_->groups.counts[axis] * local_size_[axis];
  return product;
}

void BoundPass::dispatch(gpu::Device& device, const FindBuffer& find) const {
  gpu::DispatchCall call;
  call.program = program_;
  call.uniforms = uniforms_;
  call.rounds = call_->rounds.value_or(default_rounds(device.info()));
  call.buffers.reserve(blocks_.size() + 1);
  for (const Block& block : blocks_) {
    gpu::BufferBinding binding = block.binding;
    if (block.contents) {
      binding.buffer = block.contents.get();
      binding.size = block.contents->size();
    } else {
      const gpu::BufferBinding whole = find(block.buffer)->binding(binding.binding);
      binding.buffer = whole.buffer;
      binding.offset = whole.offset;
      binding.size = whole.size;
    }
    call.buffers.push_back(std::move(binding));
  }
  if (!push_.empty()) {
    call.push_constants = push_;
    for (const Address& address : push_addresses_) {
      const gpu::BufferBinding whole = find(address.buffer)->binding(0);
      const std::uint64_t bits = device.compute().address_of(whole);
      std::memcpy(call.push_constants.data() + address.offset, &bits, sizeof(bits));
      call.reachable.push_back(whole.buffer);
    }
  }
  const Groups& groups = call_->groups;
  if (groups.buffer.empty()) {
    if (std::ranges::find(groups.counts, 0u) != groups.counts.end()) return;
    call.grid = {static_cast<std::uint32_t>(groups.counts[0]), static_cast<std::uint32_t>(groups.counts[1]),
                 static_cast<std::uint32_t>(groups.counts[2])};
  } else {
    gpu::BufferBinding counts = find(groups.buffer)->binding(gpu::workgroup_counts);
    counts.offset += groups.word * sizeof(std::uint32_t);
    counts.size = 3 * sizeof(std::uint32_t);
    call.buffers.push_back(counts);
  }
  device.executor().dispatch(call);
}

}  // namespace texelsort::algorithms::scripted
