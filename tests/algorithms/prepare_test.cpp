#include "compute/algorithms/prepare.h"

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

}  // namespace
}  // namespace texelsort::algorithms
