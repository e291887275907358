#include <atomic>
#include <thread>

#include <sys/stat.h>
#include <zstd.h>

#include "compute/data/error.h"
#include "compute/data/io/compressed.h"
#include "compute/data/rows/row_order.h"
#include "compute/external/byte_stream.h"
#include "compute/external/interrupted.h"
#include "compute/external/record_summary.h"
#include "compute/external/rows_format.h"
#include "compute/external/run_file.h"
#include "tests/external/sort_in_folder.h"

namespace texelsort::external {
namespace {

/// Returns CSV rows with quotes, line ends within quotes, and numbers and dates in several forms. Some keys are
/// missing, and many are equal.
std::string table_of(int rows, const std::string& end = "\n") {
  const std::vector<std::string> names{"b", "\"a, \"\"x\"\"\"",         "\"two" + end + "lines\"", "",
                                       "ü", "b" + std::string(300, 'o')};
  std::string table = "\"the name\",price,day" + end;
  for (int i = 0; i < rows; ++i) {
    const int hash = i * 7919 % 1009;
    table += names[static_cast<std::size_t>(hash) % names.size()] + ",";
    table += i % 31 == 7 ? "NA" : std::to_string(hash % 97 - 40) + (i % 3 == 0 ? ".0" : i % 3 == 1 ? "" : "e0");
    table += ",20" + std::to_string(10 + hash % 23) + (i % 2 == 0 ? "-03-01" : "0301T12:00") + end;
  }
  return table;
}

class ExternalRowsSort : public SortInFolder {
 protected:
  ExternalRowsSort() { options_.missing = data::Missing::last; }

  SortReport sort_by(const std::string& columns) {
    options_.by = data::parse_sort_columns(columns);
    format_ = rows_format(read_sample(request_.inputs[0]), request_.inputs[0], options_);
    request_.format = format_.get();
    return sort();
  }
  /// Returns the file's rows sorted by the columns in memory, as the expected output.
  std::string expected(const std::string& columns) {
    data::RowOptions options = options_;
    options.by = data::parse_sort_columns(columns);
    const data::Input input = data::read_rows(request_.inputs[0], options);
    const auto& prefixes = std::get<std::vector<std::uint64_t>>(input.keys);
    std::vector<std::uint64_t> order(prefixes.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::ranges::stable_sort(order, {}, [&](std::uint64_t i) { return prefixes[i]; });
    return data::sorted_rows(input.shape, order, request_.selection);
  }
  std::string error_of(const std::string& columns) {
    try {
      sort_by(columns);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  }

  data::RowOptions options_;
  std::unique_ptr<const RecordFormat> format_;
};

TEST_F(ExternalRowsSort, GivesTheSameBytesAsASortInMemory) {
  const std::vector<data::RowSelection> selections{{}, {.unique = true}, {.top = 77}};
  std::size_t round = 0;
  for (const std::string end : {"\n", "\r\n"}) {
    std::string table = table_of(1000, end);
    table.resize(table.size() - end.size());  // the last row has no line end, so that the sort must append one
    write(folder_ / "in", "\xEF\xBB\xBF" + table);
    for (const char* columns : {"price:desc,day", "the name,price:first", "day:desc:date,the name:desc", "3:text"}) {
      request_.selection = selections[round++ % selections.size()];
      request_.run_bytes = {};
      request_.compress = round % 2 == 0;
      const std::string right = expected(columns);
      EXPECT_EQ(sort_by(columns).runs, 0u);
      EXPECT_TRUE(read(folder_ / "out") == right) << columns << round;
      request_.run_bytes = 7'000;
      EXPECT_GT(sort_by(columns).runs, 10u);
      EXPECT_TRUE(read(folder_ / "out") == right) << columns << round;
    }
  }
  EXPECT_EQ(entries(), 2u);
}

TEST_F(ExternalRowsSort, SkipsAndCountsRowsWithoutAKey) {
  write(folder_ / "in", table_of(400));
  options_.missing = data::Missing::skip;
  request_.run_bytes = 5'000;
  const SortReport report = sort_by("price");
  EXPECT_EQ(report.records, 400u);
  EXPECT_EQ(report.left_out, 13u);
  EXPECT_EQ(report.written, 387u);
  EXPECT_TRUE(read(folder_ / "out") == expected("price"));
}

TEST_F(ExternalRowsSort, SortsSeveralFilesWithTheSameHeaderTogether) {
  write(folder_ / "in", "a,b\n3,x\n1,y");
  write(folder_ / "more",
        "\xEF\xBB\xBF"
        "a,b\n2,z\n1,\n");
  write(folder_ / "bare", "a,b");
  write(folder_ / "empty", "");
  request_.inputs = {folder_ / "in", folder_ / "empty", folder_ / "more", folder_ / "bare"};
  for (const std::uint64_t run : {1000, 1}) {
    request_.run_bytes = run;
    EXPECT_EQ(sort_by("a").records, 4u);
    EXPECT_EQ(read(folder_ / "out"), "a,b\n1,y\n1,\n2,z\n3,x\n");
  }
  write(folder_ / "more", "a,c\n2,z\n");
  EXPECT_NE(error_of("a").find("more: the header is 'a,c'"), std::string::npos) << error_of("a");
}

// texelsort reads the start of a pipe as a sample, but must not lose it, because a pipe cannot be read twice.
TEST_F(ExternalRowsSort, ReadsAPipeCompletely) {
  write(folder_ / "in", table_of(3000));
  const std::string right = expected("price");
  const std::filesystem::path pipe = folder_ / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  std::thread writer([&] { std::ofstream(pipe) << table_of(3000); });
  request_.inputs = {pipe};
  options_.by = data::parse_sort_columns("price");
  const Sample sample = read_sample(request_.inputs[0]);
  format_ = rows_format(sample, request_.inputs[0], options_);
  request_.format = format_.get();
  EXPECT_EQ(sort().records, 3000u);
  writer.join();
  EXPECT_TRUE(read(folder_ / "out") == right);
}

TEST_F(ExternalRowsSort, ReadsCompressedFiles) {
  const std::string table = table_of(2000);
  write(folder_ / "in", table);
  const std::string right = expected("the name:desc,day");
  std::string packed(ZSTD_compressBound(table.size()), '\0');
  packed.resize(ZSTD_compress(packed.data(), packed.size(), table.data(), table.size(), 1));
  write(folder_ / "in.csv.zst", packed);
  request_.inputs = {folder_ / "in.csv.zst"};
  request_.run_bytes = 9'000;
  sort_by("the name:desc,day");
  EXPECT_TRUE(read(folder_ / "out") == right);
  // Runs that are kept store offsets in the decompressed contents of the input.
  request_.keep_runs = request_.resume = true;
  request_.stopped = [this] { return kept().size() > 3; };
  EXPECT_THROW(sort(), Interrupted);
  request_.stopped = [] { return false; };
  EXPECT_GT(sort().resumed_runs, 0u);
  EXPECT_TRUE(read(folder_ / "out") == right);
  packed.resize(packed.size() / 2);
  write(folder_ / "in.csv.zst", packed);
  EXPECT_NE(error_of("the name").find("not a complete zstd file"), std::string::npos) << error_of("the name");
}

TEST_F(ExternalRowsSort, NamesTheLineOfAnInvalidRowAndWritesNoOutput) {
  write(folder_ / "in", "n,t\n1,\"two\nlines\"\n2,ü\nü,x\n3,y\n");
  options_.by = {};
  EXPECT_NE(error_of("n:number").find("in:5:1: found 'ü', expected a number in column n"), std::string::npos)
      << error_of("n:number");
  write(folder_ / "in", table_of(500) + "x,1,2010\n\"open,2,2011\ny,3,2012\n");
  for (const std::uint64_t run : {1'000'000, 3000}) {
    request_.run_bytes = run;
    const std::string error = error_of("price");
    EXPECT_NE(error.find(":1: found a quote without a closing quote"), std::string::npos) << error;
  }
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out"));
  EXPECT_EQ(entries(), 1u);
}

TEST_F(ExternalRowsSort, NamesTheLineOfAnInvalidRowAfterTheSample) {
  std::string table = "k,v,w\n";
  constexpr int rows = 500'000;
  for (int i = 0; i < rows; ++i) table += std::to_string(i) + ",v,w\n";
  ASSERT_GT(table.size(), std::size_t{4} << 20);
  const std::string line = (folder_ / "in").string() + ":" + std::to_string(rows + 2) + ":";
  const auto fault = [&](const std::string& row, std::size_t behind) {
    write(folder_ / "in", table + row + table.substr(6, behind));
    return error_of("k");
  };
  for (const std::uint64_t run : {100'000'000, 1'000'000}) {
    request_.run_bytes = run;
    const auto expect_fault = [&](const std::string& row, std::size_t behind, const std::string& start) {
      const std::string found = fault(row, behind);
      EXPECT_TRUE(found.starts_with(line + start)) << found;
    };
    expect_fault("17,v,\"oops\n", 1000, "6: found a quote without a closing quote");
    expect_fault("17,\"oops\"x\n", 4'000'000, "10: found 'x' after a closing quote");
    expect_fault(std::string("17,v,w\0\n", 8), 4'000'000, "7: found a zero byte");
  }
  const std::string long_row = fault("17,v,\"oops\n", 4'000'000);
  EXPECT_TRUE(long_row.starts_with(line + "6: ")) << long_row;
  EXPECT_NE(long_row.find("quote"), std::string::npos) << long_row;
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out"));
  EXPECT_EQ(entries(), 1u);
}

TEST_F(ExternalRowsSort, RejectsARowThatIsLargerThanItsMemory) {
  write(folder_ / "in", table_of(100) + std::string(20'000'000, 'x') + ",1,2010\n");
  const std::string error = error_of("price");
  EXPECT_NE(error.find("in:"), std::string::npos) << error;
  EXPECT_NE(error.find("a record has more than"), std::string::npos) << error;
  EXPECT_NE(error.find("--memory"), std::string::npos) << error;
  EXPECT_EQ(entries(), 1u);
}

// The sort derives its plan from the first rows. All later rows are as short as possible, except for a few long rows at
// the end.
TEST_F(ExternalRowsSort, SortsShortAndLongRowsThatTheSampleDidNotPredict) {
  std::string table = "n,t\n";
  for (int i = 0; i < 21'000; ++i) table += std::to_string(i % 90 + 10) + "," + std::string(200, 'l') + "\n";
  const std::size_t start = table.size();
  ASSERT_GT(start, std::size_t{4} << 20);
  for (int i = 0; i < 60'000; ++i) table += std::to_string(i * 7919 % 10) + ",\n";
  for (int i = 0; i < 3; ++i) table += "5," + std::string(100'000, 'y') + "\n";
  write(folder_ / "in", table);
  request_.memory = resident_bytes() + (40u << 20);
  const SortReport report = sort_by("n");
  EXPECT_TRUE(report.plan.fits || report.runs > 1u);
  EXPECT_EQ(report.records, 81'003u);
  EXPECT_TRUE(read(folder_ / "out") == expected("n"));
  // Text keys are as long as their rows, but texelsort keeps only a part of each key in memory.
  request_.run_bytes = 1'000'000;
  sort_by("t:desc,n");
  const RecordSummary summary = summarise_file(*format_, folder_ / "out");
  EXPECT_TRUE(summary.in_order());
  EXPECT_EQ(summary.checksum, summarise_file(*format_, folder_ / "in").checksum);
}

TEST_F(ExternalRowsSort, ResumesWithItsKeptRunsAndDetectsDamagedRuns) {
  write(folder_ / "in", table_of(3000));
  const std::string right = expected("the name,price:desc");
  request_.run_bytes = 10'000;
  request_.keep_runs = request_.resume = true;
  request_.stopped = [this] { return kept().size() > 9; };
  EXPECT_THROW(sort_by("the name,price:desc"), Interrupted);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out"));
  flip_a_bit(kept()[4], 3000);
  request_.stopped = [] { return false; };
  try {
    sort();
    FAIL() << "it has merged a damaged run";
  } catch (const DamagedRun& damage) {
    EXPECT_NE(std::string(damage.what()).find("checksum"), std::string::npos) << damage.what();
  }
  EXPECT_GT(sort().resumed_runs, 5u);
  EXPECT_TRUE(read(folder_ / "out") == right);
  EXPECT_EQ(entries(), 2u);
}

TEST_F(ExternalRowsSort, RejectsAFileThatChangesDuringTheSort) {
  write(folder_ / "in", table_of(3000));
  request_.run_bytes = 10'000;
  bool changed = false;
  request_.stopped = [&] {
    if (!changed) std::ofstream(folder_ / "in", std::ios::app) << "z,1,2010\n";
    changed = true;
    return false;
  };
  EXPECT_NE(error_of("price").find("changed"), std::string::npos);
  EXPECT_EQ(entries(), 1u);
}

TEST_F(ExternalRowsSort, WritesAFileThatTheVerificationAccepts) {
  const std::string table = table_of(3000);
  write(folder_ / "in", table.substr(0, table.size() - 1));
  sort_by("the name,day:desc");
  const RecordSummary before = summarise_file(*format_, folder_ / "in");
  const RecordSummary after = summarise_file(*format_, folder_ / "out");
  EXPECT_FALSE(before.in_order());
  EXPECT_TRUE(after.in_order());
  EXPECT_EQ(after.records, 3000u);
  EXPECT_GT(after.duplicates, 100u);
  EXPECT_EQ(before.checksum, after.checksum);
}

TEST(Decompressor, AcceptsPiecesOfAnyLength) {
  const std::string text = table_of(500);
  std::string packed(ZSTD_compressBound(text.size()), '\0');
  packed.resize(ZSTD_compress(packed.data(), packed.size(), text.data(), text.size(), 1));
  std::size_t given = 0;
  const auto decompressor = data::decompressor_of("x.zst", [&](std::span<char> room) {
    const std::size_t count = std::min<std::size_t>({room.size(), 7, packed.size() - given});
    std::copy_n(packed.begin() + static_cast<std::ptrdiff_t>(given), count, room.begin());
    given += count;
    return count;
  });
  std::string all, piece(33, '\0');
  for (std::size_t got = piece.size(); got == piece.size();) {
    got = decompressor->read(piece);
    all.append(piece, 0, got);
  }
  EXPECT_TRUE(all == text);
  EXPECT_EQ(data::decompressor_of("x.csv", {}), nullptr);
}

}  // namespace
}  // namespace texelsort::external
