#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "compute/data/text/source.h"
#include "compute/network/network.h"
#include "compute/network/reader.h"

/// Networks comparator by comparator, as their readers meet them. Internal to the readers.
namespace texelsort::network {

/// A place as it stands in the source.
struct WrittenPlace {
  const char* at;
  std::uint64_t place;
};

class NetworkBuilder {
 public:
  explicit NetworkBuilder(const data::Source& source);

  /// Steps from here on belong to a stage of this name, control characters replaced by spaces. A stage without
  /// comparators is dropped.
  void open_stage(std::string_view name);
  /// A comparator of the present step. Throws UsageError at equal places and at one that the step has already used.
  void add(WrittenPlace smaller, WrittenPlace larger);
  /// The same of lists that do not say where steps end: the comparator goes to the first step of the present list in
  /// which both places are free, and neither is used later. Throws UsageError at equal places.
  void add_in_order(WrittenPlace smaller, WrittenPlace larger);
  /// Ends the present step, or the present list, unless it is still empty.
  void end_step();
  /// The number of places, if the source says. finish() throws UsageError when a comparator needs more.
  void set_places(WrittenPlace n);
  /// The number of comparators, if the source says. finish() throws UsageError when there are more or fewer.
  void set_size(WrittenPlace size) { size_ = size; }
  /// What finish() gives for the network's id, instead of the origin's last component.
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
  std::map<std::uint64_t, Comparator> used_;        ///< places of the present step
  std::vector<std::vector<Comparator>> list_;       ///< the present list's comparators by step
  std::map<std::uint64_t, std::size_t> list_ends_;  ///< of each place of the list: steps up to its last use
  std::optional<WrittenPlace> places_, size_;
  std::uint64_t added_ = 0;   ///< comparators
  std::uint64_t needed_ = 0;  ///< one more than the highest place
};

/// A place or a number of places that a network in a file may have at most.
inline constexpr std::uint64_t most_read_places = 1 << 24;

/// A whole number from 0 up. Throws UsageError.
WrittenPlace read_place(const data::Source& source, std::string_view text);

/// Comparators from "n=4;0:1,2:3;0:2,1:3", one stage after each "# name" line.
void read_text(const data::Source& source, NetworkBuilder& builder);

/// Comparators from {"n": 4, "stages": [{"name": "...", "steps": [[[0, 1], ...], ...]}, ...]}, {"n": 4, "steps": ...}
/// or
/// {"N": 4, "L": 5, "nw": [[0, 1], ...]}.
void read_json(const data::Source& source, NetworkBuilder& builder);

/// Whether the first line that is no comment begins with a bracket or a tag, or is a title.
bool has_tuples(const data::Source& source);

/// Networks of lines such as [(0,1),(2,3)], a step each, or (0,1),(2,3): of one network, of one for each line that ends
/// in a colon and is its title, or of a page of HTML, where all that is no comparator is passed over.
std::vector<ListedNetwork> read_tuples(const data::Source& source);

}  // namespace texelsort::network
