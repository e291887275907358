#include "compute/algorithms/prepare.h"

#include <limits>

#include <gtest/gtest.h>

#include "compute/data/error.h"
#include "compute/data/keys/records.h"
#include "tests/algorithms/problems.h"

namespace texelsort::algorithms {
namespace {

TEST(PreparedAlgorithm, StartsOnlyWithInputsOfTheFormThatItWasPreparedFor) {
  const Algorithm& sort = find_algorithm("std/sort@cpu");
  const ProblemForm form{10, data::KeyType::f32, data::PayloadKind::index};
  const auto started = [&](const ProblemForm& prepared, const Problem& problem) {
    prepare(sort, nullptr, prepared, {}).start(nullptr, std::make_shared<const Problem>(problem));
  };
  const Problem fits = *make_problem("uniform", form.type, form.n, form.payload);
  EXPECT_NO_THROW(started(form, fits));
  EXPECT_THROW(started(form, *make_problem("uniform", form.type, 11, form.payload)), InternalError);
  EXPECT_THROW(started(form, *make_problem("uniform", data::KeyType::u32, form.n, form.payload)), InternalError);
  EXPECT_THROW(started(form, *make_problem("uniform", form.type, form.n)), InternalError);
  Problem descending = fits;
  descending.order = data::Order::descending;
  EXPECT_THROW(started(form, descending), InternalError);
  Problem compared = fits;
  compared.comparison = data::Comparison::magnitude;
  EXPECT_THROW(started(form, compared), InternalError);
  Problem sequences = fits;
  sequences.sequences = {0, 5, 10};
  EXPECT_THROW(started(form, sequences), InternalError);

  ProblemForm records{.n = 10, .payload = data::PayloadKind::record, .shape = {2, data::Layout::hybrid}};
  Problem recorded = *make_problem("uniform", records.type, records.n, records.payload);
  recorded.shape = records.shape;
  recorded.fields = data::made_fields(records.n, records.shape);
  EXPECT_NO_THROW(started(records, recorded));
  records.shape.layout = data::Layout::by_field;
  EXPECT_THROW(started(records, recorded), InternalError);
}

TEST(PreparedAlgorithm, MovesRecordsByTheSourcesMethodForTheirLayout) {
  const Algorithm& sort = find_algorithm("radix/srts@cuda");
  const auto rearrange = [&sort](data::Layout layout, const TextValues& given) {
    TextValues values = paper_values(sort, data::PayloadKind::record, given);
    values.insert(given.begin(), given.end());
    const ProblemForm form{.n = 10, .payload = data::PayloadKind::record, .shape = {3, layout}};
    return prepare(sort, nullptr, form, values).used_values()["rearrange"];
  };
  const TextValues indirect{{"records", "indirect"}};
  EXPECT_EQ(rearrange(data::Layout::by_field, indirect), "gather") << "figure 4";
  EXPECT_EQ(rearrange(data::Layout::hybrid, indirect), "group") << "figure 6";
  EXPECT_NE(rearrange(data::Layout::by_field, {{"records", "direct"}}), "by-layout");
  // Keys without records have nothing to move, and must not reject the value.
  EXPECT_NO_THROW(prepare(sort, nullptr, {.n = 10}, paper_values(sort, data::PayloadKind::record)));
  EXPECT_FALSE(paper_values(sort, data::PayloadKind::none).contains("rearrange"));
  EXPECT_TRUE(paper_values(find_algorithm("std/sort@cpu"), data::PayloadKind::record).empty());
}

/// Sort on the CPU that accepts only what `info` names. Its runs are those of std::sort.
class Restricted final : public Algorithm {
 public:
  explicit Restricted(AlgorithmInfo info) : info_(std::move(info)) {}
  const AlgorithmInfo& info() const override { return info_; }
  const std::vector<ParameterSpec>& parameters() const override { return sort_.parameters(); }
  Availability availability(const gpu::DeviceInfo*, const cuda::ExecutionOptions&) const override { return {}; }
  TextValues tuned_values(const gpu::DeviceInfo*, const ProblemForm&, const TextValues&) const override { return {}; }
  std::unique_ptr<const RunPlan> plan(const gpu::DeviceInfo* device, const ProblemForm& form,
                                      const TextValues& given) const override {
    return sort_.plan(device, form, given);
  }

 private:
  const Algorithm& sort_ = find_algorithm("std/sort@cpu");
  AlgorithmInfo info_;
};

TEST(PreparedAlgorithm, NamesWhatTheAlgorithmAcceptsAndWhatTheProblemHas) {
  using data::KeyType, data::Order, data::PayloadKind;
  AlgorithmInfo info;
  info.id = "mine/";
  info.max_n = 100;
  info.types = {KeyType::u32, KeyType::f32};
  info.orders = {Order::ascending};
  info.payloads = {PayloadKind::none};
  info.min_n = 2;
  const Restricted sort(info);
  const auto refusal = [&sort](const ProblemForm& form) {
    return prepare(sort, nullptr, form, {}).refusal().value_or("");
  };
  const auto expect = [&](const ProblemForm& form, const std::string& sentence) {
    EXPECT_TRUE(refusal(form).starts_with(sentence)) << refusal(form);
  };
  EXPECT_EQ(refusal({.n = 2, .type = KeyType::f32}), "");
  expect({.n = 2, .type = KeyType::f64}, "this algorithm sorts u32 and f32, not f64");
  expect({.n = 2, .order = Order::descending}, "this algorithm sorts in order asc, not desc");
  expect({.n = 2, .payload = PayloadKind::index}, "this algorithm sorts keys with payload none, not index");
  expect({.n = 2, .payload = PayloadKind::record, .shape = {1}},
         "this algorithm sorts keys with payload none, but sorting of records");
  expect({.n = 1}, "n = 1 is below this algorithm's limit of 2 keys");
  expect({.n = 101}, "n = 101 exceeds this algorithm's limit of 100 keys");
}

TEST(PreparedAlgorithm, RejectsKeysThatTheAlgorithmCannotOrder) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const auto message = [](bool refuses_nan, bool refuses_zero, data::Keys keys) -> std::string {
    AlgorithmInfo info;
    info.id = "mine/";
    info.refuses_nan = refuses_nan;
    info.refuses_negative_zero = refuses_zero;
    const Restricted sort(info);
    const auto problem = std::make_shared<const Problem>(Problem{std::move(keys)});
    try {
      prepare(sort, nullptr, problem->form(), {}).start(nullptr, problem);
    } catch (const UsageError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_TRUE(message(true, false, std::vector<float>{1, nan}).starts_with("mine/: key 1 is NaN"));
  EXPECT_TRUE(message(false, true, std::vector<double>{-0.0}).starts_with("mine/: key 0 is -0"));
  EXPECT_EQ(message(true, false, std::vector<double>{-0.0}), "");
  EXPECT_EQ(message(false, true, std::vector<float>{nan, 0}), "");
  EXPECT_EQ(message(true, true, std::vector<std::uint32_t>{0xFFFF'FFFF, 0x8000'0000}), "");
}

}  // namespace
}  // namespace texelsort::algorithms
