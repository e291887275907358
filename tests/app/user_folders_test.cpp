#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/problem/state_file.h"
#include "compute/data/error.h"
#include "tests/support/temporary_folder.h"

namespace texelsort::app {
namespace {

TEST(UserFolders, AreAccessibleOnlyToTheirUser) {
  const tests::TemporaryFolder own;
  const std::filesystem::path folder = std::filesystem::path(own.path()) / "state/texelsort";
  make_user_folder(folder);
  EXPECT_EQ(std::filesystem::status(folder).permissions(), std::filesystem::perms::owner_all);
  EXPECT_NO_THROW(make_user_folder(folder)) << "it exists";
  std::filesystem::permissions(folder, std::filesystem::perms::all);
  EXPECT_THROW(make_user_folder(folder), UsageError) << "others can write there";
  std::filesystem::permissions(folder, std::filesystem::perms::owner_all);
  if (geteuid() != 0) GTEST_SKIP() << "needs root, which can make folders of another user";
  ASSERT_EQ(chown(folder.c_str(), 12345, 12345), 0);
  EXPECT_THROW(make_user_folder(folder), UsageError) << "another user's";
}

}  // namespace
}  // namespace texelsort::app
