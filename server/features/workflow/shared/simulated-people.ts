/** For whom the rules of a model stand, looked up at once: a simulation asks again and again, and nothing of it waits for the database. */
import { sql } from 'kysely'
import { users } from '../../../../model/index.ts'
import type { ProcessModel } from '../../../../model/workflow/bpmn/process-model.ts'
import type { PersonRule } from '../../../../model/workflow/settings.ts'
import type { Person, SimulationInput } from '../../../../model/workflow/simulation/scene.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { personIn } from '../../../kernel/resources/people.ts'

/** People of one tenant that a simulation knows; who is beyond them is asked in earnest alone. */
const MAX_PEOPLE = 2000

interface Row {
  id: string
  username: string
  /** As the caller is told of them; null where all of that is hidden. */
  who: string | null
  org_id: string | null
  /** Organisations from the own one upwards. */
  line: string[]
  roles: string[]
  posts: string[]
}

/** Answers who would be asked for each task of a simulation. @param modelId Whose pool it is. @param caller Who is told their names */
export async function simulatedPeople(tx: Transaction, model: ProcessModel, modelId: string | null, caller: Caller) {
  // Who is asked does not depend on whom the one who tries it sees.
  const rows = await tx.beyondScope('a simulation asks whom the process would ask').all(peopleOf(caller, modelId))
  const known = new Map(rows.map((row) => [row.id, row]))
  const personOf = ({ id, who }: Row): Person => ({ id, name: who ?? id.slice(0, 8) })
  const holding = (isSo: (row: Row) => boolean) => rows.filter(isSo).map(personOf)
  const pool = await poolOf(tx, modelId)

  const people = (starterId: string): SimulationInput['people'] => {
    const starter = known.get(starterId)
    return (rule, named) => ofRule(rule, named, starter)
  }
  function ofRule(rule: PersonRule, named: readonly string[], starter: Row | undefined): readonly Person[] {
    switch (rule.kind) {
      case 'user':
        return holding(({ username }) => username.toLowerCase() === rule.username.toLowerCase())
      case 'role':
        return holding(({ roles }) => roles.includes(rule.code))
      case 'group':
        return holding(({ roles, posts, line }) => roles.includes(rule.code) || posts.includes(rule.code) || line[0] === rule.code)
      case 'organisation':
        return holding(({ line }) => line.includes(rule.organisation))
      case 'post':
        return ofPost(rule, starter)
      case 'pool':
        return holding((row) => pool === undefined || pool.users.has(row.id) || row.line.some((place) => pool.organisations.has(place)))
      case 'managers':
        return model.process.managers.flatMap((manager) => (manager.kind === 'managers' ? [] : ofRule(manager, named, starter)))
      default:
        return holding(({ id, username, line }) => named.some((name) => name === id || name === username || line.includes(name)))
    }
  }
  function ofPost(rule: Extract<PersonRule, { kind: 'post' }>, starter: Row | undefined): readonly Person[] {
    const holders = rows.filter(({ posts }) => posts.includes(rule.code))
    if (rule.where === 'organisation') return holders.filter(({ org_id: org }) => org === rule.organisation).map(personOf)
    if (rule.where === 'starter') return holders.filter(({ org_id: org }) => org === starter?.org_id).map(personOf)
    if (rule.where !== 'above') return holders.map(personOf)
    const above = (starter?.line ?? []).slice(1, 1 + (rule.levels ?? 100))
    const nearest = above.find((place) => holders.some(({ org_id: org }) => org === place))
    return holders.filter(({ org_id: org }) => org === nearest).map(personOf)
  }
  return { people, person: (id: string) => (known.has(id) ? personOf(known.get(id) as Row) : undefined) }
}

/** With those who may start it first, since a tenant may have more people than are known here. */
const peopleOf = (caller: Caller, modelId: string | null) =>
  build
    .selectFrom('users as person')
    .select(['person.id', 'person.username', 'person.org_id', personIn(caller, 'person').as('who')])
    .select([
      sql<string[]>`(with recursive line as (
          select place.id, place.parent_id, 0 as depth from organisations place where place.tenant_id = person.tenant_id and place.id = person.org_id
          union all select place.id, place.parent_id, line.depth + 1 from organisations place
            join line on place.tenant_id = person.tenant_id and place.id = line.parent_id where line.depth < 100)
        select coalesce(array_agg(line.id::text order by line.depth), '{}') from line)`.as('line'),
      sql<string[]>`(select coalesce(array_agg(distinct role.role_code), '{}') from held_roles held
        join roles role on role.tenant_id = held.tenant_id and role.id = held.role_id
        where held.tenant_id = person.tenant_id and held.user_id = person.id)`.as('roles'),
      sql<string[]>`(select coalesce(array_agg(distinct post.post_code), '{}') from user_posts link
        join posts post on post.tenant_id = link.tenant_id and post.id = link.post_id
        where link.tenant_id = person.tenant_id and link.user_id = person.id and link.status = 1)`.as('posts'),
    ])
    .where('person.status', '=', 1)
    .orderBy(
      sql`exists (select from process_model_users link where link.tenant_id = person.tenant_id and link.model_id = ${modelId} and link.user_id = person.id)`,
      'desc',
    )
    // As members of a group have their turns. Whoever does not see accounts could make them out by that, and has people as they are named.
    .orderBy(viewOf(caller, users).sees('username') ? 'person.username' : 'who')
    .orderBy('person.id')
    .limit(MAX_PEOPLE)

/** Who may start it; nothing where everybody may. */
async function poolOf(tx: Transaction, modelId: string | null) {
  const [users, organisations] = await Promise.all([
    tx.all(build.selectFrom('process_model_users').select('user_id').where('model_id', '=', modelId)),
    tx.all(build.selectFrom('process_model_organisations').select('org_id').where('model_id', '=', modelId)),
  ])
  if (users.length + organisations.length === 0) return undefined
  return { users: new Set(users.map((row) => row.user_id)), organisations: new Set(organisations.map((row) => row.org_id)) }
}
