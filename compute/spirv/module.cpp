#include "compute/spirv/module.h"

#include <algorithm>
#include <cstring>
#include <glslang/SPIRV/spirv.hpp>
#include <utility>

#include <fmt/format.h>
#include <glslang/SPIRV/doc.h>

#include "compute/data/error.h"
#include "compute/spirv/machine.h"

namespace texelsort::spirv {
namespace {

constexpr Word bound_at = 3;

std::string text_at(const Word* words) {
  return reinterpret_cast<const char*>(words);
}

/// Returns whether an instruction's result depends on the size of subgroups.
bool depends_on_subgroups(Word op) {
  return (op >= spv::OpGroupNonUniformElect && op <= spv::OpGroupNonUniformQuadSwap) ||
         op == spv::OpGroupNonUniformPartitionNV ||
         (op >= spv::OpSubgroupBallotKHR && op <= spv::OpSubgroupReadInvocationKHR);
}

}  // namespace

bool has_layout(Word storage) {
  return storage == spv::StorageClassUniform || storage == spv::StorageClassStorageBuffer ||
         storage == spv::StorageClassPushConstant || storage == spv::StorageClassPhysicalStorageBuffer;
}

Module::Module(Binary binary, const Specialization& specialization)
    : binary_(std::move(binary)), specialization_(specialization) {
  const std::vector<Word>& words = binary_.words;
  const Word bound = words[bound_at];
  types_.resize(bound);
  type_of_.resize(bound);
  slots_.resize(bound);
  blocks_.resize(bound);
  bases_.resize(bound);
  Word line = 0;
  for (std::size_t at = header_words; at < words.size(); at += words[at] >> 16) {
    const Word length = words[at] >> 16;
    if (length == 0 || at + length > words.size()) throw InternalError("SPIR-V: an instruction has a wrong length");
    Instruction instruction;
    instruction.op = words[at] & 0xffffu;
    bool has_result = false, has_type = false;
    spv::HasResultAndType(static_cast<spv::Op>(instruction.op), &has_result, &has_type);
    std::size_t next = at + 1;
    if (has_type) instruction.type = words[next++];
    if (has_result) instruction.result = words[next++];
    instruction.operands = words.data() + next;
    instruction.count = static_cast<Word>(at + length - next);
    if (instruction.op == spv::OpLine) line = instruction.operands[1];
    if (instruction.op == spv::OpLine || instruction.op == spv::OpLabel) starts_line_ = instruction.op == spv::OpLine;
    instruction.line = line;
    declare(instruction);
  }
  if (entry_ == 0) throw InternalError(fmt::format("SPIR-V: there is no compute entry point {}", binary_.entry));
  // A constant that is decorated as WorkgroupSize, or ids of a mode, give the size after specialization.
  if (size_constant_ != 0) std::copy_n(first_words_.begin() + slots_[size_constant_], 3, workgroup_size_.begin());
  for (const auto& [axis, id] : constant_sizes_) workgroup_size_[axis] = first_words_[slots_[id]];
  // Operands may be defined later than they are used, so decode at the end.
  for (Instruction& instruction : code_) decode(instruction);
}

Word Module::decoration(Word id, Word decoration, Word missing) const {
  const auto all = decorations_.find(id);
  if (all == decorations_.end()) return missing;
  const auto found = all->second.own.find(decoration);
  return found == all->second.own.end() ? missing : found->second;
}

void Module::give_slot(Word id, Word type) {
  type_of_[id] = type;
  slots_[id] = static_cast<Word>(first_words_.size());
  first_words_.resize(first_words_.size() + types_[type].words);
}

void Module::set_mode(const Instruction& i) {
  if (i.operands[0] != entry_) return;
  for (Word axis = 0; axis < 3; ++axis) {
    if (i.operands[1] == spv::ExecutionModeLocalSize) workgroup_size_[axis] = i.operands[2 + axis];
    if (i.operands[1] == spv::ExecutionModeLocalSizeId) constant_sizes_[axis] = i.operands[2 + axis];
  }
}

void Module::declare(Instruction i) {
  switch (i.op) {
    case spv::OpName:
      names_[i.operands[0]] = text_at(i.operands + 1);
      return;
    case spv::OpDecorate:
      decorations_[i.operands[0]].own[i.operands[1]] = i.count > 2 ? i.operands[2] : 1;
      if (i.operands[1] == spv::DecorationBuiltIn && i.operands[2] == spv::BuiltInWorkgroupSize) {
        size_constant_ = i.operands[0];
      }
      return;
    case spv::OpMemberDecorate:
      decorations_[i.operands[0]].members[i.operands[1]][i.operands[2]] = i.count > 3 ? i.operands[3] : 1;
      return;
    case spv::OpExtInstImport:
      if (text_at(i.operands).starts_with("NonSemantic.")) silent_sets_.insert(i.result);
      return;
    case spv::OpExtInst:
      if (silent_sets_.contains(i.operands[0])) return;  // such as debugPrintfEXT
      break;
    case spv::OpSource:
      is_hlsl_ = i.operands[0] == spv::SourceLanguageHLSL;
      return;
    case spv::OpEntryPoint:
      if (i.operands[0] == spv::ExecutionModelGLCompute && (entry_ == 0 || text_at(i.operands + 2) == binary_.entry)) {
        entry_ = i.operands[1];
      }
      return;
    case spv::OpExecutionMode:
    case spv::OpExecutionModeId:
      return set_mode(i);
    case spv::OpTypeForwardPointer:
      types_[i.operands[0]].kind = Type::Kind::pointer;
      types_[i.operands[0]].words = 2;
      types_[i.operands[0]].bytes = 8;
      types_[i.operands[0]].pieces = {{0, 4}, {4, 4}};
      return;
    case spv::OpCapability:
    case spv::OpExtension:
    case spv::OpMemoryModel:
    case spv::OpString:
    case spv::OpSourceExtension:
    case spv::OpSourceContinued:
    case spv::OpMemberName:
    case spv::OpModuleProcessed:
    case spv::OpDecorateId:
    case spv::OpDecorateString:
    case spv::OpMemberDecorateString:
    case spv::OpDecorationGroup:
    case spv::OpLine:
    case spv::OpNoLine:
    case spv::OpNop:
      return;
    default:
      break;
  }
  if (i.op >= spv::OpTypeVoid && i.op <= spv::OpTypeFunction) return declare_type(i);
  if (i.op >= spv::OpConstantTrue && i.op <= spv::OpSpecConstantOp) return declare_constant(i);
  if (i.op == spv::OpVariable) return declare_variable(i);
  put(i);
}

void Module::declare_type(const Instruction& i) {
  using Kind = Type::Kind;
  Type& type = types_[i.result];
  const auto be_number = [&](Kind kind, Word bits) {
    type.kind = kind;
    type.bits = bits;
    type.words = bits == 64 ? 2 : 1;
    type.bytes = bits / 8;
    type.pieces = bits == 64 ? std::vector<Type::Piece>{{0, 4}, {4, 4}} : std::vector<Type::Piece>{{0, bits / 8}};
  };
  const auto repeat = [&](Kind kind, Word count) {
    const Type& element = types_[i.operands[0]];
    type.kind = kind;
    type.element = i.operands[0];
    type.count = count;
    type.stride = decoration(i.result, spv::DecorationArrayStride, element.bytes);
    type.words = count * element.words;
    type.bytes = count * type.stride;
    type.has_matrix = element.has_matrix;
    for (Word n = 0; n < count; ++n) {
      for (const Type::Piece& piece : element.pieces) {
        type.pieces.push_back({n * type.stride + piece.offset, piece.bytes});
      }
    }
  };
  switch (i.op) {
    case spv::OpTypeBool:
      return be_number(Kind::boolean, 32);
    case spv::OpTypeInt:
      type.is_signed = i.operands[1] != 0;
      return be_number(Kind::integer, i.operands[0]);
    case spv::OpTypeFloat:
      return be_number(Kind::real, i.operands[0]);
    case spv::OpTypeVector:
      return repeat(Kind::vector, i.operands[1]);
    case spv::OpTypeMatrix:
      repeat(Kind::array, i.operands[1]);
      type.has_matrix = true;
      return;
    case spv::OpTypeArray:
      return repeat(Kind::array, first_words_[slots_[i.operands[1]]]);
    case spv::OpTypeRuntimeArray:
      return repeat(Kind::endless_array, 0);
    case spv::OpTypeStruct:
      return declare_structure(i);
    case spv::OpTypePointer:
      type.kind = Kind::pointer;
      type.storage = i.operands[0];
      type.element = i.operands[1];
      type.words = 2;
      type.bytes = 8;
      type.pieces = {{0, 4}, {4, 4}};
      type.stride = decoration(i.result, spv::DecorationArrayStride, 0);
      return;
    case spv::OpTypeSampledImage:
    case spv::OpTypeImage:
      type.kind = Kind::opaque;
      type.words = 1;  // its number among the variables
      type.pieces = {{0, 4}};
      return;
    case spv::OpTypeVoid:
    case spv::OpTypeFunction:
    case spv::OpTypeSampler:
      return;
    default:
      throw InternalError(
          fmt::format("{}: types of {} are not supported", place(i.line), spv::OpcodeString(static_cast<int>(i.op))));
  }
}

void Module::declare_structure(const Instruction& i) {
  Type& type = types_[i.result];
  type.kind = Type::Kind::structure;
  const Decorations& decorations = decorations_[i.result];
  type.is_block = decorations.own.contains(spv::DecorationBufferBlock);
  for (Word m = 0; m < i.count; ++m) {
    const Type& member = types_[i.operands[m]];
    Word offset = type.bytes;
    if (const auto found = decorations.members.find(m); found != decorations.members.end()) {
      if (found->second.contains(spv::DecorationOffset)) offset = found->second.at(spv::DecorationOffset);
      type.is_volatile |= found->second.contains(spv::DecorationVolatile);
      type.coherent |= found->second.contains(spv::DecorationCoherent);
    }
    type.members.push_back(i.operands[m]);
    type.offsets.push_back(offset);
    type.first_words.push_back(type.words);
    type.words += member.words;
    type.bytes = offset + member.bytes;
    type.has_matrix |= member.has_matrix;
    for (const Type::Piece& piece : member.pieces) type.pieces.push_back({offset + piece.offset, piece.bytes});
  }
}

void Module::declare_constant(const Instruction& i) {
  give_slot(i.result, i.type);
  Word* const words = first_words_.data() + slots_[i.result];
  const Type& type = types_[i.type];
  const Word id = decoration(i.result, spv::DecorationSpecId, ~0u);
  const auto given = specialization_.find(id);
  const bool special = id != ~0u && given != specialization_.end();
  switch (i.op) {
    case spv::OpConstantTrue:
    case spv::OpSpecConstantTrue:
    case spv::OpSpecConstantFalse:
      *words = special ? given->second != 0 : i.op != spv::OpSpecConstantFalse;
      return;
    case spv::OpConstant:
    case spv::OpSpecConstant:
      for (Word w = 0; w < type.words; ++w) {
        words[w] = special ? static_cast<Word>(given->second >> (32 * w)) : i.operands[w];
      }
      // Literals of narrow signed integers are sign-extended, but values are not.
      if (type.bits < 32) words[0] &= (1u << type.bits) - 1;
      return;
    case spv::OpConstantComposite:
    case spv::OpSpecConstantComposite: {
      Word to = 0;
      for (Word n = 0; n < i.count; ++n) {
        const Word size = types_[type_of_[i.operands[n]]].words;
        std::copy_n(first_words_.begin() + slots_[i.operands[n]], size, words + to);
        to += size;
      }
      return;
    }
    case spv::OpSpecConstantOp: {
      Instruction operation = i;
      operation.op = i.operands[0];
      operation.operands = i.operands + 1;
      operation.count = i.count - 1;
      decode(operation);
      Invocation invocation;
      invocation.words = std::move(first_words_);
      operation.execute(nullptr, invocation, operation);
      first_words_ = std::move(invocation.words);
      return;
    }
    default:
      return;  // false, null: zeros
  }
}

void Module::add_undefined(Word first, Word type) {
  const Type& whole = types_[type];
  const Type& part = whole.element != 0 && whole.kind != Type::Kind::pointer ? types_[whole.element] : whole;
  undefined_.push_back({first, whole.words, part.kind == Type::Kind::boolean});
}

void Module::declare_variable(const Instruction& i) {
  Variable variable;
  variable.id = i.result;
  variable.storage = i.operands[0];
  variable.type = types_[i.type].element;
  variable.name = names_[i.result];
  variable.set = decoration(i.result, spv::DecorationDescriptorSet, 0);
  variable.binding = decoration(i.result, spv::DecorationBinding, 0);
  variable.built_in = decoration(i.result, spv::DecorationBuiltIn, ~0u);
  const Type& type = types_[variable.type];
  const bool is_array = type.kind == Type::Kind::array && types_[type.element].kind == Type::Kind::structure;
  const Type& block = is_array ? types_[type.element] : type;
  variable.coherent = block.coherent || decoration(i.result, spv::DecorationCoherent, 0) != 0;
  variable.is_volatile = block.is_volatile || decoration(i.result, spv::DecorationVolatile, 0) != 0;
  if (is_hlsl_) {
    // Barriers of HLSL make all accesses visible in the workgroup. There is no `volatile` and no atomic read, so
    // shaders read flags of other workgroups as words of globallycoherent buffers.
    variable.is_volatile |= variable.coherent;
    variable.coherent = true;
  }
  if (variable.name.empty() && block.kind == Type::Kind::structure)
    variable.name = names_[is_array ? type.element : variable.type];
  if (variable.storage == spv::StorageClassWorkgroup) {
    variable.place = std::exchange(shared_words_, shared_words_ + type.words);
    if (i.count > 1) {
      for (Word word = variable.place; word < shared_words_; ++word) null_words_.insert(word);
    }
  } else if (variable.storage == spv::StorageClassUniformConstant) {
    variable.place = std::exchange(uniform_words_, uniform_words_ + type.words);
  } else if (has_layout(variable.storage)) {
    variable.blocks = is_array ? type.count : 1;
    variable.first_block = std::exchange(block_count_, block_count_ + variable.blocks);
  } else {
    variable.place = static_cast<Word>(first_words_.size());  // belongs to the invocation
    first_words_.resize(first_words_.size() + type.words);
    variable.is_undefined = i.count < 2 && variable.storage != spv::StorageClassInput;
    if (variable.is_undefined) add_undefined(variable.place, variable.type);
  }
  give_slot(i.result, i.type);
  first_words_[slots_[i.result]] = variable.blocks > 0 ? variable.first_block : static_cast<Word>(variables_.size());
  first_words_[slots_[i.result] + 1] = variable.place * word_bytes;
  if (i.count > 1 && variable.storage != spv::StorageClassWorkgroup) {
    std::copy_n(first_words_.begin() + slots_[i.operands[1]], type.words, first_words_.begin() + variable.place);
  }
  variables_.push_back(std::move(variable));
  bases_[i.result] = static_cast<Word>(variables_.size());
}

/// In Vulkan's memory model, `coherent` is an operand of loads and stores instead of a decoration.
void Module::note_coherence(const Instruction& i) {
  const bool loads = i.op == spv::OpLoad;
  if (i.op == spv::OpAccessChain || i.op == spv::OpInBoundsAccessChain || i.op == spv::OpCopyObject) {
    bases_[i.result] = bases_[i.operands[0]];
  } else if (loads || i.op == spv::OpStore) {
    const Word mask_at = loads ? 1 : 2, base = bases_[i.operands[0]];
    const bool not_private =
        i.count > mask_at && (i.operands[mask_at] & Word{spv::MemoryAccessNonPrivatePointerKHRMask}) != 0;
    if (not_private && base != 0) variables_[base - 1].coherent = true;
  }
}

void Module::put(Instruction i) {
  switch (i.op) {
    case spv::OpFunction:
      function_ = i.result;
      type_of_[i.result] = i.type;
      functions_[i.result];
      return;
    case spv::OpFunctionParameter:
      give_slot(i.result, i.type);
      functions_[function_].parameters.push_back(i.result);
      return;
    case spv::OpLabel:
      label_ = i.result;
      blocks_[label_].first = static_cast<Word>(code_.size());
      if (Function& function = functions_[function_]; function.label == 0) function.label = label_;
      return;
    case spv::OpSelectionMerge:
      merge_lines_[i.operands[0]] = i.line;
      return;
    case spv::OpFunctionEnd:
      return;
    case spv::OpUndef:
      give_slot(i.result, i.type);
      add_undefined(slots_[i.result], i.type);
      return;
    default:
      break;
  }
  if (i.op == spv::OpLoopMerge) merge_lines_[i.operands[0]] = i.line;
  // The end of a function has no line of its own. If only the end follows a branch, name the line of the branch,
  // because the line before may belong to a path that the invocation did not choose.
  if (i.op == spv::OpReturn && code_.size() == blocks_[label_].first && !starts_line_) {
    if (const auto found = merge_lines_.find(label_); found != merge_lines_.end()) i.line = found->second;
  }
  if (depends_on_subgroups(i.op)) uses_subgroups_ = true;
  if (i.result != 0) give_slot(i.result, i.type);
  if (i.op == spv::OpPhi) ++blocks_[label_].phis;
  note_coherence(i);
  code_.push_back(i);
}

Word Module::make_chain(const Instruction& i) {
  Chain chain;
  const Type& pointer = types_[type_of_[i.operands[0]]];
  const bool layout = has_layout(pointer.storage);
  Word type = pointer.element;
  Word first = 1;
  if (i.op == spv::OpPtrAccessChain || i.op == spv::OpInBoundsPtrAccessChain) {
    const Type& index = types_[type_of_[i.operands[first]]];
    chain.links.push_back({slots_[i.operands[first++]], pointer.stride, 0, index.bits, index.is_signed});
  }
  for (Word n = first; n < i.count; ++n) {
    const Type& whole = types_[type];
    const Word index = slots_[i.operands[n]];
    if (whole.kind == Type::Kind::structure) {
      const Word member = first_words_[index];  // a constant
      chain.offset += layout ? whole.offsets[member] : whole.first_words[member] * word_bytes;
      type = whole.members[member];
      continue;
    }
    const Type& element = types_[whole.element];
    if (layout && n == 1 && whole.kind == Type::Kind::array && element.kind == Type::Kind::structure &&
        pointer.storage != spv::StorageClassPhysicalStorageBuffer && !element.offsets.empty() &&
        decoration(type, spv::DecorationArrayStride, 0) == 0) {
      chain.block_slot = index;
      chain.block_count = whole.count;
    } else {
      const Type& number = types_[type_of_[i.operands[n]]];
      chain.links.push_back({index, layout ? whole.stride : element.words * word_bytes,
                             whole.kind == Type::Kind::endless_array ? 0 : whole.count, number.bits, number.is_signed});
    }
    type = whole.element;
  }
  chains_.push_back(std::move(chain));
  return static_cast<Word>(chains_.size() - 1);
}

/// Returns the first word of a part of a value of a type.
Word Module::part_of(Word type, const Word* indices, Word count) const {
  Word place = 0;
  for (Word n = 0; n < count; ++n) {
    const Type& whole = types_[type];
    if (whole.kind == Type::Kind::structure) {
      place += whole.first_words[indices[n]];
      type = whole.members[indices[n]];
    } else {
      type = whole.element;
      place += indices[n] * types_[type].words;
    }
  }
  return place;
}

namespace {

void not_supported(Machine* machine, Invocation& /*invocation*/, const Instruction& i) {
  const std::string where = machine == nullptr ? "SPIR-V" : machine->place(i);
  if (i.op == spv::OpExtInst) {
    throw InternalError(fmt::format("{}: function {} of GLSL.std.450 is not supported", where, i.operands[1]));
  }
  throw InternalError(fmt::format("{}: {} is not supported", where, spv::OpcodeString(static_cast<int>(i.op))));
}

void matrix_not_supported(Machine* machine, Invocation& /*invocation*/, const Instruction& i) {
  throw InternalError(fmt::format("{}: matrices in blocks are not supported", machine->place(i)));
}

}  // namespace

bool Module::accesses_matrix(const Instruction& i) const {
  const bool loads = i.op == spv::OpLoad, stores = i.op == spv::OpStore;
  const bool is_chain = i.op == spv::OpAccessChain || i.op == spv::OpInBoundsAccessChain;
  if (!loads && !stores && !is_chain) return false;
  const Type& pointer = types_[type_of_[i.operands[0]]];
  if (!has_layout(pointer.storage)) return false;
  if (!is_chain) return types_[loads ? i.type : type_of_[i.operands[1]]].has_matrix;
  const Type* whole = &types_[pointer.element];
  for (Word n = 1; n < i.count && whole->has_matrix; ++n) {
    const bool is_structure = whole->kind == Type::Kind::structure;
    const Type& part = types_[is_structure ? whole->members[first_words_[slots_[i.operands[n]]]] : whole->element];
    if (!is_structure && part.kind == Type::Kind::vector) return true;
    whole = &part;
  }
  return false;
}

void Module::decode(Instruction& i) {
  if (i.result != 0) {
    i.out = slots_[i.result];
    const Type& type = types_[i.type];
    i.parts = type.kind == Type::Kind::vector ? type.count : 1;
    i.extra = type.words;
  }
  // The operands of a function follow the set's id and the function's number.
  const Word first = i.op == spv::OpExtInst ? 2 : 0;
  const auto slot_of = [&](Word n) {
    return n < i.count && i.operands[n] < slots_.size() ? slots_[i.operands[n]] : 0;  // literals may be larger
  };
  for (Word n = 0; n < i.in.size(); ++n) i.in[n] = slot_of(first + n);
  if (i.op == spv::OpStore) i.extra = types_[type_of_[i.operands[1]]].words;
  if (i.op == spv::OpBitFieldInsert) i.extra = slot_of(3);
  // Specialization constants need these, too, before there is a machine.
  if (i.op == spv::OpCompositeExtract) i.in[0] += part_of(type_of_[i.operands[0]], i.operands + 1, i.count - 1);
  if (i.op == spv::OpVectorShuffle) i.in[2] = types_[type_of_[i.operands[0]]].count;
  if (i.op == spv::OpCompositeInsert) {
    i.in[2] = part_of(i.type, i.operands + 2, i.count - 2);
    i.parts = types_[type_of_[i.operands[0]]].words;
  }
  if (i.op == spv::OpAccessChain || i.op == spv::OpInBoundsAccessChain || i.op == spv::OpPtrAccessChain ||
      i.op == spv::OpInBoundsPtrAccessChain) {
    i.extra = make_chain(i);
  }
  if (accesses_matrix(i)) {
    i.execute = matrix_not_supported;
    return;
  }
  for (const auto find : {find_number_handler, find_value_handler, find_subgroup_handler, find_machine_handler}) {
    i.execute = find(*this, i);
    if (i.execute != nullptr) return;
  }
  i.execute = not_supported;
}

}  // namespace texelsort::spirv
