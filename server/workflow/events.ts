/** What processes tell the rest of the product of. */
import * as z from 'zod'
import { PROCESS_STATUSES } from '../../model/workflow/process-instances.ts'
import type { DomainEventSchemas } from '../kernel/runtime/domain-events.ts'

const ofTask = z.strictObject({ id: z.string(), instanceId: z.string() })
/** `to`: for whom alone it is new, of several who can take it. */
const givenTask = z.strictObject({ id: z.string(), instanceId: z.string(), to: z.optional(z.string()) })
/** Emitted by the database, whatever wrote (migrations/0090): somebody is gone, or has lost a role, a post or their organisation. */
const peopleChanged = z.strictObject({})
const started = z.strictObject({ id: z.string(), definitionId: z.string() })
const ended = z.strictObject({ id: z.string(), outcome: z.enum(PROCESS_STATUSES) })

declare module '../kernel/runtime/domain-events.ts' {
  interface DomainEventPayloads {
    'people-changed': z.output<typeof peopleChanged>
    'process-started': z.output<typeof started>
    'process-ended': z.output<typeof ended>
    'task-opened': z.output<typeof ofTask>
    'task-ended': z.output<typeof ofTask>
    /** Somebody else has it now, or can take it: it was handed on in any way, or has come back. */
    'task-given': z.output<typeof givenTask>
    /** Whoever has it is to be reminded. */
    'task-late': z.output<typeof ofTask>
  }
}

export const processEvents: DomainEventSchemas = {
  'people-changed': peopleChanged,
  'process-started': started,
  'process-ended': ended,
  'task-opened': ofTask,
  'task-ended': ofTask,
  'task-given': givenTask,
  'task-late': ofTask,
}
