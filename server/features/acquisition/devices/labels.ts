/** Labels to stick on devices: a QR code that leads to the page of the device, and what its reader sees of its name, code, site and serial number. */
import { Readable } from 'node:stream'
import * as contract from '../../../../model/contract/acquisition/devices.ts'
import type { Field } from '../../../../model/field.ts'
import { devices } from '../../../../model/index.ts'
import { fieldKey, localeOf } from '../../../../model/labels/index.ts'
import type { Label, LabelsPerPage } from '../../../documents/index.ts'
import { PDF, writeLabels } from '../../../documents/index.ts'
import { timeInName } from '../../../exchange/index.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import { Download } from '../../../kernel/http/download.ts'
import { implement } from '../../../kernel/http/http.ts'
import { languageOfRequest } from '../../../kernel/http/language.ts'

const PAGE = '/acquisition/device'

export const printDeviceLabel = implement(contract.printDeviceLabel, {
  access: 'signed-in',
  summary: 'Labels of devices as a PDF, with a QR code that leads to the page of each',
  of: devices,
  reads: true,
  file: PDF,
  async handle({ input: { id: ids, perPage }, caller, services, t, request, inTenant }) {
    const view = viewOf(caller, devices)
    if (!view.allowed.includes('query')) fail('permission.denied')
    const { found, tenant } = await inTenant(async (tx) => ({
      found: await readDevices(tx, ids),
      tenant: await tx.first(build.selectFrom('tenants').select('tenant_name').where('id', '=', caller.tenantId)),
    }))
    const { link } = devices.fields.siteId as Field
    const labels = found.map((device): Label => {
      const facts = [
        ['deviceCode', device.device_code],
        ['siteId', link && view.names(link) ? device.site_name : null],
        ['serialNumber', device.serial_number],
      ] as const
      return {
        title: view.sees('deviceName') ? device.device_name : '',
        lines: facts.flatMap(([name, value]) =>
          value && view.sees(name) ? [t('labels.line', { field: t(fieldKey(devices.name, name)), value })] : [],
        ),
        code: `${services.config.publicUrl.replace(/\/$/, '')}${PAGE}?id=${device.id}`,
      }
    })
    const title = t('labels.title')
    const stream = writeLabels({
      title,
      author: tenant?.tenant_name ?? '',
      locale: localeOf[languageOfRequest(request)],
      perPage: Number(perPage) as LabelsPerPage,
      labels,
    })
    return new Download({ name: `${title} ${await timeInName(services, caller.tenantId)}.pdf`, type: PDF, stream: Readable.from(stream) })
  },
})

/** In the order of the ids. @throws Failure `row.not-found` when one of them is not there, or not the caller's to see. */
async function readDevices(tx: Transaction, ids: readonly string[]) {
  const rows = await tx.all(
    build
      .selectFrom('devices')
      .leftJoin('sites', (on) => on.onRef('sites.tenant_id', '=', 'devices.tenant_id').onRef('sites.id', '=', 'devices.site_id'))
      .select(['devices.id', 'device_name', 'device_code', 'serial_number', 'site_name'])
      .where('devices.id', 'in', ids),
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => byId.get(id) ?? fail('row.not-found'))
}
