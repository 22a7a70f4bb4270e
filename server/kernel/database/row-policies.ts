/**
 * The policies that narrow what somebody sees whose roles do not see all rows: SQL, made of what `model/row-scope.ts` declares. Migrations
 * have this text, and a test compares the database with it (docs/decisions/0095-rights-by-row.md).
 */
import type { Gathered, OwnedBy, Owner } from '../../../model/row-scope.ts'
import { HISTORY_FOLLOWS } from '../../../model/row-scope.ts'

/**
 * Places of the parts of `app.scope`, which semicolons part (row-scope.ts). Of sites it has the roles that name some, those that name them for every table (7) and
 * those that name others for this one (9): `scope_sites` reads what they name.
 */
export const PARTS = { oneself: 1, home: 2, creator: 3, organisation: 4, below: 5, project: 6, naming: 7, all: 8, namingHere: 9 } as const

const whole = (table: string) => `(select scope_all('${table}'))`

function ownedBy(table: string, { by, column }: Owner): string {
  if (by === 'oneself' || by === 'home' || by === 'creator') return `${table}.${column} = (select scope_one('${table}', ${PARTS[by]}))`
  // One set a statement, not one question a row (docs/decisions/0185-row-scope-as-sets.md).
  if (by === 'site' || by === 'place')
    return `${table}.${column} in (select s.id from ${by === 'site' ? 'scope_sites' : 'scope_places'}('${table}') as s(id))`
  return `${table}.${column} in (select s.id from scope_ids('${table}', ${PARTS[by]}) as s(id))`
}

const seen = (table: string, column: string, followed: string, key: string) =>
  `exists (select from ${followed} f where f.tenant_id = ${table}.tenant_id and f.${key} = ${table}.${column})`

/** Everybody's where nothing has gathered; otherwise of those who see each row that has, of which one has to be left. */
function gathered(table: string, { column, list, key, names, of, whole: seesAll }: Gathered): string {
  const its = `from ${list} g where g.tenant_id = ${table}.tenant_id and g.${key} = ${table}.${column}`
  const unseen = `not exists (select from ${of} f where f.tenant_id = g.tenant_id and f.id = g.${names})`
  return `${table}.${column} is null or ${whole(seesAll)} or (exists (select ${its}) and not exists (select ${its} and ${unseen}))`
}

const create = (table: string, name: string, command: string, clauses: string) =>
  `create policy ${name} on ${table} as restrictive${command} to outstation_scoped ${clauses};`

/** The statements that make the policies of a table; none where its rows are everybody's. */
export function rowPolicies(table: string, rule: OwnedBy): string[] {
  if (rule === 'tenant') return []
  if ('whole' in rule) return [create(table, 'scope', '', `using (${whole(rule.whole)})`)]
  if ('anyOf' in rule)
    return [create(table, 'scope', '', `using (${[whole(table), ...rule.anyOf.map((each) => ownedBy(table, each))].join(' or ')})`)]
  const { follows, column, key, without } = rule
  const its = seen(table, column, follows, key)
  const none = `${table}.${column} is null`
  if (without === undefined) return [create(table, 'scope', '', `using (${its})`)]
  if (without === 'open') return [create(table, 'scope', '', `using (${none} or ${its})`)]
  if (typeof without === 'object') return [create(table, 'scope', '', `using ((${none} and (${gathered(table, without)})) or ${its})`)]
  const changed = `(${none} and ${whole(follows)}) or ${its}`
  return [
    create(table, 'scope_seen', ' for select', `using (${none} or ${its})`),
    create(table, 'scope_added', ' for insert', `with check (${changed})`),
    create(table, 'scope_changed', ' for update', `using (${changed})`),
    create(table, 'scope_removed', ' for delete', `using (${changed})`),
  ]
}

/** The policy of the kept changes: seen with the row that they are about, and so not once it is gone. */
export function historyPolicy(): string {
  const cases = Object.entries(HISTORY_FOLLOWS).map(
    ([table, followed]) => `when '${table}' then ${seen('changes', 'row_id', followed, 'id')}`,
  )
  return create('changes', 'scope', ' for select', `using (case table_name ${cases.join(' ')} else true end)`)
}
