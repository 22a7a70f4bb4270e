/** Where the devices of one's own tenant may stand, for whoever says of a device where it stands. */
import * as contract from '../../../../model/contract/acquisition/devices.ts'
import { devices } from '../../../../model/index.ts'
import { readReach } from '../../../acquisition/index.ts'
import { implement } from '../../../kernel/http/http.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'

export const queryNetworks = implement(contract.queryNetworks, {
  access: 'signed-in',
  summary:
    'The networks that the operator has given to the tenant for its Modbus devices; none for those who may neither add nor change devices',
  of: devices,
  async handle({ caller, inTenant }) {
    const { allowed, sees } = viewOf(caller, devices)
    // Signed in is enough to ask, as for every list that a form chooses from; what it says is for those who may use it.
    if ((!allowed.includes('add') && !allowed.includes('update')) || !sees('modbusHost')) return { networks: [] }
    return { networks: (await inTenant(readReach)).networks.map(({ text }) => text) }
  },
})
