#include <array>
#include <cctype>
#include <charconv>

#include "compute/data/text/source_text.h"

namespace texelsort::data {
namespace {

using Value = std::optional<std::int64_t>;

struct Operator {
  std::string_view text;
  int level;  ///< precedence of the operator; operators with higher numbers bind more strongly
};
// Operators of expressions, longer ones first, so that "<<" is not parsed as "<" twice. Precedences follow C (ISO C
// 6.5).
constexpr std::array operators{
    Operator{"||", 1}, Operator{"&&", 2}, Operator{"==", 6}, Operator{"!=", 6}, Operator{"<=", 7}, Operator{">=", 7},
    Operator{"<<", 8}, Operator{">>", 8}, Operator{"|", 3},  Operator{"^", 4},  Operator{"&", 5},  Operator{"<", 7},
    Operator{">", 7},  Operator{"+", 9},  Operator{"-", 9},  Operator{"*", 10}, Operator{"/", 10}, Operator{"%", 10}};

Value combine(std::string_view op, std::int64_t a, std::int64_t b) {
  if (op == "==") return a == b;
  if (op == "!=") return a != b;
  if (op == "<=") return a <= b;
  if (op == ">=") return a >= b;
  if (op == "<") return a < b;
  if (op == ">") return a > b;
  if (op == "|") return a | b;
  if (op == "^") return a ^ b;
  if (op == "&") return a & b;
  if (op == "+") return a + b;
  if (op == "-") return a - b;
  if (op == "*") return a * b;
  const bool shifts = op == "<<" || op == ">>";
  if (shifts && (b < 0 || b > 62)) return std::nullopt;
  if (op == "<<") return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) << b);
  if (op == ">>") return a >> b;
  if (b == 0) return std::nullopt;
  return op == "/" ? a / b : a % b;
}

/// Recursive-descent parser of expressions. A result is unknown if it depends on an unknown value. Invalid text sets
/// `failed_`.
class Reader {
 public:
  Reader(std::string_view text, const IdentifierValue& value_of) : text_(text), value_of_(value_of) {}

  Value whole() {
    const Value value = conditional();
    skip();
    return failed_ || at_ != text_.size() ? std::nullopt : value;
  }

 private:
  void skip() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
  }
  bool take(std::string_view token) {
    skip();
    if (!text_.substr(at_).starts_with(token)) return false;
    at_ += token.size();
    return true;
  }
  const Operator* peek() {
    skip();
    for (const Operator& one : operators) {
      if (text_.substr(at_).starts_with(one.text)) return &one;
    }
    return nullptr;
  }

  Value conditional() {
    const Value condition = binary(1);
    if (!take("?")) return condition;
    const Value yes = conditional();
    if (!take(":")) failed_ = true;
    const Value no = conditional();
    if (!condition) return std::nullopt;
    return *condition != 0 ? yes : no;
  }

  Value binary(int level) {
    Value left = unary();
    for (const Operator* op = peek(); op != nullptr && op->level >= level && !failed_; op = peek()) {
      at_ += op->text.size();
      const Value right = binary(op->level + 1);
      left = joined(op->text, left, right);
    }
    return left;
  }

  /// Applies an operator to two values, which may be unknown. For && and ||, one known value can determine the result.
  static Value joined(std::string_view op, const Value& left, const Value& right) {
    if (op == "&&" || op == "||") {
      const bool deciding = op == "||";
      for (const Value& side : {left, right}) {
        if (side && (*side != 0) == deciding) return deciding;
      }
      return left && right ? Value(!deciding) : std::nullopt;
    }
    return left && right ? combine(op, *left, *right) : std::nullopt;
  }

  Value unary() {
    if (take("!")) {
      const Value value = unary();
      return value ? Value(*value == 0) : value;
    }
    if (take("~")) {
      const Value value = unary();
      return value ? Value(~*value) : value;
    }
    if (take("-")) {
      const Value value = unary();
      return value ? Value(-*value) : value;
    }
    return primary();
  }

  Value primary() {
    if (take("(")) {
      const Value value = conditional();
      if (!take(")")) failed_ = true;
      return value;
    }
    skip();
    const std::size_t start = at_;
    while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) || text_[at_] == '_')) ++at_;
    const std::string_view word = text_.substr(start, at_ - start);
    failed_ = failed_ || word.empty();
    if (word.empty() || word == "false") return 0;
    if (word == "true") return 1;
    if (std::isdigit(static_cast<unsigned char>(word.front()))) return number(word);
    if (!take("[")) return value_of_(word, std::nullopt);
    const Value index = conditional();
    if (!take("]")) failed_ = true;
    return index ? value_of_(word, index) : std::nullopt;
  }

  Value number(std::string_view word) {
    const bool hex = word.starts_with("0x");
    if (hex) word.remove_prefix(2);
    if (word.ends_with('u') || word.ends_with('U')) word.remove_suffix(1);
    std::int64_t value = 0;
    const auto end = std::from_chars(word.data(), word.data() + word.size(), value, hex ? 16 : 10);
    failed_ = failed_ || end.ptr != word.data() + word.size();
    return value;
  }

  std::string_view text_;
  const IdentifierValue& value_of_;
  std::size_t at_ = 0;
  bool failed_ = false;
};

}  // namespace

std::optional<std::int64_t> evaluate(std::string_view expression, const IdentifierValue& value_of) {
  return Reader(expression, value_of).whole();
}

}  // namespace texelsort::data
