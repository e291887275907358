#include "compute/network/reader.h"

#include <cstdio>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "compute/data/error.h"
#include "compute/network/drawing.h"
#include "tests/network/naive.h"
#include "tests/support/temporary_folder.h"

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

TEST(NetworkTextReader, ReadsStepsSeparatedBySemicolonsAndLineEnds) {
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

TEST(NetworkReader, RejectsAFileWithoutComparators) {
  for (const char* text :
       {"", "\n \n", "# only a comment\n", ";;\n", R"({"steps": []})", R"({"steps": [[], []]})", R"({"stages": []})",
        R"({"stages": [{"name": "a", "steps": []}]})", R"({"n": 8, "steps": []})"}) {
    EXPECT_EQ(error_of(text).find("dir/net.txt: the network has no comparators"), 0u) << text << ": " << error_of(text);
  }
}

TEST(NetworkTextReader, NamesStagesByTheCommentsAboveThem) {
  const Network network = parse_network("# a sorter by hand\n\n# pairs\n0:1,2:3\n  # rest \n0:2,1:3;1:2\n#\n", "x");
  EXPECT_EQ(print(network), "# pairs\n0:1,2:3\n# rest\n0:2,1:3;1:2\n") << "a comment without steps is no stage";
  EXPECT_EQ(network.stages[1].steps[0].label, "step 1");
}

TEST(NetworkTextReader, ReadsComparatorsThatAreReversed) {
  const Network network = parse_network("3:1,0:2", "x");
  EXPECT_EQ(network.stages[0].steps[0].listed, (std::vector<Comparator>{{0, 2}, {1, 3, true}}));
  EXPECT_EQ(print(network, false), "0:2,3:1");
}

TEST(TextReader, ReportsLineAndColumnOfErrors) {
  expect_error("0:1,1:2", "1:5", "place 1 occurs twice in one step, first in 0:1");
  expect_error("3:2;0:1,3:0", "1:11", "place 0 occurs twice in one step, first in 0:1");
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

TEST(NetworkJsonReader, ReadsNetworksWithAndWithoutStages) {
  const Network staged = parse_network(
      R"({"n": 5, "stages": [{"name": "pairs", "steps": [[[0,1],[2,3]]]}, {"steps": [[[0,2],[3,1]], []]}]})", "x");
  EXPECT_EQ(print(staged), "n=5\n# pairs\n0:1,2:3\n# stage 2\n0:2,3:1\n");
  EXPECT_EQ(staged.n, 5u);
  const Network flat = parse_network("\n {\"steps\":[[[0,1],[2,3]],[[0,2],[1,3]]]}", "x");
  EXPECT_EQ(print(flat, false), "0:1,2:3;0:2,1:3");
  EXPECT_EQ(flat.n, 4u);
}

TEST(JsonReader, ReportsLineAndColumnOfErrors) {
  expect_error("{\"n\": 4,\n \"steps\": [[[0, 1], [1, 2]]]}", "2:22", "place 1 occurs twice");
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
  expect_error("{\"steps\": [[[0, 1]]", "1:20", "incomplete");
  expect_error("{\"steps\": [[[0, 1]]]}\n}", "2:1", "not JSON");
  expect_error("{\"steps\": [[[0 1]]]}", "1:16", "not JSON");
  expect_error("{\"steps\": " + std::string(100000, '['), "1:26", "nested");
}

TEST(NetworkTextReader, ReadsTheNumberOfWires) {
  EXPECT_EQ(parse_network("n=6;0:1,2:3", "x").n, 6u);
  EXPECT_EQ(print(parse_network("n=6\n0:1,2:3", "x"), false), "n=6;0:1,2:3");
  EXPECT_EQ(print(parse_network("n=6;# a\n0:1", "x")), "n=6\n# stage 1\n0:1\n");
  expect_error("n=2;0:1,2:3", "1:3", "uses place 3");
  expect_error("0:1;n=2", "1:5", "before all comparators");
  expect_error("n=;0:1", "1:3", "whole number");
}

TEST(NetworkTupleReader, ReadsStepsInBracketsAndComparatorsWithoutBrackets) {
  for (const char* text : {"[(0,1),(2,3)]\n[(0,2),(1,3)]\n[(1,2)]\n", "[(0,1),(2,3)],[(0,2),(1,3)],[(1,2)]",
                           "(0,1),(2,3),(0,2),(1,3),(1,2)", "(0,1),(2,3)\n(0,2),(1,3)\n(1,2)",
                           " [ ( 0 , 1 ) ,\r\n (2,3) ] ; [(1,3),(0,2)]\n# the rest\n[(1,2),]",
                           "[(0,1),(2,3),(0,2),(1,3),(1,2)]", "(0,1),(2,3),\n(0,2),(1,3),\n(1,2)"}) {
    const Network network = parse_network(text, "dir/net.txt");
    EXPECT_EQ(print(network, false), "0:1,2:3;0:2,1:3;1:2") << text;
    EXPECT_EQ(network.n, 4u);
    EXPECT_EQ(network.id, "net.txt");
  }
  EXPECT_EQ(print(parse_network("(0,1),(0,2),(3,4),(1,2)", "x"), false), "0:1,3:4;0:2;1:2")
      << "each comparator in the first step in which its places are free";
  EXPECT_EQ(print(parse_network("[(1,0)]", "x"), false), "1:0");
}

TEST(NetworkTupleReader, NamesTheLineAndTheColumnOfAnError) {
  expect_error("[(0,1),(2,2)]", "1:11", "place 2 is compared with itself");
  expect_error("[(0,1)\n(2,3)]", "2:1", "expected ',' or ']'");
  expect_error("[(0,1),(2,3)", "1:13", "incomplete");
  expect_error("[(0,1),\n [(2,3)]]", "2:2", "expected a comparator");
  expect_error("[(0;1)]", "1:3", "'0;1'");
  expect_error("[(0,b)]", "1:5", "'b'");
  expect_error("[(0,1]", "1:5", "'1]'");
  expect_error("(0,1)(2,3)", "1:6", "expected ','");
  expect_error("(0,1),(2,3) and more", "1:13", "expected comparators");
  expect_error("[(0,1)]\n2:3\n", "2:1", "expected comparators");
  expect_error("[(0,16777216)]", "1:5", "too large");
  expect_error("Network for 3 inputs, 2 CEs:\n[(0,1)]", "1:23", "the network announces 2 comparators, but has 1");
  expect_error("Network for 2 inputs:\n[(0,1),(2,3)]", "1:13", "uses place 3");
}

TEST(NetworkJsonReader, ReadsAFlatListOfComparators) {
  const Network network =
      parse_network(R"({"N":5,"L":5,"D":3,"nw":[[0,1],[2,3],[0,2],[1,3],[1,2]]})", "dir/Sort_4_5_3.json");
  EXPECT_EQ(print(network, false), "n=5;0:1,2:3;0:2,1:3;1:2");
  expect_error(R"({"N":2,"nw":[[0,2]]})", "1:6", "uses place 2");
  expect_error(R"({"N":3,"L":2,"nw":[[0,2]]})", "1:12", "the network announces 2 comparators, but has 1");
  expect_error(R"({"nw":[[0,0]]})", "1:11", "itself");
  expect_error(R"({"nw":[[0,1,2]]})", "1:8", "a pair");
  expect_error(R"({"nw":[0,1]})", "1:8", "a pair");
  expect_error(R"({"nw":[[0,1]],"steps":[[[0,1]]]})", "1:1", "one of");
}

TEST(NetworkListReader, ReadsEveryNetworkOfAnHtmlPage) {
  const auto list = parse_networks(
      "<!DOCTYPE html><html>\n<p>Below (see [<a href=\"#a\">A</a>]) for 9 inputs</p>\n<table>\n"
      "<tr id=\"N2L1D1\"><td>Sorting network for 2 inputs, 1 CE, 1 layer:<br>\n<p class=\"mono\">[(0,1)]<br>\n</p>"
      "Trivial.</td></tr>\n"
      "<tr><td>Sorting network for 3 inputs, 3 CEs, 3 layers:<br>\n<p class=\"mono\">[(0,2)]<br>\n[(0,1)]<br>\n"
      "[(1,2)]<br>\n</p></td><td>7 inputs</td></tr></table></html>\n",
      "dir/list.html");
  ASSERT_EQ(list.size(), 2u);
  EXPECT_EQ(list[0].title, "Sorting network for 2 inputs, 1 CE, 1 layer");
  EXPECT_EQ(list[0].network.id, "list.html#1");
  EXPECT_EQ(print(list[0].network, false), "0:1");
  EXPECT_EQ(list[1].title, "Sorting network for 3 inputs, 3 CEs, 3 layers");
  EXPECT_EQ(print(list[1].network, false), "0:2;0:1;1:2");
  EXPECT_EQ(error_of("<html>nothing here</html>").find("dir/net.txt: the network has no comparators"), 0u);
}

TEST(NetworkListReader, ReadsTitledNetworksAndRequiresAChoiceOfOne) {
  const std::string text = "Sorting network for 2 inputs:\n[(0,1)]\n\nNetwork for 4 inputs:\n(0,1),(2,3)\n";
  const auto list = parse_networks(text, "dir/list.txt");
  ASSERT_EQ(list.size(), 2u);
  EXPECT_EQ(list[1].title, "Network for 4 inputs");
  EXPECT_EQ(list[1].network.id, "list.txt#2");
  const std::string error = error_of(text);
  EXPECT_NE(error.find("the file has 2 networks: name one of them, dir/net.txt#1 (Sorting network for 2 inputs)"),
            std::string::npos)
      << error;
}

TEST(NetworkReader, ReadsBackNetworksPrintedAsLists) {
  for (const Family& family : families()) {
    const Network network = family.generate(8);
    const std::string as_text = print(parse_network(print(network, false), "x"), false);
    const Network listed = parse_network(print_tuples(network), "x");
    EXPECT_EQ(print(listed, false), as_text) << family.id;
    for (const std::string& flat : {print_flat_tuples(network), print_flat_json(network)}) {
      const Network again = parse_network(flat, "x");
      EXPECT_EQ(again.n, 8u);
      EXPECT_EQ(size(again), size(network)) << family.id;
      EXPECT_EQ(depth(again), depth(network)) << family.id;
      EXPECT_EQ(find_unsorted_zero_one_input(again), std::nullopt) << family.id;
    }
  }
}

TEST(NetworkReader, ReadsBackPrintedNetworks) {
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

TEST(NetworkStageName, IsKeptOnOneLine) {
  const Network network =
      parse_network("{\"stages\": [{\"name\": \"a\\n0:2\\u0007b\", \"steps\": [[[0, 1]]]}]}", "names");
  EXPECT_EQ(network.stages.at(0).name, "a 0:2 b");
  EXPECT_EQ(print(network), "# a 0:2 b\n0:1\n");
}

TEST(NetworkStageName, IsPrintedAsValidJsonWhenItIsNotUtf8) {
  const Network network = parse_network("# \xff\n0:1\n", "names");
  EXPECT_EQ(parse_network(print_json(network), "again").stages.at(0).name, "\xEF\xBF\xBD");
}

class NamedNetwork : public testing::Test {
 protected:
  const tests::TemporaryFolder folder_;
  const std::string path_ = folder_.write("four.txt", "0:1,2:3;0:2,1:3;1:2\n");
};

TEST_F(NamedNetwork, IsFoundAsAFamilyOrAsAFile) {
  EXPECT_EQ(resolve_network("pairwise", 6).n, 6u);
  EXPECT_EQ(resolve_network("pairwise", std::nullopt).n, usual_places);
  const Network network = resolve_network(path_, std::nullopt);
  EXPECT_EQ(network.n, 4u);
  EXPECT_EQ(find_unsorted_zero_one_input(network), std::nullopt);
}

TEST_F(NamedNetwork, IsWidenedButNeverCutToTheRequestedSize) {
  EXPECT_EQ(resolve_network(path_, 4).n, 4u);
  const Network wide = resolve_network(path_, 6);
  EXPECT_EQ(wide.n, 6u);
  EXPECT_EQ(size(wide), 5u);
  EXPECT_EQ(find_unsorted_zero_one_input(wide), 1u) << "the one goes to place 3, before the zeros that nothing moves";
  EXPECT_THROW(resolve_network(path_, 3), UsageError);
}

TEST_F(NamedNetwork, IsReadFromAListOfComparatorsInsteadOfAFile) {
  for (const char* name : {"0:1,2:3;0:2,1:3;1:2", "[(0,1),(2,3)] [(0,2),(1,3)] [(1,2)]",
                           "(0,1),(2,3),(0,2),(1,3),(1,2)", R"({"N":4,"nw":[[0,1],[2,3],[0,2],[1,3],[1,2]]})"}) {
    EXPECT_TRUE(names_network_to_read(name)) << name;
    EXPECT_EQ(print(resolve_network(name, std::nullopt), false), "0:1,2:3;0:2,1:3;1:2") << name;
  }
  for (const char* name : {"bitonic", "best-known", "12", "", "no/file.txt"}) EXPECT_FALSE(names_network_to_read(name));
  EXPECT_THROW(resolve_network("0:1;2:2", std::nullopt), UsageError);
}

TEST_F(NamedNetwork, IsChosenFromAListOfNetworksByItsNumber) {
  std::ofstream(path_) << "pair:\n[(0,1)]\nthree:\n[(0,2)] [(0,1)] [(1,2)]\n";
  EXPECT_EQ(print(resolve_network(path_ + "#2", std::nullopt), false), "0:2;0:1;1:2");
  EXPECT_EQ(resolve_network(path_ + "#1", 3).n, 3u);
  EXPECT_TRUE(names_network_to_read(path_ + "#2"));
  EXPECT_EQ(resolve_networks(path_, std::nullopt).size(), 2u);
  EXPECT_THROW(resolve_network(path_, std::nullopt), UsageError) << "which one";
  EXPECT_THROW(resolve_network(path_ + "#3", std::nullopt), UsageError);
  EXPECT_THROW(resolve_network(path_ + "#0", std::nullopt), UsageError);
}

TEST_F(NamedNetwork, SuggestsTheNearestFamilyWhenThereIsNoFile) {
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
