#pragma once

#include <map>
#include <string>
#include <string_view>

#include "compute/data/source.h"
#include "compute/network/network.h"

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

  /// Steps from here on belong to a stage of this name, control characters replaced by spaces. A stage without comparators is dropped.
  void open_stage(std::string_view name);
  /// A comparator of the present step. Throws UsageError at equal places and at one that the step has already used.
  void add(WrittenPlace smaller, WrittenPlace larger);
  /// Ends the present step, unless it is still empty.
  void end_step();
  /// The number of places, if the source says. Throws UsageError when a comparator needs more.
  void set_places(WrittenPlace n);

  Network finish();

 private:
  void use(WrittenPlace place, const Comparator& comparator);

  const data::Source& source_;
  Network network_;
  std::string stage_name_;
  bool stage_open_ = false;
  std::vector<Comparator> step_;
  std::map<std::uint64_t, Comparator> used_;  ///< places of the present step
  std::optional<WrittenPlace> places_;
  std::uint64_t needed_ = 0;  ///< one more than the highest place
};

/// A place or a number of places that a network in a file may have at most.
inline constexpr std::uint64_t most_read_places = 1 << 24;

/// Comparators from "0:1,2:3;0:2,1:3", one stage after each "# name" line.
void read_text(const data::Source& source, NetworkBuilder& builder);

/// Comparators from {"n": 4, "stages": [{"name": "...", "steps": [[[0, 1], ...], ...]}, ...]} or {"n": 4, "steps":
/// ...}.
void read_json(const data::Source& source, NetworkBuilder& builder);

}  // namespace texelsort::network
