#pragma once

#include "app/session/session.h"

namespace texelsort::app {

/// Scope guard that lets the session execute other passes and restores its pass when it ends.
class Excursion {
 public:
  explicit Excursion(Session& session) : session_(session), from_(session.player().position()) {}
  ~Excursion() { session_.player().seek(from_); }
  Excursion(const Excursion&) = delete;
  Excursion& operator=(const Excursion&) = delete;

 private:
  Session& session_;
  std::uint64_t from_;
};

}  // namespace texelsort::app
