/** Networks in CIDR notation: what is one, and which addresses lie in it. */
import { describe, expect, it } from 'vitest'
import { isWithinNetworks, networkNamed } from './networks.ts'

describe('a network', () => {
  it.each([
    ['10.1.0.0/16', '10.1.0.0/16'],
    [' 192.0.2.7 ', '192.0.2.7/32'],
    ['2001:DB8::/32', '2001:db8::/32'],
    ['::1', '::1/128'],
    ['0.0.0.0/0', '0.0.0.0/0'],
  ])('is read: %s', (text, stored) => {
    expect(networkNamed(text)).toBe(stored)
  })

  it.each([
    '',
    '10.1.0.0/33',
    '10.1/16',
    '10.1.0.0/-1',
    '10.1.0.0/16/2',
    '10.1.0.0/1e1',
    '2001:db8::/129',
    'fe80::1%eth0',
    'here',
    '10.1.0.0/',
    '10.1.0.256',
  ])('is none: %s', (text) => {
    expect(networkNamed(text)).toBeUndefined()
  })
})

describe('an address', () => {
  it.each([
    ['10.1.255.255', true],
    ['10.2.0.0', false],
    ['::ffff:10.1.2.3', true],
    ['::FFFF:10.2.2.3', false],
    ['2001:db8:1::5', true],
    ['2001:db9::', false],
    ['fe80::1%eth0', false],
    ['', false],
    ['unknown', false],
    [undefined, false],
  ])('%s lies in 10.1.0.0/16 or 2001:db8::/32: %s', (address, lies) => {
    expect(isWithinNetworks(['10.1.0.0/16', '2001:db8::/32'], address)).toBe(lies)
  })

  it('lies in no network of a list without any', () => {
    expect(isWithinNetworks([], '10.1.0.1')).toBe(false)
  })
})
