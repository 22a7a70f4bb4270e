/** What the main thread of a page does, by the browser's own trace: its tasks, each with the time it took and the processor time of it. */
import type { Browser, Page } from 'playwright-core'

export interface MainThread {
  /** Milliseconds of processor time of each task, the longest first. What other programs take from the processor is not in it; a throttled processor is. */
  readonly tasks: readonly number[]
  /** The same of all of them. */
  readonly cpuMs: number
  /** Share of the time in which the thread had work, from 0 to 1. */
  readonly busy: number
}

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  /** Microseconds: by the clock, and of the thread. */
  readonly dur?: number
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

/** A task is one turn of the loop of the thread. */
const TASK = 'ThreadControllerImpl::RunTask'

/** Watches the main thread of the page while the work is done. */
export async function watchMainThread(browser: Browser, page: Page, work: () => Promise<void>): Promise<MainThread> {
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] })
  const began = performance.now()
  await work()
  const tookMs = performance.now() - began
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  const threads = traceEvents
    .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
    .map(({ pid, tid }) =>
      traceEvents
        .filter((event) => event.name === TASK && event.pid === pid && event.tid === tid)
        .map(({ tdur, dur }) => (tdur ?? dur ?? 0) / 1000)
        .sort((one, other) => other - one),
    )
  const sum = (tasks: readonly number[]) => tasks.reduce((total, ms) => total + ms, 0)
  // Other pages of the browser rest meanwhile.
  const tasks = threads.sort((one, other) => sum(other) - sum(one))[0] ?? []
  if (tasks.length === 0) throw new Error('the trace has no task of a page')
  return { tasks, cpuMs: sum(tasks), busy: sum(tasks) / tookMs }
}
