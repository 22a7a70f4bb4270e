/** Screens as files: what a document names, by the names that another tenant may know it by, and the way back. */
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import * as contract from '../../../../model/contract/screen/files.ts'
import type { ScreenNeed } from '../../../../model/contract/screen/files.ts'
import { components, deviceTypes, devices, points, screens, sites } from '../../../../model/index.ts'
import type { Resource } from '../../../../model/resource.ts'
import { columnOf } from '../../../../model/resource.ts'
import type { Reference, Referred } from '../../../../model/screens/references.ts'
import { REFERRED, idsIn, referencesOf, replaceReferences } from '../../../../model/screens/references.ts'
import { statement } from '../../../acquisition/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { disclosedTo, screenFrom } from '../shared/content.ts'
import { readDesign } from './design.ts'
import { beginScreen } from './make.ts'

interface Keyed {
  /** Whose fields the key is of; of pictures there is no noun. */
  readonly of?: Resource
  readonly fields: readonly string[]
  /** Rows `k` of which the key is told, with its parts. */
  readonly from: RawBuilder<unknown>
  readonly key: RawBuilder<unknown>
}

const named = (of: Resource, field: string): Keyed => ({
  of,
  fields: [field],
  from: sql`${sql.table(of.table)} as k`,
  key: sql`array[${sql.ref(`k.${columnOf(field)}`)}]`,
})

/** By what each kind is found again. A file of the network disk is somebody's own: it is not looked for elsewhere. */
const KEYS: Readonly<Partial<Record<Referred, Keyed>>> = {
  points: {
    of: points,
    fields: ['deviceId', 'pointKey'],
    from: sql`points as k join devices as d on d.tenant_id = k.tenant_id and d.id = k.device_id`,
    key: sql`array[d.device_code, k.point_key]`,
  },
  devices: named(devices, 'deviceCode'),
  sites: named(sites, 'siteCode'),
  'device-types': named(deviceTypes, 'typeCode'),
  components: named(components, 'componentCode'),
  screens: named(screens, 'screenName'),
  pictures: { fields: [], from: sql`screen_pictures as k`, key: sql`array[k.sha256, coalesce(k.review_number, '')]` },
}

interface KeyRow {
  readonly id: string
  readonly key: readonly string[]
}

/** Whether the caller is told the key of a kind. */
function seesKey(caller: Caller, of: Referred): boolean {
  const keyed = KEYS[of]
  if (!keyed) return false
  if (!keyed.of) return true
  const view = viewOf(caller, keyed.of)
  const seesCode = of !== 'points' || viewOf(caller, devices).sees('deviceCode')
  return seesCode && view.allowed.includes('query') && keyed.fields.every((field) => view.sees(field))
}

export const downloadScreenFile = implement(contract.downloadScreenFile, {
  access: 'granted',
  summary: 'The draft of a big screen as a file, with the names of all that it needs of a tenant',
  of: screens,
  async handle({ input: { id }, caller, inTenant }) {
    return inTenant(async (tx) => {
      const design = await readDesign(tx, id)
      const { content, withheld } = await disclosedTo(tx, caller, design.content)
      if (withheld.length > 0 || !viewOf(caller, screens).sees('screenName')) fail('permission.withheld')
      const references = referencesOf(content)
      const needs: ScreenNeed[] = []
      for (const of of REFERRED) {
        const ids = idsIn(references, of)
        if (ids.length === 0 || !KEYS[of]) continue
        if (!seesKey(caller, of)) fail('permission.withheld')
        for (const { id: one, key } of await rowsWith(tx, KEYS[of], sql`k.id = any(${ids}::uuid[])`))
          needs.push({ of, id: one, key: [...key] })
      }
      return { kind: 'outstation-screen' as const, format: 1 as const, screenName: design.name, content, needs }
    })
  },
})

const rowsWith = (tx: Transaction, { from, key }: Keyed, condition: RawBuilder<unknown>): Promise<KeyRow[]> =>
  tx.all(statement(sql<KeyRow>`select k.id, ${key}::text[] as key from ${from} where ${condition}`))

export const importScreenFile = implement(contract.importScreenFile, {
  access: 'granted',
  unloggedInput: ['content', 'needs'],
  summary: 'Make a new big screen of a file: what the file names is looked for in this tenant, and what is not found is told',
  of: screens,
  async handle(call) {
    const { screenName, content: given, needs } = call.input
    const content = screenFrom(given, call.t)
    return call.inTenant(async (tx) => {
      const found = await foundHere(tx, call.caller, needs, referencesOf(content))
      const missing = new Map<string, { of: Referred; key: string[]; count: number }>()
      const keys = new Map(needs.map(({ of, id, key }) => [`${of} ${id}`, key]))
      const replaced = replaceReferences(content, ({ of, id }) => {
        const here = found.get(`${of} ${id}`)
        if (here !== undefined) return here
        const key = keys.get(`${of} ${id}`) ?? [id]
        const name = `${of} ${key.join(' ')}`
        missing.set(name, { of, key, count: (missing.get(name)?.count ?? 0) + 1 })
        return undefined
      })
      const { id } = await beginScreen(tx, call, screenName, replaced)
      return { id, missing: [...missing.values()] }
    })
  },
})

/** The ids of this tenant for what the file names: of the rows with the same names, and of rows that the document itself names by an id of this tenant. */
async function foundHere(
  tx: Transaction,
  caller: Caller,
  needs: readonly ScreenNeed[],
  references: readonly Reference[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  for (const of of REFERRED) {
    const keyed = KEYS[of]
    const wanted = needs.filter((need) => need.of === of)
    const told = new Set(wanted.map(({ id }) => id))
    // What came without a name is here already, or nowhere: a file that was saved in this tenant.
    const bare = idsIn(references, of).filter((id) => !told.has(id))
    if (keyed && bare.length > 0)
      for (const { id } of await rowsWith(tx, keyed, sql`k.id = any(${bare}::uuid[])`)) found.set(`${of} ${id}`, id)
    if (!keyed || wanted.length === 0 || !seesKey(caller, of)) continue
    const rows = await rowsWith(
      tx,
      keyed,
      sql`to_jsonb((${keyed.key})::text[]) in (select wanted.value from jsonb_array_elements(${JSON.stringify(wanted.map(({ key }) => key))}::jsonb) as wanted)`,
    )
    const byKey = new Map(rows.map(({ id, key }) => [JSON.stringify(key), id]))
    for (const { id, key } of wanted) {
      const here = byKey.get(JSON.stringify(key))
      if (here !== undefined) found.set(`${of} ${id}`, here)
    }
  }
  return found
}
