#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "compute/data/text/source.h"
#include "compute/network/network.h"
#include "compute/network/reader.h"

/// Functions that readers of files use to construct a network from comparators. They are called in the order of the
/// text.
namespace texelsort::network {

/// Number in a text, such as a place, with its position in the text.
struct WrittenPlace {
  const char* at;
  std::uint64_t place;
};

class NetworkBuilder {
 public:
  explicit NetworkBuilder(const data::Source& source);

  /// Starts a stage. Replaces control characters in its name by spaces. Drops stages without comparators.
  void open_stage(std::string_view name);
  /// Adds a comparator to the current step. Throws UsageError if the two places are equal, or if the step already uses
  /// one of them.
  void add(WrittenPlace smaller, WrittenPlace larger);
  /// Adds a comparator of a list that is not divided into steps. Puts it into the earliest possible step: the one after
  /// the last comparator that uses one of its places. Throws UsageError for equal places.
  void add_in_order(WrittenPlace smaller, WrittenPlace larger);
  /// Ends the current step or list. Drops it if it has no comparators.
  void end_step();
  /// Sets the number of places that the text declares. finish() throws UsageError if a comparator needs more places.
  void set_places(WrittenPlace n);
  /// Sets the number of comparators that the text declares. finish() throws UsageError if the actual number differs.
  void set_size(WrittenPlace size) { size_ = size; }
  /// Sets the id of the network (default: the last path component of the origin).
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
  std::map<std::uint64_t, Comparator> used_;   ///< comparators of the current step, by each of their places
  std::vector<std::vector<Comparator>> list_;  ///< steps into which the comparators of the current list were sorted
  /// For each place, the number of steps of the current list up to the last use of the place.
  std::map<std::uint64_t, std::size_t> list_ends_;
  std::optional<WrittenPlace> places_, size_;
  std::uint64_t added_ = 0;   ///< number of comparators added so far
  std::uint64_t needed_ = 0;  ///< number of places that the comparators need: their highest place plus 1
};

/// Maximum number of places of a network in a file. Places in comparators must be smaller.
inline constexpr std::uint64_t most_read_places = 1 << 24;

/// Parses a non-negative integer. Throws UsageError for other texts and for numbers that are too large.
WrittenPlace read_place(const data::Source& source, std::string_view text);

/// Adds the comparators of a text such as "n=4;0:1,2:3;0:2,1:3" to a builder. Lines such as "# name" start stages.
void read_text(const data::Source& source, NetworkBuilder& builder);

/// Adds the comparators of a JSON text to a builder. The forms are {"n": 4, "stages": [{"name": "...", "steps": [[[0,
/// 1], ...], ...]}, ...]}, {"n": 4, "steps": ...} and {"N": 4, "L": 5, "nw": [[0, 1], ...]}.
void read_json(const data::Source& source, NetworkBuilder& builder);

/// Returns whether a text is in tuple notation. The first line that is not a comment decides: it starts with a bracket
/// or an HTML tag, or is a title.
bool has_tuples(const data::Source& source);

/// Reads networks in tuple notation: [(0,1),(2,3)] with one step per line, or (0,1),(2,3) without steps. A line that
/// ends in a colon is the title of the network below. In HTML, everything except titles and comparators is ignored.
std::vector<ListedNetwork> read_tuples(const data::Source& source);

}  // namespace texelsort::network
