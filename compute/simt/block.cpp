#include "compute/simt/block.h"

#include <algorithm>

namespace texelsort::simt {

std::byte* Block::shared() const {
  constexpr std::uintptr_t aligned_to = 128;
  const auto address = reinterpret_cast<std::uintptr_t>(memory.get());
  return memory.get() + ((address + aligned_to - 1) / aligned_to * aligned_to - address);
}

bool Block::has(std::uint64_t offset, std::uint64_t bytes) const {
  if (offset + bytes <= dynamic_bytes) return true;
  return std::ranges::any_of(variables, [&](const auto& one) {
    const Variable& variable = one.second;
    return offset >= variable.offset && offset + bytes <= variable.offset + variable.bytes;
  });
}

}  // namespace texelsort::simt
