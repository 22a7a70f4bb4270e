/** The address to listen on, tried before anything else is opened, so that a mistake in it leaves nothing behind. */
import { createServer } from 'node:net'
import type { KernelConfig } from '../config.ts'
import { StartError } from '../start-error.ts'

type Address = Pick<KernelConfig, 'host' | 'port'>

/** Does nothing where the address is free to listen at. @throws {StartError} when nobody can listen there. */
export async function assertFree(address: Address): Promise<void> {
  const probe = createServer()
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject)
    probe.listen({ ...address, exclusive: true }, resolve)
  }).catch((error: unknown) => {
    throw reasonAgainst(address, error)
  })
  await new Promise((resolve) => probe.close(resolve))
}

/** What the operator is told when listening fails. */
export function reasonAgainst({ host, port }: Address, error: unknown): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new StartError(`PORT ${port} on ${host} is already in use.`)
    case 'EACCES':
      return new StartError(`PORT ${port} may not be used by this user.`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EINVAL':
      return new StartError(`HOST ${host} is not an address of this machine.`)
    default:
      return error
  }
}
