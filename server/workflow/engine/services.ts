/** What service tasks do. All but calls to the outside happens in the transaction of the step: once, or not at all. */
import { isWritten } from '../../../model/expression/read-text.ts'
import type { Service } from '../../../model/workflow/settings.ts'
import { ExpressionError } from '../../../model/workflow/variables.ts'
import { newId } from '../../kernel/ids.ts'
import type { StoredValue } from '../tables.ts'
import type { ListenerService } from './listener-service.ts'
import type { Held } from './held.ts'
import type { ServiceCall, Work } from './parts.ts'
import { ServiceError } from './parts.ts'
import type { Begun } from './unit.ts'
import { VariableError } from './variables.ts'
import { receiversOf } from './receivers.ts'
import { startOther } from './set-going.ts'

/** Does what the node says and goes on; what cannot be done is an incident. */
export async function doService(work: Work, { held, activity }: Begun): Promise<void> {
  const { unit } = work
  const node = held.activity(activity)?.node ?? ''
  const service = held.definition.model.services.get(node)
  try {
    if (!service) throw new ServiceError('the node has no service')
    if (service.do === 'http') {
      callOutside(work, held, activity, service)
      return
    }
    if (service.do === 'set') for (const { name, value } of service.assignments) held.variables.keep(name, held.variables.read(value))
    else if (service.do === 'start') await startOther(work, held, activity, service)
    else unit.setVariables(held, await performOther(work, held, { node, service, passage: String(activity), key: node }))
  } catch (error) {
    const fault = error instanceof ServiceError && error.fault !== undefined ? { fault: error.fault } : {}
    unit.fail(held, activity, kindOf(error), { ...fault, about: error instanceof Error ? error.message.slice(0, 200) : '' })
    return
  }
  unit.obey(held, { do: 'complete', activity })
}

/** Does what is to be done at a moment of a task or of the process. @throws ServiceError, ExpressionError, VariableError */
export async function doListener(work: Work, { held, node, activity, key, service }: ListenerService): Promise<void> {
  if (service.do === 'start') return startOther(work, held, activity, service)
  const passage = `${String(activity ?? 0)}:${key.slice(key.lastIndexOf(' ') + 1)}`
  const values = await performOther(work, held, { node, service, passage, key })
  work.unit.setVariables(held, values)
}

async function performOther(
  work: Work,
  held: Held,
  { node, service, passage, key }: Pick<ServiceCall, 'node' | 'service' | 'passage'> & { readonly key: string },
): Promise<Readonly<Record<string, unknown>>> {
  const rules = held.definition.rules.receivers[key] ?? []
  const receivers = rules.length > 0 ? await receiversOf(work, held, node, rules) : { userIds: [], roleIds: [], organisationIds: [] }
  return work.parts.perform({ tx: work.tx, service, held, node, passage, receivers })
}

/** Errors of the database are not for the model to hear of: they end the step. */
function kindOf(error: unknown): 'expression' | 'failed' {
  if (error instanceof ServiceError) return 'failed'
  if (error instanceof ExpressionError || error instanceof VariableError) return 'expression'
  throw error
}

function callOutside({ unit }: Work, held: Held, activity: number, service: Extract<Service, { do: 'http' }>): void {
  const body = service.body === undefined ? null : held.variables.read(service.body).value
  const url = isWritten(service.url) ? held.variables.read(service.url).value : service.url
  if (typeof url !== 'string') throw new ServiceError('the address is no text')
  const id = newId()
  const headers = (service.headers ?? []).map(({ name, value, secret }) =>
    secret === undefined ? { name, value: headerText(held, value ?? '') } : { name, secret },
  )
  const request: StoredValue = {
    method: service.method,
    url,
    written: isWritten(service.url) ? service.url : null,
    headers,
    body: body as StoredValue,
    into: service.into ?? null,
    sign: service.sign ?? null,
    callback: service.callback ?? null,
  }
  unit.changes.outside.push({ id, instance_id: held.id, activity, request })
  unit.changes.schedule({ kind: 'process-outside', key: id, due_at: null, payload: { outside: id, attempt: 1 } })
}

/** The value of a header: what is written, or what an expression gives. @throws ServiceError where that cannot stand in one */
function headerText(held: Held, written: string): string {
  const value = isWritten(written) ? held.variables.read(written).value : written
  const text = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
  if (!/^[\x20-\x7e]{1,1000}$/.test(text)) throw new ServiceError('', 'no-header')
  return text
}
