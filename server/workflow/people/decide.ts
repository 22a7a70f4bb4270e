/** What becomes of one question once it is known who is able: pure. */
import type { Asked, TaskAnswer, TaskQuestion } from '../people.ts'
import { hasApproved, isBarred, isBarredStarter } from './barred.ts'
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
  // Of several one who may is enough: they take it.
  if (able.some((id) => !isBarred(question, id))) return answerWith(own, able)
  const isStarters = able.some((id) => isBarredStarter(question, id))
  if (isStarters && settings.whenStarter === 'skip') return { skip: 'approved' }
  const above = isStarters ? at(found, 'above') : []
  const raised = peopleOf(above).filter((id) => id !== about.starterId)
  const others = raised.filter((id) => !isBarred(question, id))
  if (others.length > 0) return answerWith(above, others)
  // What whoever began it has approved before stands in for no decision that they may not take.
  const hasOne = [...able, ...raised].some((id) => !isBarredStarter(question, id) && hasApproved(question, id))
  return hasOne ? { skip: 'approved' } : nobody(question)
}

/** Decides where nobody of the rules could be asked. There is always somebody: the product keeps an administrator in each tenant. */
export function decideOtherwise(question: TaskQuestion, found: readonly Found[]): TaskAnswer {
  const isGroup = question.settings.group !== undefined
  for (const instead of ['people', 'managers', 'administrators'] as const) {
    const rows = at(found, instead)
    // Whom the node bars decides it only where nobody else is left.
    const able = peopleOf(rows).filter((id) => !isBarred(question, id))
    if (able.length > 0) return { ...grouped(isGroup, answerWith(rows, able), able), instead }
  }
  const last = at(found, 'administrators')
  const all = peopleOf(last)
  // From a pool none of them could take it: one has it, who did not begin it if there is such a one.
  const able = isGroup
    ? all
    : all.toSorted((one, other) => Number(isBarredStarter(question, one)) - Number(isBarredStarter(question, other))).slice(0, 1)
  return { ...grouped(isGroup, answerWith(last, able), able), instead: 'administrators' }
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

const at = (found: readonly Found[], tier: Tier) => found.filter((row) => row.tier === tier)
const peopleOf = (found: readonly Found[]): string[] => [...new Set(found.flatMap(({ able }) => able))]

/** Each once: two rules may name the same. */
function askedOf(found: readonly Found[]): Asked[] {
  return [...new Map(found.map(({ asked }) => [`${asked.kind}/${asked.id}/${asked.within ?? ''}`, asked])).values()]
}
