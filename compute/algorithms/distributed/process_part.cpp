#include <algorithm>
#include <chrono>
#include <cstring>
#include <utility>

#include "compute/algorithms/distributed/ranks.h"
#include "compute/mpi/processes.h"

namespace texelsort::algorithms::distributed {
namespace {

/// Timeout between processes. It is far longer than processes with the same work need to meet, even on busy machines.
constexpr std::chrono::minutes longest_apart{2};

/// Maximum bytes per message. A message of this size does not exceed a processor's cache.
constexpr std::size_t piece_of_part = std::size_t{1} << 20;

/// Returns the bytes of key and payload of the last element. Returns no bytes if there are no elements.
mpi::Bytes last_element(const data::State& state) {
  const std::span<const std::byte> keys = data::bytes(state.keys);
  if (keys.empty()) return {};
  const auto key = keys.last(data::key_bytes(data::type_of(state.keys)));
  mpi::Bytes bytes(key.begin(), key.end());
  if (state.payload.empty()) return bytes;
  const auto payload = std::as_bytes(std::span(state.payload).last(1));
  bytes.insert(bytes.end(), payload.begin(), payload.end());
  return bytes;
}

void put_first_element(const mpi::Bytes& bytes, data::State& state) {
  const std::size_t key_bytes = data::key_bytes(data::type_of(state.keys));
  std::memcpy(data::bytes(state.keys).data(), bytes.data(), key_bytes);
  if (!state.payload.empty()) {
    std::memcpy(state.payload.data(), bytes.data() + key_bytes, sizeof(state.payload.front()));
  }
}

/// Parts of the output that belong to the processes of this run. `starts` has the start of each part. `payload` is true
/// if elements have a payload.
class Processes final : public data::PartOwners {
 public:
  Processes(Numbers starts, bool payload) : starts_(std::move(starts)), payload_(payload) {}

  void add_up(std::span<std::uint64_t> numbers) const override { channel_.sum(numbers); }
  std::vector<mpi::Bytes> gather(mpi::Bytes own) const { return channel_.gather(std::move(own)); }

  std::optional<data::State> bring_together(const data::OutputPart& own) const override {
    const std::size_t key_bytes = data::key_bytes(data::type_of(own.state.keys)), before = own.follows ? 1 : 0;
    const auto keys = data::bytes(own.state.keys).subspan(before * key_bytes);
    const auto payload = std::as_bytes(std::span(own.state.payload).subspan(payload_ ? before : 0));
    if (mpi::place().rank > 0) {
      send(keys);
      send(payload);
      channel_.flush();
      return std::nullopt;
    }
    data::State all{data::make_keys(data::type_of(own.state.keys), starts_.back()), {}};
    if (payload_) all.payload.resize(starts_.back());
    std::ranges::copy(keys, data::bytes(all.keys).begin());
    std::ranges::copy(payload, std::as_writable_bytes(std::span(all.payload)).begin());
    for (std::uint64_t from = 1; from + 1 < starts_.size(); ++from) {
      const std::uint64_t first = starts_[from], count = starts_[from + 1] - first;
      receive(from, data::bytes(all.keys).subspan(first * key_bytes, count * key_bytes));
      if (payload_) receive(from, std::as_writable_bytes(std::span(all.payload).subspan(first, count)));
    }
    return all;
  }

 private:
  void send(std::span<const std::byte> bytes) const {
    for (; !bytes.empty(); bytes = bytes.subspan(std::min(piece_of_part, bytes.size()))) {
      const auto piece = bytes.first(std::min(piece_of_part, bytes.size()));
      channel_.send(0, {piece.begin(), piece.end()});
    }
  }
  void receive(std::uint64_t from, std::span<std::byte> bytes) const {
    while (!bytes.empty()) {
      const mpi::Bytes piece = channel_.receive(from);
      std::ranges::copy(piece, bytes.begin());
      bytes = bytes.subspan(piece.size());
    }
  }

  Numbers starts_;
  bool payload_;
  mpi::Channel channel_{longest_apart};
};

}  // namespace

data::OutputPart part_of_process(data::KeyType type, bool payload, const Numbers& starts,
                                 const std::function<void(data::State& state, std::uint64_t place)>& read) {
  const std::uint64_t rank = mpi::place().rank, count = starts[rank + 1] - starts[rank];
  const bool follows = count > 0 && starts[rank] > 0;
  const std::uint64_t size = count + (follows ? 1 : 0);
  const auto owners = std::make_shared<const Processes>(starts, payload);
  data::OutputPart part{
      .state = {data::make_keys(type, size), {}}, .first = starts[rank], .follows = follows, .owners = owners};
  if (payload) part.state.payload.resize(size);
  if (count > 0) read(part.state, follows ? 1 : 0);
  const auto lasts = owners->gather(count > 0 ? last_element(part.state) : mpi::Bytes());
  if (follows) {
    std::uint64_t before = rank - 1;
    while (lasts[before].empty()) --before;
    put_first_element(lasts[before], part.state);
  }
  return part;
}

}  // namespace texelsort::algorithms::distributed
