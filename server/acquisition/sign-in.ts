/** Whether a device is who it says: by its name, `<tenant>/<device>`, and its secret. The same for every collector. */
import type { FastifyRequest } from 'fastify'
import { principalOfRequest } from '../kernel/http/access.ts'
import { networkOf } from '../kernel/database/counters.ts'
import { deviceSecretMatches } from './device-secrets.ts'
import { fail } from '../kernel/errors.ts'
import type { Failures } from './limits.ts'
import type { Device, Registry } from './known-devices.ts'
import type { States } from './states.ts'

export interface SignIn {
  /** The device; `wrong` alike whatever does not fit, `blocked` after too many of those. */
  device(name: string, secret: string, address: string): Promise<Device | 'wrong' | 'blocked'>
}

/** Names of an address over its limit that wait to be looked up; they are looked up one at a time. */
const MAX_WAITING = 50

/**
 * The authentication of devices by `<tenant>/<device>` and secret, with limits for failures. A name that failed too often at an address is
 * not looked at there for a while. An address whose names failed too often is looked at more slowly: hundreds of devices of several
 * tenants may stand behind it, and one that says the right secret comes in.
 */
export function openSignIn(registry: Registry, failures: Failures, states: Pick<States, 'recordUnreachable'>): SignIn {
  const lines = openLines()
  return {
    async device(name, secret, address) {
      const network = networkOf(address)
      const own = `${network} ${name.slice(0, 130)}`
      if (failures.isBlocked(own)) return 'blocked'
      const isCrowded = failures.isBlocked(network)
      const found = registry.recall(name) ?? (await (isCrowded ? lines.wait(network, () => registry.find(name)) : registry.find(name)))
      const isRight = deviceSecretMatches(found?.secretHash, secret)
      if (found && isRight) return found
      failures.count(own, network)
      // Its administrator sees why it is not heard of; whoever tries is told nothing.
      if (found) states.recordUnreachable({ tenantId: found.tenantId, deviceId: found.id }, { code: 'credentials', at: address })
      return isCrowded ? 'blocked' : 'wrong'
    },
  }
}

/** One at a time for each key; nothing at all, when too many wait. */
function openLines(): { wait<Result>(key: string, work: () => Promise<Result>): Promise<Result | undefined> } {
  const lines = new Map<string, { last: Promise<unknown>; waiting: number }>()
  return {
    async wait(key, work) {
      const line = lines.get(key) ?? { last: Promise.resolve(), waiting: 0 }
      if (line.waiting >= MAX_WAITING) return undefined
      lines.set(key, line)
      line.waiting += 1
      const mine = line.last.then(work)
      line.last = mine.catch(() => undefined)
      return mine.finally(() => {
        line.waiting -= 1
        if (line.waiting === 0) lines.delete(key)
      })
    },
  }
}

/** The device that makes an HTTP request: `Authorization: Basic`, its user name being `<tenant>/<device>`. @throws Failure `device.credentials`, alike whatever is wrong; `device.blocked`. */
export async function authenticateDevice({ headers, ip }: FastifyRequest, signIn: SignIn): Promise<Device> {
  const [scheme = '', value = ''] = (headers.authorization ?? '').split(' ')
  const text = scheme.toLowerCase() === 'basic' && value.length <= 1024 ? Buffer.from(value, 'base64').toString() : ''
  const colon = text.indexOf(':')
  if (colon < 1) fail('device.credentials')
  const found = await signIn.device(text.slice(0, colon), text.slice(colon + 1), ip)
  if (found === 'blocked') fail('device.blocked', { retryAfter: 60 })
  if (found === 'wrong') fail('device.credentials')
  return found
}

/** The device that makes this request, on routes that are for devices. */
export function deviceOfRequest(request: FastifyRequest): Device | undefined {
  return principalOfRequest(request) as Device | undefined
}
