/**
 * Compares the tables as the migrations made them with the nouns as `model/` declares them. Says what differs, and the SQL
 * that would mend it where that is certain. Nothing here changes a database: a person reads, decides and commits.
 */
import type pg from 'pg'
import type { Field } from '../model/field.ts'
import { resources } from '../model/index.ts'
import type { Resource } from '../model/resource.ts'
import { columnOf } from '../model/resource.ts'
import { rowPolicies } from '../server/kernel/database/row-policies.ts'

export interface Difference {
  /** @example 'roles.role_name: is nullable, the model requires it' */
  readonly message: string
  /** Statements that mend it; absent where stored rows decide what is right. */
  readonly sql?: string
}

interface Column {
  name: string
  type: string
  required: boolean
}

/** Columns of every noun; the database fills the last three. */
const standard: readonly (Column & { rest: string })[] = [
  { name: 'id', type: 'uuid', required: true, rest: '' },
  { name: 'created_at', type: 'timestamptz', required: true, rest: ' default now()' },
  { name: 'updated_at', type: 'timestamptz', required: true, rest: ' default now()' },
  { name: 'version', type: 'integer', required: true, rest: ' default 1' },
]
const builtIn = { name: 'built_in', type: 'boolean', required: true, rest: ' default false' }
const isOwned = ({ scope }: Resource) => scope === 'tenant' || scope === 'layered'
const owner = { name: 'tenant_id', type: 'uuid', required: true, rest: ' references tenants (id)' }

export async function schemaDifferences(
  client: pg.ClientBase,
  nouns: readonly Resource[] = Object.values(resources),
): Promise<Difference[]> {
  const found: Difference[] = []
  for (const of of nouns) found.push(...(await differencesOf(client, of, nouns)))
  return found
}

async function differencesOf(client: pg.ClientBase, of: Resource, nouns: readonly Resource[]): Promise<Difference[]> {
  const { rows: columns } = await client.query<Column>(
    `
    select attname as name, format_type(atttypid, atttypmod) as type, attnotnull as required from pg_attribute
    where attrelid = to_regclass($1) and attnum > 0 and not attisdropped`,
    [`public.${of.table}`],
  )
  if (columns.length === 0) return [{ message: `${of.table}: the table is missing`, sql: createTable(of, nouns) }]
  if (await isView(client, of))
    return wantedColumns(of)
      .filter(({ name }) => !columns.some((column) => column.name === name))
      .map(({ name }) => ({ message: `${of.table}.${name}: the view lacks the column` }))
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    "select indexname as name, indexdef as definition from pg_indexes where schemaname = 'public' and tablename = $1",
    [of.table],
  )
  const { rows: keys } = await client.query<{ name: string; definition: string }>(
    "select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint where contype = 'f' and conrelid = to_regclass($1)",
    [`public.${of.table}`],
  )
  const { rows: triggers } = await client.query<{ name: string }>(
    "select tgname as name from pg_trigger where tgrelid = to_regclass($1) and tgenabled = 'O'",
    [`public.${of.table}`],
  )
  const wanted = wantedColumns(of)
  return [
    ...wanted.flatMap((column) =>
      differencesOfColumn(
        of,
        column,
        columns.find(({ name }) => name === column.name),
      ),
    ),
    ...columns
      .filter(({ name }) => !of.serverColumns?.includes(name) && !wanted.some((column) => column.name === name))
      .map(({ name }) => ({ message: `${of.table}.${name}: the column is not in the model` })),
    ...uniqueIndexes(of)
      .filter(
        ({ name, columns: on }) =>
          !indexes.some((index) => index.name === name && index.definition.startsWith('CREATE UNIQUE') && hasColumns(index.definition, on)),
      )
      .map(({ name, sql }) => ({ message: `${of.table}: the unique index ${name} is missing or different`, sql })),
    ...foreignKeys(of, nouns)
      .filter(({ name, definition }) => !keys.some((key) => key.name === name && plain(key.definition).startsWith(plain(definition))))
      .map(({ name, definition }) => ({
        message: `${of.table}: the foreign key ${name} is missing or different`,
        sql: `alter table ${of.table} add constraint ${name} ${definition};`,
      })),
    ...HISTORY.filter((name) => !triggers.some((trigger) => trigger.name === name)).map((name) => ({
      message: `${of.table}: the trigger ${name} is missing`,
    })),
  ]
}

/** What `track_history` attaches (migrations/0002_history.sql). */
const HISTORY = ['history_of_adding', 'history_of_deleting', 'history_of_updating']

/** A noun that is only read can stand on a view over the tables of others. */
async function isView(client: pg.ClientBase, { table }: Resource): Promise<boolean> {
  const { rows } = await client.query<{ kind: string }>('select relkind as kind from pg_class where oid = to_regclass($1)', [
    `public.${table}`,
  ])
  return rows[0]?.kind === 'v'
}

/**
 * Whether an index of a table is of these columns. The tenant's is the first; the order of the others decides nothing about what is
 * unique, and follows the queries: people are looked up by a mobile number whose calling code is not always known.
 */
function hasColumns(definition: string, wanted: string): boolean {
  const [, found = ''] = /using btree \((.+)\)$/.exec(definition.toLowerCase()) ?? []
  const columnsOf = (list: string) => {
    const [first = '', ...others] = plain(list).split(',')
    return [first, ...others.sort()].join()
  }
  return columnsOf(found) === columnsOf(wanted)
}

/** Without what PostgreSQL adds when it writes a definition back. */
function plain(definition: string): string {
  return definition.toLowerCase().replaceAll('::text', '').replace(/\s+/g, '')
}

function wantedColumns(of: Resource): (Column & { rest: string })[] {
  const fields = Object.entries(of.fields).filter(([name, field]) => field.sql && name !== 'createTime')
  const own = fields.flatMap(([name, field]) => [
    { name: columnOf(name), type: field.sql, required: field.required && name !== of.parent, rest: '' },
    ...(field.localised
      ? ['tw', 'en'].map((language) => ({ name: `${columnOf(name)}_${language}`, type: field.sql, required: false, rest: '' }))
      : []),
  ])
  const [id, ...others] = standard as [Column & { rest: string }, ...(Column & { rest: string })[]]
  return [...(isOwned(of) ? [owner] : []), id, ...own, ...others, ...(of.scope === 'layered' ? [builtIn] : [])]
}

const written = (type: string) => (type === 'timestamp with time zone' ? 'timestamptz' : type)

function differencesOfColumn(of: Resource, wanted: Column & { rest: string }, found: Column | undefined): Difference[] {
  const name = `${of.table}.${wanted.name}`
  if (!found) {
    const add = `alter table ${of.table} add column ${definitionOf({ ...wanted, required: false })};`
    return [
      {
        message: `${name}: the column is missing`,
        sql: wanted.required
          ? `${add}\n-- The model requires it: fill it for the rows that are there, then\n-- alter table ${of.table} alter column ${wanted.name} set not null;`
          : add,
      },
    ]
  }
  return [
    ...(written(found.type) === wanted.type ? [] : [{ message: `${name}: is ${written(found.type)}, the model says ${wanted.type}` }]),
    ...(found.required === wanted.required
      ? []
      : [
          found.required
            ? {
                message: `${name}: is not null, the model does not require it`,
                sql: `alter table ${of.table} alter column ${wanted.name} drop not null;`,
              }
            : { message: `${name}: is nullable, the model requires it` },
        ]),
  ]
}

function definitionOf({ name, type, required, rest }: Column & { rest: string }): string {
  return `${name} ${type}${required ? ' not null' : ''}${rest}`
}

const key = (of: Resource, ...columns: string[]) => [...(isOwned(of) ? ['tenant_id'] : []), ...columns].join(', ')

function uniqueIndexes(of: Resource) {
  const wanted = [...(of.unique ?? []).map((field) => [field] as const), ...Object.entries(of.uniqueWithin ?? {})]
  return wanted.map(([field, within]) => {
    const column = columnOf(field)
    const columns = key(
      of,
      ...(within === undefined ? [] : [columnOf(within)]),
      (of.fields[field] as Field).sql === 'text' ? `lower(${column})` : column,
    )
    const name = `${of.table}_${column}_key`
    return { name, columns, sql: `create unique index ${name} on ${of.table} (${columns});` }
  })
}

/** The names matter: the server reads from them which field a refusal is about. */
function foreignKeys(of: Resource, nouns: readonly Resource[]) {
  return (
    Object.entries(of.fields)
      // What a view makes of other rows has no column, and so no key.
      .filter(([, field]) => field.kind === 'reference' && field.sql !== '')
      .flatMap(([field, { link }]) => {
        const target = nouns.find(({ name }) => name === link?.to)
        if (!target) return []
        // Between a tenant's row and a built-in one no key can stand; the operations look the target up.
        if (target.scope === 'layered') return []
        const shared = !isOwned(target)
        const column = columnOf(field)
        return [
          {
            name: `${of.table}_${column}_fkey`,
            definition: `foreign key (${shared ? column : key(of, column)}) references ${target.table} (${shared ? 'id' : key(target, 'id')})`,
          },
        ]
      })
  )
}

function createTable(of: Resource, nouns: readonly Resource[]): string {
  const lines = [
    ...wantedColumns(of).map(definitionOf),
    `primary key (${key(of, 'id')})`,
    ...foreignKeys(of, nouns).map(({ name, definition }) => `constraint ${name} ${definition}`),
  ]
  return [
    `create table ${of.table} (\n${lines.map((line) => `  ${line}`).join(',\n')}\n);`,
    ...uniqueIndexes(of).map(({ sql }) => sql),
    ...foreignKeys(of, nouns).map(
      ({ name, definition }) => `create index ${name.replace(/_fkey$/, '_idx')} on ${of.table} ${/\(.*?\)/.exec(definition)?.[0]};`,
    ),
    '',
    rowSecurity(of),
    '',
    `call track_history('${of.table}', 'id', '${secretsOf(of)}', true);`,
  ].join('\n')
}

function secretsOf(of: Resource): string {
  return Object.entries(of.fields)
    .filter(([, { access }]) => access === 'secret')
    .map(([name]) => columnOf(name))
    .join(',')
}

function rowSecurity({ table, scope, ownedBy = 'tenant' }: Resource): string {
  const tenant = "(tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))"
  return [
    `alter table ${table} enable row level security;`,
    `alter table ${table} force row level security;`,
    ...policiesOf(table, scope, tenant),
    `create policy platform on ${table} to outstation_platform using (true) with check (true);`,
    `grant select, insert, update, delete on ${table} to ${scope === 'tenant' || scope === 'layered' ? 'outstation_tenant, outstation_platform' : 'outstation_platform'};`,
    ...(scope === 'shared' ? [`grant select on ${table} to outstation_tenant;`] : []),
    ...rowPolicies(table, ownedBy),
  ].join('\n')
}

function policiesOf(table: string, scope: Resource['scope'], tenant: string): string[] {
  const own = `create policy tenant on ${table} to outstation_tenant\n  using ${tenant}\n  with check ${tenant};`
  switch (scope) {
    case 'tenant':
      return [own]
    case 'layered':
      return [
        `create policy tenant on ${table} to outstation_tenant\n  using (${tenant} and not built_in)\n  with check (${tenant} and not built_in);`,
        `create policy built_in on ${table} for select to outstation_tenant using (built_in);`,
      ]
    case 'shared':
      return [`create policy catalogue on ${table} for select to outstation_tenant using (true);`]
    case 'platform':
      return []
  }
}
