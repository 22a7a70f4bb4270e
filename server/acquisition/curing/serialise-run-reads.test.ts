/** How runs are reckoned with beside everything else that the server does. */
import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { KeptLimit } from '../../../model/acquisition/published-limits.ts'
import { asTenantId } from '../../kernel/database/as-tenant-id.ts'
import { Failure } from '../../kernel/errors.ts'
import { findingsOf } from './judge-run.ts'
import { SHOWN_SAMPLES, serialiseRunReads } from './serialise-run-reads.ts'

const [ours, theirs] = [asTenantId('ours'), asTenantId('theirs')]

/** Reads so many samples. @returns How many works of this kind were at it with it */
function reading(samples: number) {
  const state = { now: 0, together: 0 }
  const work = async (most: number) => {
    if (samples > most) throw new Failure('run.samples', { values: { most } })
    state.now += 1
    state.together = Math.max(state.together, state.now)
    await setImmediate()
    state.now -= 1
    return most
  }
  return { state, work }
}

it('little is read at once, much one after the other', async () => {
  const [little, much] = [reading(10), reading(400_000)]
  await Promise.all([serialiseRunReads(ours, little.work), serialiseRunReads(ours, little.work)])
  expect(little.state.together).toBe(2)
  const bounds = await Promise.all([serialiseRunReads(ours, much.work, SHOWN_SAMPLES), serialiseRunReads(ours, much.work, SHOWN_SAMPLES)])
  expect(bounds).toEqual([SHOWN_SAMPLES, SHOWN_SAMPLES])
  expect(much.state.together).toBe(1)
  await Promise.all([serialiseRunReads(ours, much.work), serialiseRunReads(theirs, much.work)])
  expect(much.state.together).toBe(2)
})

it('more than may be shown is refused, and other failures are not tried again', async () => {
  await expect(serialiseRunReads(ours, reading(SHOWN_SAMPLES + 1).work, SHOWN_SAMPLES)).rejects.toMatchObject({
    code: 'run.samples',
  })
  let times = 0
  const failing = () => Promise.reject(new Failure('row.not-found', { values: { times: (times += 1) } }))
  await expect(serialiseRunReads(ours, failing)).rejects.toMatchObject({ code: 'row.not-found' })
  expect(times).toBe(1)
})

it('others have their turn between two clauses', async () => {
  const limit = {
    id: 'a',
    measure: 'value',
    role: 'core',
    minusRole: null,
    stage: null,
    low: null,
    high: 60,
    toleratedSeconds: 0,
    severity: 'mandatory',
  }
  let isOver = false
  let slices = 0
  const others = (async () => {
    while (!isOver) {
      await setImmediate()
      slices += 1
    }
  })()
  const findings = await findingsOf(
    Array.from({ length: 5 }, () => limit as KeptLimit),
    { from: 0, to: 1, lines: new Map(), stages: new Map() },
  )
  isOver = true
  await others
  expect(findings).toHaveLength(5)
  expect(slices).toBeGreaterThanOrEqual(4)
})
