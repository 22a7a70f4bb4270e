/** What subscribers are told of users (docs/decisions/0072). */
import { z } from 'zod'
import type { NewDomainEvent } from '../../../kernel/runtime/domain-events.ts'

/** Who did it. */
const byUser = z.strictObject({ by: z.uuid() })

/** By the kind, what is told; the subject is the id of the user. */
export const userEvents = { 'user-disabled': byUser, 'user-enabled': byUser }

declare module '../../../kernel/runtime/domain-events.ts' {
  interface DomainEventPayloads {
    'user-disabled': z.infer<typeof byUser>
    'user-enabled': z.infer<typeof byUser>
  }
}

/** The events of users whose status has become another. @param before Their status until now, by their ids. */
export function statusEvents(
  before: ReadonlyMap<string, number>,
  changes: readonly { readonly id: string; readonly status: unknown }[],
  by: string,
): NewDomainEvent<'user-disabled' | 'user-enabled'>[] {
  return changes.flatMap(({ id, status }) => {
    if (status === undefined || before.get(id) === status) return []
    return { kind: status === 1 ? 'user-enabled' : 'user-disabled', subject: id, payload: { by } }
  })
}
