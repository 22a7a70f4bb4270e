/** What subscribers are told of tenants (docs/decisions/0072). An event stands in the log of the tenant it is about. */
import { z } from 'zod'

const nothing = z.strictObject({})

/** By the kind, what is told; the subject is the id of the tenant. */
export const tenantEvents = { 'tenant-disabled': nothing, 'tenant-enabled': nothing }

declare module '../../../kernel/runtime/domain-events.ts' {
  interface DomainEventPayloads {
    'tenant-disabled': z.infer<typeof nothing>
    'tenant-enabled': z.infer<typeof nothing>
  }
}
