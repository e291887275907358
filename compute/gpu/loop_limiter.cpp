#include <algorithm>
#include <cctype>
#include <sstream>

#include <fmt/format.h>

#include "compute/data/error.h"
#include "compute/gpu/shader_library.h"

namespace texelsort::gpu {
namespace {

/// Prepends the declarations. Moves #extension lines before them, as GLSL requires, and changes them to "enable", which
/// ignores missing extensions.
std::string with_declarations(std::string_view shader) {
  std::string head, extensions, body;
  std::istringstream lines{std::string(shader)};
  bool in_head = true;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("#line")) in_head = false;
    if (line.starts_with("#extension")) {
      extensions += line.substr(0, line.find(':')) + ": enable\n";
      line.clear();
    }
    (in_head ? head : body) += line + '\n';
  }
  return head + extensions +
         fmt::format(
             "uniform uint {0};\nuint loop_rounds = 0u;\n"
             "bool more_rounds() {{ return ++loop_rounds <= {0}; }}\n",
             loop_rounds_uniform) +
         body;
}

/// Copies a source and extends the condition of every loop.
class Rewriter {
 public:
  explicit Rewriter(std::string_view text) : text_(text) {}

  std::string rewrite() {
    while (at_ < text_.size()) {
      if (text_.substr(at_).starts_with("//")) {
        copy_to(text_.find('\n', at_));
      } else if (text_.substr(at_).starts_with("/*")) {
        copy_to(text_.find("*/", at_));
      } else if (is_word(text_[at_])) {
        copy_word();
      } else {
        result_ += text_[at_++];
      }
    }
    return std::move(result_);
  }

 private:
  static bool is_word(char character) {
    return std::isalnum(static_cast<unsigned char>(character)) != 0 || character == '_';
  }

  void copy_to(std::size_t end) {
    end = std::min(end, text_.size());
    result_ += text_.substr(at_, end - at_);
    at_ = end;
  }

  void copy_word() {
    std::size_t end = at_;
    while (end < text_.size() && is_word(text_[end])) ++end;
    const std::string_view word = text_.substr(at_, end - at_);
    copy_to(end);
    if (word != "for" && word != "while") return;
    const std::size_t open = text_.find_first_not_of(" \t", at_);
    if (open == std::string_view::npos || text_[open] != '(') return;
    copy_to(open + 1);
    if (word == "for") copy_to(end_of_part(';') + 1);
    const std::size_t last = end_of_part(word == "for" ? ';' : ')');
    const std::string_view condition = text_.substr(at_, last - at_);
    const bool empty = condition.find_first_not_of(" \t") == std::string_view::npos;
    result_ += empty ? " more_rounds()" : fmt::format("({}) && more_rounds()", condition);
    at_ = last;
  }

  /// Returns the end of the part of a loop head that begins here: the next `end` outside parentheses.
  std::size_t end_of_part(char end) const {
    int depth = 0;
    for (std::size_t i = at_; i < text_.size(); ++i) {
      if (depth == 0 && text_[i] == end) return i;
      if (text_[i] == '(' || text_[i] == '[') ++depth;
      if (text_[i] == ')' || text_[i] == ']') --depth;
    }
    throw InternalError("a shader's loop has no end");
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string result_;
};

}  // namespace

std::string with_loops_ended(std::string_view shader) {
  return with_declarations(Rewriter(shader).rewrite());
}

}  // namespace texelsort::gpu
