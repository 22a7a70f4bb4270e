/** Regions can be named by their code wherever others are named by their id: older clients know nothing else. */
import type { Change } from '../../../../model/contract/nouns.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import * as contract from '../../../../model/contract/system/regions.ts'
import { regions } from '../../../../model/index.ts'
import { Failure, fail } from '../../../kernel/errors.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { addOne, newRow } from '../../../kernel/resources/add.ts'
import type { NewRow, Refusals, RowChange, Values } from '../../../kernel/resources/noun-writes.ts'
import { writes } from '../../../kernel/resources/noun-writes.ts'
import { removeRows } from '../../../kernel/resources/remove.ts'
import { changeRow } from '../../../kernel/resources/update.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'

export const regionWrites = writes(regions, {
  add: { judge: (tx, _asking, rows) => judgeCodes(tx, rows) },
  change: { judge: (tx, _asking, changes) => judgeCodes(tx, changes) },
})

const parentCodes = z.preprocess(
  (given) => (given === '' || given === 0 || given === null ? '0' : given),
  z.union([z.literal('0'), regions.fields.regionCode.check]),
)
type Asking = Pick<Call<unknown>, 'caller' | 't' | 'services'>

const isCode = (text: string) => /^\d+$/.test(text)

export const addRegion = implement(contract.addSysRegion, {
  access: 'granted',
  summary: 'Add a region below the one with parentId or parentRegionCode',
  of: regions,
  handle: (call) => call.inTenant(async (tx) => addOne(tx, regionWrites, call, [newRow(await withParent(tx, call, call.input))])),
})

export const changeRegion = implement(contract.updateSysRegion, {
  access: 'granted',
  summary: 'Change a region',
  of: regions,
  handle: (call) => call.inTenant(async (tx) => changeRow(tx, regionWrites, call, (await withParent(tx, call, call.input)) as Change)),
})

export const removeRegions = implement(contract.deleteSysRegion, {
  access: 'granted',
  space: 'essential',
  summary: 'Delete regions, by id or regionCode, and everything below them',
  of: regions,
  handle: (call) =>
    call.inTenant(async (tx) => {
      const { input } = call
      const ids = input.id ?? (await idsOf(tx, input.regionCode ?? []))
      return removeRows(tx, regionWrites, call, ids)
    }),
})

async function withParent(tx: Transaction, { caller, t }: Asking, { parentRegionCode: given, ...values }: Values): Promise<Values> {
  if (given === undefined) return values
  const field = 'parentRegionCode'
  if (!viewOf(caller, regions).sees(field)) fail('request.invalid', { fields: [{ field, message: t('check.unknown', { field }) }] })
  const { success, data: parentRegionCode } = parentCodes.safeParse(given)
  if (!success)
    fail('request.invalid', { fields: [{ field, message: t('check.invalid', { field: t('field.regions.parentRegionCode') }) }] })
  if (parentRegionCode === '0') return { ...values, parentId: '0' }
  const above = await tx.first(build.selectFrom('regions').select('id').where('region_code', '=', parentRegionCode))
  if (!above) fail('reference.not-found', { field: { name: 'parentRegionCode', label: 'field.regions.parentRegionCode' } })
  return { ...values, parentId: above.id }
}

/** Rows of the product are another tenant's, so no index keeps a code from standing twice. */
async function judgeCodes(tx: Transaction, rows: readonly (NewRow | RowChange)[]): Promise<Refusals> {
  const codes = rows.flatMap(({ values: { regionCode } }) => (typeof regionCode === 'string' ? [regionCode] : []))
  if (codes.length === 0) return new Map()
  const there = await tx.all(
    build
      .selectFrom('regions')
      .select(['id', 'region_code'])
      .where(sql<boolean>`region_code = any(${codes}::text[])`),
  )
  const taken = new Map(there.map((row) => [row.region_code, row.id]))
  return new Map(
    rows.flatMap(({ id, values: { regionCode } }, at): [number, Failure][] =>
      typeof regionCode === 'string' && (taken.get(regionCode) ?? id) !== id
        ? [[at, new Failure('row.taken', { field: { name: 'regionCode', label: 'field.regions.regionCode' } })]]
        : [],
    ),
  )
}

/** @throws Failure `row.not-found` unless there is a row for each of the codes; ids are taken for codes as well. */
async function idsOf(tx: Transaction, codes: readonly string[]): Promise<string[]> {
  const rows = await tx.all(
    build.selectFrom('regions').select(['id', 'region_code']).where('region_code', 'in', codes.filter(isCode).concat('')),
  )
  const ids = codes.filter((each) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(each))
  if (rows.length + ids.length !== codes.length) fail('row.not-found')
  return [...rows.map((row) => row.id), ...ids]
}
