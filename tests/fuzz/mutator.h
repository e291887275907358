#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

/// Inputs for fuzz targets without libFuzzer: seeds, and randomly changed seeds. Equal seed numbers give equal inputs
/// on every machine.
namespace texelsort::fuzz {

/// Returns the contents of the files in tests/fuzz/corpus/TARGET, and of those files in assets/samples that the target
/// can read.
std::vector<std::string> seed_inputs(std::string_view target);

/// Returns the words of tests/fuzz/dictionaries/TARGET.dict, a file in libFuzzer's format.
std::vector<std::string> dictionary(std::string_view target);

class Mutator {
 public:
  Mutator(std::vector<std::string> seeds, std::vector<std::string> words, std::uint64_t seed);

  /// Returns one of the seeds with one to eight changes.
  std::string next();

 private:
  std::size_t below(std::size_t bound) { return bound == 0 ? 0 : static_cast<std::size_t>(random_() % bound); }
  void change(std::string& input);

  std::vector<std::string> seeds_, words_;
  std::mt19937_64 random_;
};

}  // namespace texelsort::fuzz
