/** Starting an instance: whoever is signed in and may start the process can. */
import { startProcessInstance } from '../../../../model/contract/workflow/instances.ts'
import { processInstances } from '../../../../model/index.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { keyOf, personOf } from '../shared/person.ts'

const start = implement(startProcessInstance, {
  access: 'signed-in',
  of: processInstances,
  summary: 'Starts an instance of a process that the caller may start.',
  handle(call) {
    const { processDefinitionId, candidate, startTime, endTime, description, variables, commandKey } = call.input
    return call.services.workflow.start(personOf(call), {
      of: { definition: processDefinitionId },
      variables,
      candidate: candidate || undefined,
      rangeStart: startTime || undefined,
      rangeEnd: endTime || undefined,
      description,
      commandKey: keyOf(call, commandKey),
    })
  },
})

export const processStart: Feature = { tag: 'process-instances', routes: [start] }
