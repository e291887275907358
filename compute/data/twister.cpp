#include "compute/data/twister.h"

#include <algorithm>
#include <bit>
#include <bitset>
#include <vector>

namespace texelsort::data {
namespace {

constexpr std::size_t words = 312, middle = 156, word_bits = 64;
constexpr std::size_t low_bits = 31;  ///< of a word that are joined to the high ones of the word before
constexpr std::size_t degree = words * word_bits - low_bits;
constexpr std::uint64_t twist = 0xB5026F5AA96619E9;

/// The word `words` places after `first`.
constexpr std::uint64_t next_word(std::uint64_t first, std::uint64_t second, std::uint64_t between) {
  constexpr std::uint64_t low = (std::uint64_t{1} << low_bits) - 1;
  const std::uint64_t joined = (first & ~low) | (second & low);
  return between ^ (joined >> 1) ^ ((0 - (joined & 1)) & twist);
}

/// Exponents of the characteristic polynomial, which every bit of the words obeys, but for the highest one (M.
/// Matsumoto and T. Nishimura, Mersenne Twister, ACM Transactions on Modeling and Computer Simulation 8(1), 1998,
/// appendix).
const std::vector<std::size_t>& lower_terms() {
  static const std::vector<std::size_t> terms = [] {
    std::bitset<degree + 1> sum(1);
    for (std::size_t i = 0; i < word_bits; ++i) {
      const std::size_t less = i < low_bits ? 1 : 0;
      sum = sum << (words - less) ^ sum << (middle - less);
      sum[0] = (twist >> i & 1) != 0;
    }
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < degree; ++i) {
      if (sum[i]) found.push_back(i);
    }
    return found;
  }();
  return terms;
}

/// Adds the polynomial whose coefficients are the bits of `word`, times t^place.
void add_at(std::uint64_t* polynomial, std::size_t place, std::uint64_t word) {
  const std::size_t shift = place % word_bits;
  polynomial[place / word_bits] ^= word << shift;
  if (shift > 0) polynomial[place / word_bits + 1] ^= word >> (word_bits - shift);
}

/// Takes the terms t^(degree + place) and up, which are the bits of `word`, for what they are modulo the characteristic
/// polynomial. The term next to its highest is more than a word below that.
void fold(std::uint64_t* polynomial, std::size_t place, std::uint64_t word) {
  if (word == 0) return;
  for (const std::size_t term : lower_terms()) add_at(polynomial, place + term, word);
}

/// Bits 0 to 31 to the even places.
constexpr std::uint64_t spread(std::uint64_t bits) {
  bits = (bits | bits << 16) & 0x0000FFFF0000FFFF;
  bits = (bits | bits << 8) & 0x00FF00FF00FF00FF;
  bits = (bits | bits << 4) & 0x0F0F0F0F0F0F0F0F;
  bits = (bits | bits << 2) & 0x3333333333333333;
  return (bits | bits << 1) & 0x5555555555555555;
}

using Polynomial = std::array<std::uint64_t, words>;

/// Modulo the characteristic polynomial.
Polynomial square(const Polynomial& polynomial) {
  std::array<std::uint64_t, 2 * words> wide;
  for (std::size_t i = 0; i < words; ++i) {
    wide[2 * i] = spread(polynomial[i] & 0xFFFFFFFF);
    wide[2 * i + 1] = spread(polynomial[i] >> 32);
  }
  for (std::size_t i = 2 * words; i-- > words;) fold(wide.data(), i * word_bits - degree, wide[i]);
  constexpr std::size_t kept = degree % word_bits;
  fold(wide.data(), 0, wide[words - 1] >> kept);
  wide[words - 1] &= (std::uint64_t{1} << kept) - 1;
  Polynomial result;
  std::copy_n(wide.begin(), words, result.begin());
  return result;
}

/// Times t.
void shift_up(Polynomial& polynomial) {
  for (std::size_t i = words - 1; i > 0; --i) polynomial[i] = polynomial[i] << 1 | polynomial[i - 1] >> 63;
  polynomial[0] <<= 1;
  constexpr std::uint64_t highest = std::uint64_t{1} << degree % word_bits;
  if ((polynomial[words - 1] & highest) == 0) return;
  polynomial[words - 1] ^= highest;
  fold(polynomial.data(), 0, 1);
}

}  // namespace

/// t^draws: the words a number of places on are what that power of the step makes of the state (H. Haramoto,
/// M. Matsumoto, T. Nishimura, F. Panneton and P. L'Ecuyer, Efficient Jump Ahead for F2-Linear Random Number
/// Generators, INFORMS Journal on Computing 20(3), 2008).
TwisterJump::TwisterJump(std::uint64_t draws) {
  polynomial_[0] = 1;
  for (std::size_t bit = std::bit_width(draws); bit-- > 0;) {
    polynomial_ = square(polynomial_);
    if ((draws >> bit & 1) != 0) shift_up(polynomial_);
  }
}

TwisterJump TwisterJump::doubled() const {
  return TwisterJump(square(polynomial_));
}

Twister::Twister(std::uint64_t seed) {
  words_[0] = seed;
  for (std::size_t i = 1; i < size; ++i) {
    words_[i] = 6364136223846793005 * (words_[i - 1] ^ (words_[i - 1] >> 62)) + i;
  }
}

void Twister::refill() {
  for (std::size_t i = 0; i < middle; ++i) words_[i] = next_word(words_[i], words_[i + 1], words_[i + middle]);
  for (std::size_t i = middle; i + 1 < size; ++i) {
    words_[i] = next_word(words_[i], words_[i + 1], words_[i - middle]);
  }
  words_[size - 1] = next_word(words_[size - 1], words_[0], words_[middle - 1]);
  temper();
  next_ = 0;
}

void Twister::temper() {
  for (std::size_t i = 0; i < size; ++i) {
    std::uint64_t word = words_[i];
    word ^= (word >> 29) & 0x5555555555555555;
    word ^= (word << 17) & 0x71D67FFFEDA60000;
    word ^= (word << 37) & 0xFFF7EEE000000000;
    numbers_[i] = word ^ (word >> 43);
  }
}

/// The first word may become wrong in its low bits, which are none of the state; it has been drawn, or is never.
void Twister::skip(const TwisterJump& jump) {
  std::vector<std::uint64_t> all(words_.begin(), words_.end());
  all.resize(degree + size);
  for (std::size_t i = size; i < all.size(); ++i) {
    all[i] = next_word(all[i - size], all[i - size + 1], all[i - size + middle]);
  }
  words_.fill(0);
  for (std::size_t i = 0; i < degree; ++i) {
    if ((jump.polynomial_[i / word_bits] >> i % word_bits & 1) == 0) continue;
    for (std::size_t j = 0; j < size; ++j) words_[j] ^= all[i + j];
  }
  temper();
}

}  // namespace texelsort::data
