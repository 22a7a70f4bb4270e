/** Whose site an issued report is of. */
import type { ReportAsked } from '../../../../model/contract/report/reports.ts'
import type { Comparison, Condition } from '../../../../model/figures/document.ts'
import { readFigures } from '../../../../model/figures/read.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'

/**
 * The site whose report it is: the one that all of its documents are limited to, by themselves or by their device. What was asked for is not enough, since a template need not
 * heed it, and whoever sees the site reads the report.
 */
export async function siteOf(tx: Transaction, { deviceId, siteId }: ReportAsked, documents: readonly object[]): Promise<string | null> {
  const ofDevice = deviceId === undefined ? null : await siteOfDevice(tx, deviceId)
  if (siteId !== undefined && !(await tx.first(build.selectFrom('sites').select('id').where('id', '=', siteId))))
    fail('reference.not-found', { field: { name: 'siteId', label: 'field.devices.siteId' } })
  const sites = documents.map((document) => {
    if (deviceId !== undefined && isLimitedTo(document, 'deviceId', deviceId)) return ofDevice
    return siteId !== undefined && isLimitedTo(document, 'siteId', siteId) ? siteId : null
  })
  const [site] = sites
  return site !== undefined && sites.every((each) => each === site) ? site : null
}

async function siteOfDevice(tx: Transaction, deviceId: string): Promise<string | null> {
  const device = await tx.first(build.selectFrom('devices').select('site_id').where('id', '=', deviceId))
  return (device ?? fail('reference.not-found', { field: { name: 'deviceId', label: 'field.points.deviceId' } })).site_id
}

const NOUN_OF = { deviceId: 'devices', siteId: 'sites' } as const

/** Whether all that a document counts has this device or site, whatever else its conditions say. */
function isLimitedTo(document: object, name: 'deviceId' | 'siteId', id: string): boolean {
  const { where, params = [] } = readFigures(document).document
  // Filled reports have what was asked for as the default.
  const isAsked = ({ value, param }: Comparison) =>
    param === undefined ? value === id : params.some((each) => each.name === param && each.to === NOUN_OF[name] && each.default === id)
  const holds = (condition: Condition): boolean => {
    if ('and' in condition) return condition.and.some(holds)
    if ('or' in condition || 'not' in condition) return false
    return condition.op === 'equals' && condition.field.split('.').at(-1) === name && isAsked(condition)
  }
  return where !== undefined && holds(where)
}
