#pragma once

#include "app/session/session.h"

namespace texelsort::app {

/// Goes on to another pass, and back when it is over.
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
