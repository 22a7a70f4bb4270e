import { newId } from '../kernel/ids.ts'
import type { Definition } from './engine/definitions.ts'
import type { InstanceRow } from './engine/rows.ts'

/** What is said of an instance beside its variables. */
interface About {
  readonly description?: string | undefined
  readonly rangeStart?: string | undefined
  readonly rangeEnd?: string | undefined
  readonly subject?: { readonly kind: string; readonly id: string } | undefined
  readonly originId?: string | undefined
}

/** The row of an instance that is about to begin. */
export function newInstance(definition: Definition, starterId: string | null, ask: About): InstanceRow & Record<string, unknown> {
  const id = newId()
  return {
    id,
    definition_id: definition.id,
    root_id: id,
    parent_id: null,
    parent_activity: null,
    origin_id: ask.originId ?? null,
    business_number: null,
    name: definition.name,
    starter_id: starterId,
    instance_state: 'running',
    outcome: null,
    tokens: [],
    next_number: 1,
    step_number: 0,
    start_time: '',
    description: ask.description ?? null,
    range_start: ask.rangeStart ?? null,
    range_end: ask.rangeEnd ?? null,
    subject_kind: ask.subject?.kind ?? null,
    subject_id: ask.subject?.id ?? null,
  }
}
