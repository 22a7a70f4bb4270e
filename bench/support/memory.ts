/** The memory of a process and of those it has started, as Linux tells it in `/proc`. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'

/** Resident megabytes. */
export interface Memory {
  readonly all: number
  readonly own: number
}

export interface MemoryWatch {
  /** The most that all of them had together at any look, or each by itself between two looks, whichever is more. */
  peak(): number
  stop(): void
}

/** Of the process and its children, now. */
export function memoryOf(pid: number): Memory {
  const own = read(pid, 'VmRSS')
  return { own, all: childrenOf(pid).reduce((sum, child) => sum + read(child, 'VmRSS'), own) }
}

/** Looks twenty times a second; the highest mark of the process itself is begun anew, so that no peak between two looks is missed. */
export function watchMemory(pid: number): MemoryWatch {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5')
  } catch {
    /* not allowed here: the mark is that of its whole life, and says too much rather than too little */
  }
  let together = 0
  /** The highest mark of any child; they run one after the other. */
  let child = 0
  const look = () => {
    together = Math.max(together, memoryOf(pid).all)
    child = Math.max(
      child,
      childrenOf(pid).reduce((sum, each) => sum + read(each, 'VmHWM'), 0),
    )
  }
  const timer = setInterval(look, 50)
  return { peak: () => Math.max(together, read(pid, 'VmHWM') + child), stop: () => clearInterval(timer) }
}

/** Resolves with the resident megabytes once they have hardly changed for `quietMs`, or after two minutes. */
export async function settledMemory(pid: number, quietMs = 10_000): Promise<number> {
  const end = performance.now() + 120_000
  let reference = memoryOf(pid).all
  for (let since = performance.now(); performance.now() - since < quietMs && performance.now() < end;) {
    await new Promise((resolve) => setTimeout(resolve, 500))
    const now = memoryOf(pid).all
    if (Math.abs(now - reference) <= 3) continue
    reference = now
    since = performance.now()
  }
  return reference
}

function read(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  try {
    const [, kilobytes = '0'] = new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kilobytes) / 1024
  } catch {
    return 0 // it has ended
  }
}

function childrenOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    )
  } catch {
    return [] // a thread, or the process, has ended
  }
}
