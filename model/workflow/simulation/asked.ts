/** Who would get a task in a simulation, and what is done where nobody would. */
import type { Group, Verdict, Vote } from '../core/groups.ts'
import { askedOf, verdictOf } from '../core/groups.ts'
import type { PersonRule, TaskSettings } from '../settings.ts'
import type { Person, SimulatedTask, SimulationInput } from './scene.ts'

/** What of an instance the rules about people look at. */
export interface Asking {
  readonly input: SimulationInput
  /** Who has done a node, the latest last. */
  readonly doers: readonly { readonly node: string; readonly person: Person }[]
  /** Whom whoever did the task before has chosen. */
  readonly picked: readonly Person[] | undefined
  /** What an expression or a variable says that stands for people. */
  named(rule: PersonRule): readonly string[]
}

/** A task that is open, with those whom it asks. */
export interface OpenTask {
  readonly activity: number
  readonly node: string
  readonly people: readonly Person[]
  readonly isFallback: boolean
  /** Of people who decide together: in the order of `people`. */
  readonly group?: Group | undefined
  readonly due?: number | undefined
  /** What is done at which moment if it is still open then; by its number in the settings. */
  readonly late: readonly { readonly at: number; readonly rule: number }[]
}

/** Whom a task asks; or what is done at once instead. */
export type Assigned =
  { readonly people: readonly Person[]; readonly isFallback: boolean } | { readonly instead: 'skipped' | 'approve' | 'reject' }

/** Who would get a task, by its rules and by those for starters, for people who have approved before, and for nobody. */
export function assign(node: string, settings: TaskSettings, asking: Asking): Assigned {
  const { input, doers } = asking
  const all = chosen(node, settings, asking)
  const isStarter = ({ id }: Person) => id === input.starter.id
  if (settings.whenStarter === 'skip' && all.length > 0 && all.every(isStarter)) return { instead: 'skipped' }
  const people =
    settings.whenStarter === 'skip'
      ? all.filter((person) => !isStarter(person))
      : settings.whenStarter === 'above' && input.above
        ? unique(all.flatMap((person) => (isStarter(person) ? (input.above?.(person) ?? []) : [person])))
        : all
  const before = settings.whenSame === 'skip-ever' ? doers : settings.whenSame === 'skip-consecutive' ? doers.slice(-1) : []
  if (people.length > 0 && people.every(({ id }) => before.some(({ person }) => person.id === id))) return { instead: 'skipped' }
  if (people.length > 0) return { people, isFallback: false }
  if (settings.whenNobody === 'pass') return { instead: 'approve' }
  if (settings.whenNobody === 'reject') return { instead: 'reject' }
  const others = settings.whenNobody === 'people' ? peopleOf(settings.nobodyPeople ?? [], asking) : []
  return { people: others.length > 0 ? others : peopleOf(input.model.process.managers, asking), isFallback: true }
}

/** Those whom the rules name; where somebody picks, whom they have picked among these. */
function chosen(node: string, settings: TaskSettings, asking: Asking): readonly Person[] {
  const pool = peopleOf(settings.people, asking)
  const picked = settings.pick === 'starter' ? asking.input.picks?.get(node) : settings.pick === 'previous' ? asking.picked : undefined
  if (!picked) return pool
  return unique(settings.people.length === 0 ? picked : picked.filter(({ id }) => pool.some((person) => person.id === id)))
}

/** The people of some rules, each once. */
export function peopleOf(rules: readonly PersonRule[], asking: Asking): readonly Person[] {
  return unique(
    rules.flatMap((rule) => {
      if (rule.kind === 'starter') return [asking.input.starter]
      if (rule.kind === 'same-as')
        return asking.doers
          .filter(({ node }) => node === rule.node)
          .slice(-1)
          .map(({ person }) => person)
      return asking.input.people(rule, asking.named(rule))
    }),
  )
}

const unique = (people: readonly Person[]): readonly Person[] => [...new Map(people.map((person) => [person.id, person])).values()]

/** A group of people who decide together, each with the greatest weight that a rule gives them. */
export const groupOf = (people: readonly Person[], weightOf: (person: Person) => number = () => 1): Group =>
  people.map((person, id) => ({ id, weight: weightOf(person) }))

/** What the vote of somebody counts by the rules of a task. */
export const weightBy =
  ({ people: rules }: TaskSettings, asking: Asking) =>
  (person: Person): number =>
    Math.max(
      1,
      ...rules.map((rule) =>
        'weight' in rule && rule.weight !== undefined && peopleOf([rule], asking).some(({ id }) => id === person.id) ? rule.weight : 1,
      ),
    )

/** The people of an open task who can act now. */
export function askedNow({ people, group }: OpenTask, settings: TaskSettings): readonly Person[] {
  if (!group || !settings.group) return people
  return askedOf(settings.group, group).flatMap(({ id }) => people[id] ?? [])
}

/** The task with the vote of somebody, and what the votes come to; whoever is not asked with others decides alone. */
export function withVote(
  task: OpenTask,
  settings: TaskSettings,
  by: string,
  vote: Vote,
): { readonly task: OpenTask; readonly verdict: Verdict } {
  if (!task.group || !settings.group) return { task, verdict: vote === 'approve' ? 'approved' : 'rejected' }
  const at = task.people.findIndex(({ id }) => id === by)
  const group = task.group.map((member) => (member.id === at ? { ...member, vote } : member))
  return { task: { ...task, group }, verdict: verdictOf(settings.group, group) }
}

/** An open task as a simulation shows it. */
export function shownTask(task: OpenTask, settings: TaskSettings, leadsTo: readonly string[]): SimulatedTask {
  const { activity, node, people, group, isFallback, due } = task
  const votes = group?.flatMap(({ id, vote }) => (people[id] ? [{ person: people[id], vote }] : []))
  return { activity, node, asked: askedNow(task, settings), ...(votes ? { votes } : {}), isFallback, due, leadsTo }
}
