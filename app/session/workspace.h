#pragma once

#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace texelsort::app {

class Session;

/// Work that the window does in addition to a run, such as a race or a sweep. A workspace knows the session, but the
/// session knows only this interface.
class Workspace {
 public:
  Workspace() = default;
  Workspace(const Workspace&) = default;
  Workspace& operator=(const Workspace&) = default;
  virtual ~Workspace() = default;

  /// Does the workspace's work for one frame. The session calls frame() after executing its passes.
  virtual void frame(Session& session, double seconds);
  /// Returns whether the workspace has work to do in the next frame.
  virtual bool has_work(const Session& session) const;
  /// Returns true while a thread is working, so that later frames must show its progress.
  virtual bool awaits_news() const { return false; }
  /// Prepares the workspace for a change of the session's run. The session calls run_ends() before it changes its run.
  /// `same_run` is true if problem and algorithm stay the same.
  virtual void run_ends(Session& session, bool same_run);
  /// Adapts the workspace to a new run. The session calls run_began() after it has changed its run.
  virtual void run_began(Session& session);
};

/// The workspaces of a session, with at most one of each kind.
class Workspaces {
 public:
  /// Returns the workspace of a kind, or null if it does not exist.
  template <class Kind>
  Kind* find() const {
    for (const auto& one : all_) {
      if (auto* found = dynamic_cast<Kind*>(one.get())) return found;
    }
    return nullptr;
  }

  /// Adds a workspace, and replaces a workspace of the same kind.
  template <class Kind>
  Kind& put(std::unique_ptr<Kind> one) {
    Kind& put = *one;
    std::erase_if(all_, [](const auto& other) { return dynamic_cast<Kind*>(other.get()) != nullptr; });
    all_.push_back(std::move(one));
    return put;
  }

  std::size_t size() const { return all_.size(); }
  Workspace& at(std::size_t number) const { return *all_[number]; }

 private:
  std::vector<std::unique_ptr<Workspace>> all_;
};

/// Returns the session's workspace of a kind, or null if it does not exist.
template <class Kind, class AnySession>
Kind* find_workspace(const AnySession& session) {
  return session.workspaces().template find<Kind>();
}

/// Returns the session's workspace of a kind. Creates it if necessary, and passes the session if the constructor needs
/// it.
template <class Kind, class AnySession>
Kind& workspace(const AnySession& session) {
  if (Kind* found = find_workspace<Kind>(session)) return *found;
  if constexpr (std::is_constructible_v<Kind, const AnySession&>) {
    return session.workspaces().put(std::make_unique<Kind>(session));
  } else {
    return session.workspaces().put(std::make_unique<Kind>());
  }
}

}  // namespace texelsort::app
