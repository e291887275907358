#include <cstdlib>
#include <map>
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

/// The library's functions, of those that are called here.
struct Library {
  std::string reason;  ///< why there is none
  int version = 0;
  decltype(&ncclGetVersion) get_version = nullptr;
  decltype(&ncclGetErrorString) error_string = nullptr;
  decltype(&ncclCommInitAll) init_all = nullptr;
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
        "NCCL is not here: {}; install libnccl2 of NVIDIA's packages, or name the file by TEXELSORT_NCCL", dlerror());
    return nccl;
  }
  const bool whole =
      find(library, "ncclGetVersion", nccl.get_version) && find(library, "ncclGetErrorString", nccl.error_string) &&
      find(library, "ncclCommInitAll", nccl.init_all) && find(library, "ncclCommAbort", nccl.abort) &&
      find(library, "ncclCommGetAsyncError", nccl.async_error) && find(library, "ncclGroupStart", nccl.group_start) &&
      find(library, "ncclGroupEnd", nccl.group_end) && find(library, "ncclSend", nccl.send) &&
      find(library, "ncclRecv", nccl.receive) && find(library, "ncclAllReduce", nccl.all_reduce);
  if (!whole || nccl.get_version(&nccl.version) != ncclSuccess) {
    nccl.reason = fmt::format("{} is no NCCL of version 2.7 or later", file);
  }
  return nccl;
}

const Library& library() {
  static const Library nccl = open_library();
  return nccl;
}

void check_nccl(ncclResult_t result, std::string_view call) {
  if (result == ncclSuccess) return;
  throw UnavailableError(fmt::format("{}: {}", call, library().error_string(result)));
}

/// A communicator takes a second to make, and is made once for the same devices. Those that there are at the end go
/// with the process: CUDA may be gone before they are.
using Ranks = std::vector<ncclComm_t>;
std::map<std::vector<int>, Ranks>& made_ranks() {
  static auto* made = new std::map<std::vector<int>, Ranks>;
  return *made;
}

class NcclCommunicator final : public Communicator {
 public:
  explicit NcclCommunicator(Streams streams) : streams_(streams.begin(), streams.end()) {
    for (const Stream* stream : streams_) ordinals_.push_back(stream->ordinal());
    ranks_ = made_ranks()[ordinals_];
    if (!ranks_.empty()) return;
    ranks_.resize(ordinals_.size());
    check_nccl(library().init_all(ranks_.data(), static_cast<int>(ordinals_.size()), ordinals_.data()),
               "ncclCommInitAll");
    made_ranks()[ordinals_] = ranks_;
  }

  std::string name() const override { return "NCCL " + nccl_version(); }

  void send(std::span<const Message> messages, std::optional<std::size_t> silent) override {
    check_nccl(library().group_start(), "ncclGroupStart");
    for (const Message& message : messages) {
      if (message.bytes == 0) continue;
      if (message.from != silent) {
        check_nccl(library().send(message.source, message.bytes, ncclUint8, static_cast<int>(message.to),
                                  ranks_[message.from], streams_[message.from]->handle()),
                   "ncclSend");
      }
      if (message.to != silent) {
        check_nccl(library().receive(message.target, message.bytes, ncclUint8, static_cast<int>(message.from),
                                     ranks_[message.to], streams_[message.to]->handle()),
                   "ncclRecv");
      }
    }
    check_nccl(library().group_end(), "ncclGroupEnd");
  }

  void sum(std::span<std::uint64_t* const> numbers, std::uint64_t count) override {
    check_nccl(library().group_start(), "ncclGroupStart");
    for (std::size_t rank = 0; rank < ranks_.size(); ++rank) {
      check_nccl(library().all_reduce(numbers[rank], numbers[rank], count, ncclUint64, ncclSum, ranks_[rank],
                                      streams_[rank]->handle()),
                 "ncclAllReduce");
    }
    check_nccl(library().group_end(), "ncclGroupEnd");
  }

  std::optional<Fault> fault() override {
    for (std::size_t rank = 0; rank < ranks_.size(); ++rank) {
      ncclResult_t error = ncclSuccess;
      if (library().async_error(ranks_[rank], &error) != ncclSuccess) error = ncclSystemError;
      if (error != ncclSuccess && error != ncclInProgress) return Fault{rank, library().error_string(error)};
    }
    return std::nullopt;
  }

  void abort() noexcept override {
    made_ranks().erase(ordinals_);
    for (const ncclComm_t rank : std::exchange(ranks_, {})) library().abort(rank);
  }

 private:
  std::vector<const Stream*> streams_;
  std::vector<int> ordinals_;
  Ranks ranks_;
};

}  // namespace

std::unique_ptr<Communicator> nccl_communicator(Streams streams) {
  if (!nccl_absence().empty()) throw UnavailableError(nccl_absence());
  return std::make_unique<NcclCommunicator>(streams);
}

const std::string& nccl_absence() {
  return library().reason;
}

std::string nccl_version() {
  if (!nccl_absence().empty()) return {};
  const int version = library().version;  // 22809 is 2.28.9
  return fmt::format("{}.{}.{}", version / 10000, version / 100 % 100, version % 100);
}

}  // namespace texelsort::cuda

#else

namespace texelsort::cuda {

std::unique_ptr<Communicator> nccl_communicator(Streams) {
  throw UnavailableError(nccl_absence());
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
