#include "compute/external/benchmark_records.h"

#include <algorithm>
#include <array>
#include <bit>

#include <zlib.h>

namespace texelsort::external {
namespace {

// Constants of gensort's random numbers X' = a X + c mod 2^128, which start from X = 0. The source of a is P. L'Ecuyer,
// "Tables of linear congruential generators of different sizes and good lattice structure", Mathematics of Computation
// 68 (1999). c is odd and begins with the letters "JimGrayRIP".
constexpr WideNumber multiplier = wide(0x2360ed051fc65da4, 0x4385df649fccf645);
constexpr WideNumber increment = wide(0x4a696d4772617952, 0x4950202020202001);

constexpr WideNumber next(WideNumber number) {
  return multiplier * number + increment;
}

constexpr std::size_t parts = benchmark_record_bytes / benchmark_key_bytes;
constexpr std::size_t skewed_bytes = 6;

/// Masks that turn random numbers into a binary record. Ten bytes of the record come from each of ten successive random
/// numbers: the upper 80 bits after XOR with a mask.
constexpr std::array<WideNumber, parts> part_masks{
    wide(0, 0),
    wide(0xf0e8e4e2e1d8d4d2, 0xd1cc000000000000),
    wide(0xcac9c6c5c3b8b4b2, 0xb1ac000000000000),
    wide(0xaaa9a6a5a39c9a99, 0x9695000000000000),
    wide(0x938e8d8b87787472, 0x716c000000000000),
    wide(0x6a696665635c5a59, 0x5655000000000000),
    wide(0x534e4d4b473c3a39, 0x3635000000000000),
    wide(0x332e2d2b271e1d1b, 0x170f000000000000),
    wide(0xc8c4c2c198949291, 0x8ce0000000000000),
    wide(0x170f332e2d2b271e, 0x1d1b000000000000),
};

void write_upper_bytes(WideNumber number, std::byte* out, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) out[i] = static_cast<std::byte>(number >> (120 - 8 * i));
}

/// Returns the ten characters of an ASCII key, which are base-95 digits of a random number. The upper half of the
/// number gives eight digits, and the lower half gives two.
std::array<std::byte, benchmark_key_bytes> ascii_key(WideNumber random) {
  std::array<std::byte, benchmark_key_bytes> key{};
  std::uint64_t rest = high_half(random);
  for (std::size_t i = 0; i < key.size(); ++i) {
    if (i == 8) rest = low_half(random);
    key[i] = static_cast<std::byte>(' ' + rest % 95);
    rest /= 95;
  }
  return key;
}

std::byte hexadecimal(std::uint64_t digit) {
  return static_cast<std::byte>("0123456789ABCDEF"[digit & 0xf]);
}

/// Returns the index of the prefix that a skewed key of this record may have. The index is about the binary logarithm
/// of the record's number. Like gensort, treats any of the four highest bits of a 64-bit half as the highest.
unsigned skew_index(WideNumber record) {
  constexpr std::uint64_t four_highest = 0xf000000000000000;
  const auto of_half = [](std::uint64_t half) {
    return (half & four_highest) != 0 ? 64u : static_cast<unsigned>(std::bit_width(half));
  };
  return high_half(record) == 0 ? of_half(low_half(record)) : 64 + of_half(high_half(record));
}

/// Returns the random number whose first bytes are the prefix of a skewed key: number `index` + 1 of the generator.
WideNumber skewed_beginning(unsigned index) {
  static const auto numbers = [] {
    std::array<WideNumber, 129> made{};
    WideNumber number = 0;
    for (WideNumber& one : made) one = number = next(number);
    return made;
  }();
  return numbers[index];
}

void skew_binary(WideNumber record, WideNumber random, std::byte* key) {
  unsigned bits = static_cast<unsigned>(random >> 32) & 0x3f;
  if (bits > 8 * skewed_bytes) bits = 0;
  if (bits == 0) return;
  const WideNumber mask = ~WideNumber{0} << (128 - bits);
  write_upper_bytes((skewed_beginning(skew_index(record)) & mask) | (random & ~mask), key, benchmark_key_bytes);
}

void skew_ascii(WideNumber record, WideNumber random, std::byte* key) {
  std::size_t letters = static_cast<unsigned>(random >> 32) & 7;
  if (letters > skewed_bytes) letters = 0;
  const auto beginning = ascii_key(skewed_beginning(skew_index(record)));
  std::copy_n(beginning.begin(), letters, key);
}

/// Writes an ASCII record: the key, two spaces, the record's number, two spaces, 13 random digits four times each, and
/// a line end.
void write_ascii(WideNumber record, WideNumber random, std::byte* out) {
  const auto key = ascii_key(random);
  out = std::copy(key.begin(), key.end(), out);
  const auto spaces = [&out] { out = std::fill_n(out, 2, std::byte{' '}); };
  spaces();
  for (int shift = 124; shift >= 0; shift -= 4) *out++ = hexadecimal(low_half(record >> shift));
  spaces();
  for (int shift = 48; shift >= 0; shift -= 4) out = std::fill_n(out, 4, hexadecimal(low_half(random) >> shift));
  *out++ = std::byte{'\r'};
  *out = std::byte{'\n'};
}

}  // namespace

WideNumber benchmark_random(WideNumber n) {
  // Skip n random numbers in log2 n rounds: squaring the affine step of the generator gives steps over 2, 4, 8, ...
  // numbers.
  WideNumber number = 0, factor = multiplier, summand = increment;
  for (; n != 0; n >>= 1) {
    if ((n & 1) != 0) number = factor * number + summand;
    summand = factor * summand + summand;
    factor *= factor;
  }
  return number;
}

void make_benchmark_records(BenchmarkKind kind, WideNumber first, std::span<std::byte> out) {
  std::array<WideNumber, parts> randoms{};
  randoms[0] = benchmark_random(first + 1);
  for (std::size_t j = 1; j < parts; ++j) randoms[j] = next(randoms[j - 1]);
  std::size_t head = 0;  // index of the oldest random number in the ring
  WideNumber record = first;
  for (std::byte* at = out.data(); at < out.data() + out.size(); at += benchmark_record_bytes, ++record) {
    const WideNumber random = randoms[head];
    if (kind.ascii) {
      write_ascii(record, random, at);
      if (kind.skewed) skew_ascii(record, random, at);
    } else {
      for (std::size_t j = 0; j < parts; ++j) {
        const std::size_t place = head + j < parts ? head + j : head + j - parts;
        write_upper_bytes(randoms[place] ^ part_masks[j], at + j * benchmark_key_bytes, benchmark_key_bytes);
      }
      if (kind.skewed) skew_binary(record, random, at);
    }
    randoms[head] = next(randoms[head == 0 ? parts - 1 : head - 1]);
    head = head + 1 == parts ? 0 : head + 1;
  }
}

WideNumber checksum(std::span<const std::byte> records, std::size_t record_bytes) {
  WideNumber sum = 0;
  for (std::size_t at = 0; at < records.size(); at += record_bytes) {
    sum += crc32_z(0, reinterpret_cast<const Bytef*>(records.data() + at), record_bytes);
  }
  return sum;
}

}  // namespace texelsort::external
