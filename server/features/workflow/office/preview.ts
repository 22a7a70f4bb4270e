/** Who would be asked if the caller started a process with what they have filled in: tried on the core, and nothing of it happens. */
import type { z } from 'zod'
import * as contract from '../../../../model/contract/workflow/office.ts'
import { checkEntry } from '../../../../model/form/check-entry.ts'
import { processInstances } from '../../../../model/index.ts'
import type { ProcessModel } from '../../../../model/workflow/bpmn/process-model.ts'
import { variablesOfEntry } from '../../../../model/workflow/form-variables.ts'
import type { Act, Scene, SimulationInput } from '../../../../model/workflow/simulation/scene.ts'
import { simulate } from '../../../../model/workflow/simulation/simulate.ts'
import type { Variable } from '../../../../model/workflow/variables.ts'
import { variableOf } from '../../../../model/workflow/variables.ts'
import { workingTimeOf } from '../../../../model/workflow/working-time.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { beyondRows, cronAfter } from '../../../workflow/index.ts'
import { drawnDefinition } from '../shared/drawn-definition.ts'
import { AT_START, processForm } from '../shared/process-form.ts'
import { withoutFields } from '../shared/filling.ts'
import { simulatedPeople } from '../shared/simulated-people.ts'
import { definitionToStart } from './start-form.ts'

/** Tasks that are looked ahead at, and people who are named at one. */
const MAX_TASKS = 30
const MAX_NAMED = 10

type Input = z.output<typeof contract.previewStart.input>

export const previewStart = implement(contract.previewStart, {
  access: 'signed-in',
  of: processInstances,
  reads: true,
  unloggedInput: ['formData', 'variables'],
  summary: 'Who would be asked for each task if the caller started a process with these values; nothing of it happens',
  async handle({ input, caller, services }) {
    const read = await services.transactions.inTenant(beyondRows(caller), (tx) => readTry(tx, { caller, services }, input), 'read')
    return { tasks: tasksOf(read.model, { ...read.tried, now: services.clock.now() }) }
  },
})

async function readTry(
  tx: Transaction,
  { caller, services }: Pick<Call<Input>, 'caller' | 'services'>,
  { processDefinitionId, ...sent }: Input,
) {
  const definition = await definitionToStart(tx, caller, processDefinitionId)
  const { model } = await drawnDefinition(tx, definition.id)
  const known = await simulatedPeople(tx, model, definition.model_id, caller)
  const form = definition.form && (await processForm(tx, caller, definition.form, AT_START))
  const { variables: others, formData } = withoutFields(sent, form?.definition)
  const zone = await tx.timeZone()
  const variables = new Map<string, Variable>(
    Object.entries(others).flatMap(([name, value]) => {
      const variable = variableOf(value)
      return variable ? [[name, variable] as const] : []
    }),
  )
  if (form) {
    const context = { now: form.now, zone, mayWrite: form.fields.mayWrite, isDraft: true }
    for (const [name, variable] of variablesOfEntry(form.definition, checkEntry(form.definition, formData, context).data))
      variables.set(name, variable)
  }
  const starter = known.person(caller.userId) ?? { id: caller.userId, name: caller.username }
  const tried: Omit<SimulationInput, 'now'> = {
    model,
    starter,
    variables: Object.fromEntries(variables),
    zone,
    cron: cronAfter,
    workingTime: workingTimeOf(await services.settings.within(tx, caller.tenantId)),
    people: known.people(caller.userId),
  }
  return { model, tried }
}

type Tasks = z.output<typeof contract.previewStart.output>['tasks']

/** Each task as it is reached when everybody agrees. What comes from outside, and timers, are taken to come. */
function tasksOf(model: ProcessModel, input: SimulationInput): Tasks {
  const names = new Map(model.definition.nodes.map(({ id, name }) => [id, name]))
  const found = new Map<string, Tasks[number]>()
  const acts: Act[] = []
  for (let left = MAX_TASKS; left > 0; left -= 1) {
    const scene = simulate(input, acts).at(-1)
    if (!scene || scene.refused) break
    for (const { node, asked, votes } of scene.tasks) {
      const people = votes && votes.length > 0 ? votes.map(({ person }) => person) : asked
      if (!found.has(node))
        found.set(node, {
          node,
          name: names.get(node) ?? node,
          people: people.slice(0, MAX_NAMED).map(({ name }) => name),
          total: people.length,
        })
    }
    const next = nextAct(scene)
    if (!next) break
    acts.push(next)
  }
  return [...found.values()]
}

function nextAct({ tasks, waits, outside }: Scene): Act | undefined {
  const task = tasks.find(({ asked }) => asked.length > 0)
  const by = task?.asked[0]
  if (task && by) return { do: 'complete', node: task.node, by: by.id }
  const open = outside[0]
  if (open) return { do: 'answer', node: open.node }
  const wait = waits[0]
  return wait && (wait.on === 'timer' ? { do: 'advance' } : { do: 'occur', node: wait.node })
}
