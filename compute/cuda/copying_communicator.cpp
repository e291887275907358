#include <memory>
#include <vector>

#include "compute/cuda/communicator.h"
#include "compute/cuda/device.h"
#include "compute/cuda/driver.h"
#include "compute/cuda/meeting.h"

namespace texelsort::cuda {
namespace {

class CopyingCommunicator final : public Communicator {
 public:
  explicit CopyingCommunicator(Streams streams) : streams_(streams.begin(), streams.end()), meeting_(streams) {
    for (const Stream* own : streams_) {
      use(own->ordinal());
      for (const Stream* other : streams_) {
        if (other->ordinal() != own->ordinal()) own->driver().reach(other->ordinal());
      }
    }
  }

  std::string name() const override { return "CUDA's copies"; }

  /// Who receives copies, once who sends has come so far; who sends goes on when all are copied.
  void send(std::span<const Message> messages, std::optional<std::size_t> silent) override {
    meeting_.meet();
    for (const Message& message : messages) {
      if (message.bytes == 0 || message.from == silent || message.to == silent) continue;
      const Stream& receiver = *streams_[message.to];
      use(receiver.ordinal());
      receiver.driver().copy(receiver.handle(), message.target, message.source, message.bytes, Driver::Way::within);
    }
    meeting_.meet();
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

  std::vector<const Stream*> streams_;
  Meeting meeting_;
};

}  // namespace

std::unique_ptr<Communicator> copying_communicator(Streams streams) {
  return std::make_unique<CopyingCommunicator>(streams);
}

}  // namespace texelsort::cuda
