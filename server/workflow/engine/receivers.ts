/** Whom rules stand for, where people are told something and need not do anything. */
import { sql } from 'kysely'
import { taskSettings } from '../../../model/workflow/settings.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import type { DeployedRule } from '../definition-rules.ts'
import type { Asked } from '../people.ts'
import { ANYWHERE, ablePeople } from '../people/able.ts'
import { statement } from '../statement.ts'
import type { Held } from './held.ts'
import type { ServiceReceivers, Work } from './parts.ts'

const NO_SETTINGS = taskSettings.parse({})

/** People, roles and organisations; holders of posts as people, as they are now. */
export async function receiversOf(
  { tx, parts }: Work,
  held: Held,
  node: string,
  rules: readonly DeployedRule[],
): Promise<ServiceReceivers> {
  const [answer] = await parts.people.whoIsAsked(tx, [{ node, rules, settings: NO_SETTINGS, about: held.about() }])
  const asked = answer === undefined || 'skip' in answer ? [] : answer.asked
  const ids = (kind: Asked['kind']) => asked.filter((one) => one.kind === kind).map(({ id }) => id)
  const posts = asked.filter(({ kind }) => kind === 'post')
  const holders = posts.length === 0 ? [] : await holdersOf(tx, posts)
  return { userIds: [...ids('user'), ...holders], roleIds: ids('role'), organisationIds: ids('organisation') }
}

/** Ids of the people whom rules stand for now, {@link most} of them at the most; nobody where the rules name nobody who is able. */
export async function peopleFor(
  { tx, parts }: Work,
  held: Held,
  node: string,
  rules: readonly DeployedRule[],
  most: number,
): Promise<readonly string[]> {
  const [answer] = await parts.people.whoIsAsked(tx, [{ node, rules, settings: NO_SETTINGS, about: held.about() }])
  if (answer === undefined || 'skip' in answer || answer.instead !== undefined) return []
  return (await holdersOf(tx, answer.asked)).slice(0, most)
}

/** Ids of the able people whom such rows stand for now. */
export async function holdersOf(tx: Transaction, posts: readonly Asked[]): Promise<string[]> {
  const rows = posts.map(({ kind, id, within }) => ({ kind, id, within: within ?? ANYWHERE }))
  const columns = { kind: sql<string>`r.kind`, id: sql<string>`r.id`, within: sql<string>`r.within` }
  const found = await tx.all(
    statement(
      sql<{
        id: string
      }>`select distinct able.id from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(kind text, id uuid, within uuid)
        cross join lateral ${ablePeople(columns)} able`,
    ),
  )
  return found.map(({ id }) => id)
}
