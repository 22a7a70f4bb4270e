/**
 * Whom a task of another tool asks, and by which rule several decide: its attributes and resource roles as rules of this product. What a group is,
 * a role, a post or an organisation, is known where the model is deployed.
 */
import { readText } from '../../expression/read-text.ts'
import type { GroupRule } from '../core/groups.ts'
import type { PersonRule, TaskSettings } from '../settings.ts'
import { duration, taskSettings } from '../settings.ts'
import type { Element } from './moddle.ts'
import { attributeOf, bodyAt, elementAt, elementsAt, textAt, writtenAt } from './moddle.ts'
import type { ModelFault } from './process-model.ts'
import { collectionOf } from './read-repetition.ts'

type Fault = Pick<ModelFault, 'code' | 'about'>

export interface ReadTask {
  readonly settings: TaskSettings
  readonly faults: readonly Fault[]
  /** Attributes that have no counterpart. */
  readonly left: readonly string[]
}

/** Names by which models call whoever has started them, besides the one that a start event gives. */
const STARTERS = ['initiator', 'starter']

/** Whom a task asks, from what other tools write. @param starters What a start event calls whoever starts the process */
export function readForeignTask(task: Element, starters: readonly string[]): ReadTask {
  const loop = elementAt(task, 'loopCharacteristics')
  const group = loop?.$type === 'bpmn:MultiInstanceLoopCharacteristics' ? readGroup(loop) : undefined
  const reader = new PeopleReader([...STARTERS, ...starters], group?.member)
  const people = reader.peopleOf(task, group?.collection)
  const priority = wholeNumber(attributeOf(task, 'priority'))
  const due = attributeOf(task, 'dueDate')
  const after = due !== undefined && duration.safeParse(due).success ? due : undefined
  const settings = taskSettings.safeParse({
    people,
    ...(group ? { group: group.rule } : {}),
    ...(priority === undefined ? {} : { priority }),
    ...(after === undefined ? {} : { due: { after } }),
  })
  const unmapped: Fault[] = group?.until === undefined ? [] : [{ code: 'unsupported', about: 'completionCondition' }]
  const left = [
    'formKey',
    'formRef',
    'skipExpression',
    ...(after === undefined ? ['dueDate'] : []),
    ...(priority === undefined ? ['priority'] : []),
  ]
  return {
    settings: settings.success ? settings.data : taskSettings.parse({}),
    faults: [...reader.faults, ...unmapped, ...(settings.success ? [] : [{ code: 'settings' as const, about: 'people' }])],
    left: [
      ...left.filter((name) => attributeOf(task, name) !== undefined),
      ...reader.left,
      // How many they are is how many there are.
      ...(elementAt(loop, 'loopCardinality') ? ['loopCardinality'] : []),
    ],
  }
}

/** A whole number from 0 to 100 that a text is. */
const wholeNumber = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,3}$/.test(text) && Number(text) <= 100 ? Number(text) : undefined

class PeopleReader {
  readonly faults: Fault[] = []
  readonly left: string[] = []
  readonly #starters: readonly string[]
  readonly #member: string | undefined

  constructor(starters: readonly string[], member: string | undefined) {
    this.#starters = starters
    this.#member = member
  }

  /** @param collection Of those who decide together, the list of them; each is then what the element variable stands for. */
  peopleOf(task: Element, collection: string | undefined): PersonRule[] {
    const { performers, users, groups } = namedBy(task)
    const assignee = attributeOf(task, 'assignee')
    const candidates = [
      ...[...listOf(attributeOf(task, 'candidateUsers')), ...users].map((text) => [text, 'user'] as const),
      ...[...listOf(attributeOf(task, 'candidateGroups')), ...groups].map((text) => [text, 'group'] as const),
    ]
    const owner = attributeOf(task, 'owner')
    const chosen = assignee === undefined ? performers : [assignee]
    // Whom a task is assigned to has it; candidates are for one that nobody has.
    if (chosen.length > 0 && candidates.length > 0) this.left.push('candidateUsers')
    const asked =
      chosen.length > 0
        ? chosen.map((text) => [text, 'user'] as const)
        : candidates.length > 0
          ? candidates
          : owner === undefined
            ? []
            : [[owner, 'user'] as const]
    const named = asked.filter(([text]) => nameIn(text) === undefined || nameIn(text) !== this.#member)
    // Without anybody but the member itself, those in the list are asked.
    if (collection !== undefined && named.length === 0) return this.#written(collection, 'variable')
    return named.flatMap(([text, kind]) => this.#written(text, kind))
  }

  #written(text: string, plain: 'user' | 'group' | 'variable'): PersonRule[] {
    const name = nameIn(text)
    if (name !== undefined) return [this.#starters.includes(name) ? { kind: 'starter' } : { kind: 'variable', variable: name }]
    if (!/^\s*(?:[$#]\{|=)/.test(text))
      return [
        plain === 'user'
          ? { kind: 'user', username: text }
          : plain === 'group'
            ? { kind: 'group', code: text }
            : { kind: 'variable', variable: text },
      ]
    if ('expression' in readText(text)) return [{ kind: 'expression', expression: text }]
    this.faults.push({ code: 'expression', about: text })
    return []
  }
}

/** Who stands in the resource roles of BPMN itself: `user(ann), group(hr)`; what says neither is a group. */
function namedBy(task: Element): { readonly performers: readonly string[]; readonly users: string[]; readonly groups: string[] } {
  const found = { performers: [] as string[], users: [] as string[], groups: [] as string[] }
  for (const role of elementsAt(task, 'resources')) {
    const text = bodyAt(elementAt(role, 'resourceAssignmentExpression'), 'expression')
    if (text === undefined) continue
    if (role.$type !== 'bpmn:PotentialOwner') found.performers.push(text)
    else
      for (const one of listOf(text)) {
        const [, named, inner = ''] = /^(user|group)\((.*)\)$/.exec(one) ?? []
        if (named === 'user') found.users.push(inner)
        else found.groups.push(named === undefined ? one : inner)
      }
  }
  return found
}

/** The parts of a list; a comma inside of brackets is part of an expression. Read in one pass: whoever sends a thousand open brackets waits for nothing. */
function listOf(text: string | undefined): string[] {
  const parts: string[] = []
  let depth = 0
  let part = ''
  for (const sign of text ?? '') {
    if (sign === '(' || sign === '{') depth += 1
    if (sign === ')' || sign === '}') depth -= 1
    if (sign === ',' && depth <= 0) {
      parts.push(part)
      part = ''
    } else part += sign
  }
  return [...parts, part].map((one) => one.trim()).filter((one) => one !== '')
}

/** The one name that an expression is; nothing for any other. */
const nameIn = (text: string): string | undefined =>
  /^\s*(?:[$#]\{\s*([\p{L}_][\p{L}\p{N}_]*)\s*\}|=\s*([\p{L}_][\p{L}\p{N}_]*))\s*$/u
    .exec(text)
    ?.slice(1)
    .find((name) => name !== undefined)

/** What engines write for a quota: `nrOfCompletedInstances / nrOfInstances >= 0.6`, with the spellings that are common. */
const QUOTA = /^\s*[$#=]?\s*\{?\s*nrOf(?:Completed|Approved)?Instances\s*\/\s*nrOfInstances\s*(?:>=?|==)\s*(0?\.\d+|1(?:\.0+)?)\s*\}?\s*$/i
const FIRST = /^\s*[$#=]?\s*\{?\s*nrOf(?:Completed|Approved)?Instances\s*(?:>=?|==)\s*1\s*\}?\s*$/i
const EACH = /^\s*[$#=]?\s*\{?\s*nrOf(?:Completed|Approved)?Instances\s*(?:>=?|==)\s*nrOfInstances\s*\}?\s*$/i

/** Characters of a rule by which several decide: blanks could be tried against the patterns above in very many ways. */
const MAX_RULE = 200

interface ReadGroup {
  readonly rule: GroupRule
  readonly collection: string | undefined
  /** What each member of the list is called. */
  readonly member: string | undefined
  /** When it is over, where that is no rule of this product. */
  readonly until?: string | undefined
}

function readGroup(loop: Element): ReadGroup {
  const written = writtenAt(loop, 'completionCondition')
  const until = written && ('text' in written ? written.text : written.unread)
  const found = {
    collection: collectionOf(loop),
    member: attributeOf(loop, 'elementVariable') ?? textAt(elementAt(loop, 'inputDataItem'), 'name'),
  }
  const whole: GroupRule = { mode: loop['isSequential'] === true ? 'sequential' : 'all' }
  if (until !== undefined && until.length > MAX_RULE) return { ...found, rule: whole, until }
  if (until === undefined || EACH.test(until)) return { ...found, rule: whole }
  if (FIRST.test(until)) return { ...found, rule: { mode: 'any' } }
  const [, part] = QUOTA.exec(until) ?? []
  if (part === undefined) return { ...found, rule: whole, until }
  if (Number(part) >= 1) return { ...found, rule: whole }
  return { ...found, rule: { mode: 'ratio', percent: Math.max(1, Math.round(Number(part) * 100)) } }
}
