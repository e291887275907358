#include "compute/measure/result_table.h"

#include <nlohmann/json.hpp>
#include <optional>

#include <gtest/gtest.h>

namespace texelsort::measure {
namespace {

ResultTable example() {
  return {{{"name", "name"}, {"ms", "median ms", 2}, {"n", "n"}, {"good", "good"}, {"note", ""}},
          {{std::string("a"), 1.23456, std::uint64_t{8}, true, std::string("x,y")},
           {std::string("längst"), {}, std::uint64_t{1024}, false, std::string("say \"no\"")}}};
}

TEST(ResultTable, AlignsNumbersRightAndWordsLeftAsText) {
  EXPECT_EQ(text_table(example()),
            "name    median ms     n  good\n"
            "a            1.23     8  yes\n"
            "längst          -  1024  no\n");
}

TEST(ResultTable, WritesAllColumnsAndDigitsAsCsv) {
  EXPECT_EQ(csv(example()),
            "name,ms,n,good,note\n"
            "a,1.23456,8,true,\"x,y\"\n"
            "längst,,1024,false,\"say \"\"no\"\"\"\n");
}

TEST(ResultTable, EscapesVerticalBarsAndLineEndsAsMarkdown) {
  EXPECT_EQ(markdown_table(example()),
            "| name | median ms | n | good |\n"
            "|---|---:|---:|---|\n"
            "| a | 1.23 | 8 | yes |\n"
            "| längst | - | 1024 | no |\n");
  const ResultTable odd{{{"a", "a"}}, {{std::string("x|y\nz")}}};
  EXPECT_EQ(markdown_table(odd), "| a |\n|---|\n| x\\|y z |\n");
}

TEST(ResultTable, KeepsValueTypesAndNullsAsJson) {
  const auto rows = nlohmann::json::parse(json(example()));
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0]["ms"], 1.23456);
  EXPECT_EQ(rows[0]["n"], 8);
  EXPECT_EQ(rows[0]["good"], true);
  EXPECT_TRUE(rows[1]["ms"].is_null());
}

TEST(ResultTable, OmitsColumnsWithoutAKeyOrATitle) {
  ResultTable table;
  for (const std::uint64_t n : {1u, 2u}) {
    table.add({{"", "for people", std::string_view("word")},
               {"n", "n", n},
               {"ms", "", number_if(n == 2, 0.5)},
               {"waits", "waits", n == 2 ? std::optional(n) : std::nullopt}});
  }
  EXPECT_EQ(text_table(table), "for people  n  waits\nword        1      -\nword        2      2\n");
  EXPECT_EQ(csv(table), "n,ms,waits\n1,,\n2,0.5,2\n");
  EXPECT_EQ(nlohmann::json::parse(json(table)),
            nlohmann::json::parse(R"([{"n":1,"ms":null,"waits":null},{"n":2,"ms":0.5,"waits":2}])"));
}

TEST(ResultTable, WritesItsHeaderWhenItHasNoRows) {
  const ResultTable empty{{{"a", "a"}, {"b", "b"}}, {}};
  EXPECT_EQ(csv(empty), "a,b\n");
  EXPECT_EQ(text_table(empty), "a  b\n");
  EXPECT_EQ(json(empty), "[]\n");
}

}  // namespace
}  // namespace texelsort::measure
