#pragma once

#include <string>
#include <vector>

#include "compute/algorithms/core/algorithm.h"

namespace texelsort::app {

/// What came of the cases of one algorithm and key type; they end at the first failure.
struct CheckRow {
  const algorithms::Algorithm* algorithm = nullptr;
  data::KeyType type = data::KeyType::u32;
  std::uint64_t passed = 0, skipped = 0;
  std::string skip_reason, failure;
  double seconds = 0;
};

/// What `texelsort check` found out.
struct CheckReport {
  std::vector<CheckRow> rows;
  bool full = false;  ///< the matrix; else quick
  std::uint64_t seed = 1;
  std::string command;   ///< that repeats it
  std::string date;      ///< when it ended, ISO 8601 in UTC
  std::string device{};  ///< empty: none was used

  std::uint64_t passed() const;
  std::uint64_t skipped() const;
  /// The first row with a failure; null if there is none.
  const CheckRow* failed() const;
};

/// One line.
std::string check_text(const CheckRow& row);

/// One JSON document.
std::string check_json(const CheckReport& report);

/// JUnit's XML, as continuous integration reads it: a <testsuite> an algorithm, a <testcase> a key type, with <failure>
/// or, where no case of it could run, <skipped>.
std::string check_junit(const CheckReport& report);

}  // namespace texelsort::app
