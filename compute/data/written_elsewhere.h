#pragma once

namespace texelsort::data {

/// From now on write_file_atomically() writes nothing: another process does, which has the same contents.
void leave_writing_to_others();

}  // namespace texelsort::data
