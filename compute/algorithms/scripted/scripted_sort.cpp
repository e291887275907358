#include "compute/algorithms/scripted/scripted_sort.h"

#include <algorithm>
#include <filesystem>
#include <mutex>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/stat.h>
#include <xxhash.h>

#include "compute/algorithms/arrays/texel_limits.h"
#include "compute/algorithms/primitives/compute_limits.h"
#include "compute/algorithms/scripted/claims.h"
#include "compute/algorithms/scripted/description.h"
#include "compute/algorithms/scripted/run.h"
#include "compute/data/error.h"
#include "compute/data/format/document.h"
#include "compute/network/generators.h"

namespace texelsort::algorithms {
namespace scripted {
namespace {

/// Maximum number of keys for which a whole network is written out, for diagrams and the 0-1 laboratory.
constexpr std::uint64_t most_places = 1 << 16;

/// Version of the script's file. Editors replace files, so that times alone do not show a change.
struct Stamp {
  std::uint64_t inode = 0, bytes = 0;
  std::int64_t seconds = 0, nanoseconds = 0;
  bool operator==(const Stamp&) const = default;
};

Stamp stamp_of(const std::filesystem::path& file) {
  struct stat found {};
  if (stat(file.c_str(), &found) != 0) return {};
  return {found.st_ino, static_cast<std::uint64_t>(found.st_size), found.st_mtim.tv_sec, found.st_mtim.tv_nsec};
}

class ScriptedPlan final : public RunPlan {
 public:
  ScriptedPlan(TextValues values, std::optional<std::string> refusal, std::shared_ptr<const ScriptPlan> plan)
      : RunPlan(std::move(values), std::move(refusal)), plan_(std::move(plan)) {}
  bool keeps_ties() const override { return plan_->description->info().stable; }
  std::unique_ptr<Run> start(gpu::Device* device, std::shared_ptr<const Problem> problem) const override {
    if (const auto reason = plan_->description->refusal_of_keys(problem->keys)) {
      throw UsageError(plan_->description->info().id + ": " + *reason);
    }
    if (plan_->description->info().backend == Backend::fragment) {
      return make_fragment_run(*device, std::move(problem), own_plan());
    }
    return make_compute_run(*device, std::move(problem), own_plan());
  }

 private:
  /// Returns the plan for a run. A script that decides as it runs has a state of Lua for each run.
  std::shared_ptr<const ScriptPlan> own_plan() const {
    if (!plan_->decides) return plan_;
    auto own = std::make_shared<ScriptPlan>(*plan_);
    own->description = std::make_shared<const Description>(plan_->description->folder());
    return own;
  }

  std::shared_ptr<const ScriptPlan> plan_;
};

class ScriptedSort final : public Algorithm {
 public:
  explicit ScriptedSort(const std::filesystem::path& folder) : folder_(folder) { load(); }

  const AlgorithmInfo& info() const override { return current()->info(); }
  const std::vector<ParameterSpec>& parameters() const override { return current()->parameters(); }
  const network::Family* network() const override {
    const std::lock_guard lock(mutex_);
    return versions_.back().family.get();
  }
  std::vector<TableKind> table_kinds() const override {
    if (!current()->has_buffers()) return {};
    return {tables::DigitCounts{}, tables::DigitScan{}, tables::DigitRanks{}, tables::Numbers{}};
  }
  Availability availability(const gpu::DeviceInfo* device, const cuda::ExecutionOptions&) const override {
    if (current()->info().backend == Backend::compute) return compute_availability(device);
    return texture_availability(device);
  }
  TextValues tuned_values(const gpu::DeviceInfo* device, const ProblemForm& form,
                          const TextValues& given) const override {
    const auto description = load();
    if (refusal_of_form(*this, form)) return resolve(description->parameters(), {}).values();
    return chosen(*description, device, form, used_overrides(description->parameters(), given)).values();
  }
  std::unique_ptr<const RunPlan> plan(const gpu::DeviceInfo* device, const ProblemForm& form,
                                      const TextValues& given) const override {
    load();
    // The plan has a state of Lua of its own, because runs of several threads use their plans at the same time.
    auto plan = std::make_shared<ScriptPlan>();
    plan->description = std::make_shared<const Description>(folder_);
    plan->form = form;
    // Functions of the script expect only problems that the sort accepts.
    if (auto reason = refusal_of_form(*this, form)) {
      TextValues defaults = resolve(plan->description->parameters(), given).values();
      return std::make_unique<ScriptedPlan>(std::move(defaults), std::move(reason), std::move(plan));
    }
    plan->values = chosen(*plan->description, device, form, given).values();
    auto refusal = find_refusal(device, *plan);
    if (!refusal) list_passes(*plan);
    if (!refusal && device != nullptr) refusal = refusal_of_rounds(*device, *plan);
    TextValues values = plan->values;
    return std::make_unique<ScriptedPlan>(std::move(values), std::move(refusal), std::move(plan));
  }
  std::string content_hash() const override;

 private:
  /// A state of the script that has been loaded. All versions are kept, because others hold references to them.
  struct Version {
    std::shared_ptr<const Description> description;
    Stamp stamp;
    std::shared_ptr<const network::Family> family;  ///< null if the sort is no network
  };

  std::shared_ptr<const Description> current() const {
    const std::lock_guard lock(mutex_);
    return versions_.back().description;
  }

  /// Loads the script if its file has changed. Throws UsageError for errors of the script.
  std::shared_ptr<const Description> load() const {
    const std::lock_guard lock(mutex_);
    const Stamp stamp = stamp_of(folder_ / script_name);
    if (versions_.empty() || !(versions_.back().stamp == stamp)) {
      auto description = std::make_shared<const Description>(folder_);
      versions_.push_back({description, stamp, family_of(description)});
    }
    return versions_.back().description;
  }

  static Parameters chosen(const Description& description, const gpu::DeviceInfo* device, const ProblemForm& form,
                           const TextValues& given) {
    return resolve(description.parameters(), given, description.tuned(device, form));
  }

  std::optional<std::string> find_refusal(const gpu::DeviceInfo* device, ScriptPlan& plan) const {
    const Description& description = *plan.description;
    const auto& sizes = description.subgroup_sizes();
    // OpenGL does not tell its size of subgroups on all devices; it is 0 then.
    if (device != nullptr && device->subgroup_lanes != 0 && !sizes.empty() &&
        std::ranges::find(sizes, device->subgroup_lanes) == sizes.end()) {
      return fmt::format("its shaders need subgroups of {}, but this device has subgroups of {}",
                         fmt::join(sizes, " or "), device->subgroup_lanes);
    }
    if (auto reason = description.refusal(device, plan.form, plan.values)) return reason;
    plan.buffers = description.buffers(plan.form, plan.values);
    if (device == nullptr) return std::nullopt;
    const std::uint64_t element = data::key_bytes(plan.form.type);
    if (description.info().backend == Backend::compute) {
      if (auto reason = storage_refusal(*device, plan.form.n, "the keys", plan.form.n * element)) return reason;
    } else if (auto reason = texture_refusal(*device, plan.form.n, texture_width(plan.form.n))) {
      return reason;
    }
    for (const BufferSpec& buffer : plan.buffers) {
      const std::uint64_t bytes = sizeof(std::uint32_t) * buffer.words;
      if (bytes > device->max_storage_bytes) {
        return fmt::format("the buffer {} needs {} bytes, but a storage block of this device has at most {}",
                           buffer.name, bytes, device->max_storage_bytes);
      }
    }
    return std::nullopt;
  }

  /// Returns why the device would end the loops of a pass early.
  static std::optional<std::string> refusal_of_rounds(const gpu::DeviceInfo& device, const ScriptPlan& plan) {
    for (const auto& pass : plan.passes) {
      const std::uint64_t rounds = pass->rounds.value_or(0);
      if (rounds <= device.max_loop_rounds) continue;
      return fmt::format("the loops of {} have up to {} rounds, but this device ends loops after {}", pass->shader,
                         rounds, device.max_loop_rounds);
    }
    return std::nullopt;
  }

  /// Lists the passes of a script, until it wants to read a result.
  static void list_passes(ScriptPlan& plan) {
    if (plan.form.n < 2) return;
    const Description& description = *plan.description;
    const auto routine = description.start(plan.form, plan.values);
    while (const auto request = routine->resume()) {
      if (request->name != "pass") {
        plan.decides = true;
        return;
      }
      require_few_passes(description.script(), *request, plan.passes.size());
      plan.passes.push_back(std::make_shared<const PassCall>(
          read_pass(description.script(), *request, description.info().backend == Backend::fragment)));
    }
  }

  /// Returns the network of a sort whose passes all claim compare_exchange. Null for other sorts.
  static std::shared_ptr<const network::Family> family_of(const std::shared_ptr<const Description>& description);

  std::filesystem::path folder_;
  mutable std::mutex mutex_;
  mutable std::vector<Version> versions_;
};

/// Form of a problem for a network of n places.
ProblemForm form_of_places(const Description& description, std::uint64_t n) {
  ProblemForm form;
  form.n = n;
  form.type = description.info().types.front();
  form.payload = description.info().payloads.front();
  form.order = description.info().orders.front();
  return form;
}

/// Returns the network that a script generates for n places. Throws UsageError for errors of the script.
network::Network network_of(const Description& description, std::uint64_t n, const TextValues& given = {}) {
  const ProblemForm form = form_of_places(description, n);
  const TextValues values = resolve(description.parameters(), given).values();
  network::Network network{.id = description.info().id, .n = n, .stages = {}};
  if (n < 2) return network;
  if (n < description.info().min_n) {
    throw UsageError(fmt::format("{}: n = {} is below its limit of {} keys: choose a larger n", description.info().id,
                                 n, description.info().min_n));
  }
  if (auto reason = description.refusal(nullptr, form, values)) throw UsageError(*reason);
  const auto routine = description.start(form, values);
  std::size_t passes = 0;
  while (const auto request = routine->resume()) {
    require_few_passes(description.script(), *request, passes++);
    if (request->name != "pass")
      throw script::ScriptError(description.script().at(request->line, "a network reads no results"));
    const PassCall call = read_pass(description.script(), *request, description.info().backend == Backend::fragment);
    const auto steps = steps_of(call, description, n);
    if (!steps) {
      throw script::ScriptError(
          description.script().at(request->line, "this pass claims no compare_exchange, so the sort is no network"));
    }
    if (network.stages.empty() || network.stages.back().name != call.stage) network.stages.push_back({call.stage, {}});
    for (const NetworkStep& step : *steps) network.stages.back().steps.push_back(*step);
  }
  return network;
}

std::shared_ptr<const network::Family> ScriptedSort::family_of(const std::shared_ptr<const Description>& description) {
  constexpr std::uint64_t tried = 8;
  try {
    if (*description->info().max_n < tried || network_of(*description, tried).stages.empty()) return nullptr;
  } catch (const Error&) {
    return nullptr;  // it is no network, or its errors appear when it runs
  }
  auto family = std::make_shared<network::Family>();
  family->id = description->info().id;
  family->title = description->info().title;
  family->citation = description->info().citation;
  family->generate = [folder = description->folder(), text = description->script_text()](std::uint64_t n) {
    // The script as it was loaded: views keep their network while the user writes a new one.
    return network_of(Description(folder, text), n);
  };
  family->max_n = std::min(*description->info().max_n, most_places);
  return family;
}

std::string ScriptedSort::content_hash() const {
  // Editors leave hidden files and backups, which do not belong to the sort.
  std::vector<std::filesystem::path> files;
  std::error_code failed;
  using Iterator = std::filesystem::recursive_directory_iterator;
  for (Iterator at(folder_, std::filesystem::directory_options::skip_permission_denied, failed), end;
       !failed && at != end; at.increment(failed)) {
    std::error_code ignored;
    const std::string name = at->path().filename().string();
    if (name.starts_with('.')) {
      if (at->is_directory(ignored)) at.disable_recursion_pending();
      continue;
    }
    if (at->is_regular_file(ignored) && !name.ends_with('~')) files.push_back(at->path());
  }
  std::ranges::sort(files);
  XXH3_state_t* const state = XXH3_createState();
  XXH3_128bits_reset(state);
  for (const std::filesystem::path& file : files) {
    std::string text = file.lexically_relative(folder_).string();
    try {
      text += '\0' + data::read_document(file.string());
    } catch (const UsageError&) {
      text += " is too large for a shader";
    }
    XXH3_128bits_update(state, text.data(), text.size() + 1);
  }
  const XXH128_hash_t hash = XXH3_128bits_digest(state);
  XXH3_freeState(state);
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

}  // namespace
}  // namespace scripted

bool names_scripted_sort(std::string_view id) {
  if (id.empty() || id == "/") return false;
  if (id.ends_with('/')) return true;
  std::error_code ignored;
  return std::filesystem::is_regular_file(std::filesystem::path(id) / scripted::script_name, ignored);
}

std::string scripted_id(std::string_view folder) {
  while (folder.size() > 1 && folder.ends_with('/')) folder.remove_suffix(1);
  return std::string(folder) + "/";
}

network::Network scripted_network(std::string_view folder, std::uint64_t n, const TextValues& values) {
  std::string path = scripted_id(folder);
  path.pop_back();
  return scripted::network_of(scripted::Description(path), n, values);
}

std::unique_ptr<Algorithm> make_scripted_sort(std::string_view folder) {
  std::string path = scripted_id(folder);
  path.pop_back();
  return std::make_unique<scripted::ScriptedSort>(path);
}

}  // namespace texelsort::algorithms
