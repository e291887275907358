#include "compute/network/reader.h"

#include <cstdio>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <unistd.h>

#include "compute/data/error.h"
#include "compute/network/drawing.h"
#include "tests/network/naive.h"

namespace texelsort::network {
namespace {

std::string error_of(const std::string& text) {
  try {
    parse_network(text, "dir/net.txt");
  } catch (const UsageError& error) {
    return error.what();
  }
  return "no error";
}

void expect_error(const std::string& text, const std::string& place, const std::string& part) {
  const std::string error = error_of(text);
  EXPECT_EQ(error.find("dir/net.txt:" + place + ": "), 0u) << error;
  EXPECT_NE(error.find(part), std::string::npos) << part << " is not in: " << error;
}

TEST(TextReader, ReadsStepsBetweenSemicolonsAndLines) {
  for (const char* text : {"0:1,2:3;0:2,1:3;1:2", "0:1,2:3\n0:2,1:3\n1:2\n", " 0:1 , 2:3 ;; 0:2 1:3;\r\n\n1:2;",
                           "\xEF\xBB\xBF"
                           "2:3,0:1; # pairs\n1:3,0:2 # then halves\n1:2"}) {
    const Network network = parse_network(text, "dir/net.txt");
    EXPECT_EQ(print(network, false), "0:1,2:3;0:2,1:3;1:2") << text;
    EXPECT_EQ(network.n, 4u);
    EXPECT_EQ(network.id, "net.txt");
    EXPECT_TRUE(well_formed(network));
    ASSERT_EQ(network.stages.size(), 1u);
    EXPECT_EQ(network.stages[0].name, "stage 1");
    EXPECT_EQ(network.stages[0].steps[2].label, "step 3");
  }
}

TEST(Reader, RefusesAFileWithoutComparators) {
  for (const char* text :
       {"", "\n \n", "# only a comment\n", ";;\n", R"({"steps": []})", R"({"steps": [[], []]})", R"({"stages": []})",
        R"({"stages": [{"name": "a", "steps": []}]})", R"({"n": 8, "steps": []})"}) {
    EXPECT_EQ(error_of(text).find("dir/net.txt: has no comparators"), 0u) << text << ": " << error_of(text);
  }
}

TEST(TextReader, NamesStagesByTheirLines) {
  const Network network = parse_network("# a sorter by hand\n\n# pairs\n0:1,2:3\n  # rest \n0:2,1:3;1:2\n#\n", "x");
  EXPECT_EQ(print(network), "# pairs\n0:1,2:3\n# rest\n0:2,1:3;1:2\n") << "a comment without steps is no stage";
  EXPECT_EQ(network.stages[1].steps[0].label, "step 1");
}

TEST(TextReader, ReadsReversedComparators) {
  const Network network = parse_network("3:1,0:2", "x");
  EXPECT_EQ(network.stages[0].steps[0].listed, (std::vector<Comparator>{{0, 2}, {1, 3, true}}));
  EXPECT_EQ(print(network, false), "0:2,3:1");
}

TEST(TextReader, SaysWhereItIsWrong) {
  expect_error("0:1,1:2", "1:5", "place 1 is used twice in one step, first by 0:1");
  expect_error("3:2;0:1,3:0", "1:11", "place 0 is used twice in one step, first by 0:1");
  expect_error("0:1\n2:3, 2:2", "2:8", "place 2 is compared with itself");
  expect_error("0:1;-1:2", "1:5", "'-1'");
  expect_error("0:1;\n0:b", "2:3", "'b'");
  expect_error("0:1;0", "1:5", "'0', expected two places");
  expect_error("0:1:2", "1:3", "'1:2'");
  expect_error("0:", "1:3", "whole number");
  expect_error("0:1.5", "1:3", "'1.5'");
  expect_error("0:16777216", "1:3", "use at most 16777215");
  expect_error("0:99999999999999999999999", "1:3", "too large");
}

TEST(JsonReader, ReadsStagesAndTheShortForm) {
  const Network staged = parse_network(
      R"({"n": 5, "stages": [{"name": "pairs", "steps": [[[0,1],[2,3]]]}, {"steps": [[[0,2],[3,1]], []]}]})", "x");
  EXPECT_EQ(print(staged), "# pairs\n0:1,2:3\n# stage 2\n0:2,3:1\n");
  EXPECT_EQ(staged.n, 5u);
  const Network flat = parse_network("\n {\"steps\":[[[0,1],[2,3]],[[0,2],[1,3]]]}", "x");
  EXPECT_EQ(print(flat, false), "0:1,2:3;0:2,1:3");
  EXPECT_EQ(flat.n, 4u);
}

TEST(JsonReader, SaysWhereItIsWrong) {
  expect_error("{\"n\": 4,\n \"steps\": [[[0, 1], [1, 2]]]}", "2:22", "place 1 is used twice");
  expect_error(R"({"steps": [[[0, -1]]]})", "1:17", "'-1'");
  expect_error(R"({"steps": [[[0, 1.5 ]]]})", "1:17", "'1.5'");
  expect_error(R"({"steps": [[[0,null]]]})", "1:16", "'null'");
  expect_error(R"({"steps": [[[2, 2]]]})", "1:17", "itself");
  expect_error(R"({"steps": [[[0, "1"]]]})", "1:17", "a string");
  expect_error(R"({"steps": [[[0, 1, 2]]]})", "1:13", "a pair");
  expect_error(R"({"steps": [[0, 1]]})", "1:13", "a pair");
  expect_error(R"({"steps": {}})", "1:11", "an object, expected a list of steps");
  expect_error(R"({"n": 2, "steps": [[[0, 3]]]})", "1:7", "uses place 3");
  expect_error(R"({"n": 4})", "1:1", "\"stages\"");
  expect_error(R"({"stages": [{"name": 7, "steps": []}]})", "1:22", "name");
  expect_error(R"({"stages": [{"name": "a"}]})", "1:13", "no \"steps\"");
  expect_error("{\"steps\": [[[0, 1]]", "1:20", "cut off");
  expect_error("{\"steps\": [[[0, 1]]]}\n}", "2:1", "no JSON");
  expect_error("{\"steps\": [[[0 1]]]}", "1:16", "no JSON");
  expect_error("{\"steps\": " + std::string(100000, '['), "1:26", "nested");
}

TEST(Reader, ReadsBackWhatIsPrinted) {
  for (const Family& family : families()) {
    for (const std::uint64_t n : {2, 3, 8, 13, 16}) {
      const Network network = family.generate(n);
      for (const std::string& text : {print(network), print_json(network)}) {
        const Network again = parse_network(text, "again");
        EXPECT_EQ(again.n, n) << family.id;
        EXPECT_EQ(again.stages.size(), network.stages.size()) << family.id;
        EXPECT_EQ(print(again, false), print(parse_network(print(network, false), "x"), false)) << family.id;
        EXPECT_EQ(find_unsorted_zero_one_input(again), std::nullopt) << family.id << " n " << n;
      }
    }
  }
}

TEST(ParseNetwork, NamesOfStagesStandInOneLine) {
  const Network network =
      parse_network("{\"stages\": [{\"name\": \"a\\n0:2\\u0007b\", \"steps\": [[[0, 1]]]}]}", "names");
  EXPECT_EQ(network.stages.at(0).name, "a 0:2 b");
  EXPECT_EQ(print(network), "# a 0:2 b\n0:1\n");
}

TEST(ParseNetwork, NameThatIsNoUtf8IsPrintedAsJson) {
  const Network network = parse_network("# \xff\n0:1\n", "names");
  EXPECT_EQ(parse_network(print_json(network), "again").stages.at(0).name, "\xEF\xBF\xBD");
}

class Resolve : public testing::Test {
 protected:
  Resolve() : path_(testing::TempDir() + "texelsort_resolve_" + std::to_string(getpid()) + ".txt") {
    std::ofstream(path_) << "0:1,2:3;0:2,1:3;1:2\n";
  }
  ~Resolve() override { std::remove(path_.c_str()); }
  std::string path_;
};

TEST_F(Resolve, FindsFamiliesAndFiles) {
  EXPECT_EQ(resolve_network("pairwise", 6).n, 6u);
  EXPECT_EQ(resolve_network("pairwise", std::nullopt).n, usual_places);
  const Network network = resolve_network(path_, std::nullopt);
  EXPECT_EQ(network.n, 4u);
  EXPECT_EQ(find_unsorted_zero_one_input(network), std::nullopt);
}

TEST_F(Resolve, WidensAFilesNetworkButNeverCutsIt) {
  EXPECT_EQ(resolve_network(path_, 4).n, 4u);
  const Network wide = resolve_network(path_, 6);
  EXPECT_EQ(wide.n, 6u);
  EXPECT_EQ(size(wide), 5u);
  EXPECT_EQ(find_unsorted_zero_one_input(wide), 1u) << "the one goes to place 3, before the zeros that nothing moves";
  EXPECT_THROW(resolve_network(path_, 3), UsageError);
}

TEST_F(Resolve, NamesTheNearestFamilyWhenThereIsNoFile) {
  try {
    resolve_network("pairwize", 4);
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_NE(std::string(error.what()).find("did you mean 'pairwise'?"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("no file"), std::string::npos) << error.what();
  }
  EXPECT_THROW(resolve_network(testing::TempDir(), std::nullopt), UsageError);
  EXPECT_THROW(read_network(path_ + ".none"), UsageError);
}

}  // namespace
}  // namespace texelsort::network
