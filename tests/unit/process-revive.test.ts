/** Going on from the end: from which tasks, and that what goes on comes to its end. */
import { describe, expect, it } from 'vitest'
import { CommandError } from '../../model/workflow/core/commands.ts'
import type { ProcessGraph } from '../../model/workflow/core/graph.ts'
import { reviveTargets } from '../../model/workflow/core/revive.ts'
import { Instance, model } from '../support/process-models.ts'

const targets = (graph: ProcessGraph, { state }: Instance) =>
  reviveTargets(graph, state)
    .map(({ node }) => node)
    .sort()
const terminated = (instance: Instance) => instance.do({ do: 'terminate' })

describe('an instance that is over goes on', () => {
  const line = model({}, 'start > a > b > end')

  it('from each of its tasks, the one at which it was ended as well, and from none while it goes on', () => {
    expect(targets(line, new Instance(line).complete('a'))).toEqual([])
    const over = terminated(new Instance(line).complete('a'))
    expect(targets(line, over)).toEqual(['a', 'b'])
    expect(over.do({ do: 'revive', at: 'b' }).at).toEqual(['b'])
    expect(over.complete('b').state.outcome).toBe('ended')
    expect(() => new Instance(line).do({ do: 'revive', at: 'a' })).toThrow(CommandError)
  })

  const block = model({ fork: 'parallel', join: 'parallel' }, 'start > z > fork > a > join > c > end', 'fork > d > join')

  it('with what a join had taken from the other branch', () => {
    const over = new Instance(block).complete('z', 'a', 'd', 'c')
    expect(over.state.outcome).toBe('ended')
    expect(targets(block, over)).toEqual(['a', 'c', 'd', 'z'])
    expect(over.do({ do: 'revive', at: 'a' }).at).toEqual(['a'])
    expect(over.complete('a').at).toEqual(['c'])
  })

  it('from no task at whose join it would wait for ever', () => {
    const over = terminated(new Instance(block).complete('z', 'd'))
    expect(targets(block, over)).toEqual(['z'])
    expect(() => over.do({ do: 'revive', at: 'a' })).toThrow(CommandError)
    expect(over.do({ do: 'revive', at: 'z' }).complete('z', 'a', 'd', 'c').state.outcome).toBe('ended')
  })

  it('past an inclusive join, which waits for nothing that cannot come', () => {
    const either = model({ fork: 'parallel', join: 'inclusive' }, 'start > z > fork > a > join > c > end', 'fork > d > join')
    const over = terminated(new Instance(either).complete('z', 'd'))
    expect(targets(either, over)).toEqual(['a', 'd', 'z'])
    expect(over.do({ do: 'revive', at: 'a' }).complete('a').at).toEqual(['c'])
  })
})
