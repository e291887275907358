// Checks must find a deliberate error in a shader, and name the wrong pass, index and comparator.
#include <gtest/gtest.h>

#include "compute/check/verify.h"
#include "compute/data/keys/records.h"
#include "tests/algorithms/problems.h"
#include "tests/algorithms/shader_mutations.h"
#include "tests/support/changed_shader.h"

namespace texelsort::algorithms {
namespace {

class ShaderMutations : public ::testing::TestWithParam<tests::ShaderMutation> {
 protected:
  /// Returns a device whose shader directory contains the mutated file.
  std::unique_ptr<gpu::Device> mutated_device() {
    const tests::ShaderMutation& mutation = GetParam();
    tests::write_changed_shader(folder_, mutation.shader, mutation.find, mutation.replace);
    return gpu::Device::headless({.debug = false, .shader_directory = folder_.path(), .egl_device = {}});
  }
  static std::vector<data::PayloadKind> payloads() {
    if (GetParam().shape.fields > 0) return {data::PayloadKind::record};
    return {data::PayloadKind::none, data::PayloadKind::index};
  }
  void TearDown() override {
    if (tests::device() != nullptr) tests::device()->make_current();
  }
  const tests::TemporaryFolder folder_;
};

TEST_P(ShaderMutations, AreDetectedWithTheWrongPassAndComparator) {
  TEXELSORT_NEED_GL();
  const Algorithm& algorithm = find_algorithm(GetParam().algorithm);
  if (algorithm.availability(&gpu::test_device().info(), {}).available == false) GTEST_SKIP() << "cannot run here";
  const auto device = mutated_device();
  ASSERT_TRUE(device);
  bool caught = false, placed = false;
  for (const data::KeyType type : {data::KeyType::u32, data::KeyType::i32, data::KeyType::f32}) {
    for (const std::uint64_t n : GetParam().sizes) {
      const auto problem = make_problem(GetParam().distribution, type, n, data::PayloadKind::index);
      for (const auto payload : payloads()) {
        if (algorithm.info().task == Task::select && payload != data::PayloadKind::none) continue;
        const data::RecordShape& shape = GetParam().shape;
        const auto one = std::make_shared<const Problem>(Problem{problem->keys, data::Order::ascending, payload,
                                                                 problem->ranks, shape, data::made_fields(n, shape)});
        const auto run =
            prepare(algorithm, &device->info(), one->form(), GetParam().parameters).start(device.get(), one);
        if (const auto failure = verify_every_pass(*run, *one, false)) {
          caught = true;
          placed |= failure->pass && failure->index && failure->comparator;
          if (failure->pass) {
            EXPECT_NE(text(*failure).find("pass "), std::string::npos);
          }
        }
      }
    }
  }
  EXPECT_TRUE(caught);
  EXPECT_TRUE(placed || !GetParam().names_comparator);
}

INSTANTIATE_TEST_SUITE_P(Shaders, ShaderMutations, ::testing::ValuesIn(tests::shader_mutations()),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace texelsort::algorithms
