import { sql } from 'kysely'
import * as contract from '../../../../model/contract/acquisition/devices.ts'
import { devices } from '../../../../model/index.ts'
import { registryChanged, hashDeviceSecret, newDeviceSecret } from '../../../acquisition/index.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { build } from '../../../kernel/database/sql.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'

export const resetDeviceSecret = implement(contract.resetDeviceSecret, {
  access: 'granted',
  summary: 'Give a device a new secret; the answer holds it, and it is never told again',
  of: devices,
  handle: (call) =>
    call.inTenant(async (tx) => {
      const secret = newDeviceSecret()
      const device = await tx.first(
        build
          .updateTable('devices')
          .set({ secret_hash: hashDeviceSecret(secret), secret_changed_at: sql`now()`, updated_at: sql`now()`, version: sql`version + 1` })
          .where('id', '=', call.input.id)
          .returning('device_code'),
      )
      if (!device) fail('row.not-found')
      await registryChanged(tx, call)
      return { deviceCode: viewOf(call.caller, devices).sees('deviceCode') ? device.device_code : null, secret }
    }),
})
