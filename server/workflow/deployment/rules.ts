/** Rules of a whole model by ids, as they are kept with its definition. */
import type { ProcessModel } from '../../../model/workflow/bpmn/process-model.ts'
import { compileProcess } from '../../../model/workflow/core/graph.ts'
import { servicesIn } from '../../../model/workflow/listeners.ts'
import type { PersonRule, TaskSettings } from '../../../model/workflow/settings.ts'
import { asSigned } from '../../../model/workflow/settings.ts'
import type { DefinitionRules, DeployedRule, TaskRules } from '../definition-rules.ts'
import type { KnownNames } from './names.ts'
import { deployedRule } from './names.ts'

/** Returns the rules of a model that was checked: whom none names is known. */
export function definitionRules(model: ProcessModel, names: KnownNames): DefinitionRules {
  const all = (rules: readonly PersonRule[]): DeployedRule[] => rules.flatMap((rule) => deployedRule(rule, names) ?? [])
  const ofTask = ({ people, nobodyPeople, copies, late, whenStarter, whenSame }: TaskSettings): TaskRules => ({
    people: all(people),
    nobodyPeople: nobodyPeople && all(nobodyPeople),
    copies: copies && all(copies),
    late: late?.map(({ to }) => ({ to: all(to ?? []) })),
    ...(whenStarter === 'ask' && whenSame === 'ask' ? {} : { barred: { starter: whenStarter !== 'ask', same: whenSame } }),
  })
  const tasks = [...model.tasks].map(([node, settings]) => [node, ofTask(asSigned(settings))] as const)
  const receivers = [...servicesIn(model)].flatMap(({ key, service }) => ('to' in service ? [[key, all(service.to)] as const] : []))
  return {
    managers: all(model.process.managers),
    picks: [...model.tasks.values()].some(({ pick }) => pick === 'starter'),
    ...(compileProcess(model.definition).startsOf(undefined).length === 0 ? { byEvents: true } : {}),
    tasks: Object.fromEntries(tasks),
    receivers: Object.fromEntries(receivers),
    throws: { message: thrownBy(model, 'message'), signal: thrownBy(model, 'signal') },
  }
}

function thrownBy({ definition }: ProcessModel, on: 'message' | 'signal'): string[] {
  const names = definition.nodes.flatMap(({ kind, trigger }) =>
    (kind === 'throw' || kind === 'end') && trigger?.on === on ? [trigger.name] : [],
  )
  return [...new Set(names)]
}
