// Instructions that move the words of values: parts of composite values, selections, and bits as other types.
#include <algorithm>
#include <cstring>
#include <glslang/SPIRV/spirv.hpp>

#include "compute/data/error.h"
#include "compute/spirv/cells.h"
#include "compute/spirv/machine.h"

namespace texelsort::spirv {
namespace {

/// Copies `extra` words, which decode() sets to the words of the result.
void copy(Machine* /*machine*/, Invocation& invocation, const Instruction& i) {
  std::memmove(&invocation.words[i.out], &invocation.words[i.in[0]], i.extra * sizeof(Word));
}

/// Bits of the elements of a vector as elements of another width.
void repack(Machine* machine, Invocation& invocation, const Instruction& i) {
  const Module& module = machine->module();
  const Word from_bits = number_type(module, module.type_of(i.operands[0])).bits;
  const Word to_bits = number_type(module, i.type).bits;
  const Word from_words = module.type(module.type_of(i.operands[0])).words;
  constexpr Word most = 16;
  Word dense[most] = {};
  const auto step = [](Word bits) { return std::min(bits, 32u); };
  for (Word w = 0; w < from_words; ++w) {
    const Word bit = w * step(from_bits);
    dense[bit / 32] |= invocation.words[i.in[0] + w] << bit % 32;
  }
  for (Word w = 0; w < i.extra; ++w) {
    const Word bit = w * step(to_bits);
    const Word mask = to_bits < 32 ? (1u << to_bits) - 1 : ~0u;
    invocation.words[i.out + w] = dense[bit / 32] >> bit % 32 & mask;
  }
}

void construct(const Module& module, Invocation& invocation, const Instruction& i) {
  Word to = i.out;
  for (Word n = 0; n < i.count; ++n) {
    const Word words = module.type(module.type_of(i.operands[n])).words;
    std::memmove(&invocation.words[to], &invocation.words[module.slot(i.operands[n])], words * sizeof(Word));
    to += words;
  }
}

/// decode() sets the third slot to the place of the part, relative to the whole, and `parts` to its words.
void insert(Machine* /*machine*/, Invocation& invocation, const Instruction& i) {
  std::memmove(&invocation.words[i.out], &invocation.words[i.in[1]], i.extra * sizeof(Word));
  std::memmove(&invocation.words[i.out + i.in[2]], &invocation.words[i.in[0]], i.parts * sizeof(Word));
}

/// `words` of each component. decode() sets the third slot to the number of components on the left.
template <Word words>
void shuffle(Machine* /*machine*/, Invocation& invocation, const Instruction& i) {
  const Word left = i.in[2];
  for (Word n = 0; n < i.parts; ++n) {
    const Word from = i.operands[2 + n];
    if (from == ~0u) continue;  // undefined
    const Word slot = from < left ? i.in[0] + from * words : i.in[1] + (from - left) * words;
    std::copy_n(&invocation.words[slot], words, &invocation.words[i.out + n * words]);
  }
}

/// Executes F, which needs only the module.
template <void (*f)(const Module&, Invocation&, const Instruction&)>
void with_module(Machine* machine, Invocation& invocation, const Instruction& i) {
  f(machine->module(), invocation, i);
}

void extract_dynamic(Machine* machine, Invocation& invocation, const Instruction& i) {
  const Module& module = machine->module();
  const Word element = invocation.words[i.in[1]];
  const Word count = module.type(module.type_of(i.operands[0])).count;
  if (element >= count) {
    std::fill_n(&invocation.words[i.out], i.extra, 0u);
    return machine->report_component(invocation, i, element, count);
  }
  std::copy_n(&invocation.words[i.in[0] + element * i.extra], i.extra, &invocation.words[i.out]);
}

void insert_dynamic(Machine* machine, Invocation& invocation, const Instruction& i) {
  const Word element = invocation.words[i.in[2]];
  std::copy_n(&invocation.words[i.in[0]], i.extra, &invocation.words[i.out]);
  if (element >= i.parts) return machine->report_component(invocation, i, element, i.parts);
  const Word words = i.extra / i.parts;
  std::copy_n(&invocation.words[i.in[1]], words, &invocation.words[i.out + element * words]);
}

/// One condition for all components.
void select_all(Machine* /*machine*/, Invocation& invocation, const Instruction& i) {
  const Word from = invocation.words[i.in[0]] != 0 ? i.in[1] : i.in[2];
  std::memmove(&invocation.words[i.out], &invocation.words[from], i.extra * sizeof(Word));
}
void select_each(Machine* /*machine*/, Invocation& invocation, const Instruction& i) {
  const Word words = i.extra / i.parts;
  for (Word n = 0; n < i.parts; ++n) {
    const Word from = invocation.words[i.in[0] + n] != 0 ? i.in[1] : i.in[2];
    std::copy_n(&invocation.words[from + n * words], words, &invocation.words[i.out + n * words]);
  }
}

template <bool all>
void join(Machine* machine, Invocation& invocation, const Instruction& i) {
  const Module& module = machine->module();
  const Word count = module.type(module.type_of(i.operands[0])).count;
  const auto first = invocation.words.begin() + i.in[0];
  const auto is_set = [](Word word) { return word != 0; };
  invocation.words[i.out] = all ? std::all_of(first, first + count, is_set) : std::any_of(first, first + count, is_set);
}

template <typename T>
void dot(Machine* machine, Invocation& invocation, const Instruction& i) {
  const Module& module = machine->module();
  const Word count = module.type(module.type_of(i.operands[0])).count;
  Computed<T> sum = 0;
  for (Word n = 0; n < count; ++n) {
    sum += get<T>(&invocation.words[i.in[0]], n) * get<T>(&invocation.words[i.in[1]], n);
  }
  put<T>(&invocation.words[i.out], 0, sum);
}

bool have_equal_layout(const Module& module, const Instruction& i) {
  const auto step = [&](Word type) { return std::min(number_type(module, type).bits, 32u); };
  return step(i.type) == step(module.type_of(i.operands[0]));
}

}  // namespace

Handler find_value_handler(const Module& module, const Instruction& i) {
  switch (i.op) {
    case spv::OpBitcast:
      return have_equal_layout(module, i) ? copy : repack;
    case spv::OpCopyObject:
    case spv::OpCopyLogical:
    case spv::OpImage:
    case spv::OpConvertPtrToU:
    case spv::OpConvertUToPtr:
    case spv::OpCompositeExtract:  // decode() sets the slot of the part
      return copy;
    case spv::OpCompositeConstruct:
      return with_module<construct>;
    case spv::OpCompositeInsert:
      return insert;
    case spv::OpVectorShuffle:
      return number_type(module, i.type).bits == 64 ? shuffle<2> : shuffle<1>;
    case spv::OpVectorExtractDynamic:
      return extract_dynamic;
    case spv::OpVectorInsertDynamic:
      return insert_dynamic;
    case spv::OpSelect:
      return module.type(module.type_of(i.operands[0])).kind == Type::Kind::vector ? select_each : select_all;
    case spv::OpAny:
      return join<false>;
    case spv::OpAll:
      return join<true>;
    case spv::OpDot:
      return for_float(number_type(module, i.type).bits, []<typename T>() -> Handler { return dot<T>; });
    default:
      return nullptr;
  }
}

}  // namespace texelsort::spirv
