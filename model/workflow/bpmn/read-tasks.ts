/** What of a task is no matter of the tokens: who is asked, which form, and the rule by which several decide. */
import { readText } from '../../expression/read-text.ts'
import type { Repetition } from '../core/graph.ts'
import type { GroupRule } from '../core/groups.ts'
import type { Element } from './moddle.ts'
import { attributeOf, bodyAt, elementAt, elementsAt, textAt } from './moddle.ts'
import type { ModelFault, TaskPeople } from './process-model.ts'

const MAX_LOOPS = 500

/** Whom a task of people asks, from what this and other tools write. */
export function readPeople(task: Element): TaskPeople {
  const roles = elementsAt(task, 'resources').flatMap((role) => {
    const text = bodyAt(elementAt(role, 'resourceAssignmentExpression'), 'expression')
    return text === undefined ? [] : [{ isOwner: role.$type !== 'bpmn:PotentialOwner', text }]
  })
  const owner = roles.find(({ isOwner }) => isOwner)?.text
  const potential = roles.filter(({ isOwner }) => !isOwner).flatMap(({ text }) => listOf(text))
  const ofKind = (kind: 'user' | 'group') =>
    potential.flatMap((one) => {
      const [, named, inner = ''] = /^(user|group)\((.*)\)$/.exec(one) ?? []
      return named === kind ? [inner] : named === undefined && kind === 'group' ? [one] : []
    })
  const loop = elementAt(task, 'loopCharacteristics')
  return {
    assignee: attributeOf(task, 'assignee') ?? owner,
    candidateUsers: [...listOf(attributeOf(task, 'candidateUsers')), ...ofKind('user')],
    candidateGroups: [...listOf(attributeOf(task, 'candidateGroups')), ...ofKind('group')],
    formKey: attributeOf(task, 'formKey') ?? attributeOf(task, 'formRef'),
    dueDate: attributeOf(task, 'dueDate'),
    ...(loop?.$type === 'bpmn:MultiInstanceLoopCharacteristics'
      ? {
          group: {
            collection: collectionOf(loop),
            variable: attributeOf(loop, 'elementVariable') ?? textAt(elementAt(loop, 'inputDataItem'), 'name'),
            rule: ruleOf(loop),
          },
        }
      : {}),
  }
}

const collectionOf = (loop: Element): string | undefined => attributeOf(loop, 'collection') ?? elementAt(loop, 'loopDataInputRef')?.id

const listOf = (text: string | undefined): string[] =>
  // A comma inside of brackets is part of an expression.
  (text?.match(/(?:[^,(]|\([^)]*\))+/g) ?? []).map((one) => one.trim()).filter((one) => one !== '')

/** What engines write for a quota: `nrOfCompletedInstances / nrOfInstances >= 0.6`, with the spellings that are common. */
const QUOTA = /^\s*[$#=]?\s*\{?\s*nrOf(?:Completed|Approved)?Instances\s*\/\s*nrOfInstances\s*>=?\s*(0?\.\d+|1(?:\.0+)?)\s*\}?\s*$/i
const FIRST = /^\s*[$#=]?\s*\{?\s*nrOf(?:Completed|Approved)?Instances\s*(?:>=?|==)\s*1\s*\}?\s*$/i

function ruleOf(loop: Element): GroupRule {
  const until = bodyAt(loop, 'completionCondition')
  const [, part] = QUOTA.exec(until ?? '') ?? []
  if (part !== undefined && Number(part) < 1) return { mode: 'ratio', percent: Math.max(1, Math.round(Number(part) * 100)) }
  if (until !== undefined && FIRST.test(until)) return { mode: 'any' }
  return { mode: loop['isSequential'] === true ? 'sequential' : 'all' }
}

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
