#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "app/session.h"

namespace texelsort::app {

/// What makes a moment of a run: the input, the algorithm with its parameters, the pass, and what is looked at.
struct Moment {
  ProblemSpec problem;
  std::string algorithm;
  std::map<std::string, std::string> parameters{};
  std::string pass{};                ///< passes done, or "end"; empty: half of them
  std::string view = "window";       ///< as `render --view` has it
  std::optional<std::uint64_t> pin;  ///< the index that is selected
};

/// Goes to the pass at once, and looks at the result where it is the end. Throws UsageError for what is no pass of the
/// session's run.
void seek_to(Session& session, const std::string& pass);

/// Throws UsageError, naming the option, if the input has no key of that index.
Pair pair_at(const Session& session, const std::string& option, std::uint64_t index);

/// Opens the moment's run, goes to its pass, and pins its index. Throws Error as Session::open() and the two above.
void show(Session& session, const Moment& moment);

}  // namespace texelsort::app
