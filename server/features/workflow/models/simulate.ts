/** A model is tried before it is deployed; nothing is stored, and nobody is told. */
import type { SimulationAct, SimulatedScene } from '../../../../model/contract/workflow/simulation.ts'
import * as contract from '../../../../model/contract/workflow/simulation.ts'
import { processModels } from '../../../../model/index.ts'
import type { Translate } from '../../../../model/labels/index.ts'
import type { ProcessModel } from '../../../../model/workflow/bpmn/process-model.ts'
import type { ActivityState, ProcessState } from '../../../../model/workflow/core/state.ts'
import type { Act, Person, Scene, Variables } from '../../../../model/workflow/simulation/scene.ts'
import { simulate } from '../../../../model/workflow/simulation/simulate.ts'
import { variableOf } from '../../../../model/workflow/variables.ts'
import { workingTimeOf } from '../../../../model/workflow/working-time.ts'
import { build } from '../../../kernel/database/sql.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { cronAfter } from '../../../workflow/index.ts'
import { findingsOf } from '../shared/findings.ts'
import { incidentSentence } from '../shared/incident-sentence.ts'
import { openModel } from '../shared/opened-model.ts'
import { MODEL_BODY } from './design.ts'
import { simulatedPeople } from '../shared/simulated-people.ts'

export const simulateModel = implement(contract.simulateModel, {
  access: 'granted',
  summary: 'Try a model with values, people and a clock of its own, act by act; nothing is stored and nobody is told',
  of: processModels,
  reads: true,
  bodyLimit: MODEL_BODY,
  unloggedInput: ['xml', 'variables', 'acts'],
  async handle({ input, caller, services, t, inTenant }) {
    const stored = await inTenant((tx) => tx.first(build.selectFrom('process_models').select('xml').where('id', '=', input.modelId)))
    const { model } = await openModel(input.xml ?? (stored ?? fail('row.not-found')).xml ?? fail('process-model.empty'))
    assertWalkable(model, t)
    const starterId = input.starterId ?? caller.userId
    const { known, zone, settings } = await inTenant(async (tx) => ({
      known: await simulatedPeople(tx, model, input.modelId, caller),
      zone: await tx.timeZone(),
      settings: await services.settings.within(tx, caller.tenantId),
    }))
    const starter =
      known.person(starterId) ?? fail('reference.not-found', { field: { name: 'starterId', label: 'error.reference.not-found' } })
    const personOf = (id: string): Person => known.person(id) ?? { id, name: id }
    const scenes = simulate(
      {
        model,
        starter,
        variables: variablesOf(input.variables),
        now: input.now ?? services.clock.now(),
        zone,
        cron: cronAfter,
        workingTime: workingTimeOf(settings),
        people: known.people(starterId),
      },
      input.acts.map((act): Act => actOf(act, personOf)),
    )
    return { scenes: scenes.map((scene) => shown(scene, model, t)) }
  },
})

/** What has faults in its ways cannot be walked. @throws Failure `process-model.faults` */
function assertWalkable(model: ProcessModel, t: Translate): void {
  const faults = model.faults.filter(({ code }) => code !== 'settings' && code !== 'no-service' && code !== 'unsupported-service')
  if (faults.length === 0) return
  const findings = findingsOf(faults, t)
  fail('process-model.faults', { values: { problem: findings[0]?.message ?? '' }, more: { faults: findings } })
}

/** Values of JSON as variables; what cannot be one is left out, as the engine refuses it. */
function variablesOf(values: Readonly<Record<string, unknown>> | undefined): Variables {
  return Object.fromEntries(
    Object.entries(values ?? {}).flatMap(([name, value]) => {
      const variable = variableOf(value)
      return variable ? [[name, variable]] : []
    }),
  )
}

/** An act with people and variables in place of ids and values. */
function actOf(act: SimulationAct, personOf: (id: string) => Person): Act {
  switch (act.do) {
    case 'complete':
    case 'reject':
      return { ...act, variables: variablesOf(act.variables), picks: act.picks?.map(personOf) }
    case 'answer':
    case 'occur':
      return { ...act, variables: variablesOf(act.variables) }
    default:
      return act
  }
}

const marksOf = ({ activities }: ProcessState): SimulatedScene['marks'] => {
  const found = new Map<string, { state: ActivityState; times: number }>()
  for (const { node, state, member } of activities.values()) {
    const before = found.get(node)
    const isStronger = before === undefined || ORDER.indexOf(state) <= ORDER.indexOf(before.state)
    found.set(node, { state: isStronger ? state : before.state, times: (before?.times ?? 0) + (member === undefined ? 1 : 0) })
  }
  return [...found].map(([node, mark]) => ({ node, ...mark }))
}
/** What is shown of a node that was passed several times. */
const ORDER: readonly ActivityState[] = ['failed', 'active', 'done', 'cancelled', 'undone']

function shown(scene: Scene, model: ProcessModel, t: Translate): SimulatedScene {
  const names = new Map(model.definition.nodes.map(({ id, name }) => [id, name]))
  const nameOf = (node: string) => names.get(node) ?? null
  return {
    now: scene.now,
    processStatus: scene.outcome,
    path: { nodes: [...scene.path.nodes], flows: [...scene.path.flows] },
    marks: marksOf(scene.state),
    tasks: scene.tasks.map(({ activity, node, asked, votes, isFallback, due, leadsTo }) => ({
      activity,
      node,
      name: nameOf(node),
      people: [...asked],
      votes: (votes ?? []).map(({ person, vote }) => ({ person, vote: vote ?? null })),
      isFallback,
      due: due ?? null,
      leadsTo: [...leadsTo],
    })),
    waits: scene.waits.map(({ node, on, due }) => ({ node, name: nameOf(node), kind: on, due: due ?? null })),
    outside: scene.outside.map(({ node }) => ({ node, name: nameOf(node) })),
    incidents: scene.incidents.map(({ node, incident }) => ({ node, message: incidentSentence(incident, {}, t) })),
    notices: scene.notices.map(({ node, what, text, people }) => ({
      node,
      what,
      text: text ?? null,
      people: (people ?? []).map(({ name }) => name),
    })),
    variables: [...scene.variables].map(([name, { type, value }]) => ({ name, type, value })),
    deadlocks: [...scene.deadlocks],
    refused: scene.refused ?? null,
  }
}
