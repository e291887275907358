#include "compute/simt/recorder.h"

#include <algorithm>
#include <utility>

#include "compute/data/error.h"
#include "compute/simt/arrays.h"
#include "compute/simt/launch_counter.h"
#include "compute/simt/source_place.h"

namespace texelsort::simt {
namespace {

thread_local Recorder* present_recorder = nullptr;

}  // namespace

Recorder::Recorder(const Wanted& wanted) : wanted_(wanted) {
  if (present_recorder != nullptr) throw InternalError("launches are already recorded");
  recording_.launch = wanted.launch;
  present_recorder = this;
}

Recorder::~Recorder() {
  present_recorder = nullptr;
}

Recorder* Recorder::begin_launch(const char* kernel, const Grid& grid) {
  note_launch(kernel);
  return begin(kernel, grid, false);
}

Recorder* Recorder::begin_dispatch(const char* shader, const Grid& grid) {
  return begin(shader, grid, true);
}

Recorder* Recorder::begin(const char* kernel, const Grid& grid, bool shader) {
  Recorder* recorder = present_recorder;
  if (recorder == nullptr) return nullptr;
  Recording& recording = recorder->recording_;
  recording.launches.push_back({kernel, grid.blocks, grid.threads, shader});
  recorder->records_ = recording.launches.size() - 1 == recorder->wanted_.launch;
  if (!recorder->records_) return recorder->wanted_.watched_offsets.empty() ? nullptr : recorder;
  recording.block = std::min(recorder->wanted_.block, grid.blocks - 1);
  recording.threads.resize(grid.threads);
  return recorder;
}

bool Recorder::wants(unsigned block) {
  if (!records_ || block != recording_.block || recording_.cut) return false;
  recording_.cut = events_ == wanted_.most_events;
  return !recording_.cut;
}

void Recorder::add(unsigned thread, Event event, const void* code) {
  event.code = codes_.try_emplace(code, static_cast<std::uint32_t>(codes_.size())).first->second;
  recording_.threads[thread].push_back(event);
  ++events_;
}

void Recorder::note_access(const Block& block, unsigned thread, Event::Kind kind, std::uintptr_t address,
                           std::uint64_t bytes, const void* code) {
  if (!wanted_.watched_offsets.empty()) watch(block, thread, kind, address, bytes);
  if (!wants(block.index)) return;
  Event event{.kind = kind, .bytes = static_cast<std::uint32_t>(bytes)};
  event.offset = address - reinterpret_cast<std::uintptr_t>(block.shared());
  if (event.offset >= Block::most_shared_bytes) {
    const Array* array = find_array(address);
    if (array == nullptr) return;  // the access reads a constant of the program, not an array
    const auto [found, is_new] = arrays_.try_emplace(array->begin, static_cast<std::uint32_t>(arrays_.size()));
    if (is_new) recording_.arrays.push_back(array->what);
    event.array = found->second;
    event.offset = address - array->first;
  }
  add(thread, event, code);
}

void Recorder::watch(const Block& block, unsigned thread, Event::Kind kind, std::uintptr_t address,
                     std::uint64_t bytes) {
  if (address - reinterpret_cast<std::uintptr_t>(block.shared()) < Block::most_shared_bytes) return;
  const Array* array = find_array(address);
  if (array == nullptr || array->what != wanted_.watched_array) return;
  const std::uint64_t offset = address - array->first;
  for (const std::uint64_t watched : wanted_.watched_offsets) {
    if (watched < offset || watched >= offset + bytes) continue;
    recording_.touches.push_back({recording_.launches.size() - 1, block.index, thread, kind, watched});
  }
}

void Recorder::watch(const NamedEvent& event) {
  if (event.array == nullptr || *event.array != wanted_.watched_array) return;
  for (const std::uint64_t watched : wanted_.watched_offsets) {
    if (watched < event.offset || watched >= event.offset + event.bytes) continue;
    recording_.touches.push_back({recording_.launches.size() - 1, event.block, event.thread, event.kind, watched});
  }
}

std::uint32_t Recorder::index_of(const std::string& array) {
  const auto found = std::ranges::find(recording_.arrays, array);
  if (found != recording_.arrays.end()) return static_cast<std::uint32_t>(found - recording_.arrays.begin());
  recording_.arrays.push_back(array);
  return static_cast<std::uint32_t>(recording_.arrays.size() - 1);
}

void Recorder::note_call(const Block& block, unsigned thread, Event::Kind kind, const void* code) {
  if (wants(block.index)) add(thread, {.kind = kind}, code);
}

Recording Recorder::take() {
  recording_.places.resize(codes_.size());
  for (const auto& [code, index] : codes_) {
    const auto named = named_places_.find(code);
    recording_.places[index] = named != named_places_.end() ? named->second : source_place(code);
  }
  return std::move(recording_);
}

}  // namespace texelsort::simt
