/** Where a tenant may be led: its networks, and never what is closed whatever is given. */
import * as os from 'node:os'
import { describe, expect, it } from 'vitest'
import { networksOf } from '../../../model/tenant/networks.ts'
import { addressOf, isWithin, mayBeWithin } from './host.ts'

const everything = networksOf('0.0.0.0/0:1-65535 [::/0]:1-65535')
const own = Object.values(os.networkInterfaces())
  .flat()
  .flatMap((each) => (each && !each.address.startsWith('fe80') ? [each.address] : []))

describe('an address', () => {
  it('has to stand in a network of the tenant, with its port', () => {
    const networks = networksOf('10.0.0.0/8 [fd12::/16]:1502 8.8.8.8')
    for (const [address, port] of [
      ['10.0.0.7', 502],
      ['fd12:3456::1', 1502],
      ['8.8.8.8', 502],
      ['::ffff:10.0.0.7', 502],
    ] as const)
      expect(isWithin(address, port, networks), address).toBe(true)
    for (const [address, port] of [
      ['10.0.0.7', 503],
      ['fd12:3456::1', 502],
      ['8.8.4.4', 502],
      ['192.168.1.1', 502],
      ['nonsense', 502],
      ['', 502],
    ] as const)
      expect(isWithin(address, port, networks), address).toBe(false)
    expect(isWithin('10.0.0.7', 502, [])).toBe(false)
  })

  it('is never the link, multicast, metadata, or one that carries an address of the other protocol', () => {
    for (const address of [
      '169.254.169.254',
      '0.0.0.0',
      '100.100.100.200',
      '168.63.129.16',
      '224.0.0.1',
      '255.255.255.255',
      'fe80::1',
      'ff02::1',
      '::',
      'fd00:ec2::254',
      '::ffff:169.254.169.254',
      '64:ff9b::a00:7',
      '64:ff9b:1::a00:7',
      '2002:a00:7::1',
      '2001::1',
      '::10.0.0.7',
      'fe80::1%eth0',
    ]) {
      expect(isWithin(address, 502, everything), address).toBe(false)
      expect(isWithin(address, 502, networksOf(address)), `${address}, given by name`).toBe(false)
    }
  })

  it('is the server itself only where that very address was given', () => {
    for (const address of ['127.0.0.1', '127.9.9.9', '::1', ...own]) {
      expect(isWithin(address, 502, everything), address).toBe(false)
      expect(isWithin(address, 502, [...everything, ...networksOf(address)]), `${address}, given by name`).toBe(true)
      expect(isWithin(address, 503, [...everything, ...networksOf(address)]), `${address}, at another port`).toBe(false)
    }
    expect(isWithin('::ffff:127.0.0.1', 502, everything)).toBe(false)
  })
})

describe('a name', () => {
  const looked: string[] = []
  const names = (addresses: readonly string[]) => (host: string) => {
    looked.push(host)
    return Promise.resolve(addresses.map((address) => ({ address })))
  }
  const ten = networksOf('10.0.0.0/8')

  it('means the address that was judged, and all its addresses have to be within the networks', async () => {
    expect(await addressOf('plc.test', 502, ten, 100, names(['10.0.0.7', '10.0.0.8']))).toBe('10.0.0.7')
    for (const addresses of [['10.0.0.7', '192.168.1.1'], ['127.0.0.1'], ['::ffff:127.0.0.1'], []])
      expect(await addressOf('plc.test', 502, ten, 100, names(addresses)), String(addresses)).toBeUndefined()
    expect(await addressOf('plc.test', 502, ten, 100, () => new Promise(() => undefined))).toBeUndefined()
    expect(await addressOf('plc.test', 502, ten, 100, () => Promise.reject(new Error('ENOTFOUND')))).toBeUndefined()
  })

  it('is not looked up where it could lead nowhere, and never as a number of old resolvers', async () => {
    looked.splice(0)
    expect(await addressOf('plc.test', 1502, ten, 100, names(['10.0.0.7']))).toBeUndefined()
    for (const host of ['0', '127.1', '2130706433', '0x7f000001', '0x7f.1', '1.5', '010.0.0.1.'])
      expect(await addressOf(host, 502, everything, 100, names(['10.0.0.7'])), host).toBeUndefined()
    expect(looked).toEqual([])
  })

  it('can be said of a device where a port is given', () => {
    expect([
      mayBeWithin('plc.test', 502, ten),
      mayBeWithin('plc.test', 503, ten),
      mayBeWithin('plc.test', 502, []),
      mayBeWithin('127.1', 502, everything),
      mayBeWithin('10.0.0.1', 502, ten),
      mayBeWithin('11.0.0.1', 502, ten),
    ]).toEqual([true, false, false, false, true, false])
  })
})
