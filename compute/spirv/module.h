#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "compute/spirv/source.h"

namespace texelsort::spirv {

using Word = std::uint32_t;
inline constexpr Word word_bytes = sizeof(Word);

/// A type. A value is a row of 32-bit words: a bool or a number of up to 32 bits is one word, a number of 64 bits is
/// two, and composite values are the words of their parts in order. A pointer is two words: the number of a block or
/// variable and the byte there, or an address of 64 bits.
struct Type {
  enum class Kind : std::uint8_t {
    nothing,
    boolean,
    integer,
    real,
    vector,
    array,
    endless_array,
    structure,
    pointer,
    opaque
  };
  /// A part of a value that memory holds without a gap.
  struct Piece {
    Word offset = 0;  ///< bytes from the start of the value in memory
    Word bytes = 4;   ///< number of bytes: 1, 2 or 4
  };
  Kind kind = Kind::nothing;
  Word bits = 32;                 ///< bits of a number
  bool is_signed = false;         ///< true for a signed integer
  Word words = 0;                 ///< per value
  Word element = 0;               ///< element type of a vector or array; target type of a pointer
  Word count = 0;                 ///< number of elements of a vector or array
  Word stride = 0;                ///< bytes in memory from one element to the next
  Word bytes = 0;                 ///< size of a value in memory
  std::vector<Word> members;      ///< types of a structure's members
  std::vector<Word> offsets;      ///< bytes in memory from the start of a structure to each member
  std::vector<Word> first_words;  ///< words of a value before each member of a structure
  std::vector<Piece> pieces;      ///< for each word of a value, its place in memory
  Word storage = 0;               ///< storage class of a pointer's target
  bool coherent = false;          ///< true for a structure with such a member
  bool is_volatile = false;       ///< true for a structure with such a member
  bool is_block = false;          ///< true for a storage block (BufferBlock)
  bool has_matrix = false;        ///< true for a matrix, and for a type with one, whose place in memory is not known
};

class Machine;
struct Invocation;
struct Instruction;
/// Executes an instruction of an invocation. `machine` is null if the instruction depends only on its operands.
using Handler = void (*)(Machine* machine, Invocation& invocation, const Instruction& instruction);

/// A decoded instruction. Operands are ids or literals, as in SPIR-V after type and result.
struct Instruction {
  Handler execute = nullptr;
  Word out = 0;              ///< slot of the result
  std::array<Word, 3> in{};  ///< slots of the first three operands that are values
  Word parts = 0;            ///< number of components of the result
  Word extra = 0;            ///< depends on the instruction: index of a chain, words of a value
  Word op = 0;
  Word type = 0, result = 0;  ///< ids
  Word line = 0;
  Word count = 0;  ///< number of operands
  const Word* operands = nullptr;
};

/// An access chain: the sum of `offset` and of each link's index times stride, in bytes.
struct Chain {
  struct Link {
    Word slot = 0, stride = 0;
    Word count = 0;  ///< number of elements; 0 for an array without end
    Word bits = 32;  ///< width of the index
    bool is_signed = false;

    /// Returns the index, modulo 2^64 if it is negative.
    std::uint64_t index(const std::vector<Word>& words) const {
      if (bits == 64) return words[slot] | std::uint64_t{words[slot + 1]} << 32;
      const Word sign = is_signed ? 1u << (bits - 1) : 0u;
      return (words[slot] ^ sign) - std::uint64_t{sign};
    }
  };
  Word offset = 0;
  std::vector<Link> links;
  Word block_slot = 0;   ///< slot of the index of an array of blocks
  Word block_count = 0;  ///< number of blocks of such an array; 0 if there is none
};

struct Variable {
  Word id = 0, type = 0;  ///< id, and type of the target
  Word storage = 0;
  std::string name;
  Word set = 0, binding = 0;
  Word built_in = ~0u;
  Word place = 0;        ///< its first word in its storage class
  Word first_block = 0;  ///< index of the variable's first storage block, if it has any
  Word blocks = 0;       ///< number of its blocks; 0 if it is none
  bool coherent = false, is_volatile = false;
  bool is_undefined = false;  ///< true if an invocation's variable has no initial value
};

/// Values that replace the defaults of specialization constants, by their SpecId.
using Specialization = std::map<Word, std::uint64_t>;

/// A compute shader that is ready to be executed. Ids of values are mapped to slots among an invocation's words.
class Module {
 public:
  explicit Module(Binary binary, const Specialization& specialization = {});
  Module(const Module&) = delete;
  Module& operator=(const Module&) = delete;

  const Type& type(Word id) const { return types_[id]; }
  Word type_of(Word value) const { return type_of_[value]; }
  Word slot(Word value) const { return slots_[value]; }

  /// A block of instructions without branches inside.
  struct Block {
    Word first = 0;  ///< index of its first instruction
    Word phis = 0;   ///< number of OpPhi instructions at its start
  };
  const Block& block(Word label) const { return blocks_[label]; }
  struct Function {
    std::vector<Word> parameters;
    Word label = 0;  ///< label of its first block
  };
  const Function& function(Word id) const { return functions_.at(id); }
  const Chain& chain(Word index) const { return chains_[index]; }

  Word entry() const { return entry_; }
  const std::array<Word, 3>& workgroup_size() const { return workgroup_size_; }
  Word invocations() const { return workgroup_size_[0] * workgroup_size_[1] * workgroup_size_[2]; }
  Word shared_words() const { return shared_words_; }
  /// Returns whether a null initializer sets a word of shared memory to zero.
  bool is_null_at_start(Word shared_word) const { return null_words_.contains(shared_word); }
  const std::set<Word>& null_words() const { return null_words_; }
  Word uniform_words() const { return uniform_words_; }
  Word blocks() const { return block_count_; }
  /// Returns whether the shader has operations whose result depends on the subgroup size.
  bool uses_subgroups() const { return uses_subgroups_; }
  const std::vector<Variable>& variables() const { return variables_; }
  const std::vector<Instruction>& code() const { return code_; }
  /// Returns an invocation's words before its first instruction: constants, pointers to variables, and zeros.
  const std::vector<Word>& first_words() const { return first_words_; }
  /// Ranges of words that have no defined value at the start, and whether they are bools.
  struct Undefined {
    Word first = 0, words = 0;
    bool boolean = false;
  };
  const std::vector<Undefined>& undefined() const { return undefined_; }
  std::string place(Word line) const { return binary_.place(line); }

 private:
  void declare(Instruction instruction);
  void declare_type(const Instruction& instruction);
  void declare_structure(const Instruction& instruction);
  void declare_constant(const Instruction& instruction);
  void declare_variable(const Instruction& instruction);
  void set_mode(const Instruction& instruction);
  void give_slot(Word id, Word type);
  void put(Instruction instruction);
  void note_coherence(const Instruction& instruction);
  void add_undefined(Word first, Word type);
  Word make_chain(const Instruction& instruction);
  Word part_of(Word type, const Word* indices, Word count) const;
  /// Returns whether an instruction accesses a matrix in a block.
  bool accesses_matrix(const Instruction& instruction) const;
  /// Fills in slots and handler.
  void decode(Instruction& instruction);
  Word decoration(Word id, Word decoration, Word missing) const;

  struct Decorations {
    std::map<Word, Word> own;                      ///< decoration to literal
    std::map<Word, std::map<Word, Word>> members;  ///< the same by member
  };

  Binary binary_;
  Specialization specialization_;
  std::vector<Type> types_;
  std::vector<Word> type_of_, slots_;
  std::vector<Word> bases_;  ///< for pointers, 1 + index of the variable; 0 if it is not known
  std::vector<Block> blocks_;
  std::vector<Chain> chains_;
  std::map<Word, Function> functions_;
  std::map<Word, Decorations> decorations_;
  std::map<Word, std::string> names_;
  std::set<Word> silent_sets_;  ///< sets of instructions that compute nothing
  std::vector<Variable> variables_;
  std::vector<Instruction> code_;
  std::vector<Word> first_words_;
  std::vector<Undefined> undefined_;
  std::map<Word, Word> constant_sizes_;  ///< ids of LocalSizeId
  std::map<Word, Word> merge_lines_;     ///< line of a branch, by the label at which its paths merge
  std::set<Word> null_words_;            ///< words of shared memory with a null initializer
  Word entry_ = 0, function_ = 0, label_ = 0, shared_words_ = 0, uniform_words_ = 0, block_count_ = 0,
       size_constant_ = 0;
  std::array<Word, 3> workgroup_size_{1, 1, 1};
  bool uses_subgroups_ = false, is_hlsl_ = false;
  bool starts_line_ = false;  ///< true if the present block has a line of its own
};

/// Returns whether memory of a storage class has a declared layout in bytes.
bool has_layout(Word storage);

/// Returns the handler of an instruction that depends only on its operands. Null if it is another instruction.
Handler find_number_handler(const Module& module, const Instruction& instruction);
Handler find_value_handler(const Module& module, const Instruction& instruction);
Handler find_subgroup_handler(const Module& module, const Instruction& instruction);
Handler find_machine_handler(const Module& module, const Instruction& instruction);

}  // namespace texelsort::spirv
