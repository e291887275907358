#include <memory>
#include <vector>

#include "compute/cuda/communicator.h"
#include "compute/cuda/device.h"
#include "compute/cuda/driver.h"
#include "compute/cuda/give_back.h"

namespace texelsort::cuda {
namespace {

class CopyingCommunicator final : public Communicator {
 public:
  explicit CopyingCommunicator(Streams streams) : streams_(streams.begin(), streams.end()) {
    for (const Stream* own : streams_) {
      use(own->ordinal());
      for (const Stream* other : streams_) {
        if (other->ordinal() != own->ordinal()) own->driver().reach(other->ordinal());
      }
      reached_.emplace_back(own->driver().make_event(), GiveBack{&own->driver()});
    }
  }

  std::string name() const override { return "CUDA's copies"; }

  /// Who receives copies, once who sends has come so far; who sends goes on when all are copied.
  void send(std::span<const Message> messages, std::optional<std::size_t> silent) override {
    meet();
    for (const Message& message : messages) {
      if (message.bytes == 0 || message.from == silent || message.to == silent) continue;
      const Stream& receiver = *streams_[message.to];
      use(receiver.ordinal());
      receiver.driver().copy(receiver.handle(), message.target, message.source, message.bytes, Driver::Way::within);
    }
    meet();
  }

  void sum(std::span<std::uint64_t* const> numbers, std::uint64_t count) override {
    const std::uint64_t bytes = count * sizeof(std::uint64_t);
    std::vector<std::uint64_t> sums(count), own(count);
    for (std::size_t rank = 0; rank < streams_.size(); ++rank) {
      copy(rank, own.data(), numbers[rank], bytes, Driver::Way::from_device);
      for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += own[i];
    }
    for (std::size_t rank = 0; rank < streams_.size(); ++rank)
      copy(rank, numbers[rank], sums.data(), bytes, Driver::Way::to_device);
  }

  std::optional<Fault> fault() override { return std::nullopt; }
  void abort() noexcept override {}

 private:
  void copy(std::size_t rank, void* to, const void* from, std::uint64_t bytes, Driver::Way way) {
    use(streams_[rank]->ordinal());
    streams_[rank]->driver().copy(streams_[rank]->handle(), to, from, bytes, way);
    streams_[rank]->wait();
  }

  /// Every stream goes on once all have come so far.
  void meet() {
    for (std::size_t rank = 0; rank < streams_.size(); ++rank) {
      use(streams_[rank]->ordinal());
      streams_[rank]->driver().record(reached_[rank].get(), streams_[rank]->handle());
    }
    for (const Stream* own : streams_) {
      use(own->ordinal());
      for (const auto& event : reached_) own->driver().hold_back(own->handle(), event.get());
    }
  }

  std::vector<const Stream*> streams_;
  std::vector<std::unique_ptr<CUevent_st, GiveBack>> reached_;
};

}  // namespace

std::unique_ptr<Communicator> copying_communicator(Streams streams) {
  return std::make_unique<CopyingCommunicator>(streams);
}

}  // namespace texelsort::cuda
