#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <dlfcn.h>
#include <fmt/format.h>

#include "compute/cuda/communicator.h"
#include "compute/cuda/device.h"
#include "compute/data/error.h"

#if __has_include(<nccl.h>)
#include <cuda_runtime_api.h>
#include <nccl.h>

namespace texelsort::cuda {
namespace {

/// Functions of the NCCL library that texelsort uses.
struct Library {
  std::string reason;  ///< reason why the NCCL library is unavailable; empty if it is available
  int version = 0;
  decltype(&ncclGetVersion) get_version = nullptr;
  decltype(&ncclGetErrorString) error_string = nullptr;
  decltype(&ncclGetUniqueId) unique_id = nullptr;
  decltype(&ncclCommInitRankConfig) init_rank = nullptr;
  decltype(&ncclCommAbort) abort = nullptr;
  decltype(&ncclCommGetAsyncError) async_error = nullptr;
  decltype(&ncclGroupStart) group_start = nullptr;
  decltype(&ncclGroupEnd) group_end = nullptr;
  decltype(&ncclSend) send = nullptr;
  decltype(&ncclRecv) receive = nullptr;
  decltype(&ncclAllReduce) all_reduce = nullptr;
};

template <typename Function>
bool find(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  return function != nullptr;
}

Library open_library() {
  Library nccl;
  const char* named = std::getenv("TEXELSORT_NCCL");
  const char* file = named != nullptr && *named != '\0' ? named : "libnccl.so.2";
  void* library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    nccl.reason = fmt::format(
        "NCCL is not installed: {}. Install libnccl2 from NVIDIA's packages, or name the file in TEXELSORT_NCCL",
        dlerror());
    return nccl;
  }
  const bool whole =
      find(library, "ncclGetVersion", nccl.get_version) && find(library, "ncclGetErrorString", nccl.error_string) &&
      find(library, "ncclGetUniqueId", nccl.unique_id) && find(library, "ncclCommInitRankConfig", nccl.init_rank) &&
      find(library, "ncclCommAbort", nccl.abort) && find(library, "ncclCommGetAsyncError", nccl.async_error) &&
      find(library, "ncclGroupStart", nccl.group_start) && find(library, "ncclGroupEnd", nccl.group_end) &&
      find(library, "ncclSend", nccl.send) && find(library, "ncclRecv", nccl.receive) &&
      find(library, "ncclAllReduce", nccl.all_reduce);
  if (!whole || nccl.get_version(&nccl.version) != ncclSuccess) {
    nccl.reason = fmt::format("{} is not version 2.14 or later of NCCL: install a newer one", file);
  }
  return nccl;
}

const Library& library() {
  static const Library nccl = open_library();
  return nccl;
}

void check_nccl(ncclResult_t result, std::string_view call) {
  if (result == ncclSuccess || result == ncclInProgress) return;
  throw UnavailableError(fmt::format("{}: {}", call, library().error_string(result)));
}

/// NCCL communicators by devices. They are reused, because creation needs a second. They are never destroyed, because
/// CUDA may be unloaded first when the program exits.
using Ranks = std::vector<ncclComm_t>;
std::map<std::vector<int>, Ranks>& made_ranks() {
  static auto* made = new std::map<std::vector<int>, Ranks>;
  return *made;
}

/// Communicator that uses NCCL without blocking calls. NCCL's threads join ranks and launch kernels, and the caller
/// waits with its own timeout. NCCL's documentation describes this in "Asynchronous operation" and "Fault tolerance".
class NcclCommunicator final : public Communicator {
 public:
  NcclCommunicator(Streams streams, unsigned timeout, const Group* group)
      : streams_(streams.begin(), streams.end()), timeout_(std::chrono::seconds(timeout)) {
    for (const Stream* stream : streams_) ordinals_.push_back(stream->ordinal());
    ranks_ = made_ranks()[ordinals_];
    if (group != nullptr) {
      streams_.assign(group->ranks, nullptr);
      streams_[group->rank] = streams.front();
    }
    for (std::size_t rank = 0; rank < streams_.size(); ++rank) {
      if (streams_[rank] != nullptr) here_.push_back(rank);
    }
    if (!ranks_.empty()) return;
    ranks_.resize(streams_.size());
    ncclUniqueId id{};
    if (here_.front() == 0) check_nccl(library().unique_id(&id), "ncclGetUniqueId");
    if (group != nullptr) group->share(std::as_writable_bytes(std::span(&id, 1)));
    check_nccl(library().group_start(), "ncclGroupStart");
    for (const std::size_t rank : here_) {
      use(streams_[rank]->ordinal());
      ncclConfig_t config = NCCL_CONFIG_INITIALIZER;
      config.blocking = 0;
      check_nccl(
          library().init_rank(&ranks_[rank], static_cast<int>(ranks_.size()), id, static_cast<int>(rank), &config),
          "ncclCommInitRankConfig");
    }
    // The creation of communicators usually needs one second, and longer with many devices. A timeout below 30 seconds
    // applies only to later operations.
    end_group("ncclCommInitRankConfig", std::max<std::chrono::milliseconds>(timeout_, std::chrono::seconds(30)));
    made_ranks()[ordinals_] = ranks_;
  }

  std::string name() const override { return "NCCL " + nccl_version(); }

  void send(std::span<const Message> messages, std::optional<std::size_t> silent) override {
    check_nccl(library().group_start(), "ncclGroupStart");
    for (const Message& message : messages) {
      if (message.bytes == 0) continue;
      if (message.from != silent && ranks_[message.from] != nullptr) {
        check_nccl(library().send(message.source, message.bytes, ncclUint8, static_cast<int>(message.to),
                                  ranks_[message.from], streams_[message.from]->handle()),
                   "ncclSend");
      }
      if (message.to != silent && ranks_[message.to] != nullptr) {
        check_nccl(library().receive(message.target, message.bytes, ncclUint8, static_cast<int>(message.from),
                                     ranks_[message.to], streams_[message.to]->handle()),
                   "ncclRecv");
      }
    }
    end_group("ncclSend", timeout_);
  }

  void sum(std::span<std::uint64_t* const> numbers, std::uint64_t count) override {
    check_nccl(library().group_start(), "ncclGroupStart");
    for (std::size_t i = 0; i < here_.size(); ++i) {
      const std::size_t rank = here_[i];
      check_nccl(library().all_reduce(numbers[i], numbers[i], count, ncclUint64, ncclSum, ranks_[rank],
                                      streams_[rank]->handle()),
                 "ncclAllReduce");
    }
    end_group("ncclAllReduce", timeout_);
  }

  std::optional<Fault> fault() override {
    for (const std::size_t rank : here_) {
      const ncclResult_t error = state(rank);
      if (error != ncclSuccess && error != ncclInProgress) return Fault{rank, library().error_string(error)};
    }
    return std::nullopt;
  }

  bool abort() noexcept override {
    made_ranks().erase(ordinals_);
    // Abort all ranks concurrently, because one rank may wait for another. Limit the wait, because a device may hang.
    struct Ending {
      std::mutex mutex;
      std::condition_variable changed;
      std::size_t left;
    };
    const auto ending = std::make_shared<Ending>();
    ending->left = here_.size();
    for (const ncclComm_t rank : std::exchange(ranks_, {})) {
      if (rank == nullptr) continue;  // skip the rank, because it belongs to another process
      try {
        std::thread([rank, ending] {
          library().abort(rank);
          const std::lock_guard lock(ending->mutex);
          --ending->left;
          ending->changed.notify_all();
        }).detach();
      } catch (const std::system_error&) {
        // Without a thread, a rank cannot be aborted. Report this like a device that hangs.
        return false;
      }
    }
    std::unique_lock lock(ending->mutex);
    return ending->changed.wait_for(lock, most_of_abort, [&] { return ending->left == 0; });
  }

 private:
  static constexpr auto most_of_abort = std::chrono::seconds(3);

  ncclResult_t state(std::size_t rank) const {
    ncclResult_t error = ncclSuccess;
    return library().async_error(ranks_[rank], &error) == ncclSuccess ? error : ncclSystemError;
  }

  /// Ends a group of NCCL calls and waits until all calls are queued. Throws Stalled after the timeout.
  void end_group(std::string_view call, std::chrono::milliseconds timeout) {
    check_nccl(library().group_end(), call);
    const auto start = std::chrono::steady_clock::now();
    for (std::size_t i = 0; i < here_.size();) {
      const std::size_t rank = here_[i];
      const ncclResult_t error = state(rank);
      check_nccl(error, call);
      if (error == ncclSuccess) {
        ++i;
        continue;
      }
      if (std::chrono::steady_clock::now() - start > timeout) {
        throw Stalled(silent_rank(rank),
                      fmt::format("it did not take part in {} for {} seconds", call,
                                  std::chrono::duration_cast<std::chrono::seconds>(timeout).count()));
      }
      std::this_thread::yield();
    }
  }
  /// Returns the rank that stalls an operation: the first rank of this process without an operation in progress.
  /// Returns `waiting` if there is no such rank.
  std::size_t silent_rank(std::size_t waiting) const {
    for (const std::size_t rank : here_) {
      if (state(rank) != ncclInProgress) return rank;
    }
    return waiting;
  }

  std::vector<const Stream*> streams_;  ///< stream of each rank; null for ranks of other processes
  std::vector<int> ordinals_;           ///< CUDA ordinals of the devices that this process uses
  std::vector<std::size_t> here_;       ///< ranks that belong to this process
  std::chrono::milliseconds timeout_;
  Ranks ranks_;
};

}  // namespace

std::unique_ptr<Communicator> nccl_communicator(Streams streams, unsigned timeout, const Group* group) {
  if (!nccl_absence().empty()) throw UnavailableError(nccl_absence());
  return std::make_unique<NcclCommunicator>(streams, timeout, group);
}

std::uint64_t nccl_bytes(const std::vector<int>& ordinals, std::size_t ranks) {
  if (made_ranks().contains(ordinals)) return 0;
  constexpr std::uint64_t mebibyte = 1 << 20;
  return (386 + 474 + 446 * (ranks - 1)) * mebibyte;
}

const std::string& nccl_absence() {
  return library().reason;
}

std::string nccl_version() {
  if (!nccl_absence().empty()) return {};
  const int version = library().version;  // NCCL's encoded version, such as 22809 for version 2.28.9
  return fmt::format("{}.{}.{}", version / 10000, version / 100 % 100, version % 100);
}

}  // namespace texelsort::cuda

#else

namespace texelsort::cuda {

std::unique_ptr<Communicator> nccl_communicator(Streams, unsigned, const Group*) {
  throw UnavailableError(nccl_absence());
}
std::uint64_t nccl_bytes(const std::vector<int>&, std::size_t) {
  return 0;
}
const std::string& nccl_absence() {
  static const std::string reason = "this texelsort was built without NCCL's header, nccl.h";
  return reason;
}
std::string nccl_version() {
  return {};
}

}  // namespace texelsort::cuda

#endif
