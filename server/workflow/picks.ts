/** Whom the starter picks, and who is asked first: what somebody is told who is about to start a process. */
import { tasksAhead } from '../../model/workflow/tasks-ahead.ts'
import type { Variable } from '../../model/workflow/variables.ts'
import { sql } from 'kysely'
import { build } from '../kernel/database/sql.ts'
import { fail } from '../kernel/errors.ts'
import type { Transaction } from '../kernel/database/tenant.ts'
import type { Definition } from './engine/definitions.ts'
import { Held } from './engine/held.ts'
import type { EngineParts, Person } from './engine/parts.ts'
import { open } from './engine/run.ts'
import { questionOf, settingsOf } from './engine/user-tasks.ts'
import { isOpenAhead, peopleAhead } from './people/ahead.ts'
import { newInstance } from './new-instance.ts'

/** Whom a start names: for all tasks for which the starter picks, and for single ones by their nodes. */
export interface Picking {
  readonly candidate?: string | undefined
  readonly candidates?: Readonly<Record<string, string>> | undefined
}

/** Returns whom a start names for a node. */
export function pickedIn({ candidate, candidates }: Picking): (node: string) => string | undefined {
  const single = new Map(Object.entries(candidates ?? {}))
  return (node) => single.get(node) ?? candidate
}

/** The tasks for which the starter picks somebody, in the order in which they are reached. */
const pickedNodes = (held: Held): readonly string[] =>
  tasksAhead(held.definition.graph, undefined, true).filter((node) => {
    const { pick, group } = settingsOf(held, node)
    return pick === 'starter' && group === undefined
  })

type Field = 'candidate' | 'candidates'
const isMissing = (name: Field) => fail('process.candidate', { field: { name, label: 'error.process.candidate' } })
const isNobody = (name: Field) => fail('process-task.candidate', { field: { name, label: 'error.process-task.candidate' } })

/**
 * Refuses a start for which somebody was not picked, or could not be asked. Who was named for all tasks has to be able to do the first one.
 * @throws Failure `process.candidate`, `process-task.candidate`
 */
export async function assertPicked(tx: Transaction, { people }: EngineParts, held: Held, picking: Picking): Promise<void> {
  const picked = pickedIn(picking)
  const nodes = pickedNodes(held)
  const questions = nodes.flatMap((node, at) => {
    const name = picked(node) ?? isMissing(at === 0 ? 'candidate' : 'candidates')
    if (at > 0 && !Object.hasOwn(picking.candidates ?? {}, node)) return []
    const question = questionOf(held, node, name)
    // Whom such rules stand for is known later: then they count, and until then whoever is there.
    return [isOpenAhead(question) ? { ...question, rules: [] } : question]
  })
  if (questions.length > 0) await people.whoIsAsked(tx, questions)
}

/**
 * Returns the ids of whom a start names, by nodes and under no node for all others: usernames change while the process runs. Nothing where it names nobody,
 * or the model lets the starter pick nobody.
 * @throws Failure `process-task.candidate` for somebody whom there is not, and for a task for which nobody is picked
 */
export async function idsOfPicked(
  tx: Transaction,
  held: Held,
  { candidate, candidates = {} }: Picking,
): Promise<Record<string, string> | undefined> {
  const picks = [...held.definition.model.tasks].flatMap(([node, { pick }]) => (pick === 'starter' ? [node] : []))
  for (const node of Object.keys(candidates)) if (!picks.includes(node)) return isNobody('candidates')
  const named = new Map([...(candidate === undefined ? [] : [['', candidate] as const]), ...Object.entries(candidates)])
  if (picks.length === 0 || named.size === 0) return undefined
  const names = [...named.values()].map((name) => name.toLowerCase())
  const people = await tx.all(
    build
      .selectFrom('users')
      .select(['id', sql<string>`lower(username)`.as('name')])
      .where(sql<boolean>`(lower(username) = any(${names}::text[]) or id::text = any(${names}::text[]))`),
  )
  const ids = new Map(people.flatMap(({ id, name }) => [[name, id] as const, [id, id] as const]))
  const found = [...named].map(([node, name]) => [node, ids.get(name.toLowerCase()) ?? isNobody(node === '' ? 'candidate' : 'candidates')])
  return Object.fromEntries(found) as Record<string, string>
}

export interface AskedAhead {
  readonly node: string
  readonly name: string
  /** Ids of users. */
  readonly people: readonly string[]
}
export interface AskedFirst extends AskedAhead {
  /** Whether the starter picks among them. */
  readonly isPicked: boolean
  /** Further tasks for which the starter picks, with the people among whom. */
  readonly others: readonly AskedAhead[]
}

/** Among whom the starter picks; where they do not, who would be asked first. Nothing where conditions decide which task that is. */
export async function askedFirst(
  tx: Transaction,
  { clock }: EngineParts,
  { userId }: Person,
  definition: Definition,
  variables: ReadonlyMap<string, Variable>,
): Promise<AskedFirst | undefined> {
  const held = new Held(newInstance(definition, userId, {}), definition, { now: clock.now(), zone: await tx.timeZone() }, true)
  for (const [name, variable] of variables) held.variables.keep(name, variable)
  const picked = pickedNodes(held)
  const first = tasksAhead(definition.graph, undefined)
  const node = picked[0] ?? (first.length === 1 ? first[0] : undefined)
  if (node === undefined) return undefined
  const ahead = async (at: string): Promise<AskedAhead> => ({
    node: at,
    name: definition.graph.nodes.get(at)?.name ?? at,
    people: await peopleAhead(tx, questionOf(held, at)),
  })
  const others: AskedAhead[] = []
  for (const at of picked.slice(1)) others.push(await ahead(at))
  return { ...(await ahead(node)), isPicked: picked.length > 0, others }
}

/** Among whom whoever does a task picks somebody for another one: ids of users. Nothing of a task that is not there. */
export async function askedAt(tx: Transaction, parts: EngineParts, taskId: string, node: string): Promise<readonly string[]> {
  const opened = await open(tx, parts, { task: taskId }, {})
  return opened ? peopleAhead(tx, questionOf(opened.held, node)) : []
}
