/** What the check of a model finds before anybody starts it, and that it finds it whenever a walk does. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { model, on } from '../support/process-models.ts'
import { chanceOf, drawProcess } from '../support/process-nets.ts'
import { explore } from '../../model/workflow/core/explore.ts'
import { compileProcess } from '../../model/workflow/core/graph.ts'

const NOTHING = { unreached: [], deadlocks: [], withoutWay: [], endless: [], uncaught: [], isWhole: true }

describe('what can become of a process', () => {
  it('is nothing bad where all is well', () => {
    expect(explore(model({ fork: 'parallel', join: 'parallel' }, 'start > fork > a > join > c > end', 'fork > b > join'))).toEqual(NOTHING)
  })

  it('is to wait for ever at a join behind a choice', () => {
    const graph = model(
      { ask: 'exclusive', join: 'parallel' },
      'start > ask',
      'ask > a [yes]',
      'ask > b [else]',
      'a > join > c > end',
      'b > join',
    )
    expect(explore(graph)).toEqual({ ...NOTHING, deadlocks: ['join'], unreached: ['c', 'end'] })
  })

  it('is to have no way where no condition holds', () => {
    const graph = model({ ask: 'exclusive' }, 'start > ask', 'ask > a [yes]', 'ask > b [also]', 'a > end', 'b > end')
    expect(explore(graph)).toEqual({ ...NOTHING, withoutWay: ['ask'] })
  })

  it('is to go round without anybody', () => {
    const graph = model({ a: 'task', ask: 'exclusive' }, 'start > a > ask', 'ask > a [yes]', 'ask > end [else]')
    const { endless, isWhole } = explore(model({ a: 'task', b: 'task' }, 'start > a > b > a'))
    expect([endless.length, isWhole]).toEqual([1, true])
    expect(explore(graph).isWhole, 'a circle that conditions decide about is walked up to a bound').toBe(false)
  })

  it('is that nothing leads to a node, or that nobody catches an error', () => {
    const graph = model(
      {
        sub: 'sub-process',
        endX: { kind: 'end', inside: 'sub', trigger: { on: 'error', code: 'X' } },
        s: { kind: 'user-task', inside: 'sub' },
        edge: on({ on: 'error', code: 'Y' }, { at: 'sub' }),
      },
      'start > sub > b > end',
      's > endX',
      'edge > c > end',
    )
    const found = explore(graph)
    expect(found.uncaught).toEqual(['endX'])
    expect(found.unreached).toEqual(expect.arrayContaining(['b', 'c', 'edge', 'end']))
  })

  it('follows events at edges, in sub-processes and after gateways', () => {
    const graph = model(
      {
        first: 'event-based',
        message: { kind: 'catch', trigger: { on: 'message', name: 'M' } },
        timer: { kind: 'catch', trigger: { on: 'timer', timer: 'P1D' } },
        edge: on({ on: 'error', code: 'X' }, { at: 's' }),
        s: 'service-task',
      },
      'start > first > message > s > end',
      'first > timer > b > end',
      'edge > c > end',
    )
    expect(explore(graph)).toEqual(NOTHING)
  })

  it('begins at every start event, whatever begins it', () => {
    const graph = model(
      {
        startM: { kind: 'start', trigger: { on: 'message', name: 'M' } },
        startT: { kind: 'start', trigger: { on: 'timer', timer: 'R/P1D' } },
        join: 'parallel',
      },
      'startM > a > end',
      'startT > b > join > end',
      'a > join',
    )
    expect(explore(graph)).toEqual({ ...NOTHING, deadlocks: ['join'] })
  })

  it('is nothing bad in processes that are sound by the way they are drawn, and it ends in good time', { timeout: 180_000 }, () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const { deadlocks, withoutWay, uncaught } = explore(compileProcess(drawProcess(chanceOf(seed), 2)))
        expect({ deadlocks, withoutWay, uncaught }).toEqual({ deadlocks: [], withoutWay: [], uncaught: [] })
      }),
      { numRuns: 40 },
    )
  })
})
