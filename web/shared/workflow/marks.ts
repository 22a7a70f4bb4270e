/** How the nodes of a diagram are marked: where an instance is, what it has passed, and what stopped it. */
import type { ProcessTrack } from '../../../model/contract/workflow/instances.ts'
import type { NodeMark } from './diagram-props.ts'

type Passage = ProcessTrack['marks'][number]

/** Names that have room beside a node. */
const NAMED = 2

/** The marks of an instance by node. What was taken back or never ended well is not marked: the instance is not there. @param between What stands between two names */
export function trackMarks(passages: readonly Passage[], between: string): ReadonlyMap<string, NodeMark> {
  return new Map(
    passages.flatMap(({ node, state, times, people }): [string, NodeMark][] => {
      if (state === 'cancelled' || state === 'undone') return []
      const badge = state === 'active' ? peopleBadge(people, between) : timesBadge(times)
      return [[node, badge === undefined ? { state } : { state, badge }]]
    }),
  )
}

function peopleBadge(people: readonly string[], between: string): string | undefined {
  if (people.length === 0) return undefined
  const shown = people.slice(0, NAMED).join(between)
  return people.length > NAMED ? `${shown} +${people.length - NAMED}` : shown
}

const timesBadge = (times: number): string | undefined => (times > 1 ? `×${times}` : undefined)
