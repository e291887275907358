#include "compute/gpu/foreign_program.h"

#include <algorithm>

#include <fmt/format.h>

#include "compute/data/error.h"
#include "compute/data/text/number.h"

namespace texelsort::gpu {
namespace {

using Kind = spirv::BlockInterface::Kind;

std::string text_of(const spirv::BlockInterface& block) {
  return fmt::format("{} (set {}, binding {})", block.name, block.set, block.binding);
}

[[noreturn]] void refuse(const Program& program, const std::string& wanted, std::size_t found) {
  std::string all;
  for (const spirv::BlockInterface& block : program.interface().blocks) {
    if (block.kind != Kind::push_constants) all += (all.empty() ? "" : ", ") + text_of(block);
  }
  throw InternalError(fmt::format("{}: {} {}: it has {}", program.label(),
                                  found == 0 ? "no block is" : "two blocks are", wanted,
                                  all.empty() ? "no blocks" : all));
}

BlockPlace place_by_name(const Program& program, std::string_view whole) {
  std::string_view name = whole;
  std::uint32_t element = 0;
  if (const std::size_t open = whole.find('['); open != std::string_view::npos && whole.ends_with(']')) {
    const auto index = data::read_number<std::uint32_t>(std::string(whole.substr(open + 1, whole.size() - open - 2)));
    if (!index) refuse(program, fmt::format("called {}", whole), 0);
    element = *index;
    name = whole.substr(0, open);
  }
  const auto& blocks = program.interface().blocks;
  // In GLSL, a variable may have the name of another block.
  for (const auto member : {&spirv::BlockInterface::name, &spirv::BlockInterface::variable}) {
    const auto found = std::ranges::find(blocks, name, member);
    if (found != blocks.end() && element < std::max(found->blocks, 1u) && found->kind != Kind::push_constants) {
      return {static_cast<std::size_t>(found - blocks.begin()), element};
    }
  }
  refuse(program, fmt::format("called {}", whole), 0);
}

BlockPlace place_by_number(const Program& program, const BufferBinding& binding, bool of_kind) {
  const Kind wanted = binding.uniform_block ? Kind::uniform : Kind::storage;
  const auto& blocks = program.interface().blocks;
  std::vector<BlockPlace> found;
  for (std::size_t n = 0; n < blocks.size(); ++n) {
    const spirv::BlockInterface& block = blocks[n];
    if (block.kind == Kind::push_constants || (of_kind && block.kind != wanted) || block.set != binding.set) continue;
    if (binding.binding < block.binding || binding.binding - block.binding >= std::max(block.blocks, 1u)) continue;
    found.push_back({n, binding.binding - block.binding});
  }
  if (found.size() == 1) return found.front();
  if (found.empty() && of_kind) return place_by_number(program, binding, false);
  refuse(program, fmt::format("at set {}, binding {}", binding.set, binding.binding), found.size());
}

}  // namespace

const spirv::Interface& Program::interface() const {
  if (foreign_ == nullptr) throw InternalError(fmt::format("{} is no shader of a user", label_));
  return foreign_->interface;
}

BlockPlace place_of(const Program& program, const BufferBinding& binding) {
  return binding.block.empty() ? place_by_number(program, binding, true) : place_by_name(program, binding.block);
}

void require_push_constants(const Program& program, const DispatchCall& call) {
  for (const spirv::BlockInterface& block : program.interface().blocks) {
    if (block.kind != Kind::push_constants || call.push_constants.size() >= block.bytes) continue;
    throw InternalError(fmt::format("{}: the dispatch has {} bytes of push constants, but the shader declares {}",
                                    program.label(), call.push_constants.size(), block.bytes));
  }
}

}  // namespace texelsort::gpu
