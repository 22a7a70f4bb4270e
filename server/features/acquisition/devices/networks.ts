/** Where the devices of one's own tenant may stand, for whoever says of a device where it stands. */
import { z } from 'zod'
import { devices } from '../../../../model/index.ts'
import { readReach } from '../../../kernel/acquisition/modbus/reach.ts'
import { fail } from '../../../kernel/errors.ts'
import { route } from '../../../kernel/http.ts'
import { viewOf } from '../../../kernel/view.ts'

export const queryNetworks = route({
  method: 'GET',
  path: '/acquisition/device/queryNetworks',
  access: 'signed-in',
  summary: 'The networks that the operator has given to the tenant for its Modbus devices; for those who add or change devices',
  of: devices,
  output: z.strictObject({ networks: z.array(z.string()) }),
  async handle({ caller, inTenant }) {
    const { allowed, sees } = viewOf(caller, devices)
    if ((!allowed.includes('add') && !allowed.includes('update')) || !sees('modbusHost')) fail('permission.denied')
    return { networks: (await inTenant(readReach)).networks.map(({ text }) => text) }
  },
})
