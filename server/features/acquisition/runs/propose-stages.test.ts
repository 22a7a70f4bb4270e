/** Stages as curves of any length say them. */
import { expect, it } from 'vitest'
import { Steps } from '../../../../model/acquisition/steps.ts'
import { proposedStages } from './propose-stages.ts'

it('are told of a curve with more steps than a call has room for arguments', () => {
  const count = 200_000
  // It rises by forty degrees until its middle, and falls again.
  const steps = new Steps(count)
  for (let at = 0; at < count; at++) steps.push(at, 20 + 40 * (1 - Math.abs(at - count / 2) / (count / 2)), true)
  const span = { from: 0, to: count }
  const stages = proposedStages('steam', { ...span, lines: new Map([['chamber', [{ ...span, steps }]]]), stages: new Map() }, new Set())
  expect(stages.map(({ stage }) => stage)).toEqual(['rest', 'heating', 'constant', 'cooling'])
})
