#pragma once

#include <bit>
#include <filesystem>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "compute/data/error.h"
#include "compute/data/io/files.h"
#include "compute/data/keys/order.h"
#include "tests/support/temporary_folder.h"

namespace texelsort::data {

using tests::TemporaryFolder;

/// Returns the message of the UsageError that `action` throws. If it throws none, fails the test and returns "".
template <typename Action>
std::string usage_error(const Action& action) {
  try {
    action();
  } catch (const UsageError& error) {
    EXPECT_EQ(error.code(), ExitCode::usage);
    return error.what();
  }
  ADD_FAILURE() << "no UsageError";
  return "";
}

inline std::string sample(std::string_view name) {
  return std::filesystem::path(TEXELSORT_SOURCE_DIR) / "assets/samples" / name;
}

/// Compares keys by their bits: NaN equals itself, and -0 differs from +0.
inline bool same_bits(const Keys& a, const Keys& b) {
  return type_of(a) == type_of(b) && codes(a, Order::ascending) == codes(b, Order::ascending);
}

}  // namespace texelsort::data
