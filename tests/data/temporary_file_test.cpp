#include "compute/data/io/temporary_file.h"

#include <csignal>
#include <filesystem>
#include <functional>
#include <string>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "compute/data/error.h"
#include "compute/data/io/files.h"
#include "tests/support/temporary_folder.h"

namespace texelsort::data {
namespace {

class TemporaryFiles : public ::testing::Test {
 protected:
  std::size_t files() const { return own_.count(); }

  /// Returns the exit status of a child process that calls `work`.
  static int status_of(const std::function<void()>& work) {
    const pid_t child = fork();
    if (child == 0) {
      work();
      _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return status;
  }

  const tests::TemporaryFolder own_;
  const std::filesystem::path folder_ = own_.path();
};

TEST_F(TemporaryFiles, AreRemovedWhenASignalEndsTheProgram) {
  for (const int number : {SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGALRM, SIGUSR1, SIGXCPU, SIGABRT, SIGSEGV}) {
    const int status = status_of([&] {
      const rlimit none{0, 0};
      setrlimit(RLIMIT_CORE, &none);
      // Restores the default, because shells start background programs with some signals ignored.
      std::signal(number, SIG_DFL);
      const TemporaryFile file(folder_ / "out", TemporaryFile::Naming::at_once);
      if (files() != 1) _exit(9);
      std::raise(number);
    });
    ASSERT_TRUE(WIFSIGNALED(status)) << number << ": " << status;
    EXPECT_EQ(WTERMSIG(status), number);
    EXPECT_EQ(files(), 0u) << number;
  }
}

TEST_F(TemporaryFiles, LeaveIgnoredSignalsAndHandlersUnchanged) {
  const int status = status_of([&] {
    std::signal(SIGHUP, SIG_IGN);  // ignored, as in programs that nohup starts
    {
      const TemporaryFile file(folder_ / "out", TemporaryFile::Naming::at_once);
      std::raise(SIGHUP);
    }
    struct sigaction term {};
    sigaction(SIGTERM, nullptr, &term);
    if (term.sa_handler != SIG_DFL) _exit(9);
  });
  EXPECT_EQ(status, 0);
  EXPECT_EQ(files(), 0u);
}

TEST_F(TemporaryFiles, AreRemovedUnlessTheyArePublished) {
  for (const auto naming : {TemporaryFile::Naming::late, TemporaryFile::Naming::at_once}) {
    { const TemporaryFile file(folder_ / "out", naming); }
    EXPECT_EQ(files(), 0u);
    {
      TemporaryFile file(folder_ / "out", naming);
      EXPECT_EQ(file.publish(), 0);
    }
    EXPECT_TRUE(std::filesystem::exists(folder_ / "out"));
    EXPECT_EQ(files(), 1u);
    std::filesystem::remove(folder_ / "out");
  }
}

TEST_F(TemporaryFiles, HaveNoFileNameBeforeTheyArePublished) {
  const OpenFile without_name = open_nameless(folder_, "out");
  if (!without_name.is_open()) GTEST_SKIP() << "the file system has no files without names";
  const int status = status_of([&] {
    const TemporaryFile file(folder_ / "out");
    if (files() != 0) _exit(9);
    std::raise(SIGKILL);
  });
  EXPECT_TRUE(WIFSIGNALED(status)) << status;
  EXPECT_EQ(files(), 0u);
}

TEST_F(TemporaryFiles, DoNotFollowSymbolicLinksOfOtherUsers) {
  if (geteuid() != 0) GTEST_SKIP() << "needs root, which can make links of another user";
  constexpr uid_t other = 12345;
  std::filesystem::create_directory(folder_ / "shared");
  ASSERT_EQ(chmod((folder_ / "shared").c_str(), 01777), 0);
  const std::string out = (folder_ / "shared/out").string(), target = (folder_ / "target").string();
  write_file_atomically(target, "before");
  const auto contents = [&] { return read_file(target); };
  std::filesystem::create_symlink(target, out);
  write_file_atomically(out, "own link");
  EXPECT_EQ(contents(), "own link");
  ASSERT_EQ(lchown(out.c_str(), other, other), 0);
  try {
    write_file_atomically(out, "link of another user");
    ADD_FAILURE() << "it has followed a link of another user";
  } catch (const UsageError& error) {
    EXPECT_EQ(error.what(),
              out + ": cannot be written, because " + out + " is a link of another user: choose another name");
  }
  EXPECT_EQ(contents(), "own link");
}

TEST_F(TemporaryFiles, ReportWhenTheyExceedTheFileSizeLimit) {
  const int status = status_of([&] {
    std::signal(SIGXFSZ, SIG_IGN);  // ignored, as in texelsort, so that a write beyond the limit returns an error
    const rlimit limit{1000, 1000};
    setrlimit(RLIMIT_FSIZE, &limit);
    try {
      write_file_atomically((folder_ / "out").string(), std::string(5000, 'x'));
    } catch (const UsageError& error) {
      _exit(std::string(error.what()).find("file size limit of 1000 bytes") != std::string::npos ? 7 : 8);
    }
  });
  ASSERT_TRUE(WIFEXITED(status)) << status;
  EXPECT_EQ(WEXITSTATUS(status), 7);
  EXPECT_EQ(files(), 0u);
}

}  // namespace
}  // namespace texelsort::data
