#include "app/tuning/sweeps/sweep_file.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/problem/host.h"
#include "app/problem/json_number.h"
#include "app/problem/problem_spec.h"
#include "compute/data/error.h"
#include "compute/data/format/document.h"
#include "compute/data/io/files.h"
#include "compute/data/keys/records.h"
#include "compute/data/text/outgoing_text.h"

namespace texelsort::app {

namespace {

using nlohmann::ordered_json;

constexpr auto schema = "texelsort/sweep/1";
constexpr std::array statuses{"measured", "refused", "failed"};

ordered_json json_of(const SweepHeader& header) {
  ordered_json json{{"schema", schema}};
  put(json, header);
  json["command"] = header.command;
  json["date"] = header.date;
  json["seed"] = header.seed;
  json["trials"] = header.trials;
  if (!header.definitions.empty()) json["definitions"] = header.definitions;
  return json;
}

ordered_json json_of(const TrialResult& row) {
  ordered_json json{{"algorithm", row.algorithm},       {"n", row.n},         {"type", row.type},
                    {"distribution", row.distribution}, {"order", row.order}, {"payload", row.payload},
                    {"parameters", row.parameters},     {"given", row.given}, {"status", name(row.status)}};
  if (!row.task.empty()) json["task"] = row.task;
  if (!row.date.empty()) json["date"] = row.date;
  if (row.status != TrialStatus::measured) json["reason"] = row.reason;
  if (row.timeout) json["timeout"] = true;
  if (row.status == TrialStatus::refused) return json;
  json["group"] = row.group;
  json["seconds"] = row.seconds;
  if (row.status == TrialStatus::failed) return json;
  json["median_ms"] = row.ms.median;
  if (row.ms.has_interval()) {
    json["low_ms"] = row.ms.low;
    json["high_ms"] = row.ms.high;
  }
  json["samples_ms"] = row.samples_ms;
  if (!row.blocks.control_p5_ms.empty()) json["control_p5_ms"] = row.blocks.control_p5_ms.front();
  if (row.stopped) json["stopped"] = true;
  if (row.partial) json["partial"] = true;
  if (row.is_final) json["final"] = true;
  json["bytes"] = row.bytes;
  json["passes"] = row.passes;
  if (row.comparators > 0) json["compare_and_swaps"] = row.comparators;
  if (row.device_bytes > 0) json["device_bytes"] = row.device_bytes;
  json["clock"] = row.clock;
  if (!row.gpus.empty()) json["gpus"] = clocks_json(row.gpus);
  for (const PassSamples& pass : row.pass_times) {
    json["pass_times"].push_back({{"stage", pass.stage}, {"pass", pass.pass}, {"samples_ms", pass.samples_ms}});
  }
  if (!row.library.empty()) {
    json["library"] = row.library;
    json["library_call"] = row.library_call;
  }
  return json;
}

SweepHeader header_of(const ordered_json& json) {
  SweepHeader header{environment_from(json), json.at("command"), json.at("date"),
                     json_count(json, "seed", std::numeric_limits<std::uint64_t>::max()), json_count(json, "trials")};
  if (json.contains("definitions")) json.at("definitions").get_to(header.definitions);
  return header;
}

TrialStatus status_of(const std::string& word) {
  for (std::size_t i = 0; i < statuses.size(); ++i) {
    if (word == statuses[i]) return static_cast<TrialStatus>(i);
  }
  throw UsageError(fmt::format("unknown status '{}': expected measured, refused or failed", word));
}

std::vector<PassSamples> pass_times_of(const ordered_json& json) {
  std::vector<PassSamples> passes;
  for (const auto& pass : json) {
    passes.push_back({pass.at("stage"), pass.at("pass"), json_times(pass, "samples_ms", true)});
    if (passes.back().samples_ms.empty() || passes.back().samples_ms.size() != passes.front().samples_ms.size()) {
      throw UsageError("all passes of a trial need the same number of samples, at least one");
    }
  }
  return passes;
}

TrialResult row_of(const ordered_json& json) {
  TrialResult row;
  row.status = status_of(json.at("status"));
  row.algorithm = json.at("algorithm");
  row.n = json_count(json, "n");
  row.type = json.at("type");
  row.distribution = json.at("distribution");
  row.order = json.at("order");
  row.payload = json.at("payload");
  row.task = json.value("task", "");
  row.date = json.value("date", "");
  json.at("parameters").get_to(row.parameters);
  json.at("given").get_to(row.given);
  if (row.status != TrialStatus::measured) row.reason = json.at("reason");
  row.timeout = json.value("timeout", false);
  if (row.status == TrialStatus::refused) return row;
  row.group = json_count(json, "group");
  row.seconds = json_amount(json, "seconds");
  if (row.status == TrialStatus::failed) return row;
  row.samples_ms = json_times(json, "samples_ms");
  if (row.samples_ms.empty()) throw UsageError("a measured trial needs samples");
  row.ms = measure::summarise(row.samples_ms);
  row.blocks.p5_ms = {measure::fifth_percentile(row.samples_ms)};
  if (json.contains("control_p5_ms")) row.blocks.control_p5_ms = {json_amount(json, "control_p5_ms")};
  row.stopped = json.value("stopped", false);
  row.partial = json.value("partial", false);
  row.is_final = json.value("final", false);
  row.bytes = json_count(json, "bytes");
  row.passes = json_count(json, "passes");
  if (json.contains("compare_and_swaps")) row.comparators = json_count(json, "compare_and_swaps");
  if (json.contains("device_bytes")) row.device_bytes = json_count(json, "device_bytes");
  row.clock = json.at("clock");
  if (json.contains("gpus")) row.gpus = clocks_from(json.at("gpus"));
  if (json.contains("pass_times")) row.pass_times = pass_times_of(json.at("pass_times"));
  row.library = json.value("library", "");
  row.library_call = json.value("library_call", "");
  return row;
}

/// Returns the message of an nlohmann exception without the prefix that contains the exception's number.
std::string plain(const char* what) {
  const char* end = std::strstr(what, "] ");
  return end == nullptr ? what : end + 2;
}

[[noreturn]] void refuse_writing(const std::string& path, int error) {
  throw UsageError(fmt::format("cannot write {}: {}", path, std::strerror(error)));
}

/// Locks a whole file for writing until it is closed. Throws UsageError with the other process's id if another process
/// has locked the file. Does nothing on file systems without locks.
void lock(const std::string& path, int descriptor) {
  struct flock whole {};
  whole.l_type = F_WRLCK;
  whole.l_whence = SEEK_SET;
  if (fcntl(descriptor, F_SETLK, &whole) == 0 || (errno != EACCES && errno != EAGAIN)) return;
  const bool known = fcntl(descriptor, F_GETLK, &whole) == 0 && whole.l_type != F_UNLCK;
  throw UsageError(fmt::format("{}: another process writes this file{}: wait until it ends", path,
                               known ? fmt::format(" (process {})", whole.l_pid) : ""));
}

}  // namespace

std::string_view name(TrialStatus status) {
  return statuses.at(static_cast<std::size_t>(status));
}

std::string TrialResult::key() const {
  return trial_key(algorithm, parameters, n, type, distribution, order, payload, task);
}

std::string configuration_text(const TrialResult& row) {
  std::string text = row.algorithm;
  for (const auto& [name, value] : row.given) text += fmt::format(":{}={}", name, value);
  return text;
}

TrialResult describe(const Trial& trial) {
  TrialResult row;
  row.algorithm = trial.configuration.algorithm->info().id;
  row.n = trial.n;
  row.type = data::name(*trial.spec.type);
  row.distribution = trial.spec.distribution;
  row.order = data::name(trial.spec.order);
  row.payload = data::payload_text(trial.spec.payload, trial.spec.shape());
  row.task = task_words(trial.spec);
  row.date = utc_now();
  row.parameters = trial.used;
  row.given = trial.configuration.values;
  if (!trial.refusal.empty()) {
    row.status = TrialStatus::refused;
    row.reason = trial.refusal;
    row.timeout = trial.timeout;
  }
  return row;
}

SweepResults read_sweep(const std::string& path) {
  return parse_sweep(data::read_lines(path), path);
}

SweepResults parse_sweep(std::string_view text, const std::string& path) {
  SweepResults results{.header = {}, .rows = {}, .bytes = text.size()};
  std::map<std::string, std::size_t> places;
  const auto add = [&](TrialResult row) {
    row.header = results.earlier.size();
    const auto [place, is_new] = places.emplace(row.key(), results.rows.size());
    if (is_new) return results.rows.push_back(std::move(row));
    TrialResult& before = results.rows[place->second];
    row.earlier_seconds = before.earlier_seconds + (row.group == before.group ? 0 : before.seconds);
    before = std::move(row);
  };
  std::size_t line = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    if (end == std::string::npos) {
      results.cut_off = true;
      break;
    }
    ++line;
    try {
      const auto json = data::parse_json<ordered_json>(text.substr(at, end - at), "this line");
      if (line > 1 && !json.contains("schema")) {
        add(row_of(json));
      } else if (const std::string found = json.is_object() ? json.value("schema", "") : ""; found != schema) {
        throw UsageError(found.empty() ? fmt::format("not a result of a sweep: expected schema {}", schema)
                                       : fmt::format("unsupported schema {}, expected {}", found, schema));
      } else {
        if (line > 1) results.earlier.push_back(std::move(results.header));
        results.header = header_of(json);
      }
    } catch (const nlohmann::json::exception& error) {
      throw UsageError(fmt::format("{}:{}: {}", path, line, plain(error.what())));
    } catch (const UsageError& error) {
      throw UsageError(fmt::format("{}:{}: {}", path, line, error.what()));
    }
    at = end + 1;
    results.good_bytes = at;
    results.lines = line;
  }
  if (line == 0) throw UsageError(fmt::format("{}: not results of a sweep: the file has no complete line", path));
  return results;
}

std::string sweep_text(const SweepResults& results) {
  std::string text;
  for (std::size_t i = 0; i <= results.earlier.size(); ++i) {
    const bool is_last = i == results.earlier.size();
    text += data::json_text(json_of(is_last ? results.header : results.earlier[i])) + "\n";
    for (const TrialResult& row : results.rows) {
      if (std::min(row.header, results.earlier.size()) == i) text += data::json_text(json_of(row)) + "\n";
    }
  }
  return text;
}

SweepWriter::SweepWriter(std::string path, int descriptor) : path_(std::move(path)), descriptor_(descriptor) {
  if (descriptor_ < 0) refuse_writing(path_, errno);
}

SweepWriter::SweepWriter(SweepWriter&& other) noexcept
    : path_(std::move(other.path_)), descriptor_(std::exchange(other.descriptor_, -1)) {}

SweepWriter::~SweepWriter() {
  if (descriptor_ >= 0) close(descriptor_);
}

SweepWriter SweepWriter::create(const std::string& path, const SweepHeader& header) {
  const int descriptor = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (descriptor < 0 && errno == EEXIST) {
    throw UsageError(fmt::format("{} exists: continue it with --resume, or name another file with -o", path));
  }
  SweepWriter writer(path, descriptor);
  lock(path, descriptor);
  writer.add(header);
  return writer;
}

SweepWriter SweepWriter::resume(const std::string& path, const SweepResults& done) {
  // Open with O_NONBLOCK, because opening a pipe would otherwise wait for a reader.
  SweepWriter writer(path, open(path.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC));
  lock(path, writer.descriptor_);
  struct stat now {};
  if (fstat(writer.descriptor_, &now) == 0 && S_ISREG(now.st_mode) &&
      static_cast<std::uint64_t>(now.st_size) != done.bytes) {
    throw UsageError(path + " has changed since it was read: repeat the command");
  }
  if (ftruncate(writer.descriptor_, static_cast<off_t>(done.good_bytes)) != 0 ||
      lseek(writer.descriptor_, 0, SEEK_END) < 0) {
    refuse_writing(path, errno);
  }
  return writer;
}

void SweepWriter::add(std::span<const TrialResult> rows) {
  std::string lines;
  for (const TrialResult& row : rows) lines += data::json_text(json_of(row)) + "\n";
  write(lines);
}

void SweepWriter::add(const SweepHeader& header) {
  write(data::json_text(json_of(header)) + "\n");
}

void SweepWriter::write(const std::string& lines) {
  if (descriptor_ < 0) return;
  for (std::size_t at = 0; at < lines.size();) {
    const ssize_t written = ::write(descriptor_, lines.data() + at, lines.size() - at);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) refuse_writing(path_, errno);
    at += static_cast<std::size_t>(written);
  }
  if (fsync(descriptor_) != 0 && errno != EINVAL && errno != EROFS) refuse_writing(path_, errno);
}

}  // namespace texelsort::app
