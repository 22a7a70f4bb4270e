/** Looks up whom rules name and who of them is able, all of a step in one statement. */
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { ADMINISTRATOR } from '../../../model/authority/roles.ts'
import type { Prepared } from '../../kernel/database/sql.ts'
import { build, parameter, prepare } from '../../kernel/database/sql.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import type { Asked } from '../people.ts'
import { holdsNow } from './absences.ts'
import { ANYWHERE, ablePeople, columnsOf } from './able.ts'
import type { Spec, Tier } from './specs.ts'
import { ENOUGH, MAX_MEMBERS } from './specs.ts'

/** One row of those who are asked, and who of them can act at this moment. */
export interface Found {
  readonly question: number
  readonly tier: Tier
  readonly asked: Asked
  /** In the order of their usernames: of a group the first ones, else any of them, as many as were asked for. */
  readonly able: readonly string[]
  /** Whom somebody picked, where they are among the able. */
  readonly picked: string | null
  /** Whether one of these is away. */
  readonly isAway: boolean
}

/** Whom somebody picked, by id or username. */
export interface Picked {
  readonly question: number
  readonly id?: string | undefined
  readonly name?: string | undefined
}

interface Row {
  question: number
  tier: Tier
  person_kind: Asked['kind']
  person_id: string
  within_org: string
  able: string[] | null
  picked: string | null
  away: boolean
}

const nil = sql`${ANYWHERE}::uuid`
const columns = columnsOf('named')
const given = sql`given.question, given.tier, given.place, given.most`

/** Organisations of the starters, and all above each of them. */
const LINES = sql`, line (starter, id, parent_id, depth) as (
  select person.id, place.id, place.parent_id, 0 from users person
    join organisations place on place.tenant_id = person.tenant_id and place.id = person.org_id
    where person.id in (select given.starter from given where given.kind = 'post' and given."where" in ('starter', 'above'))
  union all select line.starter, place.id, place.parent_id, line.depth + 1 from line join organisations place on place.id = line.parent_id
    where line.depth < 100)`

/** Somebody able holds the post in an organisation. */
const isHeld = sql`exists (select from user_posts link join users person on person.tenant_id = link.tenant_id and person.id = link.user_id
  where link.post_id = given.id and link.status = 1 and person.status = 1 and person.org_id = line.id)`

/** What each kind of rule names: rows of the columns that {@link AskedColumns} are, and under which kinds those who are asked stand there. */
const NAMED: Readonly<Record<Spec['kind'], { readonly rows: readonly RawBuilder<unknown>[]; readonly asks: readonly Asked['kind'][] }>> = {
  user: {
    rows: [sql`select ${given}, 'user', person.id, ${nil} from given join users person on person.id = given.id where given.kind = 'user'`],
    asks: ['user'],
  },
  named: {
    rows: [
      sql`select ${given}, 'user', person.id, ${nil} from given join users person on person.id = given.id where given.kind = 'named'`,
      sql`select ${given}, 'user', person.id, ${nil} from given join users person on lower(person.username) = lower(given.name) where given.kind = 'named'`,
      sql`select ${given}, 'organisation', place.id, ${nil} from given join organisations place on place.id = given.id where given.kind = 'named'`,
    ],
    asks: ['user', 'organisation'],
  },
  organisation: {
    rows: [
      sql`select ${given}, 'organisation', place.id, ${nil} from given join organisations place on place.id = given.id where given.kind = 'organisation'`,
    ],
    asks: ['organisation'],
  },
  role: {
    rows: [sql`select ${given}, 'role', role.id, ${nil} from given join roles role on role.id = given.id where given.kind = 'role'`],
    asks: ['role'],
  },
  administrators: {
    rows: [
      sql`select ${given}, 'role', role.id, ${nil} from given join roles role on role.role_code = ${sql.lit(ADMINISTRATOR)} where given.kind = 'administrators'`,
    ],
    asks: ['role'],
  },
  post: {
    rows: [
      sql`select ${given}, 'post', given.id, case given."where" when 'organisation' then coalesce(given.organisation, ${nil}) else ${nil} end
        from given where given.kind = 'post' and given."where" in ('anywhere', 'organisation')`,
      sql`select ${given}, 'post', given.id, line.id from given join line on line.starter = given.starter and line.depth = 0
        where given.kind = 'post' and given."where" = 'starter'`,
      sql`select ${given}, 'post', given.id, nearest.id from given cross join lateral (
          select line.id from line where line.starter = given.starter and line.depth > 0 and line.depth <= coalesce(given.levels, 100) and ${isHeld}
          order by line.depth limit 1) nearest
        where given.kind = 'post' and given."where" = 'above'`,
    ],
    asks: ['post'],
  },
  pool: {
    rows: [
      sql`select ${given}, 'organisation', link.org_id, ${nil} from given join process_model_organisations link on link.model_id = given.model where given.kind = 'pool'`,
      sql`select ${given}, 'user', link.user_id, ${nil} from given join process_model_users link on link.model_id = given.model where given.kind = 'pool'`,
      sql`select ${given}, 'organisation', place.id, ${nil} from given join organisations place on place.parent_id is null where given.kind = 'pool'
        and not exists (select from process_model_organisations link where link.model_id = given.model)
        and not exists (select from process_model_users link where link.model_id = given.model)`,
    ],
    asks: ['user', 'organisation'],
  },
}

/**
 * Whether some rules ask whether there is nobody, one or several, `more` where some of these are barred by their nodes, some for all the members of a group, and
 * whether somebody was picked.
 */
interface Shape {
  readonly few: boolean
  readonly more: boolean
  readonly many: boolean
  readonly picks: boolean
}

/**
 * The statement for rules of these kinds: PostgreSQL makes every part of a plan ready before it runs any, and with the parts of all kinds that was half of what
 * the start of a process cost it (`perf`, docs/decisions/0129-what-a-step-pays-for.md).
 */
function statementFor(kinds: readonly Spec['kind'][], { few, more, many, picks }: Shape): Prepared<{ rows: Row[] }> {
  const asks = new Set(kinds.flatMap((kind) => NAMED[kind].asks))
  const able = (where?: RawBuilder<boolean>) => ablePeople(columns, where, asks)
  const groups = sql`named.most > ${sql.lit(MAX_MEMBERS)}`
  // The usual number stands in the statement, where the planner sees how few are wanted.
  const enough = more ? sql`named.most` : sql.lit(ENOUGH)
  const people = [
    ...(few ? [sql`(select few.id, few.username from ${able()} few where not ${groups} limit ${enough})`] : []),
    ...(many
      ? [sql`(select many.id, many.username from ${able()} many where ${groups} order by many.username, many.id limit named.most)`]
      : []),
  ]
  const picked = sql`,
      picked as (select picked.question, person.id from jsonb_to_recordset(${parameter<string>('picked')}::jsonb) as picked (question integer, id uuid, name text)
        join users person on person.id = picked.id or lower(person.username) = lower(picked.name))`
  const chosen = sql`left join picked on picked.question = named.question
      left join lateral (select found.id from ${able(sql`person.id = picked.id`)} found limit 1) chosen on true`
  const named = kinds.flatMap((kind) => NAMED[kind].rows)
  return prepare(
    build.selectNoFrom(
      sql<Row[]>`coalesce((with recursive given as (
        select * from jsonb_to_recordset(${parameter<string>('specs')}::jsonb) as given (question integer, tier text, place integer, kind text, id uuid,
          name text, "where" text, levels integer, organisation uuid, starter uuid, model uuid, most integer))
      ${picks ? picked : sql``}
      ${kinds.includes('post') ? LINES : sql``},
      named (question, tier, place, most, person_kind, person_id, within_org) as (${sql.join(named, sql` union all `)})
      select jsonb_agg(jsonb_build_object('question', named.question, 'tier', named.tier, 'person_kind', named.person_kind, 'person_id', named.person_id,
        'within_org', named.within_org, 'able', able.ids, 'picked', ${picks ? sql`chosen.id` : sql`null::uuid`},
        'away', exists (select from process_absences absence where absence.user_id = any(able.ids${picks ? sql` || chosen.id` : sql``})
          and ${holdsNow('absence')})) order by named.question, named.place)
      from named
      ${picks ? chosen : sql``}
      left join lateral (select array_agg(one.id order by one.username, one.id) as ids from (${sql.join(people, sql` union all `)}) one) able on true), '[]')`.as(
        'rows',
      ),
    ),
  )
}

/** By the kinds and the shape: of these a model has one or two. */
const statements = new Map<string, Prepared<{ rows: Row[] }>>()

function statementOf(specs: readonly Spec[], picks: boolean): Prepared<{ rows: Row[] }> {
  const kinds = [...new Set(specs.map(({ kind }) => kind))].sort()
  const few = specs.filter(({ most }) => most <= MAX_MEMBERS)
  const shape = { few: few.length > 0, more: few.some(({ most }) => most > ENOUGH), many: few.length < specs.length, picks }
  const key = JSON.stringify([kinds, shape])
  let known = statements.get(key)
  if (!known) statements.set(key, (known = statementFor(kinds, shape)))
  return known
}

/** Whom the rules name, in their order. */
export async function lookUp(tx: Transaction, specs: readonly Spec[], picked: readonly Picked[]): Promise<Found[]> {
  if (specs.length === 0) return []
  const statement = statementOf(specs, picked.length > 0)
  const found = await tx.first(statement.with({ specs: JSON.stringify(specs), picked: JSON.stringify(picked) }))
  return (found?.rows ?? []).map((row) => ({
    question: row.question,
    tier: row.tier,
    asked: {
      kind: row.person_kind,
      id: row.person_id,
      ...(row.within_org === ANYWHERE ? {} : { within: row.within_org }),
    },
    able: row.able ?? [],
    picked: row.picked,
    isAway: row.away,
  }))
}
