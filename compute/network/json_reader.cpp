#include "compute/network/json_tree.h"
#include "compute/network/network_builder.h"

namespace texelsort::network {
namespace {

using Kind = JsonNode::Kind;

/// Converts a JSON tree to a network. Throws errors that name the position of the wrong value.
class Walk {
 public:
  Walk(const data::Source& source, NetworkBuilder& builder) : source_(source), builder_(builder) {}

  void network(const JsonNode& root) {
    if (root.kind != Kind::object) fail(root, "an object");
    for (const char* name : {"n", "N"}) {
      if (const JsonNode* n = root.find(name)) builder_.set_places(place(*n, "a number of places"));
    }
    const JsonNode* stages = root.find("stages");
    const JsonNode* flat = root.find("steps");
    const JsonNode* in_order = root.find("nw");
    if ((stages != nullptr) + (flat != nullptr) + (in_order != nullptr) != 1) {
      data::fail_at(source_, root.at, "a network has one of \"stages\", \"steps\" and \"nw\"");
    }
    if (in_order != nullptr) return comparators_in_order(*in_order, root.find("L"));
    if (flat != nullptr) return steps(*flat);
    for (const JsonNode& item : array(*stages, "a list of stages")) stage(item);
  }

 private:
  void stage(const JsonNode& node) {
    if (node.kind != Kind::object) fail(node, "a stage: an object with \"name\" and \"steps\"");
    const JsonNode* name = node.find("name");
    if (name != nullptr && name->kind != Kind::string) fail(*name, "a stage's name");
    const JsonNode* list = node.find("steps");
    if (list == nullptr) data::fail_at(source_, node.at, "this stage has no \"steps\"");
    builder_.open_stage(name == nullptr ? std::string_view() : std::string_view(name->text));
    steps(*list);
  }

  void steps(const JsonNode& node) {
    for (const JsonNode& step : array(node, "a list of steps")) {
      for (const JsonNode& pair : array(step, "a step: a list of pairs of places")) comparator(pair);
      builder_.end_step();
    }
  }

  /// Reads comparators in the form of SorterHunter: a list that is not divided into steps, and the declared number of
  /// comparators.
  void comparators_in_order(const JsonNode& node, const JsonNode* size) {
    if (size != nullptr) builder_.set_size(place(*size, "a number of comparators"));
    for (const JsonNode& pair : array(node, "a list of pairs of places")) {
      const auto [smaller, larger] = places(pair);
      builder_.add_in_order(smaller, larger);
    }
    builder_.end_step();
  }

  void comparator(const JsonNode& node) {
    const auto [smaller, larger] = places(node);
    builder_.add(smaller, larger);
  }

  std::pair<WrittenPlace, WrittenPlace> places(const JsonNode& node) {
    constexpr auto expected = "a pair of places, such as [0, 1]";
    const std::vector<JsonNode>& ends = array(node, expected);
    if (ends.size() != 2) fail(node, expected);
    const WrittenPlace smaller = place(ends[0], "a place");
    return {smaller, place(ends[1], "a place")};
  }

  WrittenPlace place(const JsonNode& node, const std::string& what) {
    if (!node.number) fail(node, what + ": a whole number from 0 up");
    return {node.at, *node.number};
  }

  const std::vector<JsonNode>& array(const JsonNode& node, const std::string& expected) {
    if (node.kind != Kind::array) fail(node, expected);
    return node.children;
  }

  [[noreturn]] void fail(const JsonNode& node, const std::string& expected) {
    const std::string found = node.kind == Kind::array    ? "a list"
                              : node.kind == Kind::object ? "an object"
                              : node.kind == Kind::string ? "a string"
                                                          : data::quoted(node.text);
    data::fail_at(source_, node.at, "found " + found + ", expected " + expected);
  }

  const data::Source& source_;
  NetworkBuilder& builder_;
};

}  // namespace

void read_json(const data::Source& source, NetworkBuilder& builder) {
  Walk(source, builder).network(read_json_tree(source));
}

}  // namespace texelsort::network
