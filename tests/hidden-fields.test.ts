/**
 * A field that a role hides must be hidden everywhere: not shown, not told by a filter, an order or a refusal. Asked of
 * every field of every noun: one role hides one field, and what is hidden then changes behind the server's back.
 */
import { accountIn } from '../model/organisation/person-text.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Field } from '../model/field.ts'
import { sourcesOf } from '../model/field.ts'
import { resources } from '../model/index.ts'
import { limitsOf } from '../model/messages.ts'
import type { Resource } from '../model/resource.ts'
import { columnOf, rowFields, writableFields } from '../model/resource.ts'
import type { BuiltTenant } from './support/builders.ts'
import { buildTenant, buildUser } from './support/builders.ts'
import type { Client } from './support/client.ts'
import { fingerprint } from './support/rows.ts'
import { hiderOf, hiding } from './support/hiding.ts'
import type { TestServer } from './support/server.ts'
import { sharedServer } from './support/server.ts'
import { amount, sampleOf } from './support/thorough.ts'
import type { AddedRow } from './support/values.ts'
import { WHOLE_ROWS, absentId, addRow, isWritable, nounNamed, pathsOf, valueOf } from './support/values.ts'
import { answerText } from './support/wire.ts'

interface Listed {
  list: Record<string, unknown>[]
  fields: string[]
}

/** The nouns a tenant reads. */
const nouns = Object.values<Resource>(resources).filter(({ scope }) => scope !== 'platform')
/** Of each noun the fields that this run asks about. */
const PART = amount({ quick: 8, ci: 4, touched: 3, thorough: 1 })
const askedOf = (of: Resource) => sampleOf(`hidden fields of ${of.name}`, rowFields(of), Math.ceil(rowFields(of).length / PART))
/** Links that no new row has: what is done with it makes them (work-orders.test.ts asks for these). */
const MADE_LATER: ReadonlySet<string> = new Set(['faults.orderId', 'work-orders.faultId'])
/** Fields that name a row in another noun which links to it. */
const links = nouns.flatMap((of) =>
  Object.entries(of.fields).flatMap(([name, { link, access }]) => {
    // A lookup has no name beside its value: it is that name.
    const target = link && access === 'row' && of.fields[name]?.kind !== 'lookup' ? nounNamed(link.to) : undefined
    const shown = target && rowFields(target).find((field) => columnOf(field) === link?.show)
    return target && shown !== undefined && isWritable(of) && !MADE_LATER.has(`${of.name}.${name}`) ? [{ of, name, target, shown }] : []
  }),
)
const trees = nouns.filter((of) => of.parent && isWritable(of))
/** Every list and tree, and what a field may need besides so that it is told at all: nothing is hidden but by the role. */
const reading = nouns.flatMap((of) => {
  const query = `${of.api.base}/query${of.api.noun}`
  return [query, `${query}Tree`, ...Object.values(of.fields).flatMap(({ disclosedBy }) => disclosedBy ?? [])]
})
/** Pages are all open to it. That it may not make each call as well keeps the tables small that are read before and after a refusal: they were most of what this file took. */
const hiderWith = (of: Resource, field: string) => hiding(of, field, [...reading, `${of.api.base}/update${of.api.noun}`])
/** A role for each field that is asked about and no others: whoever has them all has their grants read with every change of one. */
const hiders = [
  ...new Map(
    [
      ...nouns.flatMap((of) => askedOf(of).map((field) => hiderWith(of, field))),
      ...links.map(({ target, shown }) => hiderWith(target, shown)),
      ...trees.map((of) => hiderWith(of, of.parent as string)),
    ].map((role) => [role.roleCode, role]),
  ).values(),
]

// Many small calls: generous, for a machine that is busy with something else.
vi.setConfig({ testTimeout: 120_000 })

let server: TestServer
let tenant: BuiltTenant
let admin: Client
let hider: Client
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server, {
    roles: hiders,
    users: [buildUser({ username: 'hider', roles: hiders.map((role) => role.roleCode) })],
  })
  admin = await tenant.signIn('admin')
  hider = await tenant.signIn('hider')
  // Answers are compared with later ones: when these two were last seen is stored once a minute, and moves no more from here on.
  await server.database.asOwner((client) =>
    client.query(`update sessions set last_seen_at = now() + interval '1 day' where tenant_id = $1`, [tenant.id]),
  )
})
afterAll(() => server.stop())

describe.each(nouns.map((of) => [of.name, of] as const))('%s', (_name, of) => {
  const paths = pathsOf(of)
  let rows: AddedRow[]
  beforeAll(async () => {
    rows = []
    for (let index = 0; index < 3 && isWritable(of); index += 1) rows.push(await addRow(admin, of))
    if (of.parent && isWritable(of)) await addRow(admin, of, { [of.parent]: rows[0]?.id })
    // What was called so far is logged after its answer, and would come into the list of logs while it is asked.
    await server.services.journal.flush()
  })

  describe.each(askedOf(of))('%s', (name) => {
    const field = of.fields[name] as Field
    const headers = { rolecode: hiderOf(of, name) }
    const ask = (query: Record<string, string | number> = {}) =>
      hider.get<Listed>(paths.query, { pageSize: 1000, ...WHOLE_ROWS[of.name], ...query }, headers)

    it('is in no row and not among the fields', async () => {
      const { data } = await ask()
      const all = data.list.flatMap(function walk(row): Record<string, unknown>[] {
        return [row, ...((row['children'] ?? []) as Record<string, unknown>[]).flatMap(walk)]
      })
      if (isWritable(of)) expect(all.length).toBeGreaterThanOrEqual(3)
      for (const row of all) {
        expect(row).not.toHaveProperty(name)
        expect(row).not.toHaveProperty(`${name}Cn`)
      }
      expect(data.fields.sort()).toEqual(
        rowFields(of)
          .filter(
            (other) => other !== name && !sourcesOf(of.fields[other]).some((source) => source.noun === of.name && source.field === name),
          )
          .sort(),
      )
      // Somebody who may see it does see it: the row is there, and so is the value.
      const [seen] = (await admin.get<Listed>(paths.query, { pageSize: 1000, ...WHOLE_ROWS[of.name] })).data.list
      if (seen) expect(seen).toHaveProperty(name)
    })

    it('filters nothing', async () => {
      // A short page: the total beside it tells whether anything was left out.
      const short = (query = {}) => ask({ pageSize: 5, ...query })
      const without = answerText(await short())
      const values = [
        rows[0]?.values[name],
        rows[1]?.values[name],
        field.options?.at(-1),
        tenant.canary,
        absentId(),
        tenant.organisations['branch'],
        '0',
        '1',
        '%',
        '_',
        "'",
        'zzz',
        '2001-01-01 00:00:00',
      ]
      for (const value of values
        .flat()
        .filter((each) => each !== undefined)
        .map(String)) {
        expect(answerText(await short({ [name]: value })), value).toBe(without)
      }
      for (const key of [`${name}Start`, `${name}End`, `${name}Cn`]) {
        for (const value of ['2001-01-01 00:00:00', '1', String(rows[0]?.values[name])])
          expect(answerText(await short({ [key]: value })), `${key}=${value}`).toBe(without)
      }
    })

    it('sorts nothing', async () => {
      const unknown = answerText(await ask({ sorter: 'nothing_ascend' }))
      expect(unknown).toContain('"http":422')
      for (const direction of ['ascend', 'descend']) expect(answerText(await ask({ sorter: `${name}_${direction}` }))).toBe(unknown)
    })

    if (isWritable(of))
      it('is refused on writing like a key that does not exist', async () => {
        const id = rows[0]?.id
        // Whoever sees less may only change people who see as little.
        if ('roleId' in of.fields) await admin.put(paths.update, { id, roleId: [tenant.roles[hiderOf(of, name)]] })
        const before = await fingerprint(server, tenant.id)
        const value = (writableFields(of, 'update').includes(name) ? rows[1]?.values[name] : undefined) ?? 'x'
        const hidden = await hider.put(paths.update, { id, [name]: value }, headers)
        const unknown = await hider.put(paths.update, { id, nothing: value }, headers)
        expect(hidden).toMatchObject({ http: 422, errors: [{ field: name }] })
        const refusal = ({ http, code, message, errors }: typeof hidden) => JSON.stringify({ http, code, message, errors })
        expect(refusal(hidden).replaceAll(name, 'nothing')).toBe(refusal(unknown))
        expect(await fingerprint(server, tenant.id)).toBe(before)
      })

    const change = isWritable(of) ? changed(of, name, field) : undefined
    if (change) {
      it('tells nothing when its values change', async () => {
        const questions = [
          {},
          { currentPage: 2, pageSize: 2 },
          { createTimeStart: '2000-01-01 00:00:00' },
          ...(name === 'createTime' ? [] : [{ sorter: 'createTime_ascend' }]),
        ]
        const asked = () => Promise.all(questions.map(async (query) => answerText(await ask(query))))
        const goesWith = GOES_WITH[`${of.name}.${name}`]
        if (goesWith)
          await server.database.asOwner((client) =>
            client.query(`update ${of.table} set ${goesWith} where tenant_id = $1 and id = any($2)`, [
              tenant.id,
              rows.map((row) => row.id),
            ]),
          )
        const before = await asked()
        const seen = answerText(await admin.get(paths.query, { pageSize: 1000, ...WHOLE_ROWS[of.name] }))
        const touched = await server.database.asOwner((client) =>
          client.query(`update ${of.table} set ${change} where tenant_id = $1 and id = any($2)`, [tenant.id, rows.map((row) => row.id)]),
        )
        expect(touched.rowCount).toBe(rows.length)
        expect(
          answerText(await admin.get(paths.query, { pageSize: 1000, ...WHOLE_ROWS[of.name] })),
          'an administrator sees the change',
        ).not.toBe(seen)
        expect(await asked()).toEqual(before)
      })
    }
  })
})

/** What stands together with a value by a check of the table, in SQL: the rows are brought to it before anything is compared. */
const GOES_WITH: Readonly<Record<string, string>> = {
  'equipment.scrappedAt': `equipment_state = 'scrapped', scrapped_at = now()`,
  'work-orders.holdReason': `order_state = 'on-hold', hold_reason = 'other'`,
}

/** Moments that have to lie behind another one of their row, with its column. */
const ENDS: Readonly<Record<string, string>> = {
  'runs.endedAt': 'started_at',
  'faults.downTo': 'down_from',
  'work-orders.downTo': 'down_from',
}

/** SQL that gives the column other values, in another order than before; nothing where the field has no column of its own. */
function changed(of: Resource, name: string, field: Field): string | undefined {
  if (!field.sql || field.kind === 'reference') return undefined
  const column = columnOf(name)
  if (field.kind === 'time') {
    const begin = ENDS[`${of.name}.${name}`]
    const moved = `(('x' || substr(md5(id::text), 1, 5))::bit(20)::int + 1) * interval '1 second'`
    return `${column} = ${begin ? `greatest(coalesce(${column}, now()), ${begin}) + ${moved}` : `coalesce(${column}, now()) - ${moved}`}`
  }
  if (field.kind === 'integer') {
    // Mirrored between its limits, which the table may hold as well.
    const { min = 0, max = 999_999 } = limitsOf(field)
    return `${column} = ${min + max} - coalesce(${column}, ${min})`
  }
  // Less than the step between the values that were made, so that what has to stand in an order still does.
  if (field.kind === 'decimal')
    return `${column} = coalesce(${column}, 0) + (('x' || substr(md5(id::text), 1, 5))::bit(20)::int + 1) / 1048577.0`
  if (field.options) return `${column} = '${String(field.options.find((option) => option !== valueOf(field)))}'`
  return `${column} = md5(id::text)`
}

describe('a name that is hidden in its own noun', () => {
  it.each(links.map((link) => [`${link.of.name}.${link.name}`, link] as const))(
    'is not shown through %s',
    async (_name, { of, name, target, shown }) => {
      const usual = await addRow(admin, of, of.parent === undefined ? {} : { [of.parent]: (await addRow(admin, of)).id })
      // What does not fit beside the others is given by itself.
      // A certificate is replaced by a later one of the same points of its machine.
      const { equipmentId, pointKeys, validFrom, validUntil } = usual.values
      if (name === 'replacedById') await addRow(admin, of, { equipmentId, pointKeys, validFrom, validUntil })
      const isLeftOut = Array.isArray(usual.values[name]) && usual.values[name].length === 0
      const row = isLeftOut ? await addRow(admin, of, { [name]: [(await addRow(admin, target)).id] }) : usual
      const query = of.parent === undefined ? { id: row.id } : { createTimeStart: '2000-01-01 00:00:00', pageSize: 1000 }
      const read = async (client: Client, headers = {}) =>
        (await client.get<Listed>(pathsOf(of).query, query, headers)).data.list.find(({ id }) => id === row.id)
      const text = (await read(admin))?.[`${name}Cn`]
      expect(text).toEqual(expect.any(String))
      const hidden = await read(hider, { rolecode: hiderOf(target, shown) })
      expect(hidden).toBeDefined()
      // Of people there is a name besides, which is a field of its own.
      if (target.displayName === undefined) expect(hidden).not.toHaveProperty(`${name}Cn`)
      else expect(String(hidden?.[`${name}Cn`] ?? '')).not.toContain(accountIn(String(text)))
    },
  )

  it('is reached by links of every kind', () => expect(links.length).toBeGreaterThan(2))
})

describe('the structure of a tree', () => {
  it.each(trees.map((of) => [of.name, of] as const))('of %s is hidden with the field that makes it', async (_name, of) => {
    const headers = { rolecode: hiderOf(of, of.parent as string) }
    const parent = await addRow(admin, of)
    await addRow(admin, of, { [of.parent as string]: parent.id })
    for (const path of [pathsOf(of).query, `${pathsOf(of).query}Tree`]) {
      expect(answerText(await admin.get(path, { pageSize: 1000 })), 'seen with the field').toContain('"children"')
      const hidden = await hider.get<Listed>(path, { pageSize: 1000 }, headers)
      expect(hidden.http).toBe(200)
      expect(answerText(hidden)).not.toContain('"children"')
    }
    const below = await hider.get<Listed>(pathsOf(of).query, { id: parent.id }, headers)
    expect(below.data.list.map((row) => row['id'])).toEqual([parent.id])
  })
})
