#include <cmath>
#include <limits>

#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compute/data/distribution.h"
#include "tests/data/helpers.h"

namespace texelsort::data {
namespace {

const State three{std::vector<std::int32_t>{-3, 1, 2}, {}};
const State three_from{std::vector<std::int32_t>{-3, 1, 2}, {2, 0, 1}};

Shape csv_shape(const std::string& column) {
  return {.format = Format::csv, .column = column, .width = 0, .height = 0};
}

std::string written(const std::string& name, const Shape& shape, const State& state) {
  const Scratch scratch;
  write_output(scratch / name, shape, state);
  EXPECT_EQ(scratch.count(), 1);
  return get(scratch / name);
}

TEST(Output, TextAndCsvRows) {
  EXPECT_EQ(written("a", {}, three), "-3\n1\n2\n");
  EXPECT_EQ(written("a.txt", {}, three_from), "-3 2\n1 0\n2 1\n");
  EXPECT_EQ(written("a.csv", {}, three_from), "-3,2\n1,0\n2,1\n");
  EXPECT_EQ(written("a.csv", csv_shape("key"), three), "key\n-3\n1\n2\n");
  EXPECT_EQ(written("a.csv", csv_shape("key"), three_from), "key,index\n-3,2\n1,0\n2,1\n");
  EXPECT_EQ(written("a.tsv", csv_shape("a,b"), three_from), "a,b\tindex\n-3\t2\n1\t0\n2\t1\n");
  EXPECT_EQ(written("a.csv", csv_shape("a,\"b\""), three), "\"a,\"\"b\"\"\"\n-3\n1\n2\n");
  EXPECT_EQ(written("a", csv_shape("key"), three), "key\n-3\n1\n2\n");
  EXPECT_EQ(written("a.txt", csv_shape("key"), three), "-3\n1\n2\n");  // the name's ending wins
  EXPECT_EQ(written("a", {}, {make_keys(KeyType::u32, 0), {}}), "");
}

TEST(Output, BinaryIsTheKeysBytes) {
  EXPECT_EQ(written("a.bin", {}, three_from), std::string("\xfd\xff\xff\xff\1\0\0\0\2\0\0\0", 12));
  const Scratch scratch;
  EXPECT_EQ(usage_error([&] { write_output(scratch / "a.u64", {}, three); }),
            scratch / "a.u64" + ": the name says u64 keys, but they are i32; write to a name ending in .i32 or .bin");
  EXPECT_EQ(scratch.count(), 0);
}

/// NaNs with the one bit pattern that "nan" and "-nan" read as.
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

TEST(Output, EveryTypeAndFormatReadsBack) {
  const Scratch scratch;
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

TEST(AtomicFile, WritesOverTheInput) {
  const Scratch scratch;
  const std::string path = scratch / "data.txt";
  put(path, "2\n1\n");
  chmod(path.c_str(), 0640);
  const Input input = read_input(path, {});
  write_output(path, input.shape, {std::vector<std::uint32_t>{1, 2}, {}});
  EXPECT_EQ(get(path), "1\n2\n");
  struct stat status {};
  ASSERT_EQ(stat(path.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0640u);
  EXPECT_EQ(scratch.count(), 1);
}

TEST(AtomicFile, NewFilesFollowTheUmask) {
  const Scratch scratch;
  const mode_t before = umask(027);
  write_file_atomically(scratch / "new", "x");
  umask(before);
  struct stat status {};
  ASSERT_EQ(stat((scratch / "new").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0640u);
}

TEST(AtomicFile, ReplacesWhatALinkPointsAt) {
  const Scratch scratch;
  put(scratch / "file", "old");
  std::filesystem::create_symlink("file", scratch / "link");
  write_file_atomically(scratch / "link", "new");
  EXPECT_TRUE(std::filesystem::is_symlink(scratch / "link"));
  EXPECT_EQ(get(scratch / "file"), "new");
}

TEST(AtomicFile, RelativeNamesWork) {
  const Scratch scratch;
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(scratch.path());
  write_file_atomically("plain", "x");
  std::filesystem::current_path(before);
  EXPECT_EQ(get(scratch / "plain"), "x");
  EXPECT_EQ(scratch.count(), 1);
}

TEST(AtomicFile, FailsWithoutAFolderOrOnAFolder) {
  const Scratch scratch;
  EXPECT_EQ(usage_error([&] { write_file_atomically(scratch / "none/a", "x"); }),
            scratch / "none/a" + ": cannot be written: No such file or directory");
  EXPECT_EQ(usage_error([&] { write_file_atomically(scratch.path(), "x"); }),
            scratch.path().string() + ": cannot be written: Is a directory");
  EXPECT_EQ(scratch.count(), 0);
}

TEST(AtomicFile, KeepsReadOnlyFiles) {
  if (geteuid() == 0) GTEST_SKIP() << "the superuser may write read-only files";
  const Scratch scratch;
  put(scratch / "fixed", "old");
  chmod((scratch / "fixed").c_str(), 0444);
  EXPECT_EQ(usage_error([&] { write_file_atomically(scratch / "fixed", "new"); }),
            scratch / "fixed" + ": cannot be written: Permission denied");
  EXPECT_EQ(get(scratch / "fixed"), "old");
}

/// No file may grow beyond `limit` bytes while this lives; the write that tries fails as on a full disk.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t limit) : handler_(signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit lower{limit, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &lower);
  }
  ~FileSizeLimit() {
    setrlimit(RLIMIT_FSIZE, &before_);
    signal(SIGXFSZ, handler_);
  }

 private:
  rlimit before_{};
  void (*handler_)(int);
};

TEST(AtomicFile, AFailedWriteLeavesTheOldFileAlone) {
  const Scratch scratch;
  put(scratch / "old", "old");
  const std::string large(100000, 'x');
  {
    const FileSizeLimit limit(4096);
    EXPECT_EQ(usage_error([&] { write_file_atomically(scratch / "old", large); }),
              scratch / "old" + ": cannot be written: File too large");
    EXPECT_THROW(write_file_atomically(scratch / "new", large), UsageError);
  }
  EXPECT_EQ(get(scratch / "old"), "old");
  EXPECT_EQ(scratch.count(), 1);
}

TEST(AtomicFile, DevicesAreWrittenInPlace) {
  write_file_atomically("/dev/null", "x");
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  EXPECT_EQ(usage_error([] { write_file_atomically("/dev/full", "x"); }),
            "/dev/full: cannot be written: No space left on device");
}

TEST(AtomicFile, StandardOutputByAllItsNames) {
  for (const char* name : {"-", "/dev/stdout", "/dev/fd/1"}) {
    testing::internal::CaptureStdout();
    printf("before ");
    write_file_atomically(name, "written");
    EXPECT_EQ(testing::internal::GetCapturedStdout(), "before written") << name;
  }
}

}  // namespace
}  // namespace texelsort::data
