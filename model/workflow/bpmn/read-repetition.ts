/** How often an activity is done. */
import { readText } from '../../expression/read-text.ts'
import type { Repetition } from '../core/graph.ts'
import type { Element } from './moddle.ts'
import { attributeOf, elementAt, writtenAt } from './moddle.ts'
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
    const written = writtenAt(loop, member)
    if (!written) return undefined
    if ('unread' in written) throw new UnreadableLoop(written.unread)
    const found = readText(written.text)
    if ('fault' in found) throw new UnreadableLoop(written.text)
    return found.expression
  }
  try {
    if (loop.$type === 'bpmn:StandardLoopCharacteristics') {
      const most = Number(loop['loopMaximum'] ?? 0)
      if (most > MAX_LOOPS) return { fault: { code: 'too-large', about: String(most) } }
      // Without a condition it is done as often as it may be.
      const again = read('loopCondition') ?? (most > 0 ? { value: true } : undefined)
      const bound = most > 0 ? { most } : {}
      return again
        ? { repetition: { order: 'sequential', again, asksBefore: loop['testBefore'] === true, ...bound } }
        : { fault: { code: 'endless' } }
    }
    // Each time is for one of a list: nothing here hands it over, so every time would be the same.
    const handed = handedOver(loop)
    if (handed !== undefined) return { fault: { code: 'unsupported', about: handed } }
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

/** By what a repetition says that each time has a value of its own, or gives one back. */
const handedOver = (loop: Element): string | undefined =>
  ['elementVariable', 'outputElement', 'inputElement', 'outputCollection'].find((name) => attributeOf(loop, name) !== undefined) ??
  ['inputDataItem', 'outputDataItem', 'loopDataOutputRef'].find((member) => elementAt(loop, member) !== undefined)

class UnreadableLoop extends Error {}
