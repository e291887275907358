#include "compute/simt/source_place.h"

#include <map>
#include <mutex>

#include <backtrace.h>
#include <fmt/format.h>

namespace texelsort::simt {
namespace {

void ignore(void*, const char*, int) {}

/// Callback of libbacktrace, which passes the functions that contain an address, innermost first. Stores the location
/// of the first function outside compute/simt and compute/cuda.
int take_first_of_author(void* found, std::uintptr_t, const char* file, int line, const char*) {
  if (file == nullptr) return 0;
  const std::string path = short_path(file);
  if (path.starts_with("compute/simt/") || path.starts_with("compute/cuda/")) return 0;
  *static_cast<std::string*>(found) = fmt::format("{}:{}", path, line);
  return 1;
}

std::string find(const void* code) {
  static backtrace_state* const state = backtrace_create_state(nullptr, 0, ignore, nullptr);
  std::string place;
  // The recorded address belongs to the next instruction. Subtract 1 to reach the call.
  backtrace_pcinfo(state, reinterpret_cast<std::uintptr_t>(code) - 1, take_first_of_author, ignore, &place);
  return place.empty() ? "an unknown place" : place;
}

/// Returns the mutex of the table of source locations, because several system threads may execute kernels.
std::mutex& places_mutex() {
  static std::mutex mutex;
  return mutex;
}

std::map<const void*, std::string>& known_places() {
  static std::map<const void*, std::string> by_code;
  return by_code;
}

}  // namespace

std::string short_path(const std::string& path) {
  const std::size_t compute = path.rfind("/compute/");
  return compute == std::string::npos ? path : path.substr(compute + 1);
}

const void* code_of(Where where) {
  static std::map<std::pair<const char*, unsigned>, char> places;
  // Cache the last location, because successive threads of a block usually reach the same one.
  thread_local Where latest;
  thread_local const void* code_of_latest = nullptr;
  if (code_of_latest != nullptr && where.line == latest.line && where.file == latest.file) return code_of_latest;
  const std::scoped_lock lock(places_mutex());
  const auto [found, is_new] = places.try_emplace({where.file, where.line});
  if (is_new) known_places()[&found->second] = fmt::format("{}:{}", short_path(where.file), where.line);
  latest = where;
  return code_of_latest = &found->second;
}

std::string source_place(const void* code) {
  const std::scoped_lock lock(places_mutex());
  auto [found, is_new] = known_places().try_emplace(code);
  if (is_new) found->second = find(code);
  return found->second;
}

}  // namespace texelsort::simt
