#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "compute/data/word_history.h"
#include "compute/spirv/dispatch.h"
#include "compute/spirv/module.h"

namespace texelsort::spirv {

/// For each lane of a subgroup, its last barrier of the subgroup that precedes an event, from 1. 0 means that no such
/// barrier precedes the event. Null means this for all lanes.
using Meetings = std::shared_ptr<const std::vector<std::uint32_t>>;

/// Accesses that a release makes known to other threads: all of one thread before its last memory barrier, and those of
/// its workgroup that were ordered before.
struct Known {
  std::uint32_t workgroup = 0;
  std::uint32_t thread = 0;    ///< thread in the dispatch
  std::uint32_t fences = 0;    ///< number of its memory barriers before the release
  std::uint32_t barriers = 0;  ///< barriers that the thread had passed when it executed the releasing atomic
  Meetings met;                ///< subgroup barriers in which the releasing thread had taken part
};
/// Sorted by workgroup and thread, once per thread. Null means nothing.
using Knowledge = std::shared_ptr<const std::vector<Known>>;

/// A memory barrier for storage blocks or images that releases earlier accesses of its thread.
struct Fence {
  std::uint32_t barriers = 0;  ///< barriers of the workgroup that the thread had passed
  std::uint8_t reach = 0;      ///< 0: its subgroup, 1: its workgroup, 2: the device
  bool blocks = false, images = false;
  Meetings met;  ///< meetings of its subgroup before it

  bool orders(bool image) const { return image ? images : blocks; }
};

/// An invocation between two of its instructions.
struct Invocation {
  enum class State : std::uint8_t { runs, waits, waits_in_subgroup, ended };
  struct Call {
    Word next = 0, label = 0;
    Word loops = 0;  ///< number of active loops at the call
  };
  struct Loop {
    Word header = 0, merge = 0;  ///< labels
    std::uint64_t round = 0;
  };
  std::vector<Word> words;
  std::vector<Call> calls;  ///< active functions, innermost last
  std::vector<Loop> loops;  ///< active loops, innermost last
  Word next = 0;            ///< index of the next instruction
  Word label = 0, label_before = 0;
  std::uint32_t number = 0;             ///< number in its workgroup
  std::uint32_t thread = 0;             ///< number in the dispatch
  std::uint32_t barriers = 0;           ///< number of passed barriers
  std::uint32_t shared_barriers = 0;    ///< those that order shared memory
  std::uint32_t subgroup_barriers = 0;  ///< last barrier of its subgroup in which it took part
  Meetings met;                         ///< barriers of its subgroup so far
  bool shared_fence = false;            ///< true if a memory barrier for shared memory followed the last barrier
  Knowledge known;                      ///< ordered before this invocation
  Knowledge pending;                    ///< read by atomics; a memory barrier makes it known
  /// The last memory barrier of the device: later atomic writes make known what preceded it.
  bool has_released = false;
  Knowledge released_known;
  std::uint64_t rounds = 0;
  State state = State::runs;
};

/// A workgroup that has begun.
struct Workgroup {
  std::uint32_t number = 0;
  std::uint32_t epoch = 0;  ///< epoch of the histories of shared memory
  std::vector<Invocation> invocations;
  std::vector<Word> shared;
  std::vector<data::WordHistory> histories;      ///< accesses to shared memory, by word
  std::vector<std::uint32_t> subgroup_barriers;  ///< by subgroup
  bool ended = false;
  const Instruction* waits_at = nullptr;  ///< loop that did not end while other workgroups were not finished
  std::uint32_t waiting = 0;              ///< the invocation in that loop
  std::vector<bool> finished;             ///< the other workgroups that had ended then
  bool was_helped = false;                ///< true if it has since read a word that another workgroup wrote after that
  std::uint64_t round_limit = 0;
};

/// Target of a pointer: the number of a block or variable, and the byte in the block or in its storage class.
struct Pointer {
  Word storage = 0, number = 0, place = 0;
  static constexpr Word outside = ~0u;  ///< place of a pointer that is outside
};

/// Executes one dispatch.
class Machine {
 public:
  Machine(const Module& module, const Dispatch& dispatch, const Conditions& conditions);
  Outcome run();

  // Called by handlers of instructions.
  void branch(Invocation& invocation, Word label);
  void enter_loop(Invocation& invocation, const Instruction& i);
  void call(Invocation& invocation, const Instruction& i);
  void end_function(Invocation& invocation, const Instruction& i);
  void follow_chain(Invocation& invocation, const Instruction& i);
  void load(Invocation& invocation, const Instruction& i);
  void store(Invocation& invocation, const Instruction& i);
  void load_own(Invocation& invocation, const Instruction& i);   ///< from a variable of the invocation
  void store_own(Invocation& invocation, const Instruction& i);  ///< to a variable of the invocation
  void copy_memory(Invocation& invocation, const Instruction& i);
  void change(Invocation& invocation, const Instruction& i);  ///< executes an atomic
  void fetch(Invocation& invocation, const Instruction& i);
  void write_image(Invocation& invocation, const Instruction& i);
  void point_to_texel(Invocation& invocation, const Instruction& i);
  void query_size(Invocation& invocation, const Instruction& i);
  void query_length(Invocation& invocation, const Instruction& i);
  void wait(Invocation& invocation, const Instruction& i);
  /// Executes a memory barrier. It acquires before it releases, so that it passes on what it acquires.
  void fence(Invocation& invocation, Word scope, Word semantics);
  /// Reports a component that a vector does not have.
  void report_component(const Invocation& invocation, const Instruction& i, Word component, Word count);
  const Module& module() const { return module_; }
  std::string place(const Instruction& i) const { return module_.place(i.line); }
  std::uint32_t subgroup_size() const { return conditions_.subgroup_size; }
  /// Returns a value that differs between schedules, for what the shader leaves undefined.
  Word undefined_value() const;

 private:
  enum class Touch : std::uint8_t { read, write, atomic };
  struct Block {
    Memory* memory = nullptr;
    std::size_t number = 0;              ///< index of the memory in Dispatch::memories
    std::uint64_t offset = 0, size = 0;  ///< bytes
    const Variable* variable = nullptr;
    bool coherent = false;
    bool by_words = false;  ///< coherent and volatile: each word is read and written as a whole
    bool read_only = false;
    bool is_image = false;
  };

  void bind_blocks();
  void give_uniforms();
  void give_images();
  void give_place(Invocation& invocation) const;
  void begin(Workgroup& workgroup, std::uint32_t number);
  /// Executes a workgroup until it has ended, is paused or has violated a rule that ends the dispatch.
  void run_workgroup(Workgroup& workgroup);
  bool end_phase(Workgroup& workgroup);  ///< false if no invocation runs any more
  void run_subgroups(Workgroup& workgroup);
  void run_in_lock_step(Workgroup& workgroup);
  void run(Invocation& invocation);
  void run_phis(Invocation& invocation, const Module::Block& block);
  /// Executes a waiting operation of a subgroup for the invocations that are furthest behind. False if none waits.
  bool meet_in_subgroup(Workgroup& workgroup, std::uint32_t subgroup);
  void merge_knowledge(Workgroup& workgroup);
  void stop_endless(Invocation& invocation);
  void pause(Invocation& invocation);
  void finish_paused();

  /// Returns the word. Null if it does not exist. Reports any fault of this access.
  Word* touch(Invocation& invocation, const Instruction& i, const Pointer& pointer, Word offset, Word bytes,
              Touch touch, Word value);
  Word* touch_shared(Invocation&, const Instruction&, Word word, Touch, Word value);
  Word* touch_block(Invocation&, const Instruction&, const Block& block, std::uint64_t offset, Word bytes, Touch,
                    Word value);
  static Observer::Kind kind_of(Touch touch);
  void note_help(const data::WordHistory& history, const Block& block);
  void observe(const Invocation& invocation, const Instruction& i, Observer::Kind kind, const Memory* memory,
               std::uint64_t offset, Word bytes) const;
  Word* touch_address(Invocation&, const Instruction&, std::uint64_t address, Word bytes, Touch, Word value);
  void release(Invocation& invocation, Word scope, Word semantics);
  void acquire(Invocation& invocation, Word scope, Word semantics);
  bool is_before(const data::Stamp& stamp, const Invocation& invocation, const Block& block) const;
  bool is_known(const data::Stamp& stamp, const Invocation& invocation, bool image) const;
  bool is_covered(const data::Stamp& stamp, const Known& known, bool image) const;
  /// Returns whether a thread took part in a barrier of its subgroup that follows its barrier `after` and precedes the
  /// event of `met`. The event's thread may be in another subgroup.
  bool has_met(std::uint32_t thread, std::uint32_t after, std::uint32_t other, const Meetings& met) const;
  void end_subgroup_barrier(std::uint32_t barrier, const std::vector<Invocation*>& lanes);
  /// Lets an atomic access to a word pass on what is known. `key` identifies the word.
  void synchronize(Invocation& invocation, std::uint64_t key, bool reads, bool writes);
  const Dispatch::Image& image_of(const Invocation& invocation, const Instruction& i, Word slot) const;
  /// Returns the first byte of a texel in its memory. Null if it is outside, which is reported.
  bool find_texel(Invocation& invocation, const Instruction& i, const Dispatch::Image& image, Word slot, Word parts,
                  std::uint64_t& at);
  void report(Fault fault, const Invocation& invocation, const Instruction& at, const Instruction* other,
              const std::string& text);
  /// `present` is the value of the word before the access, and `number` the value that a plain write stores.
  void report_race(const Invocation&, const Instruction&, const data::Access& earlier, const std::string& where,
                   Touch touch, Word present, Word number);
  void report_outside(const Invocation&, const Instruction&, bool reads, const std::string& where);
  std::string stand_of(const Invocation& invocation) const;
  std::string invocation_name(std::uint32_t thread) const;
  const Instruction& last(const Invocation& invocation) const { return module_.code()[invocation.next - 1]; }
  /// Reports a loop with too many rounds: it does not end, or it ended only because another workgroup ran meanwhile.
  void report_long_loop(Workgroup& workgroup, std::uint32_t invocation, const Instruction& at);
  void report_divergence(const Invocation& waits, const Invocation& other);

  Pointer pointer(const Invocation& invocation, Word slot, Word storage) const {
    return {storage, invocation.words[slot], invocation.words[slot + 1]};
  }
  const Type& pointer_type(Word id) const { return module_.type(module_.type_of(id)); }
  const std::vector<std::uint32_t>& turns(std::uint32_t count);

  const Module& module_;
  const Dispatch& dispatch_;
  Conditions conditions_;
  std::uint32_t random_;
  Outcome outcome_;
  Workgroup* workgroup_ = nullptr;
  std::uint32_t workgroups_ = 0, unfinished_ = 0, epoch_ = 0;
  std::vector<Word> start_;  ///< an invocation's words before its first instruction
  std::vector<Word> uniforms_;
  std::vector<const Dispatch::Image*> images_;  ///< by variable
  std::vector<Memory> own_memories_;            ///< memory of the push constants
  std::set<std::uint32_t> missing_;             ///< variables of uniforms that the dispatch does not provide
  std::vector<Block> blocks_;
  std::vector<std::vector<Fence>> fences_;               ///< by thread of the dispatch
  std::unordered_map<std::uint64_t, Knowledge> synced_;  ///< knowledge that atomics of a word carry
  std::set<std::tuple<Fault, std::uint32_t, std::uint32_t>> reported_;
  std::vector<std::uint32_t> turns_;
  std::vector<Word> phis_;
  std::vector<Workgroup> paused_;
  std::vector<bool> finished_;  ///< for each workgroup, whether it has ended
  bool stopped_ = false;        ///< a fault ended the dispatch
  bool yields_ = false;         ///< the workgroup pauses until others have run
  bool starves_ = false;        ///< the first write to a block pauses the workgroup
};

/// Executes an operation of the subgroup of `machine` for some of its invocations, in ascending order.
void execute_in_subgroup(Machine& machine, const std::vector<Invocation*>& lanes, const Instruction& instruction);

}  // namespace texelsort::spirv
