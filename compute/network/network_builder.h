#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "compute/data/text/source.h"
#include "compute/network/network.h"
#include "compute/network/reader.h"

/// Builds a network comparator by comparator while a file is read. Internal to the readers.
namespace texelsort::network {

/// A place, or another number, with its position in the source.
struct WrittenPlace {
  const char* at;
  std::uint64_t place;
};

class NetworkBuilder {
 public:
  explicit NetworkBuilder(const data::Source& source);

  /// Starts a stage. Control characters in the name are replaced by spaces. Stages without comparators are dropped.
  void open_stage(std::string_view name);
  /// Adds a comparator to the current step. Throws UsageError for equal places and for a place that the step has
  /// already used.
  void add(WrittenPlace smaller, WrittenPlace larger);
  /// Adds a comparator of a list that does not mark its steps. The comparator joins the first step of the current list
  /// from which on both places are unused. Throws UsageError for equal places.
  void add_in_order(WrittenPlace smaller, WrittenPlace larger);
  /// Ends the current step or list if it has comparators.
  void end_step();
  /// Sets the number of places that the source declares. finish() throws UsageError if a comparator needs more.
  void set_places(WrittenPlace n);
  /// Sets the number of comparators that the source declares. finish() throws UsageError if it differs from the actual
  /// one.
  void set_size(WrittenPlace size) { size_ = size; }
  /// Sets the network's id. The default is the last path component of the origin.
  void set_id(std::string id) { network_.id = std::move(id); }

  bool empty() const { return added_ == 0; }

  Network finish();

 private:
  Comparator comparator(WrittenPlace smaller, WrittenPlace larger);
  void use(WrittenPlace place, const Comparator& comparator);
  void check_place(WrittenPlace place) const;
  void end_list();

  const data::Source& source_;
  Network network_;
  std::string stage_name_;
  bool stage_open_ = false;
  std::vector<Comparator> step_;
  std::map<std::uint64_t, Comparator> used_;        ///< places that the current step uses
  std::vector<std::vector<Comparator>> list_;       ///< comparators of the current list by step
  std::map<std::uint64_t, std::size_t> list_ends_;  ///< per place: number of steps up to its last use in the list
  std::optional<WrittenPlace> places_, size_;
  std::uint64_t added_ = 0;   ///< number of comparators
  std::uint64_t needed_ = 0;  ///< one more than the highest place
};

/// Largest place, and largest number of places, of a network from a file.
inline constexpr std::uint64_t most_read_places = 1 << 24;

/// Parses a non-negative integer. Throws UsageError.
WrittenPlace read_place(const data::Source& source, std::string_view text);

/// Reads comparators from "n=4;0:1,2:3;0:2,1:3", with a stage per "# name" line.
void read_text(const data::Source& source, NetworkBuilder& builder);

/// Reads comparators from {"n": 4, "stages": [{"name": "...", "steps": [[[0, 1], ...], ...]}, ...]}, {"n": 4, "steps":
/// ...} or {"N": 4, "L": 5, "nw": [[0, 1], ...]}.
void read_json(const data::Source& source, NetworkBuilder& builder);

/// Returns whether the first line that is not a comment starts with a bracket or an HTML tag, or is a title.
bool has_tuples(const data::Source& source);

/// Reads networks in tuple notation: a step per line, [(0,1),(2,3)], or (0,1),(2,3) without steps. A line that ends in
/// a colon is the title of the network below it. In HTML, everything except titles and comparators is ignored.
std::vector<ListedNetwork> read_tuples(const data::Source& source);

}  // namespace texelsort::network
