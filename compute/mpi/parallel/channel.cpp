#include <algorithm>
#include <bit>
#include <limits>
#include <memory>

#include "compute/mpi/parallel/world.h"

namespace texelsort::mpi {
namespace {

/// Maximum bytes per MPI message. MPI counts bytes with an int, so this program sends longer messages in pieces. The
/// tag of the last piece differs from that of the others.
constexpr std::size_t piece_bytes = std::size_t{1} << 30;
constexpr int more_follows = 1, last_piece = 2;

/// Maximum number of messages in flight per receiver. With two, a rank can prepare the next message while the receiver
/// reads the previous one.
constexpr std::int64_t most_under_way = 2;

/// Timeout for agreeing on a decision that depends on clocks. It is long, because the processes reach the decision at
/// different times during their work.
constexpr std::chrono::minutes longest_decision{10};

std::size_t place_of(std::uint64_t rank) {
  return static_cast<std::size_t>(rank);
}

void start_sending(std::uint64_t to, const std::shared_ptr<const Bytes>& bytes) {
  World& all = world();
  std::size_t sent = 0;
  do {
    const std::size_t count = std::min(piece_bytes, bytes->size() - sent);
    const int tag = sent + count == bytes->size() ? last_piece : more_follows;
    Sending& sending = all.sending.emplace_back(Sending{to, bytes, nullptr});
    check(library().isend(bytes->data() + sent, static_cast<int>(count), library().byte, static_cast<int>(to), tag,
                          all.messages, &sending.request),
          "MPI_Isend");
    sent += count;
  } while (sent < bytes->size());
}

void finish(MPI_Request request, std::chrono::milliseconds timeout) {
  int done = 0;
  wait_until(timeout, [&] {
    check(library().test(&request, &done, MPI_STATUS_IGNORE), "MPI_Test");
    return done != 0;
  });
}

/// Receives one piece of a message and appends its bytes. Returns true for the last piece.
bool take_piece(std::uint64_t from, Bytes& bytes, std::chrono::milliseconds timeout) {
  int found = 0;
  MPI_Message message = nullptr;
  MPI_Status status;
  wait_until(timeout, [&] {
    check(library().improbe(static_cast<int>(from), MPI_ANY_TAG, world().messages, &found, &message, &status),
          "MPI_Improbe");
    return found != 0;
  });
  int count = 0;
  library().get_count(&status, library().byte, &count);
  const std::size_t before = bytes.size();
  bytes.resize(before + static_cast<std::size_t>(count));
  MPI_Request request = nullptr;
  check(library().imrecv(bytes.data() + before, count, library().byte, &message, &request), "MPI_Imrecv");
  world().receiving = true;
  finish(request, timeout);
  world().receiving = false;
  return status.MPI_TAG == last_piece;
}

}  // namespace

void Channel::send(std::uint64_t to, Bytes message) const {
  start_sending(to, std::make_shared<const Bytes>(std::move(message)));
  wait_until(timeout_, [to] {
    forget_sent();
    return std::ranges::count(world().sending, to, &Sending::to) < most_under_way;
  });
}

Bytes Channel::receive(std::uint64_t from) const {
  Bytes bytes;
  while (!take_piece(from, bytes, timeout_)) {
  }
  return bytes;
}

std::vector<Bytes> Channel::gather(Bytes own) const {
  const ProcessRank& place = world().place;
  const auto bytes = std::make_shared<const Bytes>(std::move(own));
  for (std::uint64_t i = 1; i < place.count; ++i) start_sending((place.rank + i) % place.count, bytes);
  std::vector<Bytes> all(place_of(place.count));
  all[place_of(place.rank)] = *bytes;
  for (std::uint64_t i = 1; i < place.count; ++i) {
    const std::uint64_t from = (place.rank + place.count - i) % place.count;
    all[place_of(from)] = receive(from);
  }
  flush();
  return all;
}

void Channel::flush() const {
  wait_until(timeout_, [] {
    forget_sent();
    return world().sending.empty();
  });
}

void Channel::sum(std::span<std::uint64_t> numbers) const {
  MPI_Request request = nullptr;
  const World& all = world();
  if (all.broken) look();
  check(library().iallreduce(MPI_IN_PLACE, numbers.data(), static_cast<int>(numbers.size()), library().uint64,
                             library().add, all.messages, &request),
        "MPI_Iallreduce");
  finish(request, timeout_);
}

void Channel::share(std::span<std::byte> bytes) const {
  MPI_Request request = nullptr;
  check(library().ibcast(bytes.data(), static_cast<int>(bytes.size()), library().byte, 0, world().messages, &request),
        "MPI_Ibcast");
  finish(request, timeout_);
}

void Channel::meet() const {
  MPI_Request request = nullptr;
  check(library().ibarrier(world().messages, &request), "MPI_Ibarrier");
  finish(request, timeout_);
}

void Channel::look() const {
  wait_until(timeout_, [] {
    listen();
    throw_failure();
    return true;
  });
}

void Channel::tell_failure(const std::string& message) {
  world().broken = true;
  tell({PeerStatus::Kind::failed, static_cast<std::uint8_t>(ExitCode::unavailable), message});
}

void Channel::give_up() const {
  give_up_silent(timeout_);
}

double agreed(double own) {
  if (!several()) return own;
  auto bits = std::bit_cast<std::uint64_t>(own);
  Channel(longest_decision).share(std::as_writable_bytes(std::span(&bits, 1)));
  return std::bit_cast<double>(bits);
}

}  // namespace texelsort::mpi
