#include "compute/mpi/parallel/world.h"

#include <thread>
#include <utility>

#include <fmt/format.h>

namespace texelsort::mpi {
namespace {

/// Maximum time between the first and the last report of processes that all wait for each other. They begin to wait at
/// about the same time.
constexpr auto most_apart = std::chrono::seconds(2);

Bytes to_bytes(const PeerStatus& notice) {
  Bytes bytes{static_cast<std::byte>(notice.kind), static_cast<std::byte>(notice.code)};
  const auto text = std::as_bytes(std::span(notice.text));
  bytes.insert(bytes.end(), text.begin(), text.end());
  return bytes;
}

PeerStatus to_notice(const Bytes& bytes) {
  PeerStatus notice{static_cast<PeerStatus::Kind>(bytes[0]), static_cast<std::uint8_t>(bytes[1])};
  for (std::size_t i = 2; i < bytes.size(); ++i) notice.text += static_cast<char>(bytes[i]);
  return notice;
}

}  // namespace

World& world() {
  static auto* own = new World;  // never destroyed, because other threads use the state of MPI until the process ends
  return *own;
}

void tell(const PeerStatus& notice) {
  World& all = world();
  if (!all.joined || std::exchange(all.told, true)) return;
  const auto bytes = std::make_shared<const Bytes>(to_bytes(notice));
  for (std::uint64_t to = 0; to < all.place.count; ++to) {
    if (to == all.place.rank) continue;
    Sending& sending = all.sending.emplace_back(Sending{to, bytes, nullptr});
    library().isend(bytes->data(), static_cast<int>(bytes->size()), library().byte, static_cast<int>(to), 0,
                    all.notices, &sending.request);
  }
}

void listen() {
  World& all = world();
  for (;;) {
    int found = 0;
    MPI_Message message = nullptr;
    MPI_Status status;
    check(library().improbe(MPI_ANY_SOURCE, MPI_ANY_TAG, all.notices, &found, &message, &status), "MPI_Improbe");
    if (found == 0) break;
    int count = 0;
    library().get_count(&status, library().byte, &count);
    Bytes bytes(static_cast<std::size_t>(count));
    MPI_Request request = nullptr;
    check(library().imrecv(bytes.data(), count, library().byte, &message, &request), "MPI_Imrecv");
    // The test succeeds at once, because the whole notice has already arrived.
    for (int done = 0; done == 0;) library().test(&request, &done, MPI_STATUS_IGNORE);
    all.heard[static_cast<std::size_t>(status.MPI_SOURCE)] = to_notice(bytes);
  }
  forget_sent();
}

void forget_sent() {
  std::erase_if(world().sending, [](Sending& one) {
    int done = 0;
    library().test(&one.request, &done, MPI_STATUS_IGNORE);
    return done != 0;
  });
}

void throw_failure() {
  World& all = world();
  for (std::uint64_t rank = 0; rank < all.heard.size(); ++rank) {
    if (!all.heard[rank] || all.heard[rank]->kind != PeerStatus::Kind::failed) continue;
    all.broken = true;
    tell(*all.heard[rank]);  // send the failure to all processes, because some may wait for this process
    throw Lost(all.heard[rank]->text, false, rank);
  }
}

void give_up_silent(std::chrono::milliseconds timeout) {
  World& all = world();
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(timeout).count();
  tell({PeerStatus::Kind::waited, static_cast<std::uint8_t>(ExitCode::unavailable), "it has waited for others"});
  all.broken = all.gave_up = true;
  const auto silent = [&all] {
    std::uint64_t rank = 0;
    while (rank < all.place.count && (rank == all.place.rank || all.heard[rank])) ++rank;
    return rank;
  };
  const auto start = std::chrono::steady_clock::now();
  do {
    listen();
    throw_failure();
    if (silent() == all.place.count) {
      throw Lost(fmt::format("the ranks have waited for one another for {} seconds", seconds), true, all.place.rank);
    }
    pause(start);
  } while (std::chrono::steady_clock::now() - start < most_apart);
  const std::uint64_t rank = silent();
  throw Lost(fmt::format("it has sent nothing for {} seconds", seconds), true, rank);
}

void pause(std::chrono::steady_clock::time_point since) {
  using namespace std::chrono_literals;
  const auto waited = std::chrono::steady_clock::now() - since;
  const bool moves = world().receiving || !world().sending.empty();
  // Sleep instead of yielding. If processes outnumber processors, sleeping processes resume sooner than yielding ones.
  if (waited < 200us) {
    std::this_thread::yield();
  } else {
    std::this_thread::sleep_for(moves || waited < 20ms ? 20us : 500us);
  }
}

}  // namespace texelsort::mpi
