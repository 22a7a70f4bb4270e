/** Reads a register now, before anything about it is saved: what arrives, and what it would mean. Nothing is stored. */
import * as contract from '../../../../model/contract/acquisition/devices.ts'
import { devices } from '../../../../model/index.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { addressFor, readReach, numberOfWords, wordsOfFormat, readOnce } from '../../../acquisition/index.ts'
import { MODBUS_PORT } from '../../../../model/tenant/networks.ts'
import { openKeyedMutex } from '../../../kernel/database/keyed-mutex.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { refuse, textOf } from './permitted-address.ts'

/** Milliseconds for connection and answer together. */
const LIMIT = 3000

/** A tenant asks one device at a time, so that nobody looks through a network with it. */
const queue = openKeyedMutex(3)

export const testReadDevice = implement(contract.testReadDevice, {
  access: 'granted',
  summary: 'Read a register of a Modbus TCP device now, without saving anything; for those who add or change devices',
  of: devices,
  async handle({ caller, services, input, inTenant }) {
    const { allowed } = viewOf(caller, devices)
    if (!allowed.includes('add') && !allowed.includes('update')) fail('permission.denied')
    const place = { host: input.modbusHost.toLowerCase(), port: input.modbusPort ?? MODBUS_PORT, unit: input.modbusUnit ?? 1 }
    const reach = await inTenant(readReach)
    return queue.run(caller.tenantId, async () => {
      const address = await addressFor(services.acquisition, reach, place)
      if (address === undefined) refuse(textOf(place))
      const began = performance.now()
      const isBit = input.registerKind === 'coil' || input.registerKind === 'discrete'
      const question = {
        unit: place.unit,
        kind: input.registerKind,
        register: input.registerAddress,
        count: isBit ? 1 : wordsOfFormat(input.registerFormat),
      }
      const reading = await readOnce({ address, port: place.port }, question, LIMIT)
      if ('silent' in reading) fail('modbus.silent')
      if ('mismatch' in reading) fail('modbus.mismatch')
      if ('exception' in reading) fail('modbus.exception', { values: { code: reading.exception } })
      const raw = isBit ? reading.words[0] : numberOfWords(reading.words, input.registerFormat, input.byteOrder)
      const value = raw === undefined ? NaN : raw * (input.scale ?? 1) + (input.valueOffset ?? 0)
      return {
        words: reading.words,
        raw: raw ?? null,
        value: Number.isFinite(value) ? value : null,
        milliseconds: Math.round(performance.now() - began),
      }
    })
  },
})
