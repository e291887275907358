#include "compute/script/script.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <lua.hpp>

#include <fmt/format.h>

#include "compute/data/error.h"

namespace texelsort::script {
namespace {

/// Number of instructions after which Lua checks the limits.
constexpr int checked_instructions = 1000;
constexpr int deepest_table = 16;
/// Maximum number of values of a table that leaves the script.
constexpr std::size_t most_values = 4'000'000;

using SteadyClock = std::chrono::steady_clock;

/// Errors of C functions leave them by longjmp(), which skips destructors. A function therefore never raises an error
/// while it holds an object that has one.
std::uint64_t natural_bits(std::int64_t number) {
  std::uint64_t bits = 0;
  for (; number > 1; number >>= 1) ++bits;
  return bits;
}

int rounded(lua_State* lua, lua_Number (*round)(lua_Number)) {
  if (lua_isinteger(lua, 1) != 0) {
    lua_settop(lua, 1);
    return 1;
  }
  const lua_Number number = round(luaL_checknumber(lua, 1));
  lua_Integer whole = 0;
  if (lua_numbertointeger(number, &whole) == 0) return luaL_error(lua, "number is too large");
  lua_pushinteger(lua, whole);
  return 1;
}

int lua_ceil(lua_State* lua) {
  return rounded(lua, [](lua_Number number) { return std::ceil(number); });
}

int lua_floor(lua_State* lua) {
  return rounded(lua, [](lua_Number number) { return std::floor(number); });
}

int lua_log2(lua_State* lua) {
  const lua_Integer number = luaL_checkinteger(lua, 1);
  if (number < 1) return luaL_error(lua, "log2 needs a number from 1");
  lua_pushinteger(lua, static_cast<lua_Integer>(natural_bits(number)));
  return 1;
}

/// Returns the argument, a table, with the name of this function and the line of the call.
int lua_make(lua_State* lua) {
  luaL_checktype(lua, 1, LUA_TTABLE);
  lua_settop(lua, 1);
  lua_pushvalue(lua, lua_upvalueindex(1));
  lua_setfield(lua, 1, "made_by");
  lua_Debug caller{};
  if (lua_getstack(lua, 1, &caller) != 0 && lua_getinfo(lua, "l", &caller) != 0) {
    lua_pushinteger(lua, caller.currentline);
    lua_setfield(lua, 1, "line");
  }
  return 1;
}

/// Yields the arguments, the name of this function and the line of the call.
int lua_request(lua_State* lua) {
  if (lua_isyieldable(lua) == 0) {
    return luaL_error(lua, "%s may be called only while `passes` runs", lua_tostring(lua, lua_upvalueindex(1)));
  }
  lua_Debug caller{};
  int line = 0;
  if (lua_getstack(lua, 1, &caller) != 0 && lua_getinfo(lua, "l", &caller) != 0) line = caller.currentline;
  luaL_checkstack(lua, 2, nullptr);
  lua_pushvalue(lua, lua_upvalueindex(1));
  lua_pushinteger(lua, line);
  return lua_yield(lua, lua_gettop(lua));
}

/// Reads a member that a table lacks.
int lua_missing(lua_State* lua) {
  return luaL_error(lua, "%s has no '%s'", lua_tostring(lua, lua_upvalueindex(1)), luaL_tolstring(lua, 2, nullptr));
}

/// Reads a variable that does not exist.
int lua_unknown(lua_State* lua) {
  return luaL_error(lua, "there is no function or variable '%s'", luaL_tolstring(lua, 2, nullptr));
}

/// Makes reads of missing members of the table on top of the stack call a function on top of it, and removes this.
void set_index(lua_State* lua) {
  lua_createtable(lua, 0, 1);
  lua_insert(lua, -2);
  lua_setfield(lua, -2, "__index");
  lua_setmetatable(lua, -2);
}

void keep_only(lua_State* lua, const char* library, std::initializer_list<const char*> kept) {
  lua_getglobal(lua, library);
  lua_newtable(lua);
  for (const char* const name : kept) {
    lua_getfield(lua, -2, name);
    lua_setfield(lua, -2, name);
  }
  lua_setglobal(lua, library);
  lua_pop(lua, 1);
}

/// Leaves only functions whose time and memory the limits bound, and that depend on nothing but their arguments.
void open_sandbox(lua_State* lua) {
  luaL_requiref(lua, "_G", luaopen_base, 1);
  luaL_requiref(lua, LUA_MATHLIBNAME, luaopen_math, 1);
  luaL_requiref(lua, LUA_STRLIBNAME, luaopen_string, 1);
  luaL_requiref(lua, LUA_TABLIBNAME, luaopen_table, 1);
  lua_settop(lua, 0);
  keep_only(lua, "math",
            {"abs", "ceil", "floor", "fmod", "huge", "max", "maxinteger", "min", "mininteger", "modf", "pi", "sqrt",
             "tointeger", "type", "ult", "exp", "log"});
  keep_only(lua, "string", {"byte", "char", "format", "len", "lower", "rep", "reverse", "sub", "upper"});
  keep_only(lua, "table", {"concat", "insert", "pack", "remove", "sort", "unpack"});
  // Texts have methods such as ("x"):rep(3). They must be the same functions.
  lua_pushliteral(lua, "");
  lua_getmetatable(lua, -1);
  lua_getglobal(lua, "string");
  lua_setfield(lua, -2, "__index");
  lua_pop(lua, 2);
  for (const char* const removed :
       {"collectgarbage", "dofile", "getmetatable", "load", "loadfile", "pcall", "print", "rawequal", "rawget",
        "rawlen", "rawset", "require", "setmetatable", "warn", "xpcall", "_G", "_VERSION", "coroutine"}) {
    lua_pushnil(lua);
    lua_setglobal(lua, removed);
  }
  lua_register(lua, "ceil", lua_ceil);
  lua_register(lua, "floor", lua_floor);
  lua_register(lua, "log2", lua_log2);
  lua_getglobal(lua, "math");
  for (const char* const name : {"max", "min"}) {
    lua_getfield(lua, -1, name);
    lua_setglobal(lua, name);
  }
  lua_pop(lua, 1);
}

void add_function(lua_State* lua, const std::string& name, lua_CFunction function) {
  lua_pushlstring(lua, name.data(), name.size());
  lua_pushcclosure(lua, function, 1);
  lua_setglobal(lua, name.c_str());
}

/// Copies values out of a script. Functions stay in its registry.
class Reader {
 public:
  explicit Reader(lua_State* lua) : lua_(lua) {}

  /// Returns the value at an index. Fills in fault() if it cannot leave the script.
  Value read(int index) { return value(lua_absindex(lua_, index), 0); }
  const std::string& fault() const { return fault_; }

 private:
  Value value(int index, int depth) {
    if (++values_ > most_values) fault_ = fmt::format("a table has more than {} values", most_values);
    if (depth > deepest_table) fault_ = fmt::format("a table is nested more than {} levels deep", deepest_table);
    if (!fault_.empty()) return {};
    Value result;
    switch (lua_type(lua_, index)) {
      case LUA_TBOOLEAN:
        return lua_toboolean(lua_, index) != 0;
      case LUA_TNUMBER:
        if (lua_isinteger(lua_, index) != 0) return std::int64_t{lua_tointeger(lua_, index)};
        return lua_tonumber(lua_, index);
      case LUA_TSTRING: {
        std::size_t size = 0;
        const char* const text = lua_tolstring(lua_, index, &size);
        return std::string(text, size);
      }
      case LUA_TFUNCTION:
        lua_pushvalue(lua_, index);
        result.held = Function{luaL_ref(lua_, LUA_REGISTRYINDEX)};
        return result;
      case LUA_TTABLE:
        return table(index, depth);
      default:
        return {};
    }
  }

  Table table(int index, int depth) {
    Table result;
    if (lua_checkstack(lua_, 4) == 0) fault_ = "a table is nested too deeply";
    if (!fault_.empty()) return result;
    const auto length = static_cast<lua_Integer>(lua_rawlen(lua_, index));
    for (lua_Integer i = 1; i <= length && fault_.empty(); ++i) {
      lua_rawgeti(lua_, index, i);
      result.elements.push_back(value(lua_gettop(lua_), depth + 1));
      lua_pop(lua_, 1);
    }
    lua_pushnil(lua_);
    while (lua_next(lua_, index) != 0) {
      const bool is_element =
          lua_isinteger(lua_, -2) != 0 && lua_tointeger(lua_, -2) >= 1 && lua_tointeger(lua_, -2) <= length;
      if (!is_element && fault_.empty()) {
        Value key = value(lua_gettop(lua_) - 1, depth + 1);
        Value member = value(lua_gettop(lua_), depth + 1);
        result.members.emplace_back(std::move(key), std::move(member));
      }
      lua_pop(lua_, 1);
    }
    std::ranges::stable_sort(result.members, [](const auto& a, const auto& b) {
      const std::string* const left = a.first.text();
      const std::string* const right = b.first.text();
      if (left != nullptr && right != nullptr) return *left < *right;
      if (left == nullptr && right == nullptr) return a.first.number().value_or(0) < b.first.number().value_or(0);
      return left == nullptr;
    });
    return result;
  }

  lua_State* lua_;
  std::size_t values_ = 0;
  std::string fault_;
};

}  // namespace

struct Script::State {
  std::string file;
  Limits limits;
  lua_State* lua = nullptr;
  Value result;
  std::uint64_t bytes = 0;
  bool lacked_memory = false;
  /// True while the program itself uses Lua outside a protected call, where Lua would end the process.
  bool unlimited = false;
  std::uint64_t instructions = 0;
  SteadyClock::time_point start;

  ~State() {
    if (lua != nullptr) lua_close(lua);
  }

  static void* allocate(void* state, void* old, std::size_t old_size, std::size_t size) {
    auto& self = *static_cast<State*>(state);
    const std::uint64_t before = old == nullptr ? 0 : old_size;
    if (size == 0) {
      std::free(old);  // NOLINT: Lua's interface
      self.bytes -= before;
      return nullptr;
    }
    if (!self.unlimited && size > before && self.bytes - before + size > self.limits.bytes) {
      self.lacked_memory = true;
      return nullptr;
    }
    void* const made = std::realloc(old, size);  // NOLINT: Lua's interface
    if (made != nullptr) self.bytes += size - before;
    return made;
  }

  /// Lifts the limit of memory as long as it lives.
  class Unlimited {
   public:
    explicit Unlimited(State& state) : state_(state) { state_.unlimited = true; }
    ~Unlimited() { state_.unlimited = false; }
    Unlimited(const Unlimited&) = delete;
    Unlimited& operator=(const Unlimited&) = delete;

   private:
    State& state_;
  };

  static State& of(lua_State* lua) { return **static_cast<State**>(lua_getextraspace(lua)); }

  static void check_limits(lua_State* lua, lua_Debug*) {
    State& self = of(lua);
    self.instructions += checked_instructions;
    const std::chrono::duration<double> taken = SteadyClock::now() - self.start;
    if (self.instructions > self.limits.instructions) {
      // Level 0 is the function that the hook has interrupted.
      luaL_where(lua, 0);
      lua_pushfstring(lua, "executes more than %d million instructions: does a loop never end?",
                      static_cast<int>(self.limits.instructions / 1'000'000));
      lua_concat(lua, 2);
      lua_error(lua);
    }
    if (taken.count() > self.limits.seconds) {
      luaL_where(lua, 0);
      lua_pushfstring(lua, "takes more than %d s", static_cast<int>(self.limits.seconds));
      lua_concat(lua, 2);
      lua_error(lua);
    }
  }

  void open(lua_State* made) {
    lua = made;
    *static_cast<State**>(lua_getextraspace(lua)) = this;
  }

  /// Starts to count time anew and, unless `goes_on`, instructions.
  void begin(lua_State* thread, bool goes_on = false) {
    if (!goes_on) instructions = 0;
    start = SteadyClock::now();
    lua_sethook(thread, check_limits, LUA_MASKCOUNT, checked_instructions);
  }

  /// Throws the error on top of a stack.
  [[noreturn]] void fail(lua_State* thread, int status) {
    const Unlimited unlimited_now(*this);
    std::string message;
    if (status == LUA_ERRMEM || lacked_memory) {
      message = fmt::format("{}: needs more than {} MiB of memory: does a loop never end?", file, limits.bytes >> 20);
      lacked_memory = false;
    } else {
      const char* const text = lua_tostring(thread, -1);
      message = text != nullptr ? text : "error without a text";
      if (!message.starts_with(file)) message = file + ": " + message;
    }
    lua_settop(thread, 0);
    throw ScriptError(message);
  }

  Value read(lua_State* thread, int index, int line = 0) {
    const Unlimited unlimited_now(*this);
    Reader reader(thread);
    Value value = reader.read(index);
    if (reader.fault().empty()) return value;
    throw ScriptError(line > 0 ? fmt::format("{}:{}: {}", file, line, reader.fault())
                               : fmt::format("{}: {}", file, reader.fault()));
  }

  /// Pushes values in protected mode, because memory may run out.
  void push(lua_State* thread, const std::vector<Value>& values) {
    struct Pushed {
      const std::vector<Value>* values;
      static void one(lua_State* lua, const Value& value) {
        luaL_checkstack(lua, 4, nullptr);
        if (const bool* const flag = value.boolean()) {
          lua_pushboolean(lua, *flag ? 1 : 0);
        } else if (const auto* const whole = std::get_if<std::int64_t>(&value.held)) {
          lua_pushinteger(lua, *whole);
        } else if (const auto* const real = std::get_if<double>(&value.held)) {
          lua_pushnumber(lua, *real);
        } else if (const std::string* const text = value.text()) {
          lua_pushlstring(lua, text->data(), text->size());
        } else if (const Function* const function = value.function()) {
          lua_rawgeti(lua, LUA_REGISTRYINDEX, function->reference);
        } else if (const Table* const table = value.table()) {
          lua_createtable(lua, static_cast<int>(table->elements.size()), static_cast<int>(table->members.size()));
          lua_Integer place = 0;
          for (const Value& element : table->elements) {
            one(lua, element);
            lua_rawseti(lua, -2, ++place);
          }
          for (const auto& [key, member] : table->members) {
            one(lua, key);
            one(lua, member);
            lua_rawset(lua, -3);
          }
          if (!table->name.empty()) {
            lua_pushlstring(lua, table->name.data(), table->name.size());
            lua_pushcclosure(lua, lua_missing, 1);
            set_index(lua);
          }
        } else {
          lua_pushnil(lua);
        }
      }
      static int all(lua_State* lua) {
        const auto& values = *static_cast<const std::vector<Value>*>(lua_touserdata(lua, 1));
        lua_settop(lua, 0);
        for (const Value& value : values) one(lua, value);
        return static_cast<int>(values.size());
      }
    };
    if (lua_checkstack(thread, static_cast<int>(values.size()) + 4) == 0)
      throw ScriptError(file + ": too many arguments");
    lua_pushcfunction(thread, Pushed::all);
    lua_pushlightuserdata(thread, const_cast<std::vector<Value>*>(&values));  // NOLINT: Lua's interface
    const int status = lua_pcall(thread, 1, static_cast<int>(values.size()), 0);
    if (status != LUA_OK) fail(thread, status);
  }
};

Script::Script(std::string_view text, std::string file, const Names& names, const Limits& limits)
    : state_(std::make_unique<State>()) {
  state_->file = std::move(file);
  state_->limits = limits;
  lua_State* const lua = lua_newstate(State::allocate, state_.get());
  if (lua == nullptr) throw UnavailableError("no memory for a script");
  state_->open(lua);
  open_sandbox(lua);
  for (const std::string& name : names.makers) add_function(lua, name, lua_make);
  for (const std::string& name : names.requests) add_function(lua, name, lua_request);
  lua_pushglobaltable(lua);
  lua_pushcfunction(lua, lua_unknown);
  set_index(lua);
  lua_settop(lua, 0);
  state_->begin(lua);
  const std::string chunk = "@" + state_->file;
  int status = luaL_loadbufferx(lua, text.data(), text.size(), chunk.c_str(), "t");
  if (status == LUA_OK) status = lua_pcall(lua, 0, 1, 0);
  if (status != LUA_OK) state_->fail(lua, status);
  state_->result = state_->read(lua, -1);
  lua_settop(lua, 0);
}

Script::~Script() = default;

const Value& Script::result() const {
  return state_->result;
}

const std::string& Script::file() const {
  return state_->file;
}

std::string Script::at(int line, std::string_view message) const {
  return line > 0 ? fmt::format("{}:{}: {}", state_->file, line, message)
                  : fmt::format("{}: {}", state_->file, message);
}

Value Script::call(const Function& function, const std::vector<Value>& arguments) const {
  lua_State* const lua = state_->lua;
  state_->begin(lua);
  lua_settop(lua, 0);
  lua_rawgeti(lua, LUA_REGISTRYINDEX, function.reference);
  state_->push(lua, arguments);
  const int status = lua_pcall(lua, static_cast<int>(arguments.size()), 2, 0);
  if (status != LUA_OK) state_->fail(lua, status);
  Value first = state_->read(lua, 1);
  Value second = state_->read(lua, 2);
  lua_settop(lua, 0);
  if (second.is_nil()) return first;
  return Table{{std::move(first), std::move(second)}};
}

struct Routine::State {
  Script::State* script = nullptr;
  lua_State* thread = nullptr;
  int reference = 0, waiting = 0;  ///< registry entry of the thread; number of arguments of the first resume
  bool started = false, ended = false;
};

Routine::Routine(const Script& script, const Function& function, const std::vector<Value>& arguments)
    : state_(std::make_unique<State>()) {
  state_->script = script.state_.get();
  lua_State* const lua = state_->script->lua;
  const Script::State::Unlimited unlimited_now(*state_->script);
  state_->thread = lua_newthread(lua);
  *static_cast<Script::State**>(lua_getextraspace(state_->thread)) = state_->script;
  state_->reference = luaL_ref(lua, LUA_REGISTRYINDEX);
  lua_rawgeti(state_->thread, LUA_REGISTRYINDEX, function.reference);
  state_->script->push(state_->thread, arguments);
  state_->waiting = static_cast<int>(arguments.size());
}

Routine::~Routine() {
  luaL_unref(state_->script->lua, LUA_REGISTRYINDEX, state_->reference);
}

std::optional<Request> Routine::resume(const Value& answer) {
  State& self = *state_;
  if (self.ended) return std::nullopt;
  // A loop of requests without answers is a single call. A program that waits for answers may run as long as it needs.
  self.script->begin(self.thread, self.started && answer.is_nil());
  int given = self.waiting;
  if (self.started) {
    given = answer.is_nil() ? 0 : 1;
    if (given == 1) self.script->push(self.thread, {answer});
  }
  self.started = true;
  int results = 0;
  const int status = lua_resume(self.thread, self.script->lua, given, &results);
  if (status != LUA_YIELD) {
    self.ended = true;
    if (status != LUA_OK) self.script->fail(self.thread, status);
    return std::nullopt;
  }
  Request request;
  request.line = static_cast<int>(lua_tointeger(self.thread, -1));
  request.name = lua_tostring(self.thread, -2);
  const int first = lua_gettop(self.thread) - results + 1;
  for (int i = 0; i < results - 2; ++i) {
    request.arguments.push_back(self.script->read(self.thread, first + i, request.line));
  }
  lua_pop(self.thread, results);
  return request;
}

}  // namespace texelsort::script
