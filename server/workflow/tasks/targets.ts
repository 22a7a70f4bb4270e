/** To which earlier tasks one can go back. */
import { sql } from 'kysely'
import { fail } from '../../kernel/errors.ts'
import type { EngineParts, Person } from '../engine/parts.ts'
import { asServer, open } from '../engine/run.ts'
import { statement } from '../statement.ts'
import { targetsOf } from './acts.ts'
import { judge } from './judge.ts'

export interface ReturnTarget {
  readonly node: string
  readonly name: string
  /** Ids of those who have done it. */
  readonly people: readonly string[]
  readonly endTime: string | null
}

/** The tasks to which one can go back from a task that the person has, the latest first. @throws Failure as for going back itself */
export function returnTargetsOf(parts: EngineParts, person: Person, taskId: string): Promise<readonly ReturnTarget[]> {
  return parts.transactions.inTenant(asServer(person), async (tx) => {
    const opened = await open(tx, parts, { task: taskId }, { userId: person.userId }, { history: true })
    if (!opened) return fail('row.not-found')
    const { held } = opened
    const task = await judge({ tx, person, act: { do: 'regress' }, people: parts.people }, held, taskId)
    const targets = targetsOf(held, task)
    const people = await tx.all(
      statement(sql<{
        activity: number
        people: string[]
        time: string | null
      }>`select t.activity, array_agg(distinct t.ended_by) as people,
        to_char(max(t.end_time), 'YYYY-MM-DD HH24:MI:SS') as time
        from process_tasks t where t.ended_by is not null and t.instance_id = ${held.id} and t.activity = any(${targets.map(({ id }) => id)}::int[]) group by t.activity`),
    )
    const of = new Map(people.map((row) => [row.activity, row]))
    return targets.map(({ id, node }) => ({
      node,
      name: held.definition.graph.nodes.get(node)?.name ?? node,
      people: of.get(id)?.people ?? [],
      endTime: of.get(id)?.time ?? null,
    }))
  })
}
