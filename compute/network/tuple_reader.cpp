#include <algorithm>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "compute/network/network_builder.h"

namespace texelsort::network {
namespace {

constexpr bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// Reads networks in tuple notation in one pass over the text. A title starts a new network.
class TupleReader {
 public:
  explicit TupleReader(const data::Source& source) : source_(source), text_(source.contents) {
    at_ = skipped_space(0);
    html_ = at_ < text_.size() && text_[at_] == '<';
  }

  std::vector<ListedNetwork> read() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (data::is_space(c) || c == ',' || c == ';') {
        ++at_;
      } else if (starts_list()) {
        read_list();
      } else if (html_) {
        pass_over();
      } else {
        read_line();
      }
    }
    end_network();
    if (networks_.size() == 1) networks_.front().network.id = plain_id();
    return std::move(networks_);
  }

 private:
  std::size_t skipped_space(std::size_t at) const {
    while (at < text_.size() && data::is_space(text_[at])) ++at;
    return at;
  }

  std::string plain_id() const { return source_.origin.substr(source_.origin.rfind('/') + 1); }

  /// Returns whether a list of comparators starts at the current position. "[(" starts a list everywhere, and "(" only
  /// outside HTML.
  bool starts_list() const {
    if (text_[at_] == '(') return !html_;
    if (text_[at_] != '[') return false;
    const std::size_t next = skipped_space(at_ + 1);
    return next < text_.size() && text_[next] == '(';
  }

  [[noreturn]] void fail(const std::string& expected) const {
    const std::size_t end = std::min(text_.find_first_of("\r\n", at_), text_.size());
    const std::string_view rest = text_.substr(at_, end - at_);
    data::fail_at(source_, text_.data() + at_,
                  rest.empty() ? "the network is incomplete, expected " + expected
                               : fmt::format("found {}, expected {}", data::quoted(rest), expected));
  }

  void expect(char c) {
    at_ = skipped_space(at_);
    if (at_ >= text_.size() || text_[at_] != c) fail(fmt::format("'{}'", c));
    ++at_;
  }

  WrittenPlace place() {
    at_ = skipped_space(at_);
    std::size_t end = at_;
    while (end < text_.size() && text_[end] != ',' && text_[end] != ')' && !data::is_space(text_[end])) ++end;
    if (end == at_) fail("a place: a whole number from 0 up");
    const WrittenPlace read = read_place(source_, text_.substr(at_, end - at_));
    at_ = end;
    return read;
  }

  void read_comparator() {
    expect('(');
    const WrittenPlace smaller = place();
    expect(',');
    const WrittenPlace larger = place();
    expect(')');
    builder().add_in_order(smaller, larger);
  }

  /// Reads a list of comparators. The list ends at the closing bracket or, without brackets, at the end of a line
  /// without a trailing comma.
  void read_list() {
    const bool bracketed = text_[at_] == '[';
    if (bracketed) ++at_;
    while (true) {
      read_comparator();
      at_ = bracketed ? skipped_space(at_) : text_.find_first_not_of(" \t", at_);
      at_ = std::min(at_, text_.size());
      const char c = at_ < text_.size() ? text_[at_] : '\0';
      if (c == ',') ++at_;
      const std::size_t next = skipped_space(at_);
      if (bracketed) at_ = next;
      if (bracketed && next == text_.size()) fail("']'");
      if (bracketed && next < text_.size() && text_[next] == ']') {
        at_ = next + 1;
        break;
      }
      if (c == ',' && next < text_.size() && text_[next] == '(') continue;
      if (bracketed) fail(c == ',' ? "a comparator, such as (0,1)" : "',' or ']'");
      if (c == '(') fail("','");
      break;
    }
    builder().end_step();
  }

  /// Skips an HTML tag or a text in HTML. A tag may end a network, and a text may be a title.
  void pass_over() {
    if (text_[at_] != '<') {
      const std::size_t end = std::min(text_.find_first_of("<[", at_ + 1), text_.size());
      end_network();
      const std::size_t start = title_.empty() ? at_ : static_cast<std::size_t>(title_.data() - text_.data());
      title_ = text_.substr(start, end - start);
      at_ = end;
      return;
    }
    const std::size_t end = std::min(text_.find('>', at_), text_.size() - 1) + 1;
    const std::string_view tag = text_.substr(at_, end - at_);
    const bool within_line = tag.starts_with("<br") || tag.starts_with("<p");
    if (!within_line) {
      end_network();
      title_ = {};
    }
    at_ = end;
  }

  /// Reads a line of plain text that is not a list: the name of a stage, a comment or a title.
  void read_line() {
    const std::size_t end = std::min(text_.find('\n', at_), text_.size());
    std::string_view line = text_.substr(at_, end - at_);
    while (!line.empty() && data::is_space(line.back())) line.remove_suffix(1);
    if (line.starts_with('#')) {
      const std::size_t name = std::min(line.find_first_not_of("# \t"), line.size());
      builder().open_stage(line.substr(name));
    } else if (line.ends_with(':')) {
      end_network();
      title_ = line;
    } else {
      fail("comparators, such as (0,1),(2,3), or a title that ends in ':'");
    }
    at_ = end;
  }

  /// Returns the number before a word in a title, such as 4 for "inputs" in "4 inputs". Returns null if the title has
  /// no such number.
  std::optional<WrittenPlace> announced(std::string_view word) const {
    const std::size_t found = title_.find(word);
    if (found == std::string_view::npos) return std::nullopt;
    std::size_t first = found;
    while (first > 0 && data::is_digit(title_[first - 1])) --first;
    if (first == found) return std::nullopt;
    return read_place(source_, title_.substr(first, found - first));
  }

  NetworkBuilder& builder() {
    if (!builder_) builder_.emplace(source_);
    return *builder_;
  }

  void end_network() {
    if (!builder_) return;
    if (!builder_->empty()) {
      if (const auto places = announced(" input")) builder_->set_places(*places);
      if (const auto size = announced(" CE")) builder_->set_size(*size);
      builder_->set_id(fmt::format("{}#{}", plain_id(), networks_.size() + 1));
      networks_.push_back({trimmed_title(), builder_->finish()});
    }
    builder_.reset();
    title_ = {};
  }

  std::string trimmed_title() const {
    std::string line;
    bool tag = false;
    for (const char c : title_) {
      if (html_ && (c == '<' || c == '>')) tag = c == '<';
      if (html_ && (tag || c == '>')) continue;
      const bool space = data::is_space(c) || static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
      if (!space) {
        line += c;
      } else if (!line.empty() && line.back() != ' ') {
        line += ' ';
      }
    }
    while (!line.empty() && (line.back() == ' ' || line.back() == ':')) line.pop_back();
    return line;
  }

  const data::Source& source_;
  std::string_view text_;
  std::size_t at_ = 0;
  bool html_ = false;
  std::string_view title_;  ///< title of the current network, as a part of the source text
  std::optional<NetworkBuilder> builder_;
  std::vector<ListedNetwork> networks_;
};

}  // namespace

bool has_tuples(const data::Source& source) {
  const std::string_view text = source.contents;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = data::trimmed(text.substr(at, end - at));
    at = end + 1;
    if (line.empty() || line.front() == '#') continue;
    const bool title = line.back() == ':' && std::ranges::any_of(line, is_letter);
    return title || line.front() == '[' || line.front() == '(' || line.front() == '<';
  }
  return false;
}

std::vector<ListedNetwork> read_tuples(const data::Source& source) {
  return TupleReader(source).read();
}

}  // namespace texelsort::network
