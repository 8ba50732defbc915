// What this process needs of memory, for specs that hold that it stays the same.
#pragma once

#include <malloc.h>
#include <unistd.h>

#include <cstddef>
#include <fstream>

#ifdef CASEMENT_SANITIZED
extern "C" std::size_t __sanitizer_get_current_allocated_bytes();  // of sanitizer/allocator_interface.h
#endif

namespace casement::specs {

// Bytes that the allocator has given out and not got back.
inline std::size_t bytes_in_use() {
#ifdef CASEMENT_SANITIZED
  return __sanitizer_get_current_allocated_bytes();  // their malloc is not the one mallinfo2 knows
#else
  const struct mallinfo2 all = mallinfo2();
  return all.uordblks + all.hblkhd;  // of all arenas, and large blocks
#endif
}

// Bytes of memory that the process occupies, whoever asked for them. Sanitizers keep back what is freed: 0 with them.
inline std::size_t resident_bytes() {
#ifdef CASEMENT_SANITIZED
  return 0;
#else
  std::ifstream in("/proc/self/statm");  // proc(5): size, resident, …, in pages
  std::size_t size = 0, resident = 0;
  in >> size >> resident;
  return resident * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
#endif
}

}  // namespace casement::specs
