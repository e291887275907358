#include "compute/spirv/compare.h"

#include <fmt/format.h>

#include "compute/spirv/module.h"

namespace texelsort::spirv {
namespace {

/// Copies of the memories of a dispatch after its execution.
struct Copies {
  std::vector<Memory> memories;

  Copies(const Module& module, Dispatch dispatch, const Conditions& conditions) {
    for (const Memory* memory : dispatch.memories) memories.push_back(memory == nullptr ? Memory() : *memory);
    for (std::size_t n = 0; n < memories.size(); ++n) {
      if (dispatch.memories[n] != nullptr) dispatch.memories[n] = &memories[n];
    }
    execute(module, dispatch, conditions);
  }

  /// Returns "5, written at a.comp:3 by invocation 1 of workgroup 0".
  std::string word(const Module& module, std::size_t memory, std::size_t at) {
    Memory& of = memories[memory];
    const data::Access* const write = of.history(at).last_write(of.epoch());
    if (write == nullptr) return fmt::format("{}, not written", of.words()[at]);
    const auto& instruction = *static_cast<const Instruction*>(write->code);
    return fmt::format("{}, written at {} by invocation {} of workgroup {}", of.words()[at],
                       module.place(instruction.line), write->stamp.thread % module.invocations(),
                       write->stamp.thread / module.invocations());
  }
};

/// Returns the binding of a memory and the number of a word there.
std::string place_of(const Dispatch& dispatch, std::size_t memory, std::size_t word) {
  for (const auto& [binding, block] : dispatch.blocks) {
    if (block.memory != memory) continue;
    const std::size_t first = block.offset / sizeof(Word);
    if (word >= first && word < first + block.size / sizeof(Word)) {
      return fmt::format("word {} of block {}", word - first, binding.second);
    }
  }
  return fmt::format("word {} of memory {}", word, memory);
}

std::string text_of(const Conditions& conditions, const Conditions& other) {
  if (conditions.subgroup_size != other.subgroup_size) {
    return fmt::format("with subgroups of {}", conditions.subgroup_size);
  }
  return "in " + name(conditions.schedule);
}

}  // namespace

std::optional<std::string> find_difference(const Module& module, const Dispatch& dispatch, const Conditions& first,
                                           const Conditions& second) {
  Copies one(module, dispatch, first), other(module, dispatch, second);
  for (std::size_t m = 0; m < one.memories.size(); ++m) {
    const auto& a = one.memories[m].words();
    const auto& b = other.memories[m].words();
    for (std::size_t word = 0; word < a.size(); ++word) {
      if (a[word] == b[word]) continue;
      return fmt::format("{}: {} is {} ({}), but {} ({})", dispatch.shader, place_of(dispatch, m, word),
                         one.word(module, m, word), text_of(first, second), other.word(module, m, word),
                         text_of(second, first));
    }
  }
  return std::nullopt;
}

}  // namespace texelsort::spirv
