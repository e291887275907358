// Reads and writes of an invocation, and the check of whether they are allowed.
#include <algorithm>
#include <glslang/SPIRV/spirv.hpp>

#include <fmt/format.h>

#include "compute/data/error.h"
#include "tests/support/spirv/machine.h"

namespace texelsort::spirv {
namespace {

std::uint32_t changed(std::uint32_t op, std::uint32_t before, std::uint32_t operand) {
  switch (op) {
    case spv::OpAtomicIAdd:
      return before + operand;
    case spv::OpAtomicOr:
      return before | operand;
    case spv::OpAtomicAnd:
      return before & operand;
    case spv::OpAtomicXor:
      return before ^ operand;
    case spv::OpAtomicUMin:
      return std::min(before, operand);
    case spv::OpAtomicUMax:
      return std::max(before, operand);
    default:
      return operand;
  }
}

}  // namespace

/// A pointer outside is a fault only when it is read or written.
void Machine::follow_chain(Invocation& invocation, const Instruction& i) {
  const Pointer base = pointer(invocation, i.operands[0]);
  std::uint32_t place = base.place, type = module_.type(module_.type_of(i.operands[0])).element;
  const bool in_block = base.storage == spv::StorageClassUniform;
  for (std::uint32_t n = 1; n < i.count; ++n) {
    const std::uint32_t index = *value(invocation, i.operands[n]);
    const Type& whole = module_.type(type);
    if (whole.kind == Type::Kind::structure) {
      if (place != Pointer::outside) place += whole.offsets[index];
      type = whole.members[index];
      continue;
    }
    type = whole.element;
    if (place == Pointer::outside) continue;
    const std::uint64_t elements =
        in_block && whole.kind == Type::Kind::endless_array
            ? (blocks_[base.variable].words - std::min(place, blocks_[base.variable].words)) / whole.stride
            : whole.count;
    place = index < elements ? place + index * whole.stride : Pointer::outside;
  }
  const auto words = result(invocation, i);
  words[0] = base.variable;
  words[1] = place;
}

void Machine::load(Invocation& invocation, const Instruction& i) {
  const Pointer from = pointer(invocation, i.operands[0]);
  const Type& type = module_.type(i.type);
  for (std::uint32_t w = 0; w < type.words; ++w) {
    const Words word = touch(invocation, i, from, type.places[w], Touch::read, 0);
    result(invocation, i)[w] = word == nullptr ? 0 : *word;
    if (word == nullptr) return;
  }
}

void Machine::store(Invocation& invocation, const Instruction& i) {
  const Pointer to = pointer(invocation, i.operands[0]);
  const Type& type = module_.type(module_.type(module_.type_of(i.operands[0])).element);
  const std::uint32_t from = module_.slot(i.operands[1]);
  for (std::uint32_t w = 0; w < type.words; ++w) {
    const std::uint32_t number = invocation.words[from + w];
    const Words word = touch(invocation, i, to, type.places[w], Touch::write, number);
    if (word == nullptr) return;
    *word = number;
  }
}

void Machine::change(Invocation& invocation, const Instruction& i) {
  const Words word = touch(invocation, i, pointer(invocation, i.operands[0]), 0, Touch::atomic, 0);
  if (word == nullptr) return;
  *result(invocation, i) = *word;
  *word = changed(i.op, *word, *value(invocation, i.operands[3]));
}

Machine::Words Machine::touch(Invocation& invocation, const Instruction& i, const Pointer& pointer, std::uint32_t word,
                              Touch touch, std::uint32_t number) {
  if (pointer.place == Pointer::outside) {
    report(Fault::outside, i, nullptr,
           fmt::format("invocation {} of workgroup {} {} {} outside its bounds", invocation.number, workgroup_,
                       touch == Touch::read ? "reads" : "writes", module_.variables()[pointer.variable].name));
    return nullptr;
  }
  switch (pointer.storage) {
    case spv::StorageClassWorkgroup:
      return touch_shared(invocation, i, pointer.place + word, touch, number);
    case spv::StorageClassUniform:
      return touch_block(invocation, i, pointer.variable, pointer.place + word, touch, number);
    case spv::StorageClassUniformConstant:
      if (missing_.contains(pointer.variable)) {
        throw InternalError(fmt::format("{}: uniform {} is not given", module_.place(i.line),
                                        module_.variables()[pointer.variable].name));
      }
      return &uniforms_[pointer.place + word];
    default:
      return &invocation.words[pointer.place + word];
  }
}

namespace {

constexpr std::uint8_t whole_word = 0xf;

}  // namespace

Machine::Words Machine::touch_shared(Invocation& invocation, const Instruction& i, std::uint32_t place, Touch touch,
                                     std::uint32_t number) {
  data::WordHistory& history = shared_histories_[place];
  std::uint32_t& word = shared_[place];
  const auto where = [&] { return fmt::format("word {} of shared memory", place); };
  if (touch != Touch::write && !history.is_written(whole_word, epoch_)) {
    report(Fault::unwritten, i, nullptr,
           fmt::format("invocation {} of workgroup {} reads {}, which nothing has written", invocation.number,
                       workgroup_, where()));
  }
  const std::uint32_t thread = workgroup_ * module_.workgroup_size() + invocation.number;
  const data::Access access{
      {thread, invocation.barriers}, &i, whole_word, touch != Touch::read, touch == Touch::atomic};
  const auto earlier = history.take(access, epoch_, [&](const data::Stamp& stamp) {
    return stamp.barriers < invocation.barriers;  // barrier() alone orders shared memory (GLSL 4.60, 8.16)
  });
  // Writing the number that another invocation has just written changes nothing, for example if many raise a flag.
  const bool repeats = earlier && earlier->write && touch == Touch::write && word == number;
  if (earlier && !repeats) report_race(invocation, i, *earlier, where());
  return &word;
}

Machine::Words Machine::touch_block(Invocation& invocation, const Instruction& i, std::uint32_t variable,
                                    std::uint32_t place, Touch touch, std::uint32_t number) {
  const Block& block = blocks_[variable];
  const auto what = [&] { return fmt::format("word {} of block {}", place, module_.variables()[variable].binding); };
  if (place >= block.words) {
    report(Fault::outside, i, nullptr,
           fmt::format("invocation {} of workgroup {} touches {}, which has {}", invocation.number, workgroup_, what(),
                       block.words));
    return nullptr;
  }
  const std::size_t at = block.where->offset / 4 + place;
  std::uint32_t& word = outcome_.memories[block.where->memory][at];
  // For storage blocks, `meetings` of a stamp is the number of earlier memory barriers, and `partials` is 1 for a
  // write.
  const std::uint32_t thread = workgroup_ * module_.workgroup_size() + invocation.number;
  const data::Access access{{thread, invocation.barriers, static_cast<std::uint32_t>(invocation.fences.size()),
                             touch == Touch::read ? 0u : 1u},
                            &i,
                            whole_word,
                            touch != Touch::read,
                            touch == Touch::atomic || block.by_words};
  const auto earlier = histories_[block.where->memory][at].take(access, 1, [&](const data::Stamp& stamp) {
    if (stamp.thread / module_.workgroup_size() != workgroup_) return false;
    if (stamp.partials == 0) return stamp.barriers < invocation.barriers;  // an earlier read needs no memory barrier
    // A written word is visible after a memory barrier of the writer and a subsequent barrier.
    const auto& fences = invocations_[stamp.thread % module_.workgroup_size()].fences;
    return block.coherent && stamp.collectives < fences.size() && fences[stamp.collectives] < invocation.barriers;
  });
  const bool repeats = earlier && earlier->write && touch == Touch::write && word == number;
  if (earlier && !repeats) report_race(invocation, i, *earlier, what());
  return &word;
}

void Machine::fetch(Invocation& invocation, const Instruction& i) {
  const Variable& sampler = module_.variables()[*value(invocation, i.operands[0])];
  const Dispatch::Image& image = dispatch_.images.at(sampler.name);
  const std::uint32_t* const at = value(invocation, i.operands[1]);
  const Words texel = result(invocation, i);
  texel[0] = texel[1] = texel[2] = 0;
  texel[3] = 1;
  const std::uint32_t row =
      module_.type(module_.type_of(i.operands[1])).words > 1 ? at[1] : 0;  // a buffer texel is in one row
  if (at[0] >= image.extent.width || row >= image.extent.height) {
    report(Fault::outside, i, nullptr, fmt::format("texel ({}, {}) is outside {}", at[0], row, sampler.name));
    return;
  }
  const std::size_t first = (std::size_t{row} * image.extent.width + at[0]) * image.channels;
  std::copy_n(image.words.begin() + static_cast<std::ptrdiff_t>(first), image.channels, texel);
}

}  // namespace texelsort::spirv
