/** How long the event loop of this thread is held, told by its processor time: on a busy machine wall time says nothing. */
export interface Held<Result> {
  readonly result: Result
  /** Milliseconds of processor time between two looks, at most. */
  readonly longest: number
}

/** Looks every millisecond, as far as it is let. The server has to run in this thread. */
export async function measureHold<Result>(work: () => Promise<Result>): Promise<Held<Result>> {
  let [longest, last] = [0, processorTime()]
  const look = () => {
    const now = processorTime()
    longest = Math.max(longest, now - last)
    last = now
  }
  const beat = setInterval(look, 1)
  try {
    const result = await work()
    look()
    return { result, longest }
  } finally {
    clearInterval(beat)
  }
}

function processorTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
