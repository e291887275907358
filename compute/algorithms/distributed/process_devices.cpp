#include "compute/algorithms/distributed/process_devices.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <set>

#include "compute/cuda/device.h"
#include "compute/cuda/device_selection.h"
#include "compute/cuda/topology.h"
#include "compute/mpi/processes.h"

namespace texelsort::algorithms::distributed {
namespace {

/// Returns the channel by which processes exchange device information. Its timeout is far longer than processes with
/// the same work need to meet.
const mpi::Channel& channel() {
  static const mpi::Channel between{std::chrono::minutes(2)};
  return between;
}

}  // namespace

int own_device(const cuda::ExecutionOptions& execution) {
  const std::vector<int> devices = cuda::devices_to_share(execution);
  return devices[mpi::place().on_machine % devices.size()];
}

bool devices_apart(const cuda::ExecutionOptions& execution) {
  const std::vector<std::string> all = told_by_all(cuda::name_among_machines(own_device(execution)));
  return std::ranges::find(all, "") == all.end() && std::set<std::string>(all.begin(), all.end()).size() == all.size();
}

std::vector<std::string> told_by_all(const std::string& own) {
  const auto bytes = std::as_bytes(std::span(own));
  std::vector<std::string> all;
  for (const mpi::Bytes& words : channel().gather({bytes.begin(), bytes.end()})) {
    all.emplace_back(reinterpret_cast<const char*>(words.data()), words.size());
  }
  return all;
}

void add_up(std::span<double> numbers) {
  const auto own = std::as_bytes(std::span<const double>(numbers));
  const std::vector<mpi::Bytes> all = channel().gather({own.begin(), own.end()});
  std::ranges::fill(numbers, 0.0);
  std::vector<double> others(numbers.size());
  for (const mpi::Bytes& bytes : all) {
    if (bytes.empty()) continue;
    std::memcpy(others.data(), bytes.data(), bytes.size());
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] += others[i];
  }
}

void gather(data::State& state, const std::vector<std::uint64_t>& starts) {
  const std::span<std::byte> keys = data::bytes(state.keys);
  const std::uint64_t key_bytes = starts.back() > 0 ? keys.size() / starts.back() : 0;
  const auto put_together = [&](std::span<std::byte> array, std::uint64_t each) {
    const auto part = [&](std::uint64_t rank) {
      return array.subspan(starts[rank] * each, (starts[rank + 1] - starts[rank]) * each);
    };
    const auto own = part(mpi::place().rank);
    const std::vector<mpi::Bytes> parts = channel().gather({own.begin(), own.end()});
    for (std::uint64_t rank = 0; rank < parts.size(); ++rank) std::ranges::copy(parts[rank], part(rank).begin());
  };
  put_together(keys, key_bytes);
  if (!state.payload.empty()) {
    put_together(std::as_writable_bytes(std::span(state.payload)), sizeof(state.payload.front()));
  }
}

}  // namespace texelsort::algorithms::distributed
