#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace texelsort::data {

/// A number of draws that a Twister can skip at once. Internal to the data layer, as Twister is.
class TwisterJump {
 public:
  explicit TwisterJump(std::uint64_t draws);
  /// Skips twice as many.
  TwisterJump doubled() const;

 private:
  friend class Twister;
  /// Coefficients of a polynomial of degree below 19937 over the field of two elements.
  using Polynomial = std::array<std::uint64_t, 312>;

  explicit TwisterJump(const Polynomial& polynomial) : polynomial_(polynomial) {}

  Polynomial polynomial_{};
};

/// MT19937-64, whose numbers are those of std::mt19937_64, the same on every machine (T. Nishimura, Tables of 64-bit
/// Mersenne Twisters, ACM Transactions on Modeling and Computer Simulation 10(4), 2000). It can skip numbers, so that
/// several threads draw what one would.
class Twister {
 public:
  explicit Twister(std::uint64_t seed);

  std::uint64_t operator()() {
    if (next_ == size) refill();
    return numbers_[next_++];
  }

  /// As if so many numbers had been drawn.
  void skip(const TwisterJump& jump);

 private:
  static constexpr std::size_t size = 312;  ///< words of the state

  void refill();
  /// Makes the numbers of the words.
  void temper();

  std::array<std::uint64_t, size> words_, numbers_;
  std::size_t next_ = size;
};

}  // namespace texelsort::data
