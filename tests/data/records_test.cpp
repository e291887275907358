#include "compute/data/keys/records.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "compute/data/keys/check.h"
#include "tests/data/helpers.h"

namespace texelsort::data {
namespace {

using Words = std::vector<std::uint32_t>;

constexpr std::array all_layouts{Layout::by_field, Layout::hybrid, Layout::by_record};

TEST(RecordPayload, IsParsedFromANameWithTheNumberOfFields) {
  const auto choice = parse_payload_choice("record:5");
  ASSERT_TRUE(choice);
  EXPECT_EQ(choice->kind, PayloadKind::record);
  EXPECT_EQ(choice->fields, 5u);
  EXPECT_EQ(parse_payload_choice("record:0")->fields, 0u);
  EXPECT_EQ(parse_payload_choice("record:32")->fields, 32u);
  EXPECT_EQ(parse_payload_choice("index64")->kind, PayloadKind::index64);
  for (const char* wrong : {"record", "record:", "record:33", "record:-1", "record:2x", "records:2", ""}) {
    EXPECT_FALSE(parse_payload_choice(wrong)) << wrong;
  }
  EXPECT_EQ(payload_text(PayloadKind::record, {5, Layout::hybrid}), "record:5 hybrid");
  for (const Layout layout : all_layouts) EXPECT_EQ(parse_layout(name(layout)), layout);
  EXPECT_FALSE(parse_layout("by-column"));
}

// Two records have the keys 7 and 9, and the fields 70 71 and 90 91. The test compares each layout with its figure in
// the documentation, word by word.
TEST(RecordWords, LieInMemoryInTheOrderOfTheirLayout) {
  const Words rows{70, 71, 90, 91};
  const auto words = [&](KeyType type, Layout layout) {
    const RecordShape shape{2, layout};
    Keys keys = type == KeyType::u32 ? Keys(Words{7, 9}) : Keys(std::vector<std::uint64_t>{7, std::uint64_t{9} << 32});
    return record_words(keys, arrange_fields(rows, 2, shape), shape);
  };
  EXPECT_EQ(words(KeyType::u32, Layout::by_field), (Words{70, 90, 71, 91}));
  EXPECT_EQ(words(KeyType::u32, Layout::hybrid), (Words{70, 71, 90, 91}));
  EXPECT_EQ(words(KeyType::u32, Layout::by_record), (Words{7, 70, 71, 9, 90, 91}));
  EXPECT_EQ(words(KeyType::u64, Layout::by_record), (Words{7, 0, 70, 71, 0, 9, 90, 91}));
  EXPECT_EQ(record_memory(2, KeyType::u64, {2, Layout::by_record}), (RecordMemory{2, 1, 4}));
  EXPECT_EQ(record_memory(2, KeyType::u64, {2, Layout::by_field}), (RecordMemory{2, 2, 1}));
}

TEST(RecordWords, AreReadBackAsTheSameKeysAndFields) {
  const Keys keys = std::vector<double>{0.5, -3, 1e300};
  for (const Layout layout : all_layouts) {
    const RecordShape shape{3, layout};
    const Words fields = made_fields(3, shape), words = record_words(keys, fields, shape);
    EXPECT_EQ(words.size(), record_memory(3, KeyType::f64, shape).words());
    EXPECT_EQ(fields_of_words(words, KeyType::f64, shape), fields);
    if (layout == Layout::by_record) {
      EXPECT_EQ(keys_of_words(words, KeyType::f64, shape), keys);
    }
  }
}

TEST(GeneratedRecordFields, AreTheIndexFollowedByDistinctNumbers) {
  std::vector<std::uint32_t> all;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    EXPECT_EQ(made_field(i, 0), i);
    for (std::uint32_t f = 1; f < most_fields; ++f) all.push_back(made_field(i, f));
  }
  std::ranges::sort(all);
  EXPECT_EQ(std::ranges::adjacent_find(all), all.end());
}

TEST(RecordWords, MoveAsWholeRecordsByAPermutation) {
  const std::vector<std::uint64_t> order{2, 0, 1};
  for (const Layout layout : all_layouts) {
    const RecordShape shape{2, layout};
    const Keys keys = Words{10, 11, 12};
    const Words moved = permuted(record_words(keys, arrange_fields(Words{0, 1, 10, 11, 20, 21}, 3, shape), shape),
                                 record_memory(3, KeyType::u32, shape), order);
    EXPECT_EQ(fields_of_words(moved, KeyType::u32, shape), arrange_fields(Words{20, 21, 0, 1, 10, 11}, 3, shape));
    if (layout == Layout::by_record) {
      EXPECT_EQ(keys_of_words(moved, KeyType::u32, shape), Keys(Words{12, 10, 11}));
    }
  }
  EXPECT_EQ(columns_to_rows(Words{1, 2, 3, 4, 5, 6}, {3, 2, 1}), (Words{1, 4, 2, 5, 3, 6}));
}

/// Returns records with the keys 5, 4, 5. Each has two fields: its index and another number.
State input_of(Layout layout) {
  const RecordShape shape{2, layout};
  return {Words{5, 4, 5}, {}, arrange_fields(Words{0, 7, 1, 8, 2, 9}, 3, shape), shape};
}

State output_of(Layout layout, const Words& keys, const Words& rows) {
  const RecordShape shape{2, layout};
  return {keys, {}, arrange_fields(rows, 3, shape), shape};
}

TEST(RecordSortCheck, AcceptsCorrectRecordsWithAndWithoutIndices) {
  for (const Layout layout : all_layouts) {
    State output = output_of(layout, {4, 5, 5}, {1, 8, 0, 7, 2, 9});
    EXPECT_FALSE(find_fault(input_of(layout), output, Order::ascending, true));
    output.payload = {1, 0, 2};
    EXPECT_FALSE(find_fault(input_of(layout), output, Order::ascending, true));
  }
}

TEST(RecordSortCheck, DetectsFieldsOfAnotherRecord) {
  for (const Layout layout : all_layouts) {
    State output = output_of(layout, {4, 5, 5}, {1, 8, 0, 9, 2, 7});
    auto fault = find_fault(input_of(layout), output, Order::ascending, false);
    ASSERT_TRUE(fault);
    EXPECT_NE(fault->message.find("does not occur in the input"), std::string::npos);
    output.payload = {1, 0, 2};
    fault = find_fault(input_of(layout), output, Order::ascending, false);
    ASSERT_TRUE(fault);
    EXPECT_EQ(fault->message, "field 2 of record 1 (key 5) is 9, but that of record 0 of the input is 7");
    EXPECT_EQ(fault->index, 1u);
  }
}

TEST(RecordSortCheck, DetectsARepeatedRecord) {
  const State output = output_of(Layout::hybrid, {4, 5, 5}, {1, 8, 2, 9, 2, 9});
  EXPECT_TRUE(find_fault(input_of(Layout::hybrid), output, Order::ascending, false));
}

TEST(RecordSortCheck, DetectsReorderedEqualKeysByTheFirstField) {
  const State output = output_of(Layout::by_field, {4, 5, 5}, {1, 8, 2, 9, 0, 7});
  EXPECT_FALSE(find_fault(input_of(Layout::by_field), output, Order::ascending, false));
  const auto fault = find_fault(input_of(Layout::by_field), output, Order::ascending, true);
  ASSERT_TRUE(fault);
  EXPECT_NE(fault->message.find("were records 2 and 0 of the input"), std::string::npos);
}

TEST(RecordSortCheck, DoesNotNameTheMissingRecordOfALargeInput) {
  constexpr std::uint64_t named_n = 8;  // three records, with a key and two fields each, count as large
  for (const Layout layout : all_layouts) {
    const auto fault = [layout](const Words& keys, const Words& rows, bool stable) {
      const auto found = find_fault(input_of(layout), output_of(layout, keys, rows), Order::ascending, stable, named_n);
      return found ? found->message : "";
    };
    EXPECT_EQ(fault({4, 5, 5}, {1, 8, 0, 7, 2, 9}, true), "");
    EXPECT_EQ(fault({4, 5, 5}, {1, 8, 2, 9, 0, 7}, false), "");
    EXPECT_NE(fault({4, 5, 5}, {1, 8, 2, 9, 0, 7}, true).find("were records 2 and 0 of the input"), std::string::npos);
    const std::string changed = "the output is in order, but its records are not the records of the input";
    EXPECT_EQ(fault({4, 5, 6}, {1, 8, 0, 7, 2, 9}, false), changed);  // a key that the input does not contain
    EXPECT_EQ(fault({4, 5, 5}, {1, 8, 0, 9, 2, 7}, false), changed);  // fields that belong to another record
    EXPECT_EQ(fault({4, 5, 5}, {1, 8, 2, 9, 2, 9}, false), changed);  // a record that occurs twice
    EXPECT_EQ(fault({4, 5, 5}, {8, 1, 0, 7, 2, 9}, false), changed);  // the fields of a record in another order
  }
}

TEST(RecordSortCheck, DetectsAnotherLayoutAndMissingFields) {
  EXPECT_TRUE(find_fault(input_of(Layout::hybrid), output_of(Layout::by_field, {4, 5, 5}, {1, 8, 0, 7, 2, 9}),
                         Order::ascending, false));
  EXPECT_TRUE(find_fault(input_of(Layout::hybrid), {Words{4, 5, 5}, {}}, Order::ascending, false));
}

TEST(RecordFiles, ProvideTheirOtherNumericColumnsAsFields) {
  const TemporaryFolder scratch;
  tests::write_file(scratch / "in.csv", "name,a,price,b,c\nx,1,30,-5,0.5\ny,2,10,6,1.25\n");
  const Input input = read_input(scratch / "in.csv", {.type = {}, .format = {}, .column = "price", .fields = 3});
  EXPECT_EQ(input.keys, Keys(Words{30, 10}));
  ASSERT_EQ(input.shape.fields.size(), 3u);
  EXPECT_EQ(input.shape.fields[0].header, "a");
  EXPECT_EQ(input.shape.fields[1].type, KeyType::i32);
  EXPECT_EQ(input.shape.fields[2].type, KeyType::f32);
  const auto real = [](float number) { return std::bit_cast<std::uint32_t>(number); };
  EXPECT_EQ(input.fields, (Words{1, static_cast<std::uint32_t>(-5), real(0.5f), 2, 6, real(1.25f)}));

  const RecordShape shape{3, Layout::by_field};
  write_output(scratch / "out.csv", input.shape, {input.keys, {}, arrange_fields(input.fields, 2, shape), shape});
  EXPECT_EQ(tests::read_file(scratch / "out.csv"), "price,a,b,c\n30,1,-5,0.5\n10,2,6,1.25\n");
}

TEST(RecordFiles, AreRejectedWithoutEnoughColumnsOf32BitNumbers) {
  const TemporaryFolder scratch;
  tests::write_file(scratch / "in.csv", "k,a,n\n1,2,x\n3,4,y\n");
  const auto read = [&](const char* name, std::uint32_t fields) {
    return usage_error(
        [&] { read_input(scratch / name, {.type = {}, .format = {}, .column = "k", .fields = fields}); });
  };
  EXPECT_NE(
      read("in.csv", 2).find("records of 2 fields need as many numeric columns next to the key column, but there is 1"),
      std::string::npos);
  tests::write_file(scratch / "large.csv", "k,a\n1,5000000000\n");
  EXPECT_NE(read("large.csv", 1).find("column 'a' has numbers with more than 32 bits"), std::string::npos);
}

TEST(RecordFiles, ContainTheMemoryLayoutWhenTheyAreBinary) {
  const TemporaryFolder scratch;
  const auto written = [&](Layout layout) {
    const RecordShape shape{2, layout};
    Shape binary;
    binary.format = Format::binary;
    write_output(scratch / "out.bin", binary,
                 {Words{7, 9}, {}, arrange_fields(Words{70, 71, 90, 91}, 2, shape), shape});
    const std::string raw = tests::read_file(scratch / "out.bin");
    Words words(raw.size() / sizeof(std::uint32_t));
    std::memcpy(words.data(), raw.data(), raw.size());
    return words;
  };
  EXPECT_EQ(written(Layout::by_field), (Words{7, 9, 70, 90, 71, 91}));
  EXPECT_EQ(written(Layout::hybrid), (Words{7, 9, 70, 71, 90, 91}));
  EXPECT_EQ(written(Layout::by_record), (Words{7, 70, 71, 9, 90, 91}));
}

}  // namespace
}  // namespace texelsort::data
