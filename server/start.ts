/**
 * Program: the server, in a process whose allocator keeps little. What starts the server starts this; `main.ts` is what it does.
 *
 * glibc gives every thread arenas of its own, 64 MB of addresses each, and raises the size from which it asks the operating system for single
 * blocks (mallopt(3): M_ARENA_MAX, M_MMAP_THRESHOLD): what compilers, the pool of threads and the embedded engine have freed stays resident.
 * glibc reads these settings before a process runs its first line, so a server without them takes its own place once, as the same
 * process. Whoever sets MALLOC_ARENA_MAX keeps what they have chosen. Elsewhere than on Linux there is nothing to do.
 */
const SPARING = {
  MALLOC_ARENA_MAX: '2',
  // Given at all, it is not raised any more; and memory at the end of an arena goes back from this much on.
  MALLOC_MMAP_THRESHOLD_: '262144',
  MALLOC_TRIM_THRESHOLD_: '262144',
}

if (process.platform === 'linux' && process.execve && process.env['MALLOC_ARENA_MAX'] === undefined)
  process.execve(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], { ...SPARING, ...process.env })

await import('./main.ts')
