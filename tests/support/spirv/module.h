#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "tests/support/spirv/binary.h"

namespace texelsort::spirv {

/// A type. A value is a row of 32-bit words: a bool is one word, and composite values are the words of their parts in
/// order. A pointer is two words, its block and the place there.
struct Type {
  enum class Kind : std::uint8_t { nothing, number, vector, array, endless_array, structure, pointer, opaque };
  Kind kind = Kind::nothing;
  std::uint32_t words = 0;             ///< per value
  std::uint32_t element = 0;           ///< type of the elements of a vector or array, or of a pointer's target
  std::uint32_t count = 0;             ///< number of elements of a vector or array
  std::uint32_t stride = 0;            ///< words in memory from one element to the next
  std::vector<std::uint32_t> members;  ///< types of a structure's members
  std::vector<std::uint32_t> offsets;  ///< words in memory from the begin of a structure to each member
  std::vector<std::uint32_t> places;   ///< for each word of a value, its word in memory
  std::uint32_t storage = 0;           ///< storage class of a pointer's target
  bool coherent = false;               ///< true for a structure with such a member
  bool is_volatile = false;            ///< true for a structure with such a member
};

/// Operands are ids or literals, as in SPIR-V after type and result.
struct Instruction {
  std::uint32_t op = 0;
  std::uint32_t type = 0, result = 0;
  std::uint32_t line = 0;
  const std::uint32_t* operands = nullptr;
  std::uint32_t count = 0;
};

struct Variable {
  std::uint32_t id = 0, type = 0;  ///< id and type of the result
  std::uint32_t storage = 0;
  std::string name;
  std::uint32_t binding = 0;
  std::uint32_t built_in = ~0u;
  std::uint32_t place = 0;  ///< its first word in its storage class
};

/// A compute shader that is ready to be executed. Ids of values are mapped to places among an invocation's words.
class Module {
 public:
  explicit Module(Binary binary);
  Module(const Module&) = delete;
  Module& operator=(const Module&) = delete;

  const Type& type(std::uint32_t id) const { return types_[id]; }
  std::uint32_t type_of(std::uint32_t value) const { return type_of_[value]; }
  /// Returns the place of a value among an invocation's words.
  std::uint32_t slot(std::uint32_t value) const { return slots_[value]; }
  /// Returns the index of the instruction after a label.
  std::uint32_t target(std::uint32_t label) const { return targets_[label]; }
  struct Function {
    std::vector<std::uint32_t> parameters;
    std::uint32_t label = 0;  ///< label of its first block
  };
  const Function& function(std::uint32_t id) const { return functions_.at(id); }

  std::uint32_t entry() const { return entry_; }
  std::uint32_t workgroup_size() const { return workgroup_size_; }
  std::uint32_t shared_words() const { return shared_words_; }
  std::uint32_t uniform_words() const { return uniform_words_; }
  const std::vector<Variable>& variables() const { return variables_; }
  const std::vector<Instruction>& code() const { return code_; }
  /// Returns an invocation's words before its first instruction: constants, pointers to variables, and zeros.
  const std::vector<std::uint32_t>& first_words() const { return first_words_; }
  std::string place(std::uint32_t line) const { return binary_.place(line); }

 private:
  void declare(const Instruction& instruction);
  void declare_type(const Instruction& instruction);
  void declare_constant(const Instruction& instruction);
  void declare_variable(const Instruction& instruction);
  void give_slot(std::uint32_t id, std::uint32_t type);
  void put(const Instruction& instruction);

  struct Decorations {
    std::map<std::uint32_t, std::uint32_t> own;                               ///< decoration to literal
    std::map<std::uint32_t, std::map<std::uint32_t, std::uint32_t>> members;  ///< the same by member
  };

  Binary binary_;
  std::vector<Type> types_;
  std::vector<std::uint32_t> type_of_, slots_, targets_;
  std::map<std::uint32_t, Function> functions_;
  std::map<std::uint32_t, Decorations> decorations_;
  std::map<std::uint32_t, std::string> names_;
  std::vector<Variable> variables_;
  std::vector<Instruction> code_;
  std::vector<std::uint32_t> first_words_;
  std::uint32_t entry_ = 0, function_ = 0, workgroup_size_ = 1, shared_words_ = 0, uniform_words_ = 0;
};

}  // namespace texelsort::spirv
