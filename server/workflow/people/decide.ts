/** What becomes of one question once it is known who is able: pure. */
import type { Asked, TaskAnswer, TaskQuestion } from '../people.ts'
import type { Found } from './look-up.ts'
import type { Tier } from './specs.ts'
import { MAX_MEMBERS } from './specs.ts'

/** `open`: nobody of the rules can be asked, and those who come next have to be looked up. */
export type Decision = TaskAnswer | 'open'

/** Decides by the rules alone. */
export function decideByRules(question: TaskQuestion, found: readonly Found[]): Decision {
  const { settings, about } = question
  const own = at(found, 'rules')
  const able = peopleOf(own)
  if (able.length === 0) return nobody(question)
  if (settings.group) return decideGroup(question, own, at(found, 'above'))
  const [only] = able
  if (able.length > 1 || only === undefined) return { asked: askedOf(own) }
  if (only === about.starterId && settings.whenStarter === 'skip') return { skip: 'approved' }
  if (only === about.starterId && settings.whenStarter === 'above') {
    const above = at(found, 'above')
    const others = peopleOf(above).filter((id) => id !== about.starterId)
    return others.length === 0 ? nobody(question) : answerWith(above, others)
  }
  if (hasApproved(question, only)) return { skip: 'approved' }
  return { asked: askedOf(own), assigneeId: only }
}

/** Decides where nobody of the rules could be asked. There is always somebody: the product keeps an administrator in each tenant. */
export function decideOtherwise({ settings, about }: TaskQuestion, found: readonly Found[]): TaskAnswer {
  for (const instead of ['people', 'managers', 'administrators'] as const) {
    const rows = at(found, instead)
    // Who began it decides it only where that is wanted, or nobody else is left.
    const barred = settings.whenStarter === 'ask' ? null : about.starterId
    const able = peopleOf(rows).filter((id) => id !== barred)
    if (able.length > 0) return { ...grouped(settings.group !== undefined, answerWith(rows, able), able), instead }
  }
  const last = at(found, 'administrators')
  const able = peopleOf(last)
  return { ...grouped(settings.group !== undefined, answerWith(last, able), able), instead: 'administrators' }
}

/** What the rule about nobody says. */
const nobody = ({ settings: { whenNobody } }: TaskQuestion): Decision =>
  whenNobody === 'pass' ? { skip: 'approved' } : whenNobody === 'reject' ? { skip: 'rejected' } : 'open'

/** Who decides together is settled here, in the order of the rules; whoever joins a role later is not among them. */
function decideGroup(question: TaskQuestion, own: readonly Found[], above: readonly Found[]): Decision {
  const { settings, about } = question
  const able = peopleOf(own)
  const others = settings.whenStarter === 'ask' ? able : able.filter((id) => id !== about.starterId)
  const isStarterOut = others.length < able.length
  const raised = isStarterOut && settings.whenStarter === 'above' ? peopleOf(above).filter((id) => id !== about.starterId) : []
  const asked = [...new Set([...others, ...raised])]
  if (asked.length === 0) return settings.whenStarter === 'skip' ? { skip: 'approved' } : nobody(question)
  const members = asked.filter((id) => !hasApproved(question, id)).slice(0, MAX_MEMBERS)
  if (members.length === 0) return { skip: 'approved' }
  return { asked: askedOf([...own, ...(raised.length > 0 ? above : [])]), members, weights: weightsOf(question, own) }
}

/** By people, what their votes count; whom several rules name has the greatest of their weights. */
function weightsOf({ rules, about }: TaskQuestion, own: readonly Found[]): ReadonlyMap<string, number> {
  const weights = new Map<string, number>()
  for (const rule of rules) {
    const { weight = 1 } = rule
    const named = own.filter(({ asked }) =>
      'id' in rule
        ? asked.kind === rule.kind && asked.id === rule.id
        : asked.kind === 'user' &&
          ((rule.kind === 'starter' && asked.id === about.starterId) || (rule.kind === 'same-as' && asked.id === about.doneBy(rule.node))),
    )
    for (const id of peopleOf(named)) if (weight > (weights.get(id) ?? 1)) weights.set(id, weight)
  }
  return weights
}

const grouped = (isGroup: boolean, answer: Exclude<TaskAnswer, { skip: unknown }>, able: readonly string[]) =>
  isGroup ? { asked: answer.asked, members: able.slice(0, MAX_MEMBERS) } : answer

function answerWith(rows: readonly Found[], able: readonly string[]) {
  const [only] = able
  return { asked: askedOf(rows), ...(able.length === 1 && only !== undefined ? { assigneeId: only } : {}) }
}

function hasApproved({ settings: { whenSame }, about: { approvers } }: TaskQuestion, id: string): boolean {
  if (whenSame === 'ask') return false
  return whenSame === 'skip-ever' ? approvers.includes(id) : approvers.at(-1) === id
}

const at = (found: readonly Found[], tier: Tier) => found.filter((row) => row.tier === tier)
const peopleOf = (found: readonly Found[]): string[] => [...new Set(found.flatMap(({ able }) => able))]

/** Each once: two rules may name the same. */
function askedOf(found: readonly Found[]): Asked[] {
  return [...new Map(found.map(({ asked }) => [`${asked.kind}/${asked.id}/${asked.within ?? ''}`, asked])).values()]
}
