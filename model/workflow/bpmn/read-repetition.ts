/** How often an activity is done. */
import { readText } from '../../expression/read-text.ts'
import type { Repetition } from '../core/graph.ts'
import type { Element } from './moddle.ts'
import { attributeOf, bodyAt, elementAt } from './moddle.ts'
import type { ModelFault } from './process-model.ts'

const MAX_LOOPS = 500

/** The list that a repeated activity goes through, as other tools write it. */
export const collectionOf = (loop: Element): string | undefined =>
  attributeOf(loop, 'collection') ?? elementAt(loop, 'loopDataInputRef')?.id

/** How often an activity is done that is no task of people. */
export function readRepetition(
  activity: Element,
): { readonly repetition?: Repetition } | { readonly fault: Pick<ModelFault, 'code' | 'about'> } {
  const loop = elementAt(activity, 'loopCharacteristics')
  if (!loop) return {}
  const read = (member: string) => {
    const text = bodyAt(loop, member)
    if (text === undefined) return undefined
    const found = readText(text)
    if ('fault' in found) throw new UnreadableLoop(text)
    return found.expression
  }
  try {
    if (loop.$type === 'bpmn:StandardLoopCharacteristics') {
      const most = Number(loop['loopMaximum'] ?? 0)
      if (most > MAX_LOOPS) return { fault: { code: 'too-large', about: String(most) } }
      const again = read('loopCondition')
      return again
        ? { repetition: { order: 'sequential', again, asksBefore: loop['testBefore'] === true } }
        : { fault: { code: 'endless' } }
    }
    const collection = collectionOf(loop)
    const count =
      read('loopCardinality') ?? (collection === undefined ? undefined : { field: collection.replace(/^[$#]\{\s*|\s*\}$/g, '') })
    if (!count) return { fault: { code: 'endless' } }
    const until = read('completionCondition')
    return { repetition: { order: loop['isSequential'] === true ? 'sequential' : 'parallel', count, ...(until ? { until } : {}) } }
  } catch (error) {
    if (error instanceof UnreadableLoop) return { fault: { code: 'expression', about: error.message } }
    throw error
  }
}

class UnreadableLoop extends Error {}
