#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <sstream>

#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compute/data/keys/distribution.h"
#include "tests/data/helpers.h"
#include "tests/support/file_size_limit.h"

namespace texelsort::data {
namespace {

const State three{std::vector<std::int32_t>{-3, 1, 2}, {}};
const State three_from{std::vector<std::int32_t>{-3, 1, 2}, {2, 0, 1}};

Shape csv_shape(const std::string& column) {
  return {.format = Format::csv, .column = column, .width = 0, .height = 0};
}

std::string written(const std::string& name, const Shape& shape, const State& state,
                    const std::vector<std::uint64_t>& places = {}) {
  const TemporaryFolder scratch;
  write_output(scratch / name, shape, state, places);
  EXPECT_EQ(scratch.count(), 1);
  return tests::read_file(scratch / name);
}

TEST(OutputWriter, WritesKeysAndIndicesAsTextAndCsv) {
  EXPECT_EQ(written("a", {}, three), "-3\n1\n2\n");
  EXPECT_EQ(written("a.txt", {}, three_from), "-3 2\n1 0\n2 1\n");
  EXPECT_EQ(written("a.csv", {}, three_from), "-3,2\n1,0\n2,1\n");
  EXPECT_EQ(written("a.csv", csv_shape("key"), three), "key\n-3\n1\n2\n");
  EXPECT_EQ(written("a.csv", csv_shape("key"), three_from), "key,index\n-3,2\n1,0\n2,1\n");
  EXPECT_EQ(written("a.tsv", csv_shape("a,b"), three_from), "a,b\tindex\n-3\t2\n1\t0\n2\t1\n");
  EXPECT_EQ(written("a.csv", csv_shape("a,\"b\""), three), "\"a,\"\"b\"\"\"\n-3\n1\n2\n");
  // A column named "sep=;" gets a line "sep=," above it, so that Excel does not take it for a separator line.
  EXPECT_EQ(written("a.csv", csv_shape("sep=;"), three), "sep=,\nsep=;\n-3\n1\n2\n");
  EXPECT_EQ(written("a", csv_shape("key"), three), "key\n-3\n1\n2\n");
  EXPECT_EQ(written("a.txt", csv_shape("key"), three), "-3\n1\n2\n");  // no header, because ".txt" files have none
  EXPECT_EQ(written("a", {}, {make_keys(KeyType::u32, 0), {}}), "");
}

/// Reads a file, sorts it in ascending order, and returns the text that texelsort writes in the same format.
std::string rewritten(const std::string& name, const std::string& contents, ReadOptions options = {},
                      bool indices = false) {
  std::istringstream stream(contents);
  const Input input = read_stream(stream, name, options);
  const std::uint64_t n = size(input.keys);
  std::vector<std::uint64_t> order(n);
  std::iota(order.begin(), order.end(), std::uint64_t{0});
  const auto codes_of = codes(input.keys, Order::ascending);
  std::ranges::stable_sort(order, {}, [&](std::uint64_t i) { return codes_of[i]; });
  State sorted{input.keys, {}};
  std::visit(
      [&](auto& to) {
        const auto& from = std::get<std::remove_cvref_t<decltype(to)>>(input.keys);
        for (std::uint64_t i = 0; i < n; ++i) to[i] = from[order[i]];
      },
      sorted.keys);
  if (indices) sorted.payload = order;
  return written(name, input.shape, sorted, input_places({input.keys, {}}, sorted));
}

TEST(OutputWriter, KeepsTheSpellingOfNumbers) {
  EXPECT_EQ(rewritten("a.txt", "100000.0 007.5\n1e3,+2 0.50"), "0.50\n+2\n007.5\n1e3\n100000.0\n");
  // Equal keys (007, 7 and 0x7) keep their order.
  EXPECT_EQ(rewritten("a.txt", "007 7 0x7 -0 0 1"), "-0\n0\n1\n007\n7\n0x7\n");
  EXPECT_EQ(rewritten("a.txt", "9007199254740993 0.5"), "0.5\n9007199254740993\n");
  EXPECT_EQ(rewritten("a.csv", "k,l\n2.50,a\n\"1.0\",b\n"), "k\n1.0\n2.50\n");
  EXPECT_EQ(rewritten("a.csv", "k,l\n2.50,a\n1.0,b\n", {}, true), "k,index\n1.0,1\n2.50,0\n");
}

TEST(OutputWriter, QuotesCsvHeadersThatLookLikeData) {
  EXPECT_EQ(rewritten("a.csv", "150,4,setosa\n5.1,3.5,1\n4.9,3,2\n"), "\"150\"\n4.9\n5.1\n");
  // The output keeps the quotes around the header.
  EXPECT_EQ(rewritten("a.csv", "\"150\"\n5.1\n4.9\n"), "\"150\"\n4.9\n5.1\n");
  const ReadOptions said{.type = {}, .format = {}, .column = "", .fields = 0, .dialect = {.header = true}};
  EXPECT_EQ(rewritten("a.csv", "NA\n2\n1\n", said), "\"NA\"\n1\n2\n");
  EXPECT_EQ(rewritten("a.csv", "\"NA\"\n2\n1\n"), "\"NA\"\n1\n2\n");
  // A column name that starts with a UTF-16 byte order mark is quoted at the start of a file.
  EXPECT_EQ(rewritten("a.csv", "\"\xFF\xFEk\"\n2\n1\n"), "\"\xFF\xFEk\"\n1\n2\n");
}

TEST(OutputWriter, WritesRowsWithoutAKeyAtTheRequestedEnd) {
  const std::string table = "k,l\n2.0,a\nNA,b\n,c\n1,d\n";
  const auto with = [&](Missing missing, const char* name = "a.csv", bool indices = false) {
    return rewritten(name, table, {.type = {}, .format = Format::csv, .column = "k", .fields = 0, .missing = missing},
                     indices);
  };
  EXPECT_EQ(with(Missing::skip), "k\n1\n2.0\n");
  EXPECT_EQ(with(Missing::first), "k\nNA\n\"\"\n1\n2.0\n");
  EXPECT_EQ(with(Missing::last), "k\n1\n2.0\nNA\n\"\"\n");
  // The index is the number of the row in the input.
  EXPECT_EQ(with(Missing::last, "a.csv", true), "k,index\n1,3\n2.0,0\nNA,1\n,2\n");
  EXPECT_EQ(with(Missing::last, "a.txt"), "1\n2.0\nNA\nNA\n");
}

TEST(OutputWriter, KeepsTheSpellingOfNumbersFromSeveralFiles) {
  const auto spelling_of = [](const std::string& contents, Missing missing) {
    std::istringstream stream(contents);
    return read_stream(stream, "a.csv", {.type = {}, .format = {}, .column = "1", .fields = 0, .missing = missing});
  };
  SourceSpelling all;
  std::uint64_t n = 0;
  // Spellings must own their texts, because texelsort destroys the input before it writes the output.
  for (const char* contents : {"k\n1\n2\n", "k\n03\nNA\n4\n", "k\n5\n"}) {
    const Input input = spelling_of(contents, Missing::last);
    append(all, n, input.shape.spelling.get(), size(input.keys));
    n += size(input.keys);
  }
  EXPECT_EQ(all.keys, (std::vector<std::string_view>{"", "", "03", "4", ""}));
  EXPECT_EQ(all.rows, (std::vector<std::uint64_t>{0, 1, 2, 4, 5}));
  EXPECT_EQ(all.missing_rows, (std::vector<std::uint64_t>{3}));
  EXPECT_EQ(all.missing_keys, (std::vector<std::string_view>{"NA"}));
}

TEST(OutputWriter, DistinguishesEqualRecordsByTheirFields) {
  const RecordShape shape{1, Layout::by_field};
  const Keys keys = std::vector<std::uint32_t>{5, 5, 4}, sorted = std::vector<std::uint32_t>{4, 5, 5};
  const std::vector<std::uint32_t> fields{1, 2, 3};
  const State output{sorted, {}, {3, 2, 1}, shape};
  EXPECT_EQ(input_places({keys, {}, fields, shape}, output), (std::vector<std::uint64_t>{2, 1, 0}));
}

// With this many keys, several threads format parts of the output.
TEST(OutputWriter, KeepsTheOrderOfKeysWhenSeveralThreadsFormatThem) {
  constexpr std::size_t n = 100'001;
  State state{std::vector<std::int64_t>(n), {}};
  auto& keys = std::get<std::vector<std::int64_t>>(state.keys);
  keys = {std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()};
  for (std::size_t i = 2; i < n; ++i) keys.push_back(static_cast<std::int64_t>(i * i));
  std::string expected;
  for (const std::int64_t key : keys) expected += std::to_string(key) + '\n';
  EXPECT_EQ(written("a", {}, state), expected);
  state.payload.resize(n);
  std::iota(state.payload.begin(), state.payload.end(), std::uint64_t{0});
  expected = "key,index\n";
  for (std::size_t i = 0; i < n; ++i) expected += std::to_string(keys[i]) + ',' + std::to_string(i) + '\n';
  EXPECT_EQ(written("a.csv", csv_shape("key"), state), expected);
}

TEST(OutputWriter, WritesTheBytesOfKeysIntoABinaryFile) {
  EXPECT_EQ(written("a.bin", {}, three_from), std::string("\xfd\xff\xff\xff\1\0\0\0\2\0\0\0", 12));
  const TemporaryFolder scratch;
  EXPECT_EQ(
      usage_error([&] { write_output(scratch / "a.u64", {}, three); }),
      scratch / "a.u64" + ": the ending means u64 keys, but the keys are i32: choose a name ending in .i32 or .bin");
  EXPECT_EQ(scratch.count(), 0);
}

/// Replaces every NaN by the NaN with the same sign that the text "nan" or "-nan" represents.
Keys with_plain_nans(Keys keys) {
  const auto plain = [](auto& column) {
    using Key = typename std::remove_cvref_t<decltype(column)>::value_type;
    for (Key& key : column) {
      if (key != key) key = std::copysign(std::numeric_limits<Key>::quiet_NaN(), key);
    }
  };
  if (auto* f32 = std::get_if<std::vector<float>>(&keys)) plain(*f32);
  if (auto* f64 = std::get_if<std::vector<double>>(&keys)) plain(*f64);
  return keys;
}

TEST(OutputWriter, WritesEveryKeyTypeInEveryFormatSoThatItIsReadBack) {
  const TemporaryFolder scratch;
  for (const KeyType type : all_key_types) {
    for (const char* distribution : {"uniform", "gaussian", "special"}) {
      const Keys keys = generate(distribution, type, 3000, 11);
      for (const char* ending : {"txt", "csv", "tsv", "bin", "own"}) {
        const bool own = std::string_view(ending) == "own";
        const std::string path = scratch / ("a." + std::string(own ? name(type) : ending));
        write_output(path, csv_shape("some key"), {keys, {}});
        const ReadOptions options{.type = own ? std::nullopt : std::optional(type), .format = {}, .column = ""};
        const Input back = read_input(path, options);
        const bool bytes = format_of_name(path) == Format::binary;
        EXPECT_TRUE(same_bits(back.keys, bytes ? keys : with_plain_nans(keys))) << path << distribution;
        EXPECT_EQ(back.shape.column, format_of_name(path) == Format::csv ? "some key" : "");
      }
    }
  }
}

TEST(AtomicFile, ReplacesTheInputFileAndKeepsItsPermissions) {
  const TemporaryFolder scratch;
  const std::string path = scratch / "data.txt";
  tests::write_file(path, "2\n1\n");
  chmod(path.c_str(), 0640);
  const Input input = read_input(path, {});
  write_output(path, input.shape, {std::vector<std::uint32_t>{1, 2}, {}});
  EXPECT_EQ(tests::read_file(path), "1\n2\n");
  struct stat status {};
  ASSERT_EQ(stat(path.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0640u);
  EXPECT_EQ(scratch.count(), 1);
}

TEST(AtomicFile, CreatesNewFilesWithThePermissionsOfTheUmask) {
  const TemporaryFolder scratch;
  const mode_t before = umask(027);
  write_file_atomically(scratch / "new", "x");
  umask(before);
  struct stat status {};
  ASSERT_EQ(stat((scratch / "new").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0640u);
}

TEST(AtomicFile, ReplacesTheTargetOfASymbolicLink) {
  const TemporaryFolder scratch;
  tests::write_file(scratch / "file", "old");
  std::filesystem::create_symlink("file", scratch / "link");
  write_file_atomically(scratch / "link", "new");
  EXPECT_TRUE(std::filesystem::is_symlink(scratch / "link"));
  EXPECT_EQ(tests::read_file(scratch / "file"), "new");
}

TEST(AtomicFile, CreatesTheTargetOfADanglingSymbolicLink) {
  const TemporaryFolder scratch;
  std::filesystem::create_directory(scratch / "folder");
  std::filesystem::create_symlink("folder/second", scratch / "first");
  std::filesystem::create_symlink("file", scratch / "folder/second");
  write_file_atomically(scratch / "first", "new");
  EXPECT_TRUE(std::filesystem::is_symlink(scratch / "first"));
  EXPECT_TRUE(std::filesystem::is_symlink(scratch / "folder/second"));
  EXPECT_EQ(tests::read_file(scratch / "folder/file"), "new");

  std::filesystem::create_symlink("none/file", scratch / "lost");
  EXPECT_EQ(usage_error([&] { write_file_atomically(scratch / "lost", "x"); }),
            scratch / "none/file" + ": cannot be written: No such file or directory");
  std::filesystem::create_symlink("circle", scratch / "circle");
  EXPECT_EQ(usage_error([&] { write_file_atomically(scratch / "circle", "x"); }),
            scratch / "circle" + ": cannot be written: Too many levels of symbolic links");
}

TEST(AtomicFile, AcceptsARelativeFileName) {
  const TemporaryFolder scratch;
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(scratch.path());
  write_file_atomically("plain", "x");
  std::filesystem::current_path(before);
  EXPECT_EQ(tests::read_file(scratch / "plain"), "x");
  EXPECT_EQ(scratch.count(), 1);
}

TEST(AtomicFile, CannotBeWrittenWhenItIsAFolderOrItsFolderIsMissing) {
  const TemporaryFolder scratch;
  EXPECT_EQ(usage_error([&] { write_file_atomically(scratch / "none/a", "x"); }),
            scratch / "none/a" + ": cannot be written: No such file or directory");
  EXPECT_EQ(usage_error([&] { write_file_atomically(scratch.path(), "x"); }),
            scratch.path().string() + ": cannot be written: Is a directory");
  EXPECT_EQ(scratch.count(), 0);
}

TEST(AtomicFile, DoesNotReplaceAReadOnlyFile) {
  if (geteuid() == 0) GTEST_SKIP() << "the superuser may write read-only files";
  const TemporaryFolder scratch;
  tests::write_file(scratch / "fixed", "old");
  chmod((scratch / "fixed").c_str(), 0444);
  EXPECT_EQ(usage_error([&] { write_file_atomically(scratch / "fixed", "new"); }),
            scratch / "fixed" + ": cannot be written: Permission denied");
  EXPECT_EQ(tests::read_file(scratch / "fixed"), "old");
}

TEST(AtomicFile, KeepsTheOldFileWhenAWriteFails) {
  const TemporaryFolder scratch;
  tests::write_file(scratch / "old", "old");
  const std::string large(100000, 'x');
  {
    const FileSizeLimit limit(4096);
    EXPECT_EQ(
        usage_error([&] { write_file_atomically(scratch / "old", large); }),
        scratch / "old" + ": cannot be written: the file size limit of 4096 bytes is reached: raise it with ulimit -f");
    EXPECT_THROW(write_file_atomically(scratch / "new", large), UsageError);
  }
  EXPECT_EQ(tests::read_file(scratch / "old"), "old");
  EXPECT_EQ(scratch.count(), 1);
}

TEST(AtomicFile, WritesDevicesInPlace) {
  write_file_atomically("/dev/null", "x");
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  EXPECT_EQ(usage_error([] { write_file_atomically("/dev/full", "x"); }),
            "/dev/full: cannot be written: No space left on device");
}

TEST(AtomicFile, WritesToStandardOutputUnderAnyOfItsNames) {
  for (const char* name : {"-", "/dev/stdout", "/dev/fd/1"}) {
    testing::internal::CaptureStdout();
    printf("before ");
    write_file_atomically(name, "written");
    EXPECT_EQ(testing::internal::GetCapturedStdout(), "before written") << name;
  }
}

}  // namespace
}  // namespace texelsort::data
