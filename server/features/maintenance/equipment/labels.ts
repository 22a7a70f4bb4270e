/** Labels of machines: a QR code that leads to the page of the machine, by a token of which the hash alone is kept, and what its reader sees of its name, code, site and serial number. */
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { TenantId } from '../../../../model/brands.ts'
import * as contract from '../../../../model/contract/maintenance/equipment.ts'
import type { Field } from '../../../../model/field.ts'
import { equipment } from '../../../../model/index.ts'
import { fieldKey, localeOf } from '../../../../model/labels/index.ts'
import type { Label } from '../../../documents/index.ts'
import { PDF, writeLabels } from '../../../documents/index.ts'
import { timeInName } from '../../../exchange/index.ts'
import { newToken } from '../../../identity/index.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { pgArray } from '../../../kernel/database/pg-array.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import { Download } from '../../../kernel/http/download.ts'
import { implement } from '../../../kernel/http/http.ts'
import { languageOfRequest } from '../../../kernel/http/language.ts'
import { newId } from '../../../kernel/ids.ts'
import { digestOf } from '../shared/label-token.ts'
import { assertFew, assertMay, authorOf } from './documents.ts'

/** The token stands on the machine for everybody to see: by itself it opens nothing. */
const SCAN_PAGE = '/maintenance/scan?token='
/** Labels of a machine that lead to it: of more the oldest do so no longer. */
const MAX_LABELS = 20

export const printEquipmentLabel = implement(contract.printEquipmentLabel, {
  access: 'granted',
  summary: 'Labels of machines as a PDF, with a QR code that leads to the page of each',
  of: equipment,
  file: PDF,
  async handle({ input: { id: ids, sheet }, caller, services, t, request, inTenant }) {
    const view = viewOf(caller, equipment)
    assertMay(caller, 'query')
    assertFew(ids, contract.MAX_EQUIPMENT_LABELS)
    const tokens = new Map(ids.map((id) => [id, newToken()]))
    const { found, tenant } = await inTenant(async (tx) => {
      const rows = await readMachines(tx, ids)
      await keepTokens(tx, caller.tenantId, authorOf(caller), tokens)
      return { found: rows, tenant: await tx.first(build.selectFrom('tenants').select('tenant_name').where('id', '=', caller.tenantId)) }
    })
    const { link } = equipment.fields.siteId as Field
    const labels = found.map((machine): Label => {
      const facts = [
        ['equipmentCode', machine.equipment_code],
        ['siteId', link && view.names(link) ? machine.site_name : null],
        ['serialNumber', machine.serial_number],
      ] as const
      return {
        title: view.sees('equipmentName') ? machine.equipment_name : '',
        lines: facts.flatMap(([name, value]) =>
          value && view.sees(name) ? [t('labels.line', { field: t(fieldKey(equipment.name, name)), value })] : [],
        ),
        code: `${services.config.publicUrl.replace(/\/$/, '')}${SCAN_PAGE}${tokens.get(machine.id) ?? ''}`,
      }
    })
    const title = t('equipment.labels')
    const stream = writeLabels({
      title,
      author: tenant?.tenant_name ?? '',
      locale: localeOf[languageOfRequest(request)],
      perPage: sheet === '60x40' ? sheet : (Number(sheet) as 12 | 24),
      labels,
    })
    return new Download({ name: `${title} ${await timeInName(services, caller.tenantId)}.pdf`, type: PDF, stream: Readable.from(stream) })
  },
})

/** In the order of the ids. @throws Failure `row.not-found` when one of them is not there, or not the caller's to see. */
async function readMachines(tx: Transaction, ids: readonly string[]) {
  const rows = await tx.all(
    build
      .selectFrom('equipment')
      .leftJoin('sites', (on) => on.onRef('sites.tenant_id', '=', 'equipment.tenant_id').onRef('sites.id', '=', 'equipment.site_id'))
      .select(['equipment.id', 'equipment_name', 'equipment_code', 'serial_number', 'site_name'])
      .where('equipment.id', 'in', ids),
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => byId.get(id) ?? fail('row.not-found'))
}

/** Keeps what the new labels lead by, and drops the oldest of machines that have too many. */
async function keepTokens(tx: Transaction, tenantId: TenantId, author: string | null, tokens: ReadonlyMap<string, string>): Promise<void> {
  await tx.run(
    build.insertInto('equipment_labels').values(
      [...tokens].map(([equipmentId, token]) => ({
        tenant_id: tenantId,
        id: newId(),
        equipment_id: equipmentId,
        token_hash: digestOf(token),
        created_by: author,
      })),
    ),
  )
  await tx.run(
    build.deleteFrom('equipment_labels').where(
      sql<boolean>`id in (select ranked.id from (select id, row_number() over (partition by equipment_id order by created_at desc, id desc) as place
          from equipment_labels where equipment_id = any(${pgArray([...tokens.keys()])}::uuid[])) ranked where ranked.place > ${sql.lit(MAX_LABELS)})`,
    ),
  )
}

export const scanEquipment = implement(contract.scanEquipment, {
  access: 'signed-in',
  summary: 'The machine that the label with this code is of',
  of: equipment,
  reads: true,
  async handle({ input: { token }, caller, inTenant }) {
    assertMay(caller, 'query')
    return inTenant(async (tx) => {
      const label = await tx.first(build.selectFrom('equipment_labels').select('equipment_id').where('token_hash', '=', digestOf(token)))
      return { id: label?.equipment_id ?? fail('equipment.label') }
    })
  },
})
