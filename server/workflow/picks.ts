/** Whom the starter picks, and who is asked first: what somebody is told who is about to start a process. */
import { tasksAhead } from '../../model/workflow/tasks-ahead.ts'
import type { Variable } from '../../model/workflow/variables.ts'
import { fail } from '../kernel/errors.ts'
import type { Transaction } from '../kernel/database/tenant.ts'
import type { Definition } from './engine/definitions.ts'
import { Held } from './engine/held.ts'
import type { EngineParts, Person } from './engine/parts.ts'
import { open } from './engine/run.ts'
import { questionOf, settingsOf } from './engine/user-tasks.ts'
import { isOpenAhead, peopleAhead } from './people/ahead.ts'
import { newInstance } from './new-instance.ts'

/** The first task for which the starter picks somebody; nothing where they pick nobody. */
function pickedNode(held: Held): string | undefined {
  return tasksAhead(held.definition.graph, undefined, true).find((node) => {
    const { pick, group } = settingsOf(held, node)
    return pick === 'starter' && group === undefined
  })
}

/**
 * Refuses a start for which nobody was picked, or somebody who could not be asked.
 * @throws Failure `process.candidate`, `process-task.candidate`
 */
export async function assertPicked(tx: Transaction, { people }: EngineParts, held: Held, candidate: string | undefined): Promise<void> {
  const node = pickedNode(held)
  if (node === undefined) return
  if (candidate === undefined) return fail('process.candidate', { field: { name: 'candidate', label: 'error.process.candidate' } })
  const question = questionOf(held, node, candidate)
  // Whom such rules stand for is known later: then they count, and until then whoever is there.
  await people.whoIsAsked(tx, [isOpenAhead(question) ? { ...question, rules: [] } : question])
}

export interface AskedFirst {
  readonly node: string
  readonly name: string
  /** Whether the starter picks among them. */
  readonly isPicked: boolean
  /** Ids of users. */
  readonly people: readonly string[]
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
  const picked = pickedNode(held)
  const first = tasksAhead(definition.graph, undefined)
  const node = picked ?? (first.length === 1 ? first[0] : undefined)
  if (node === undefined) return undefined
  const people = await peopleAhead(tx, questionOf(held, node))
  return { node, name: definition.graph.nodes.get(node)?.name ?? node, isPicked: picked !== undefined, people }
}

/** Among whom whoever does a task picks somebody for another one: ids of users. Nothing of a task that is not there. */
export async function askedAt(tx: Transaction, parts: EngineParts, taskId: string, node: string): Promise<readonly string[]> {
  const opened = await open(tx, parts, { task: taskId }, {})
  return opened ? peopleAhead(tx, questionOf(opened.held, node)) : []
}
