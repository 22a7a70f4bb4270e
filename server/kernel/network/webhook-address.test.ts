/** Where webhooks may lead: to public addresses by TLS, and into given networks; nowhere else, whatever a name means. */
import { describe, expect, it } from 'vitest'
import { WEBHOOK_PORT, networksOf } from '../../../model/tenant/networks.ts'
import { addressOfPlace, mayLead, placeOf } from './webhook-address.ts'

const none = networksOf('', WEBHOOK_PORT)
const given = networksOf('10.20.0.0/16\n10.30.0.1:8080\n127.0.0.1:9000', WEBHOOK_PORT)
const lead = (url: string, networks = none) => {
  const place = placeOf(url)
  return place !== undefined && mayLead(place, networks)
}

describe('an address', () => {
  it.each(['https://8.8.8.8/', 'https://[2606:4700::1111]/hook', 'https://example.com/'])('%s is public', (url) => {
    expect(lead(url)).toBe(true)
  })

  it.each([
    'http://8.8.8.8/',
    'https://8.8.8.8:8443/',
    'https://10.0.0.1/',
    'https://172.31.0.1/',
    'https://192.168.1.1/',
    'https://100.64.0.1/',
    'https://127.0.0.1/',
    'https://0.0.0.0/',
    'https://169.254.169.254/',
    'https://224.0.0.1/',
    'https://[::1]/',
    'https://[fd00::1]/',
    'https://[fe80::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[64:ff9b::a00:1]/',
    'https://[2002:a00:1::]/',
    'https://0x7f.1/',
    'https://2130706433/',
    'http://example.com/',
    'https://example.com:25/',
  ])('%s is closed to those who were given nothing', (url) => {
    expect(lead(url)).toBe(false)
  })

  it('within a given network is open at its ports, without TLS as well, and nowhere beside it', () => {
    expect(
      ['https://10.20.3.4/', 'http://10.20.3.4:443/', 'http://10.30.0.1:8080/', 'http://127.0.0.1:9000/'].map((url) => lead(url, given)),
    ).toEqual([true, true, true, true])
    expect(['https://10.20.3.4:8080/', 'https://10.21.0.1/', 'http://127.0.0.1:9001/'].map((url) => lead(url, given))).toEqual([
      false,
      false,
      false,
    ])
  })

  it.each(['ftp://example.com/', 'https://user:pass@example.com/', 'example.com', 'file:///etc/passwd', ''])('%s is none', (url) => {
    expect(placeOf(url)).toBeUndefined()
  })
})

describe('a name', () => {
  const place = placeOf('https://hooks.example.com/x')
  const meaning = (...addresses: string[]) =>
    place && addressOfPlace(place, given, 1000, async () => addresses.map((address) => ({ address })))

  it('is what it means at that moment, and all of it has to be open', async () => {
    expect(await meaning('8.8.8.8', '1.1.1.1')).toBe('8.8.8.8')
    expect(await meaning('10.20.0.9')).toBe('10.20.0.9')
    expect(await meaning('8.8.8.8', '127.0.0.1')).toBeUndefined()
    expect(await meaning('169.254.169.254')).toBeUndefined()
    expect(await meaning()).toBeUndefined()
  })
})
