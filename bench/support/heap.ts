/** What a page holds in memory once everything is collected that nobody holds. */
import type { CDPSession } from 'playwright-core'

export interface Held {
  readonly bytes: number
  readonly nodes: number
  readonly listeners: number
}

export async function heldBy(devtools: CDPSession): Promise<Held> {
  // What a finalizer lets go of is collected by the next turn.
  for (let turn = 0; turn < 3; turn += 1) await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  const { nodes, jsEventListeners } = await devtools.send('Memory.getDOMCounters')
  return { bytes: usedSize, nodes, listeners: jsEventListeners }
}
