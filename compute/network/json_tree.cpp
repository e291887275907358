#include "compute/network/json_tree.h"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

namespace texelsort::network {
namespace {

/// Iterator over JSON text that shows how far the parser has read. The position is stored outside the iterator, because
/// the parser copies iterators.
class TrackedIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  TrackedIterator(const char* at, const char** read) : at_(at), read_(read) {}
  reference operator*() const { return *at_; }
  TrackedIterator& operator++() {
    *read_ = ++at_;
    return *this;
  }
  TrackedIterator operator++(int) {
    TrackedIterator before = *this;
    ++*this;
    return before;
  }
  bool operator==(const TrackedIterator& other) const { return at_ == other.at_; }

 private:
  const char* at_;
  const char** read_;
};

constexpr bool belongs_to_number(char c) {
  return (c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E';
}

/// Builds a tree from the events that a JSON parser reports. An event comes directly after its token. The event of a
/// number comes one character later.
class TreeMaker : public nlohmann::json_sax<nlohmann::json> {
 public:
  TreeMaker(const data::Source& source, const char* const& read)
      : source_(source), read_(read), token_end_(source.contents.data()) {}

  bool null() override { return add_leaf(JsonNode::Kind::other, "null"); }
  bool boolean(bool value) override { return add_leaf(JsonNode::Kind::other, value ? "true" : "false"); }
  bool number_integer(number_integer_t value) override { return number(std::to_string(value), std::nullopt); }
  bool number_unsigned(number_unsigned_t value) override { return number(std::to_string(value), value); }
  bool number_float(number_float_t, const string_t& written) override { return number(written, std::nullopt); }
  bool string(string_t& value) override { return add_leaf(JsonNode::Kind::string, value); }
  bool binary(binary_t&) override { return false; }  // never called, because JSON text contains no binary values
  bool key(string_t& name) override {
    key_ = name;
    return end_token(read_);
  }
  bool start_object(std::size_t) override { return open(JsonNode::Kind::object); }
  bool start_array(std::size_t) override { return open(JsonNode::Kind::array); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool parse_error(std::size_t, const std::string& token, const nlohmann::json::exception&) override {
    const char* const end = source_.contents.data() + source_.contents.size();
    if (token_start() == end) data::fail_at(source_, end, "the JSON is incomplete");
    data::fail_at(source_, token_start(), "this is not JSON: found " + data::quoted(token));
  }

  JsonNode take() { return std::move(root_); }

 private:
  const char* token_start() const {
    const char* const end = source_.contents.data() + source_.contents.size();
    const char* at = token_end_;
    while (at < end && (data::is_space(*at) || *at == ',' || *at == ':')) ++at;
    return at;
  }
  bool end_token(const char* at) {
    token_end_ = at;
    return true;
  }
  JsonNode& add(JsonNode::Kind kind) {
    // Growing a list of children moves no open node, because each open node is the last child of its parent.
    JsonNode& node = open_.empty() ? root_ : open_.back()->children.emplace_back();
    node.kind = kind;
    node.at = token_start();
    node.key = std::exchange(key_, {});
    return node;
  }
  bool add_leaf(JsonNode::Kind kind, const std::string& text) {
    add(kind).text = text;
    return end_token(read_);
  }
  bool number(const std::string& text, std::optional<std::uint64_t> value) {
    JsonNode& node = add(JsonNode::Kind::number);
    node.text = text;
    node.number = value;
    const char* const end = source_.contents.data() + source_.contents.size();
    return end_token(std::find_if_not(node.at, end, belongs_to_number));
  }
  bool open(JsonNode::Kind kind) {
    constexpr std::size_t deepest = 16;  // maximum number of nested levels; a network needs 6
    if (open_.size() == deepest) data::fail_at(source_, token_start(), "the JSON is nested too deeply for a network");
    open_.push_back(&add(kind));
    return end_token(read_);
  }
  bool close() {
    open_.pop_back();
    return end_token(read_);
  }

  const data::Source& source_;
  const char* const& read_;  ///< position up to which the parser has read the text
  const char* token_end_;    ///< end of the last token that an event has reported
  JsonNode root_;
  std::string key_;
  std::vector<JsonNode*> open_;
};

}  // namespace

const JsonNode* JsonNode::find(std::string_view name) const {
  const auto child = std::ranges::find(children, name, &JsonNode::key);
  return child == children.end() ? nullptr : &*child;
}

JsonNode read_json_tree(const data::Source& source) {
  const char* read = source.contents.data();
  TreeMaker maker(source, read);
  nlohmann::json::sax_parse(TrackedIterator(read, &read),
                            TrackedIterator(source.contents.data() + source.contents.size(), &read), &maker);
  return maker.take();
}

}  // namespace texelsort::network
