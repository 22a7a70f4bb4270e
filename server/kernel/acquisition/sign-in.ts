/** Whether a device is who it says: by its name, `<tenant>/<device>`, and its secret. The same for every collector. */
import { networkOf } from '../counters.ts'
import { deviceSecretMatches } from '../device-secrets.ts'
import type { Failures } from './limits.ts'
import type { Device, Registry } from './known-devices.ts'

export interface SignIn {
  /** The device; `wrong` alike whatever does not fit, `blocked` after too many of those. */
  device(name: string, secret: string, address: string): Promise<Device | 'wrong' | 'blocked'>
}

export function openSignIn(registry: Registry, failures: Failures): SignIn {
  return {
    async device(name, secret, address) {
      const network = networkOf(address)
      const keys = [`${network} ${name.slice(0, 130)}`, network]
      if (failures.isBlocked(...keys)) return 'blocked'
      const found = await registry.find(name)
      const isRight = deviceSecretMatches(found?.secretHash, secret)
      if (found && isRight) return found
      failures.count(...keys)
      return 'wrong'
    },
  }
}
