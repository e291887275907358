#include "compute/external/benchmark_records.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace texelsort::external {
namespace {

std::string made(BenchmarkKind kind, WideNumber first, std::size_t records) {
  std::string bytes(records * benchmark_record_bytes, '\0');
  make_benchmark_records(kind, first, std::as_writable_bytes(std::span(bytes)));
  return bytes;
}

std::string checksum_of(const std::string& records) {
  return hexadecimal_text(checksum(std::as_bytes(std::span(records)), benchmark_record_bytes));
}

// Checksums that valsort prints for 10^6 binary records and for 163840 ASCII records.
TEST(SortBenchmarkRecords, HaveThePublishedChecksums) {
  EXPECT_EQ(checksum_of(made({}, 0, 1'000'000)), "7a0e0d4868cd4");
  EXPECT_EQ(checksum_of(made({.ascii = true}, 0, 163'840)), "1400fed7bb2c2");
}

// The benchmark's web page and many programs for such files quote these first lines.
TEST(SortBenchmarkRecords, BeginWithThePublishedLinesInAscii) {
  EXPECT_EQ(made({.ascii = true}, 0, 4),
            "AsfAGHM5om  00000000000000000000000000000000  0000222200002222000022220000222200002222000000001111\r\n"
            "~sHd0jDv6X  00000000000000000000000000000001  77779999444488885555CCCC777755555555BBBB666644446666\r\n"
            "uI^EYm8s=|  00000000000000000000000000000002  CCCCFFFF777799995555FFFF11112222999988884444DDDDFFFF\r\n"
            "Q)JN)R9z-L  00000000000000000000000000000003  FFFF111100000000000066668888BBBB33333333AAAA1111CCCC\r\n");
}

TEST(SortBenchmarkRecords, BeginWithThePublishedKeyInBinary) {
  EXPECT_EQ(made({}, 0, 1).substr(0, 10), "JimGrayRIP");
}

TEST(SortBenchmarkRecords, AreTheSameInAPartAsInTheWholeFile) {
  for (const BenchmarkKind kind : {BenchmarkKind{}, {.ascii = true}, {.skewed = true}, {true, true}}) {
    const std::string whole = made(kind, 0, 300);
    EXPECT_EQ(made(kind, 123, 77), whole.substr(12300, 7700)) << kind.ascii << kind.skewed;
  }
}

// gensort's table of prefixes ends with e1dc46b645c4. A skewed key begins with up to six letters of a prefix, and
// continues with letters of its own.
TEST(SortBenchmarkRecords, ShareKeyPrefixesWhenTheyAreSkewed) {
  EXPECT_EQ(static_cast<std::uint64_t>(benchmark_random(129) >> 80), 0xe1dc46b645c4u);
  const std::string plain = made({.ascii = true}, 1000, 1000),
                    skewed = made({.ascii = true, .skewed = true}, 1000, 1000);
  // Prefix 10 belongs to record 1000, because 2^9 <= 1000 < 2^10.
  const std::string beginning = made({.ascii = true}, 10, 1).substr(0, 6);
  std::size_t own = 0;
  for (std::size_t i = 0; i < 24; ++i) {
    const std::string key = skewed.substr(i * 100, 10), of_plain = plain.substr(i * 100, 10);
    std::size_t taken = 0;
    while (taken < 6 && key.substr(0, taken + 1) == beginning.substr(0, taken + 1)) ++taken;
    EXPECT_EQ(key.substr(taken), of_plain.substr(taken)) << i;
    own += taken == 0;
    EXPECT_EQ(skewed.substr(i * 100 + 10, 90), plain.substr(i * 100 + 10, 90));
  }
  EXPECT_GT(own, 0u);
  EXPECT_LT(own, 15u);
}

TEST(WideNumbers, AreReadBackAsTheyWereWritten) {
  EXPECT_EQ(decimal_text(~WideNumber{0}), "340282366920938463463374607431768211455");
  EXPECT_EQ(parse_wide("340282366920938463463374607431768211455"), ~WideNumber{0});
  EXPECT_FALSE(parse_wide("340282366920938463463374607431768211456"));
  EXPECT_FALSE(parse_wide(""));
  EXPECT_FALSE(parse_wide("12a"));
  EXPECT_EQ(hexadecimal_text(0), "0");
}

}  // namespace
}  // namespace texelsort::external
