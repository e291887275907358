#include <nlohmann/json.hpp>

#include <gtest/gtest.h>

#include "app/session/session.h"
#include "app/tuning/sweeps/search.h"
#include "app/tuning/sweeps/winner_choice.h"
#include "compute/algorithms/registry.h"
#include "compute/data/error.h"
#include "tests/app/cli_support.h"
#include "tests/app/specs.h"
#include "tests/app/text_audit.h"
#include "tests/app/window_items.h"
#include "tests/support/gl.h"

namespace texelsort::app {
namespace {

using nlohmann::json;

constexpr auto tuned_id = "radix/srts@compute";
const algorithms::ProblemForm hundred_keys{100, data::KeyType::u32};

class TunedValues : public ::testing::Test {
 protected:
  void SetUp() override {
    TEXELSORT_NEED_GL();
    device_ = &gpu::test_device().info();
    if (!device_->compute) GTEST_SKIP() << "no compute shaders";
    own_ = prepare(algorithm_, device_, hundred_keys, {}).used_values();
    other_digit_ = own_.at("digit") == "4" ? "2" : "4";
  }

  /// Returns the result of a search for 100 keys.
  Winner winner() const {
    return {.algorithm = tuned_id,
            .type = "u32",
            .payload = "none",
            .size_class = size_class(100),
            .place = *place_of(algorithm_, device_, {}),
            .version = winner_of(SearchOutcome{}, {}, "").version,
            .values = {{"digit", other_digit_}},
            .own = own_,
            .n = 100,
            .distribution = "uniform",
            .order = "asc",
            .date = "2026-03-01T12:00:00Z",
            .command = "texelsort tune",
            .ratio = {0.8, 0.7, 0.9},
            .samples_ms = {0.8},
            .own_samples_ms = {1.0}};
  }

  bool used(const Winner& winner, const algorithms::ProblemForm& form = hundred_keys) const {
    const Winners winners{{winner}};
    const bool is_used = winner_for(winners, algorithm_, device_, form) != nullptr;
    if (is_used) {
      EXPECT_EQ(unused_reason(winners, algorithm_, device_, form), "");
    }
    return is_used;
  }

  template <class Change>
  Winner changed(Change&& change) const {
    Winner other = winner();
    change(other);
    return other;
  }

  std::string reason(const Winner& winner) const {
    return unused_reason({{winner}}, algorithm_, device_, hundred_keys);
  }

  TemporaryFolder folder_;
  std::filesystem::path file_ = std::filesystem::path(folder_ / "texelsort") / "tuned.json";
  const std::vector<std::string> environment_{"XDG_CACHE_HOME=" + (folder_ / "")};
  const algorithms::Algorithm& algorithm_ = algorithms::find_algorithm(tuned_id);
  const gpu::DeviceInfo* device_ = nullptr;
  std::map<std::string, std::string> own_;
  std::string other_digit_;
};

TEST_F(TunedValues, ApplyOnlyToRunsLikeTheTunedRun) {
  EXPECT_TRUE(used(winner()));
  EXPECT_TRUE(used(winner(), {64, data::KeyType::u32})) << "as many binary digits";
  EXPECT_FALSE(used(winner(), {128, data::KeyType::u32}));
  EXPECT_FALSE(used(winner(), {100, data::KeyType::f32}));
  EXPECT_FALSE(used(winner(), {100, data::KeyType::u32, data::PayloadKind::index}));
  EXPECT_FALSE(used(changed([](Winner& other) { other.algorithm = "radix/grs@compute"; })));
  EXPECT_EQ(winner_for({{winner()}}, algorithm_, nullptr, hundred_keys), nullptr) << "without a device";
}

TEST_F(TunedValues, AreIgnoredOnAnotherMachineDriverOrVersion) {
  const auto left_alone = [&](const Winner& other, const std::string& why) {
    EXPECT_FALSE(used(other)) << why;
    EXPECT_TRUE(contains(reason(other), why)) << reason(other);
    EXPECT_TRUE(contains(reason(other), "texelsort does not use the values that were tuned on 2026-03-01: "))
        << reason(other);
  };
  left_alone(changed([](Winner& other) { other.place.device = "another GPU"; }),
             "measured on another GPU, and this is ");
  left_alone(changed([](Winner& other) { other.place.driver = "9.9"; }), "with driver 9.9, and this is ");
  left_alone(changed([](Winner& other) { other.place.processor = "another CPU"; }), "with the processor another CPU");
  left_alone(changed([](Winner& other) { other.place.processor = ""; }), "without the name of the processor");
  left_alone(changed([](Winner& other) { other.place.threads = 99; }),
             "measured with 99 threads, and texelsort now uses ");
  left_alone(changed([](Winner& other) { other.version = "0.0"; }), "with version 0.0 of the program");
  left_alone(changed([](Winner& other) { other.definition = "other files"; }), "the files of the sort have changed");
  left_alone(changed([](Winner& other) { other.own["workgroup"] = "3"; }), "the default has changed");
  left_alone(changed([](Winner& other) { other.values["digit"] = "99"; }), "99");
  EXPECT_EQ(reason(changed([](Winner& other) { other.size_class = 30; })), "") << "that is about another size";
}

TEST_F(TunedValues, AreKeptUntilTheyAreReplacedOrDeleted) {
  keep_winner(file_, changed([](Winner& other) { other.ratio.estimate = 0.9; }));
  keep_winner(file_, winner());
  keep_winner(file_, changed([](Winner& other) { other.algorithm = "bitonic/compute"; }));
  keep_winner(file_, changed([](Winner& other) { other.definition = "other files"; }));
  const Winners read = read_winners(file_);
  EXPECT_EQ(read.fault, "");
  ASSERT_EQ(read.all.size(), 3u) << "the newer one takes the place of the older";
  EXPECT_EQ(read.all[2].definition, "other files");
  EXPECT_EQ(read.all[0].ratio.estimate, 0.8);
  EXPECT_EQ(read.all[0].values, winner().values);
  EXPECT_EQ(read.all[0].own_samples_ms, winner().own_samples_ms);
  EXPECT_TRUE(used(read.all[0]));
  EXPECT_EQ(forget_winners(file_, "bitonic/compute").size(), 1u);
  EXPECT_EQ(read_winners(file_).all.size(), 2u);
  EXPECT_EQ(forget_winners(file_, "").size(), 2u);
  EXPECT_FALSE(std::filesystem::exists(file_));
}

TEST_F(TunedValues, OfAnotherNumberOfThreadsAreIgnoredWithANote) {
  keep_winner(file_, changed([](Winner& other) { other.place.threads = 99; }));
  const Outcome sorted =
      run_program({"sort", "-n", "100", "-a", tuned_id, "--timing", "--samples", "1"}, "", environment_);
  EXPECT_EQ(sorted.exit_code, 0) << sorted.err;
  EXPECT_TRUE(contains(sorted.err, "they were measured with 99 threads")) << sorted.err;
}

TEST(NetworkFile, HasADefinitionThatItsComparatorsDetermine) {
  const TemporaryFolder folder;
  write_file(folder / "one.txt", "[(0,1)]\n");
  write_file(folder / "same.txt", "[ (0, 1) ]\n");
  write_file(folder / "other.txt", "[(0,1)] [(0,1)]\n");
  const auto hash = [&folder](const std::string& name) {
    return algorithms::find_algorithm(folder / name + "/reference@cpu").content_hash();
  };
  EXPECT_NE(hash("one.txt"), "");
  EXPECT_EQ(hash("one.txt"), hash("same.txt"));
  EXPECT_NE(hash("one.txt"), hash("other.txt"));
  EXPECT_EQ(algorithms::find_algorithm("bitonic/reference@cpu").content_hash(), "");
}

TEST_F(TunedValues, OfAFolderAreSavedUnderOneSpelling) {
  const std::string folder = folder_ / "mine";
  std::filesystem::create_directory(folder);
  const std::string id = saved_id(folder + "/");
  EXPECT_EQ(saved_id(std::filesystem::relative(folder).string() + "/"), id);
  EXPECT_EQ(saved_id(folder + "/../mine/./"), id);
  EXPECT_EQ(saved_id(id), id);
  EXPECT_NE(saved_id(folder_ / "other/"), id);
  EXPECT_EQ(saved_id("bitonic/compute"), "bitonic/compute");
  keep_winner(file_, changed([&](Winner& other) { other.algorithm = id; }));
  std::filesystem::remove(folder);
  EXPECT_EQ(forget_winners(file_, folder + "/").size(), 1u) << "the folder no longer exists";
}

TEST_F(TunedValues, AreSkippedWhenTheirEntryIsDamaged) {
  keep_winner(file_, winner());
  json kept = json::parse(read_file(file_));
  kept["winners"].push_back({{"algorithm", 7}});
  write_file(file_, kept.dump());
  EXPECT_EQ(read_winners(file_).all.size(), 1u);
  EXPECT_TRUE(contains(read_winners(file_).fault, "1 of 2 entries are damaged")) << read_winners(file_).fault;
  for (const std::string text : {"", "{", "[]", "{\"schema\":\"texelsort/tuned/9\",\"winners\":[]}"}) {
    write_file(file_, text);
    EXPECT_TRUE(read_winners(file_).all.empty()) << text;
    EXPECT_NE(read_winners(file_).fault, "") << text;
  }
  EXPECT_THROW(forget_winners(file_, tuned_id), UsageError);
  EXPECT_TRUE(std::filesystem::exists(file_));
  forget_winners(file_, "");
  EXPECT_FALSE(std::filesystem::exists(file_));
}

TEST_F(TunedValues, AreUsedBySortBenchAndListButNotBySweep) {
  keep_winner(file_, winner());
  const auto run = [&](const std::vector<std::string>& words) { return run_program(words, "", environment_); };
  const std::vector<std::string> sort{"sort", "-n", "100", "-a", tuned_id, "--timing", "--samples", "1", "--json"};
  const auto sorted = [&](const std::string& option = "") {
    auto words = sort;
    if (!option.empty()) words.push_back(option);
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return json::parse(outcome.out);
  };
  const json measured = sorted(), own = sorted("--defaults"), given = sorted("-pdigit=3");
  EXPECT_EQ(measured.at("parameters").at("digit"), other_digit_);
  EXPECT_EQ(measured.at("tuned").at("ratio"), 0.8);
  EXPECT_EQ(measured.at("tuned").at("own_values"), own_);
  EXPECT_EQ(own.at("parameters"), own_);
  EXPECT_TRUE(own.at("tuned").is_null());
  EXPECT_EQ(given.at("parameters").at("digit"), "3");
  EXPECT_TRUE(given.at("tuned").is_null());

  const Outcome bench =
      run({"bench", "-a", tuned_id, std::string(tuned_id) + ":digit=3", "-n", "100", "--samples", "1"});
  EXPECT_TRUE(contains(bench.out, "100 u32 keys, tuned: digit=" + other_digit_)) << bench.out;
  const Outcome list = run({"list", "parameters", tuned_id, "-n", "100"});
  EXPECT_TRUE(contains(list.out, "tuned: 0.800 [0.700, 0.900] of the default's time")) << list.out;
  EXPECT_TRUE(contains(list.out, "default")) << list.out;

  const Outcome sweep = run({"sweep", "-a", tuned_id, "-n", "100", "--samples", "1", "-o", folder_ / "sweep"});
  EXPECT_EQ(sweep.exit_code, 0) << sweep.err;
  EXPECT_TRUE(contains(read_file(folder_ / "sweep"), "\"digit\":\"" + own_.at("digit") + "\"")) << sweep.out;
  const Outcome forgot = run({"tune", "--forget", tuned_id});
  EXPECT_TRUE(contains(forgot.out, std::string("deleted  ") + tuned_id)) << forgot.out;
  EXPECT_EQ(sorted().at("parameters"), own_);
}

TEST_F(TunedValues, AreUsedByTheWindowOnlyWhenChosen) {
  Session session(&gpu::test_device());
  session.know_winners({{winner()}});
  session.open(uniform(100), tuned_id);
  EXPECT_EQ(session.prepared().used_values(), own_) << "what is opened is as it says";
  ASSERT_TRUE(session.use_measured_parameters());
  EXPECT_EQ(session.parameters().text("digit"), other_digit_);
  EXPECT_TRUE(contains(session.command_line(), "-p digit=" + other_digit_)) << session.command_line();
  ASSERT_TRUE(session.change_problem(uniform(200)));
  EXPECT_TRUE(session.overrides().empty()) << "nothing was measured for 200 keys";
  ASSERT_TRUE(session.change_problem(uniform(100)));
  EXPECT_TRUE(session.uses_winner()) << "by itself";
  ASSERT_TRUE(session.use_tuned_parameters());
  ASSERT_TRUE(session.change_problem(uniform(101)));
  EXPECT_FALSE(session.uses_winner()) << "the default was asked for";
  session.has_user = true;
  OffscreenWindow window(gpu::test_device(), session, {1600, 1000});
  ASSERT_TRUE(point_at_item(window, "Tuned"));
  window.click();
  EXPECT_TRUE(session.uses_winner());
  EXPECT_EQ(listed_faults(window.texts()), "");
  ASSERT_TRUE(session.change_algorithm("radix/grs@compute"));
  ASSERT_TRUE(session.change_algorithm(tuned_id));
  EXPECT_TRUE(session.uses_winner());
}

}  // namespace
}  // namespace texelsort::app
