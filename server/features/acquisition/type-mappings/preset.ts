import * as contract from '../../../../model/contract/acquisition/mappings.ts'
import { presetRules } from '../../../../model/acquisition/mapping/presets.ts'
import { deviceTypes, typeMappings } from '../../../../model/index.ts'
import { implement } from '../../../kernel/http/http.ts'
import { write } from '../../../kernel/resources/perform-write.ts'
import { assertAllExist } from '../../../kernel/resources/write.ts'

export const addMappingPreset = implement(contract.addMappingPreset, {
  access: 'granted',
  summary: 'Give a device type the mapping rules that devices of a known maker are read by; for whoever may add rules',
  of: typeMappings,
  handle: (call) =>
    call.inTenant(async (tx) => {
      const { deviceTypeId, preset } = call.input
      await assertAllExist(tx, deviceTypes, [deviceTypeId])
      const rules = presetRules[preset]
      for (const { isLocal, ...values } of rules) {
        const timeZone = isLocal ? { timeZone: await tx.timeZone() } : {}
        await write(tx, call, { noun: typeMappings.name, operation: 'add', values: { deviceTypeId, ...values, ...timeZone } })
      }
      return { added: rules.length }
    }),
})
