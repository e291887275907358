// Tests of the program in several processes on one machine.
#include "compute/mpi/processes.h"

#include <chrono>
#include <csignal>
#include <future>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "tests/app/cli_support.h"
#include "tests/support/gl.h"

namespace texelsort::app {
namespace {

/// Returns why several processes cannot be started. Returns an empty string if they can.
std::string no_processes() {
  if (!mpi::absence().empty()) return mpi::absence();
  static const bool there = run_words({"sh", "-c", "command -v mpirun"}).exit_code == 0;
  return there ? "" : "there is no mpirun: install openmpi-bin";
}

#define TEXELSORT_NEED_PROCESSES()                                  \
  if (const std::string reason = no_processes(); !reason.empty()) { \
    if (tests::required("mpi")) FAIL() << reason;                   \
    GTEST_SKIP() << reason;                                         \
  }

constexpr auto by_processes = "sample/distributed@cpu", by_devices = "sample/distributed@cuda";

Outcome run_processes(unsigned count, const std::vector<std::string>& words, std::vector<std::string> environment = {},
                      const std::function<void(pid_t)>& meanwhile = {}) {
  std::vector<std::string> arguments{"mpirun", "--oversubscribe", "-n", std::to_string(count), TEXELSORT_BINARY};
  arguments.insert(arguments.end(), words.begin(), words.end());
  // Use a separate session folder per call. mpirun removes a user's shared folder even while another call opens it.
  const TemporaryFolder sessions;
  environment.push_back("OMPI_MCA_orte_tmpdir_base=" + sessions.path().string());
  // The superuser may run the tests, which mpirun otherwise rejects.
  environment.insert(environment.end(), {"OMPI_ALLOW_RUN_AS_ROOT=1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1"});
  return run_words(std::move(arguments), "", environment, meanwhile);
}

/// Runs all calls at the same time, because programs started by mpirun mostly wait. Returns their outcomes in the order
/// of the calls.
std::vector<Outcome> parallel_tasks(const std::vector<std::function<Outcome()>>& calls) {
  std::vector<std::future<Outcome>> running;
  for (const auto& call : calls) running.push_back(std::async(std::launch::async, call));
  std::vector<Outcome> outcomes;
  for (std::future<Outcome>& one : running) outcomes.push_back(one.get());
  return outcomes;
}

/// Returns the program's message, which only process 0 prints, without mpirun's text.
std::string own_message(const Outcome& outcome) {
  const std::size_t first = outcome.err.find("texelsort: ");
  if (first == std::string::npos) return "";
  EXPECT_EQ(outcome.err.find("texelsort: ", first + 1), std::string::npos) << outcome.err;
  return outcome.err.substr(first, outcome.err.find('\n', first) - first);
}

/// Tests with several processes; the parameter is their number. For each number, they use two of the three values of
/// `shares`. The tests of ByRanks use all three in a single process.
class MpiProcesses : public ::testing::TestWithParam<unsigned> {
 protected:
  static std::vector<std::string> shares() {
    if (GetParam() == 2) return {"even", "last"};
    if (GetParam() == 3) return {"even", "rising"};
    return {"rising", "last"};
  }
};

TEST_P(MpiProcesses, FulfilTheClaimOfEveryPassForAllTypesSharesAndPayloads) {
  TEXELSORT_NEED_PROCESSES();
  for (const std::string& shares : MpiProcesses::shares()) {
    const Outcome outcome =
        run_processes(GetParam(), {"check", "-a", by_processes, "-n", "0,1,6,1000", "-d", "uniform,few-distinct",
                                   "--payload", "none,index", "-p", "shares=" + shares, "-p", "chunk=1"});
    EXPECT_EQ(outcome.exit_code, 0) << shares << outcome.err;
    for (const char* type : {"u32", "i32", "f32", "u64", "i64", "f64"}) {
      EXPECT_TRUE(contains(outcome.out, type)) << shares << outcome.out;
    }
    EXPECT_TRUE(contains(outcome.out, " 0 skipped")) << outcome.out;
  }
}

TEST_P(MpiProcesses, FulfilTheClaimOfEveryPassOnEmulatedDevices) {
  TEXELSORT_NEED_PROCESSES();
  for (const std::string& shares : MpiProcesses::shares()) {
    const std::string finish = shares == "last" ? "sort" : "merge";
    const Outcome outcome =
        run_processes(GetParam(), {"check", "-a", by_devices, "--device", "cpu-kernels", "-n", "0,3,700", "-d",
                                   "few-distinct", "-t", "f32,u64", "--payload", "none,index", "-p", "shares=" + shares,
                                   "-p", "finish=" + finish, "-p", "chunk=1"});
    EXPECT_EQ(outcome.exit_code, 0) << shares << outcome.err;
    EXPECT_TRUE(contains(outcome.out, " 0 skipped")) << outcome.out;
  }
}

TEST_P(MpiProcesses, PrintAndWriteTheSameOutputAsOneProcess) {
  TEXELSORT_NEED_PROCESSES();
  const TemporaryFolder folder;
  for (const std::vector<std::string>& problem :
       {std::vector<std::string>{"-n", "1000", "-t", "f64", "--order", "desc"},
        {"-n", "300", "--payload", "record:3", "-d", "few-distinct"},
        {"-n", "2000", "--payload", "index"}}) {
    const auto words = [&](const std::string& file) {
      std::vector<std::string> all{"sort", "-a", by_processes, "-o", folder / file};
      all.insert(all.end(), problem.begin(), problem.end());
      return all;
    };
    const Outcome several = run_processes(GetParam(), words("several.csv"));
    EXPECT_EQ(several.exit_code, 0) << several.err;
    EXPECT_EQ(several.out + several.err, "");
    EXPECT_EQ(run_program(words("one.csv")).exit_code, 0);
    EXPECT_EQ(read_file(folder / "several.csv"), read_file(folder / "one.csv"));
    EXPECT_EQ(folder.count(), 2u);
    for (const char* file : {"several.csv", "one.csv"}) std::filesystem::remove(folder / file);
  }
}

INSTANTIATE_TEST_SUITE_P(Count, MpiProcesses, ::testing::Values(2, 3, 7),
                         [](const auto& info) { return fmt::format("{}", info.param); });

TEST(MpiRun, SortsWithTheDistributedSortByDefault) {
  TEXELSORT_NEED_PROCESSES();
  const Outcome outcome = run_processes(3, {"sort", "-n", "500", "--timing", "--passes", "--seconds", "1"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "sample/distributed@")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "each process is a rank")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "output verified")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "again    mpirun -n 3 --bind-to none texelsort sort")) << outcome.out;
  for (const char* link : {"0 -> 1 ", "2 -> 0 ", "rank 2"}) EXPECT_TRUE(contains(outcome.out, link)) << outcome.out;
}

TEST(MpiRun, ExchangesMessagesTooLargeForTheBufferOfMpi) {
  TEXELSORT_NEED_PROCESSES();
  // Ranks send messages of 8 KiB here, because Open MPI buffers up to 4 KiB unreceived (btl_vader_eager_limit).
  const Outcome outcome = run_processes(3, {"check", "-a", by_devices, "--device", "cpu-kernels", "-n", "9000", "-d",
                                            "uniform", "-t", "u64", "--payload", "index64", "-p", "links=copies"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, " 0 skipped")) << outcome.out;
}

TEST(MpiRun, TakesTheSameNumberOfSamplesInEveryProcess) {
  TEXELSORT_NEED_PROCESSES();
  const Outcome outcome =
      run_processes(2, {"bench", "-a", by_processes, "-n", "1000,3000", "--seconds", "0.2", "--format", "json"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  const auto json = nlohmann::json::parse(outcome.out);
  ASSERT_EQ(json.at("results").size(), 2u);
  for (const auto& row : json.at("results")) EXPECT_TRUE(row.at("verified").get<bool>()) << row;
}

TEST(MpiRun, RejectsOptionsThatNeedASingleProcess) {
  TEXELSORT_NEED_PROCESSES();
  const std::vector<std::pair<std::vector<std::string>, std::string>> refused{
      {{"sort", "-n", "9", "-a", "std/stable-sort@cpu"}, "sorts in one process, but mpirun has started 2"},
      {{"sort", "-n", "9", "-a", by_processes, "-p", "ranks=3"}, "ranks = 3, but mpirun has started 2 processes"},
      {{"sort", "-", "-a", by_processes}, "mpirun passes standard input to only one process"},
      {{"sort", "-n", "9", "-a", by_devices, "--device", "cpu-kernels", "-p", "links=peer"},
       "links = peer needs all ranks in one process, but mpirun has started 2"},
      {{"sort", "-n", "9", "-a", by_devices, "--device", "cpu-kernels", "-p", "links=nccl"},
       "NCCL needs a separate device for each process"},
      {{"render", "-n", "9", "-o", "nothing.png"}, "render runs in one process, but mpirun has started 2"},
      {{"merge", "-n", "9"}, "merge runs in one process"},
      {{}, "the window runs in one process"}};
  std::vector<std::function<Outcome()>> calls;
  for (const auto& one : refused) calls.emplace_back([&one] { return run_processes(2, one.first); });
  const std::vector<Outcome> outcomes = parallel_tasks(calls);
  for (std::size_t i = 0; i < refused.size(); ++i) {
    const Outcome& outcome = outcomes[i];
    const std::string& message = refused[i].second;
    EXPECT_EQ(outcome.exit_code, 2) << message;
    EXPECT_EQ(outcome.out, "") << message;
    EXPECT_TRUE(contains(own_message(outcome), message)) << outcome.err;
  }
}

TEST(MpiRun, EndsWhenAProcessCannotWriteTheOutput) {
  TEXELSORT_NEED_PROCESSES();
  const Outcome outcome = run_processes(3, {"sort", "-n", "9", "-a", by_processes, "-o", "/nowhere/sorted"});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_EQ(own_message(outcome), "texelsort: /nowhere/sorted: cannot be written: No such file or directory");
}

/// Tests in which a rank fails. The parameter names the rank and the kind of failure. Other ranks must report the
/// failure, not that the rank stopped responding.
class FailingMpiProcess : public ::testing::TestWithParam<const char*> {};

TEST_P(FailingMpiProcess, EndsTheOtherProcessesWithAnErrorThatNamesTheFailedOne) {
  TEXELSORT_NEED_PROCESSES();
  const std::vector<std::pair<std::string, std::string>> steps{{"sort", "sort of the shares"},
                                                               {"select", "selection of the splitters"},
                                                               {"exchange", "exchange"},
                                                               {"merge", "merging of the parts"}};
  const bool silent = contains(GetParam(), "silent");
  const char rank = *GetParam();
  const std::vector<TemporaryFolder> folders(steps.size());
  std::vector<std::function<Outcome()>> calls;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    calls.emplace_back([&, i] {
      return run_processes(
          3,
          {"sort", "-n", "3000", "-a", by_processes, "-p", silent ? "timeout=2" : "timeout=60", "-o",
           folders[i] / "sorted"},
          {fmt::format("TEXELSORT_RANK_FAULT={}:{}{}", rank, steps[i].first, silent ? ":silent" : "")});
    });
  }
  const std::vector<Outcome> outcomes = parallel_tasks(calls);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const auto& [step, name] = steps[i];
    EXPECT_EQ(outcomes[i].exit_code, 3) << step << outcomes[i].err;
    EXPECT_EQ(folders[i].count(), 0u) << step;
    const std::string message = own_message(outcomes[i]);
    if (silent) {
      // If a rank stops in a step without messages, the other ranks wait for it in the next step.
      EXPECT_TRUE(contains(message, fmt::format("rank {} does not respond in the ", rank))) << outcomes[i].err;
      EXPECT_TRUE(contains(message, "it has sent nothing for 2 seconds")) << outcomes[i].err;
    } else {
      EXPECT_EQ(
          message,
          fmt::format("texelsort: rank {} has failed in the {}; the other ranks have stopped: TEXELSORT_RANK_FAULT "
                      "injected this failure",
                      rank, name));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Ways, FailingMpiProcess, ::testing::Values("0", "2", "0:silent", "1:silent"),
                         [](const auto& info) {
                           return fmt::format("rank{}{}", *info.param, contains(info.param, "silent") ? "_silent" : "");
                         });

TEST(MpiRun, NamesTheDeviceOfTheRankThatFails) {
  TEXELSORT_NEED_PROCESSES();
  for (const auto& [fault, message] :
       {std::pair{"1:select",
                  "has failed in the selection of the splitters; the other ranks have stopped: TEXELSORT_RANK_FAULT "
                  "injected this failure"},
        {"1:exchange:silent",
         "does not respond in the exchange; the other ranks have stopped: it has sent nothing for 1 seconds"}}) {
    const TemporaryFolder folder;
    const Outcome outcome = run_processes(
        2,
        {"sort", "-n", "900", "-a", by_devices, "--device", "cpu-kernels", "-p", "timeout=1", "-o", folder / "sorted"},
        {std::string("TEXELSORT_RANK_FAULT=") + fault});
    EXPECT_EQ(outcome.exit_code, 3) << outcome.err;
    EXPECT_EQ(own_message(outcome), std::string("texelsort: rank 1 (CPU, kernels thread by thread) ") + message);
    EXPECT_EQ(folder.count(), 0u);
  }
}

/// Returns the process id of a rank that mpirun has started.
pid_t process_of_rank(pid_t mpirun, unsigned rank) {
  const std::string name = fmt::format("OMPI_COMM_WORLD_RANK={}", rank);
  for (int turn = 0; turn < 1000; ++turn) {
    std::ifstream children(fmt::format("/proc/{0}/task/{0}/children", mpirun));
    for (pid_t pid = 0; children >> pid;) {
      const std::string environment = read_file(fmt::format("/proc/{}/environ", pid));
      if (contains(environment, name + '\0')) return pid;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return 0;
}

/// Waits until a process has redirected its output. All processes except process 0 do so after they have found each
/// other.
void wait_until_silent(pid_t process) {
  for (int turn = 0; turn < 4000; ++turn) {
    std::error_code none;
    if (std::filesystem::read_symlink(fmt::format("/proc/{}/fd/1", process), none) == "/dev/null") return;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

TEST(MpiRun, NamesTheProcessThatHasDied) {
  TEXELSORT_NEED_PROCESSES();
  const TemporaryFolder folder;
  pid_t killed = 0;
  // Rank 2 stops in the exchange, so that the other ranks wait in the middle of the sort.
  const Outcome outcome =
      run_processes(3, {"sort", "-n", "3000", "-a", by_processes, "-p", "timeout=60", "-o", folder / "sorted"},
                    {"TEXELSORT_RANK_FAULT=2:exchange:silent"}, [&](pid_t mpirun) {
                      killed = process_of_rank(mpirun, 1);
                      wait_until_silent(killed);
                      std::this_thread::sleep_for(std::chrono::seconds(2));
                      if (killed != 0) kill(killed, SIGKILL);
                    });
  ASSERT_NE(killed, 0);
  EXPECT_EQ(outcome.exit_code, 128 + SIGKILL) << outcome.err;
  EXPECT_EQ(own_message(outcome),
            fmt::format("texelsort: rank 1 (process {}) has ended unexpectedly; the other ranks have stopped", killed));
  EXPECT_EQ(folder.count(), 0u);
}

}  // namespace
}  // namespace texelsort::app
