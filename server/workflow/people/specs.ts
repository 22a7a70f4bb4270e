/** Rules of a deployed model as what a statement can look up: data in, data out. */
import type { StoredValue } from '../tables.ts'
import type { DeployedRule } from '../definition-rules.ts'
import type { AskedAbout, TaskQuestion } from '../people.ts'
import { barredIds } from './barred.ts'

/** In which order people are asked: those of the rules, and where nobody of them can be, one after the other. `above` stands for a starter who may not decide. */
export const TIERS = ['rules', 'above', 'people', 'managers', 'administrators'] as const
export type Tier = (typeof TIERS)[number]

/** Whom one rule names. `named`: a user or an organisation by its id, or a user by the username. */
export interface Spec {
  readonly question: number
  readonly tier: Tier
  readonly place: number
  readonly kind: 'user' | 'named' | 'role' | 'post' | 'organisation' | 'pool' | 'administrators'
  readonly id?: string | undefined
  readonly name?: string | undefined
  readonly where?: 'anywhere' | 'starter' | 'above' | 'organisation' | undefined
  readonly levels?: number | undefined
  readonly organisation?: string | undefined
  readonly starter?: string | undefined
  /** For `pool`. */
  readonly model?: string | undefined
  /** Of how many people the ids are told; of more than {@link MAX_MEMBERS} only where all of them matter, and their order does. */
  readonly most: number
}

/** Members of one group at the most. */
export const MAX_MEMBERS = 500
/** Whether there is nobody, one or several. */
export const ENOUGH = 2
/** Names that one rule can give. */
const MAX_NAMES = 500
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

type Named = Omit<Spec, 'question' | 'tier' | 'place' | 'most'>

/** What a question asks for in the given tiers. */
export function specsOf(question: TaskQuestion, at: number, tiers: readonly Tier[]): Spec[] {
  // Besides those whom the node bars, as many as say whether one of several has to take it.
  const most = question.settings.group ? MAX_MEMBERS + 1 : Math.min(ENOUGH + barredIds(question).length, MAX_MEMBERS)
  return tiers.flatMap((tier) => namedIn(question, tier).map((named, place) => ({ question: at, tier, place, most, ...named })))
}

function namedIn(question: TaskQuestion, tier: Tier): readonly Named[] {
  const picked = pickedFor(question)
  // Where nobody is named beforehand, whoever is picked is the one.
  if (tier === 'rules' && question.rules.length === 0 && picked !== undefined) return [referenceTo(picked)]
  return rulesOf(question, tier).flatMap((rule) => namedBy(rule, question.about))
}

/** Whom somebody picked for a task; where it is done again without a pick, whoever did it before. Several who decide together are not picked. */
export function pickedFor({ picked, settings, about, node }: TaskQuestion): string | undefined {
  if (settings.group) return undefined
  return picked || (settings.pick ? about.doneBy(node) : undefined)
}

type AnyRule = DeployedRule | { readonly kind: 'administrators' }

function rulesOf({ node, rules, settings, about }: TaskQuestion, tier: Tier): readonly AnyRule[] {
  if (tier === 'rules') return rules
  if (tier === 'above')
    return settings.whenStarter === 'above' && about.starterId !== null
      ? rules.flatMap((rule) => (rule.kind === 'post' ? [{ kind: 'post' as const, id: rule.id, where: 'above' as const }] : []))
      : []
  if (tier === 'people') return settings.whenNobody === 'people' ? (about.rules.tasks[node]?.nobodyPeople ?? []) : []
  return tier === 'managers' ? [{ kind: 'managers' }] : [{ kind: 'administrators' }]
}

function namedBy(rule: AnyRule, about: AskedAbout): readonly Named[] {
  const user = (id: string | null | undefined): readonly Named[] => (id ? [{ kind: 'user', id }] : [])
  switch (rule.kind) {
    case 'user':
    case 'role':
    case 'organisation':
      return [{ kind: rule.kind, id: rule.id }]
    case 'post':
      return [{ ...rule, kind: 'post', starter: about.starterId ?? undefined }]
    case 'starter':
      return user(about.starterId)
    case 'same-as':
      return user(about.doneBy(rule.node))
    case 'variable':
      return namesIn(about.variable(rule.variable))
    case 'expression':
      return namesIn(about.evaluate(rule.expression))
    case 'pool':
      return [{ kind: 'pool', model: about.modelId ?? undefined }]
    // Managers of a process are not said to be its managers.
    case 'managers':
      return about.rules.managers.filter(({ kind }) => kind !== 'managers').flatMap((manager) => namedBy(manager, about))
    case 'administrators':
      return [{ kind: 'administrators' }]
  }
}

/** Texts of a value, and of a list; what is none names nobody. */
function namesIn(value: StoredValue | undefined): Named[] {
  const each = Array.isArray(value) ? (value as readonly StoredValue[]) : [value]
  return each
    .flatMap((one) => (typeof one === 'string' && one.trim() !== '' ? [one.trim()] : []))
    .slice(0, MAX_NAMES)
    .map((name) => referenceTo(name))
}

/** Somebody or an organisation by an id, or somebody by a username. */
export const referenceTo = (name: string): Named => (UUID.test(name) ? { kind: 'named', id: name } : { kind: 'named', name })
