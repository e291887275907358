// Reads and writes of an invocation, and the check of whether they are allowed.
#include <algorithm>
#include <bit>
#include <cstring>
#include <glslang/SPIRV/spirv.hpp>
#include <limits>

#include <fmt/format.h>

#include "compute/data/error.h"
#include "compute/spirv/machine.h"

namespace texelsort::spirv {
namespace {

template <typename T>
T as(std::uint64_t bits) {
  T value;
  std::memcpy(&value, &bits, sizeof(T));
  return value;
}

template <typename T>
std::uint64_t bits_of(T value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof(T));
  return bits;
}

/// Returns the value that an atomic leaves, for integers of `bits` bits and floats.
std::uint64_t changed(Word op, Word bits, std::uint64_t before, std::uint64_t operand, std::uint64_t comparator) {
  const auto is_less = [&](std::uint64_t a, std::uint64_t b) {
    return bits == 64 ? as<std::int64_t>(a) < as<std::int64_t>(b) : as<std::int32_t>(a) < as<std::int32_t>(b);
  };
  const auto of_floats = [&](const auto& f) {
    return bits == 64 ? bits_of(f(as<double>(before), as<double>(operand)))
                      : bits_of(f(as<float>(before), as<float>(operand)));
  };
  switch (op) {
    case spv::OpAtomicIAdd:
      return before + operand;
    case spv::OpAtomicISub:
      return before - operand;
    case spv::OpAtomicIIncrement:
      return before + 1;
    case spv::OpAtomicIDecrement:
      return before - 1;
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
    case spv::OpAtomicSMin:
      return is_less(operand, before) ? operand : before;
    case spv::OpAtomicSMax:
      return is_less(before, operand) ? operand : before;
    case spv::OpAtomicCompareExchange:
      return before == comparator ? operand : before;
    case spv::OpAtomicFAddEXT:
      return of_floats([](auto a, auto b) { return a + b; });
    case spv::OpAtomicFMinEXT:
      return of_floats([](auto a, auto b) { return std::min(a, b); });
    case spv::OpAtomicFMaxEXT:
      return of_floats([](auto a, auto b) { return std::max(a, b); });
    case spv::OpAtomicLoad:
      return before;
    default:  // exchange, store
      return operand;
  }
}

/// Returns the byte to which a pointer to memory with a layout points, modulo 2^32.
Word byte_of(const Pointer& pointer) {
  return pointer.storage == spv::StorageClassPhysicalStorageBuffer ? pointer.number : pointer.place;
}

std::uint64_t value_at(const Word* words, Word count) {
  return count > 1 ? words[0] | std::uint64_t{words[1]} << 32 : words[0];
}

}  // namespace

/// A pointer outside is a fault only when it is read or written.
void Machine::follow_chain(Invocation& invocation, const Instruction& i) {
  const Chain& chain = module_.chain(i.extra);
  const Word storage = pointer_type(i.operands[0]).storage;
  Word* const out = &invocation.words[i.out];
  const Word* const base = &invocation.words[i.in[0]];
  if (storage == spv::StorageClassPhysicalStorageBuffer) {
    std::uint64_t address = value_at(base, 2) + chain.offset;
    for (const Chain::Link& link : chain.links) {
      const std::uint64_t index = link.index(invocation.words);
      // An index outside a bounded array leads to no address at all.
      if (link.count != 0 && index >= link.count) address = 0;
      address += address == 0 ? 0 : index * link.stride;
    }
    out[0] = static_cast<Word>(address);
    out[1] = static_cast<Word>(address >> 32);
    return;
  }
  Word number = base[0];
  std::uint64_t place = base[1];
  bool outside = place == Pointer::outside;
  if (chain.block_count > 0) {
    const Word index = invocation.words[chain.block_slot];
    outside |= index >= chain.block_count;
    number += outside ? 0 : index;
  }
  place += chain.offset;
  for (const Chain::Link& link : chain.links) {
    const std::uint64_t index = link.index(invocation.words);
    outside |= index >= (link.count != 0 ? link.count : std::uint64_t{Pointer::outside});
    place += outside ? 0 : index * link.stride;
  }
  out[0] = number;
  out[1] = outside || place >= Pointer::outside ? Pointer::outside : static_cast<Word>(place);
}

void Machine::load(Invocation& invocation, const Instruction& i) {
  const Word storage = pointer_type(i.operands[0]).storage;
  const Pointer from = pointer(invocation, i.in[0], storage);
  Word* const out = &invocation.words[i.out];
  if (!has_layout(storage)) {
    for (Word w = 0; w < i.extra; ++w) {
      const Word* const word = touch(invocation, i, from, w * word_bytes, word_bytes, Touch::read, 0);
      out[w] = word == nullptr ? 0 : *word;
      if (word == nullptr) return;
    }
    return;
  }
  const auto& pieces = module_.type(i.type).pieces;
  for (Word w = 0; w < i.extra; ++w) {
    const Type::Piece& piece = pieces[w];
    const Word* const word = touch(invocation, i, from, piece.offset, piece.bytes, Touch::read, 0);
    out[w] = 0;
    if (word == nullptr) return;
    if (piece.bytes == word_bytes) {
      out[w] = *word;
    } else {
      const Word shift = 8 * ((byte_of(from) + piece.offset) % word_bytes);
      out[w] = (*word >> shift) & ((1u << (8 * piece.bytes)) - 1);
    }
  }
}

void Machine::store(Invocation& invocation, const Instruction& i) {
  const Type& pointed = pointer_type(i.operands[0]);
  const Pointer to = pointer(invocation, i.in[0], pointed.storage);
  const Type& type = module_.type(pointed.element);
  const bool layout = has_layout(pointed.storage);
  for (Word w = 0; w < type.words; ++w) {
    const Type::Piece piece = layout ? type.pieces[w] : Type::Piece{w * word_bytes, word_bytes};
    const Word number = invocation.words[i.in[1] + w];
    Word* const word = touch(invocation, i, to, piece.offset, piece.bytes, Touch::write, number);
    if (word == nullptr) return;
    if (piece.bytes == word_bytes) {
      *word = number;
    } else {
      const Word shift = 8 * ((byte_of(to) + piece.offset) % word_bytes), mask = ((1u << (8 * piece.bytes)) - 1)
                                                                                 << shift;
      *word = (*word & ~mask) | ((number << shift) & mask);
    }
  }
}

void Machine::load_own(Invocation& invocation, const Instruction& i) {
  const Word place = invocation.words[i.in[0] + 1];
  if (place == Pointer::outside) return load(invocation, i);  // reports it
  const Word* const from = &invocation.words[place / word_bytes];
  Word* const out = &invocation.words[i.out];
  if (i.extra == 1) {
    *out = *from;
  } else {
    std::memmove(out, from, i.extra * sizeof(Word));
  }
}

void Machine::store_own(Invocation& invocation, const Instruction& i) {
  const Word place = invocation.words[i.in[0] + 1];
  if (place == Pointer::outside) return store(invocation, i);  // reports it
  const Word* const from = &invocation.words[i.in[1]];
  Word* const to = &invocation.words[place / word_bytes];
  if (i.extra == 1) {
    *to = *from;
  } else {
    std::memmove(to, from, i.extra * sizeof(Word));
  }
}

void Machine::copy_memory(Invocation& invocation, const Instruction& i) {
  const Type& target = pointer_type(i.operands[0]);
  const Type& source = pointer_type(i.operands[1]);
  const Type& type = module_.type(target.element);
  for (Word w = 0; w < type.words; ++w) {
    if (type.pieces[w].bytes != word_bytes)
      throw InternalError(place(i) + ": OpCopyMemory of narrow numbers is not supported");
    const Word from_offset =
        has_layout(source.storage) ? module_.type(source.element).pieces[w].offset : w * word_bytes;
    const Word to_offset = has_layout(target.storage) ? type.pieces[w].offset : w * word_bytes;
    const Word* const from =
        touch(invocation, i, pointer(invocation, i.in[1], source.storage), from_offset, word_bytes, Touch::read, 0);
    if (from == nullptr) return;
    const Word number = *from;
    Word* const to =
        touch(invocation, i, pointer(invocation, i.in[0], target.storage), to_offset, word_bytes, Touch::write, number);
    if (to == nullptr) return;
    *to = number;
  }
}

void Machine::change(Invocation& invocation, const Instruction& i) {
  const bool stores = i.op == spv::OpAtomicStore;
  const bool compares = i.op == spv::OpAtomicCompareExchange;
  const Type& pointed = pointer_type(i.operands[0]);
  const Type& type = module_.type(pointed.element);
  const Word scope = invocation.words[i.in[1]], semantics = invocation.words[i.in[2]];
  release(invocation, scope, semantics);
  const Pointer at = pointer(invocation, i.in[0], pointed.storage);
  // The value follows one or two operands of semantics; the comparator follows the value.
  const Word value_operand = compares ? 4 : 3;
  const auto operand = [&](Word n) {
    return n < i.count ? value_at(&invocation.words[module_.slot(i.operands[n])], type.words) : 0;
  };
  const std::uint64_t number = operand(value_operand), comparator = compares ? operand(value_operand + 1) : 0;
  Word* words[2] = {nullptr, nullptr};
  for (Word w = 0; w < type.words; ++w) {
    words[w] = touch(invocation, i, at, w * word_bytes, word_bytes, Touch::atomic, 0);
    if (words[w] == nullptr) return;
  }
  const std::uint64_t before = *words[0] | (type.words > 1 ? std::uint64_t{*words[1]} << 32 : 0);
  const std::uint64_t after = changed(i.op, type.bits, before, number, comparator);
  if (i.op != spv::OpAtomicLoad) {
    *words[0] = static_cast<Word>(after);
    if (type.words > 1) *words[1] = static_cast<Word>(after >> 32);
  }
  if (!stores) {
    invocation.words[i.out] = static_cast<Word>(before);
    if (type.words > 1) invocation.words[i.out + 1] = static_cast<Word>(before >> 32);
  }
  acquire(invocation, scope, semantics);
}

void Machine::query_length(Invocation& invocation, const Instruction& i) {
  const Pointer structure = pointer(invocation, i.in[0], pointer_type(i.operands[0]).storage);
  const Type& type = module_.type(pointer_type(i.operands[0]).element);
  const Word member = i.operands[1];
  const std::uint64_t bytes = blocks_[structure.number].size;
  const Word offset = type.offsets[member];
  invocation.words[i.out] =
      bytes < offset ? 0 : static_cast<Word>((bytes - offset) / module_.type(type.members[member]).stride);
}

Word* Machine::touch(Invocation& invocation, const Instruction& i, const Pointer& pointer, Word offset, Word bytes,
                     Touch touch, Word number) {
  if (pointer.storage == spv::StorageClassPhysicalStorageBuffer) {
    const std::uint64_t address = pointer.number | std::uint64_t{pointer.place} << 32;
    return touch_address(invocation, i, address + offset, bytes, touch, number);
  }
  if (pointer.place == Pointer::outside) {
    const bool block = has_layout(pointer.storage);
    const std::string& name = block ? blocks_[pointer.number].variable->name : module_.variables()[pointer.number].name;
    report_outside(invocation, i, touch == Touch::read, name + " outside its bounds");
    return nullptr;
  }
  switch (pointer.storage) {
    case spv::StorageClassWorkgroup:
      return touch_shared(invocation, i, (pointer.place + offset) / word_bytes, touch, number);
    case spv::StorageClassUniform:
    case spv::StorageClassStorageBuffer:
    case spv::StorageClassPushConstant:
      return touch_block(invocation, i, blocks_[pointer.number], std::uint64_t{pointer.place} + offset, bytes, touch,
                         number);
    case spv::StorageClassImage: {
      const Dispatch::Image& image = *images_[pointer.number];
      Block block{dispatch_.memories[image.memory],
                  image.memory,
                  image.offset,
                  std::uint64_t{image.width} * image.height * image.channels * word_bytes,
                  &module_.variables()[pointer.number],
                  true,
                  false,
                  false,
                  true};
      return touch_block(invocation, i, block, std::uint64_t{pointer.place} + offset, bytes, touch, number);
    }
    case spv::StorageClassUniformConstant:
      if (missing_.contains(pointer.number)) {
        throw InternalError(
            fmt::format("{}: uniform {} is not given", place(i), module_.variables()[pointer.number].name));
      }
      return &uniforms_[(pointer.place + offset) / word_bytes];
    default:
      return &invocation.words[(pointer.place + offset) / word_bytes];
  }
}

namespace {

constexpr std::uint8_t whole_word = 0xf;

}  // namespace

Word* Machine::touch_shared(Invocation& invocation, const Instruction& i, Word at, Touch touch, Word number) {
  Workgroup& workgroup = *workgroup_;
  if (dispatch_.observer != nullptr)
    observe(invocation, i, kind_of(touch), nullptr, std::uint64_t{at} * word_bytes, word_bytes);
  data::WordHistory& history = workgroup.histories[at];
  Word& word = workgroup.shared[at];
  const auto where = [&] { return fmt::format("word {} of shared memory", at); };
  if (touch != Touch::write && i.op != spv::OpAtomicStore && !history.is_written(whole_word, workgroup.epoch) &&
      !module_.is_null_at_start(at)) {
    report(Fault::unwritten, invocation, i, nullptr,
           fmt::format("{} reads {}, which no invocation has written", invocation_name(invocation.thread), where()));
  }
  const bool reads = touch == Touch::read || i.op == spv::OpAtomicLoad;
  const data::Access access{{invocation.thread, invocation.shared_barriers, 0, invocation.subgroup_barriers},
                            &i,
                            whole_word,
                            !reads,
                            touch == Touch::atomic};
  const auto earlier = history.take(access, workgroup.epoch, [&](const data::Stamp& stamp) {
    // A barrier alone orders shared memory (GLSL 4.60, 8.16).
    if (stamp.barriers < invocation.shared_barriers) return true;
    return has_met(stamp.thread, stamp.partials, invocation.thread, invocation.met);
  });
  // Writing the number that another invocation has just written changes nothing, for example if many raise a flag.
  const bool repeats = earlier && earlier->write && touch == Touch::write && word == number;
  if (earlier && !repeats) report_race(invocation, i, *earlier, where(), touch, word, number);
  return &word;
}

Word* Machine::touch_block(Invocation& invocation, const Instruction& i, const Block& block, std::uint64_t offset,
                           Word bytes, Touch touch, Word number) {
  if (block.memory == nullptr) {
    throw InternalError(fmt::format("{}: no buffer is bound as block {} (set {}, binding {})", place(i),
                                    block.variable->name, block.variable->set, block.variable->binding));
  }
  const auto what = [&] {
    return bytes == word_bytes && offset % word_bytes == 0
               ? fmt::format("word {} of block {}", offset / word_bytes, block.variable->binding)
               : fmt::format("{} byte{} at byte {} of block {}", bytes, bytes == 1 ? "" : "s", offset,
                             block.variable->binding);
  };
  if (offset + bytes > block.size) {
    report_outside(invocation, i, touch == Touch::read, fmt::format("{}, which has {} bytes", what(), block.size));
    return nullptr;
  }
  const std::size_t at = (block.offset + offset) / word_bytes;
  Word& word = block.memory->words()[at];
  if (dispatch_.observer != nullptr) observe(invocation, i, kind_of(touch), block.memory, offset, bytes);
  if (block.read_only) return &word;
  const bool reads = touch == Touch::read || i.op == spv::OpAtomicLoad;
  if (workgroup_->waits_at != nullptr && !workgroup_->was_helped) note_help(block.memory->history(at), block);
  const auto mask = static_cast<std::uint8_t>(((1u << bytes) - 1) << (offset % word_bytes));
  const std::uint32_t fences = fences_.empty() ? 0 : static_cast<std::uint32_t>(fences_[invocation.thread].size());
  const data::Access access{
      {invocation.thread, invocation.barriers, fences, 2 * invocation.subgroup_barriers + (reads ? 0u : 1u)},
      &i,
      mask,
      !reads,
      touch == Touch::atomic || block.by_words};
  const auto earlier = block.memory->history(at).take(
      access, block.memory->epoch(), [&](const data::Stamp& stamp) { return is_before(stamp, invocation, block); });
  const std::uint64_t present =
      (std::uint64_t{word} >> (8 * (offset % word_bytes))) & (~std::uint64_t{0} >> (64 - 8 * bytes));
  const bool repeats = earlier && earlier->write && touch == Touch::write && present == number;
  if (earlier && !repeats) report_race(invocation, i, *earlier, what(), touch, static_cast<Word>(present), number);
  if (access.atomic) {
    constexpr unsigned number_bits = 40;
    const bool also_reads = touch == Touch::atomic ? i.op != spv::OpAtomicStore : reads;
    synchronize(invocation, std::uint64_t{block.number} << number_bits | at, also_reads, !reads);
  }
  if (starves_ && !reads && workgroup_->number == 0 && unfinished_ > 1) {
    yields_ = true;  // after this instruction
  }
  return &word;
}

Observer::Kind Machine::kind_of(Touch touch) {
  if (touch == Touch::atomic) return Observer::Kind::atomic;
  return touch == Touch::read ? Observer::Kind::read : Observer::Kind::write;
}

void Machine::observe(const Invocation& invocation, const Instruction& i, Observer::Kind kind, const Memory* memory,
                      std::uint64_t offset, Word bytes) const {
  dispatch_.observer->note({kind, workgroup_->number, invocation.number, memory, offset, bytes, &i, i.line});
}

/// Notes if a workgroup that waited in a loop reads what another one wrote meanwhile.
void Machine::note_help(const data::WordHistory& history, const Block& block) {
  const data::Access* const write = history.last_write(block.memory->epoch());
  if (write == nullptr) return;
  const std::uint32_t writer = write->stamp.thread / module_.invocations();
  workgroup_->was_helped = writer != workgroup_->number && !workgroup_->finished[writer];
}

/// An address is the number of a memory, from 1, above its byte there.
Word* Machine::touch_address(Invocation& invocation, const Instruction& i, std::uint64_t address, Word bytes,
                             Touch touch, Word number) {
  const std::uint64_t memory = address >> Dispatch::address_bits, offset = address & Dispatch::offset_mask;
  if (memory == 0 || memory > dispatch_.memories.size() || dispatch_.memories[memory - 1] == nullptr) {
    report_outside(invocation, i, touch == Touch::read, fmt::format("address {:#x}, where no buffer is", address));
    return nullptr;
  }
  if (offset % bytes != 0) {
    report_outside(invocation, i, touch == Touch::read,
                   fmt::format("address {:#x}, which is not a multiple of {}", address, bytes));
    return nullptr;
  }
  Memory& target = *dispatch_.memories[memory - 1];
  const Variable variable{.name = target.label(), .binding = static_cast<Word>(memory - 1)};
  const Block block{&target, memory - 1, 0, target.bytes(), &variable, true};
  return touch_block(invocation, i, block, offset, bytes, touch, number);
}

const Dispatch::Image& Machine::image_of(const Invocation& invocation, const Instruction& i, Word slot) const {
  const Word variable = invocation.words[slot];
  if (images_[variable] == nullptr) {
    throw InternalError(fmt::format("{}: no texture is bound to {}", place(i), module_.variables()[variable].name));
  }
  return *images_[variable];
}

bool Machine::find_texel(Invocation& invocation, const Instruction& i, const Dispatch::Image& image, Word slot,
                         Word parts, std::uint64_t& at) {
  if (parts > 2) throw InternalError(place(i) + ": images with three coordinates are not supported");
  const Word column = invocation.words[slot], row = parts > 1 ? invocation.words[slot + 1] : 0;
  if (column >= image.width || row >= image.height) {
    report_outside(invocation, i, i.op != spv::OpImageWrite,
                   fmt::format("texel ({}, {}) of {}, which has {} by {}", column, row,
                               module_.variables()[invocation.words[i.in[0]]].name, image.width, image.height));
    return false;
  }
  at = (std::uint64_t{row} * image.width + column) * image.channels * word_bytes;
  return true;
}

void Machine::fetch(Invocation& invocation, const Instruction& i) {
  const Dispatch::Image& image = image_of(invocation, i, i.in[0]);
  const Type& texel_type = module_.type(i.type);
  const Word parts = texel_type.kind == Type::Kind::vector ? texel_type.count : 1;
  const bool real = module_.type(parts > 1 ? texel_type.element : i.type).kind == Type::Kind::real;
  Word* const texel = &invocation.words[i.out];
  for (Word c = 0; c < parts; ++c) texel[c] = c < 3 ? 0 : real ? std::bit_cast<Word>(1.0f) : 1;
  std::uint64_t at = 0;
  const Word axes = module_.type(module_.type_of(i.operands[1])).words;
  if (!find_texel(invocation, i, image, i.in[1], axes, at)) return;
  const Variable& variable = module_.variables()[invocation.words[i.in[0]]];
  const Block block{dispatch_.memories[image.memory],
                    image.memory,
                    image.offset,
                    ~std::uint64_t{0},
                    &variable,
                    variable.coherent,
                    variable.coherent && variable.is_volatile,
                    i.op == spv::OpImageFetch,
                    true};
  for (Word c = 0; c < std::min(parts, image.channels); ++c) {
    const Word* const word = touch_block(invocation, i, block, at + c * word_bytes, word_bytes, Touch::read, 0);
    if (word != nullptr) texel[c] = *word;
  }
}

void Machine::write_image(Invocation& invocation, const Instruction& i) {
  const Dispatch::Image& image = image_of(invocation, i, i.in[0]);
  std::uint64_t at = 0;
  const Word axes = module_.type(module_.type_of(i.operands[1])).words;
  if (!find_texel(invocation, i, image, i.in[1], axes, at)) return;
  const Variable& variable = module_.variables()[invocation.words[i.in[0]]];
  const Block block{dispatch_.memories[image.memory],
                    image.memory,
                    image.offset,
                    ~std::uint64_t{0},
                    &variable,
                    variable.coherent,
                    variable.coherent && variable.is_volatile,
                    false,
                    true};
  const Word parts = module_.type(module_.type_of(i.operands[2])).words;
  for (Word c = 0; c < std::min(parts, image.channels); ++c) {
    const Word number = invocation.words[i.in[2] + c];
    Word* const word = touch_block(invocation, i, block, at + c * word_bytes, word_bytes, Touch::write, number);
    if (word != nullptr) *word = number;
  }
}

void Machine::point_to_texel(Invocation& invocation, const Instruction& i) {
  // The operand is a pointer to the image's variable.
  const Word variable = invocation.words[i.in[0]];
  Word* const out = &invocation.words[i.out];
  out[0] = variable;
  out[1] = Pointer::outside;
  if (images_[variable] == nullptr) {
    throw InternalError(fmt::format("{}: no texture is bound to {}", place(i), module_.variables()[variable].name));
  }
  const Dispatch::Image& image = *images_[variable];
  const Word axes = module_.type(module_.type_of(i.operands[1])).words;
  const Word column = invocation.words[i.in[1]], row = axes > 1 ? invocation.words[i.in[1] + 1] : 0;
  if (column < image.width && row < image.height) {
    out[1] = (row * image.width + column) * image.channels * word_bytes;
  }
}

void Machine::query_size(Invocation& invocation, const Instruction& i) {
  const Dispatch::Image& image = image_of(invocation, i, i.in[0]);
  const Word size[] = {image.width, image.height, 1};
  std::copy_n(size, std::min(i.parts, 3u), invocation.words.begin() + i.out);
}

}  // namespace texelsort::spirv
