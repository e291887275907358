#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "app/tuning/experiments/verdict.h"

/// Comparison of a paper's setup with the setup that ran: settings of the algorithms and properties of the problems.
namespace texelsort::app {

/// An algorithm that a claim compared, and its settings compared with those of its cited source. Rows that differ only
/// in settings without a value of the source are one configuration: "width = 128 or 256".
struct RanConfiguration {
  std::string algorithm;
  std::vector<std::string> same{};    ///< settings with the source's value: "digit = 4"
  std::vector<std::string> differ{};  ///< settings with another value: "M = 131072 (paper: 262144)"
  /// Settings for which the source gives no value, with all values that ran.
  std::map<std::string, std::set<std::string>> unsourced{};
};

struct RanSetup {
  std::vector<RanConfiguration> configurations;
  /// Values of the problems that the paper did not measure: "n = 2^24 (paper: 2^20 to 2^22)".
  std::vector<std::string> problems{};
};

/// Returns the setup of all rows that a claim compared.
RanSetup ran_setup(const Claim& claim, const Judgement& judgement);

/// Returns the problems of a paper as text: "n = 2^20 to 2^24; distribution = uniform".
std::string problems_text(const PaperProblems& problems);

/// Returns the settings without a value of the source as texts: "width = 128 or 256".
std::vector<std::string> unsourced_texts(const RanConfiguration& ran);

/// Returns a setup as one line: "`radix/srts@cuda`: digit = 4 as in the paper; without a paper value: blocks = 264".
std::string setup_text(const RanSetup& setup);

}  // namespace texelsort::app
