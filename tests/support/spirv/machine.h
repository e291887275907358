#pragma once

#include <array>
#include <set>
#include <tuple>
#include <vector>

#include "compute/data/word_history.h"
#include "tests/support/spirv/dispatch.h"
#include "tests/support/spirv/module.h"

namespace texelsort::spirv {

/// An invocation between two of its instructions.
struct Invocation {
  enum class State : std::uint8_t { runs, waits, ended };
  std::vector<std::uint32_t> words;
  std::vector<std::uint32_t> calls;  ///< active functions, innermost last
  std::uint32_t next = 0;            ///< index of the next instruction
  std::uint32_t label = 0, label_before = 0;
  std::uint32_t number = 0;    ///< number in its workgroup
  std::uint32_t barriers = 0;  ///< number of passed barriers
  /// For each memory barrier of storage blocks, the number of barriers passed before it.
  std::vector<std::uint32_t> fences;
  std::uint64_t rounds = 0;
  State state = State::runs;
};

/// Target of a pointer: the number of a block's variable, and a word in the block or in its storage class.
struct Pointer {
  std::uint32_t storage = 0, variable = 0, place = 0;
  static constexpr std::uint32_t outside = ~0u;  ///< place of a pointer that is outside
};

class Machine {
 public:
  Machine(const Module& module, const Dispatch& dispatch, Order order);
  Outcome run();

 private:
  using Words = std::uint32_t*;

  void run_workgroup(std::uint32_t workgroup);
  bool end_phase();  ///< false if no invocation runs any more
  void run(Invocation& invocation);
  void execute(Invocation& invocation, const Instruction& instruction);
  void execute_control(Invocation& invocation, const Instruction& instruction);
  void enter(Invocation& invocation, std::uint32_t function);
  void branch(Invocation& invocation, std::uint32_t label);
  void fetch(Invocation& invocation, const Instruction& instruction);
  void follow_chain(Invocation& invocation, const Instruction& instruction);
  void load(Invocation& invocation, const Instruction& instruction);
  void store(Invocation& invocation, const Instruction& instruction);
  void change(Invocation& invocation, const Instruction& instruction);  ///< executes an atomic
  void give_uniforms();
  void give_place(Invocation& invocation, std::uint32_t workgroup);

  enum class Touch : std::uint8_t { read, write, atomic };
  /// Returns the word. Null if it does not exist. Reports any fault of this access.
  Words touch(Invocation& invocation, const Instruction& instruction, const Pointer& pointer, std::uint32_t word,
              Touch touch, std::uint32_t value);
  struct Block {
    const Dispatch::Block* where = nullptr;
    std::uint32_t words = 0;
    bool coherent = false;
    bool by_words = false;  ///< coherent and volatile: each word is read and written as a whole
  };
  Words touch_shared(Invocation&, const Instruction&, std::uint32_t place, Touch, std::uint32_t value);
  Words touch_block(Invocation&, const Instruction&, std::uint32_t variable, std::uint32_t place, Touch,
                    std::uint32_t value);
  void report(Fault fault, const Instruction& at, const Instruction* other, const std::string& text);
  void report_race(const Invocation&, const Instruction&, const data::Access& earlier, const std::string& where);
  std::string stand_of(const Invocation& invocation) const;
  const Instruction& last(const Invocation& invocation) const { return module_.code()[invocation.next - 1]; }
  void report_divergence(const Invocation& waits, const Invocation& other);

  Pointer pointer(const Invocation& invocation, std::uint32_t id) const {
    const std::uint32_t* const words = &invocation.words[module_.slot(id)];
    return {module_.type(module_.type_of(id)).storage, words[0], words[1]};
  }
  const std::uint32_t* value(const Invocation& invocation, std::uint32_t id) const {
    return &invocation.words[module_.slot(id)];
  }
  Words result(Invocation& invocation, const Instruction& instruction) const {
    return &invocation.words[module_.slot(instruction.result)];
  }
  std::uint32_t words_of(const Instruction& instruction) const { return module_.type(instruction.type).words; }
  std::vector<std::uint32_t> turns(std::uint32_t count);

  const Module& module_;
  const Dispatch& dispatch_;
  Order order_;
  std::uint32_t random_;
  Outcome outcome_;
  std::vector<Invocation> invocations_;
  std::uint32_t workgroup_ = 0, epoch_ = 0;
  std::vector<std::uint32_t> shared_, uniforms_;
  std::set<std::uint32_t> missing_;  ///< variables of uniforms that the dispatch does not provide
  std::vector<data::WordHistory> shared_histories_;
  std::vector<std::vector<data::WordHistory>> histories_;  ///< by memory and word
  std::vector<Block> blocks_;                              ///< by variable
  std::set<std::tuple<Fault, std::uint32_t, std::uint32_t>> reported_;
  bool stopped_ = false;
};

/// Executes an instruction that depends only on its operands. Returns false if it is another instruction.
bool calculate(const Module& module, Invocation& invocation, const Instruction& instruction);

}  // namespace texelsort::spirv
