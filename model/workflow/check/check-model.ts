/**
 * The check of a model before it is deployed, in the designer and in the server alike: what it draws, what can become of it, whom it asks and what it
 * calculates with. It takes a bounded time, whatever is drawn.
 */
import type { ModelFault, ProcessModel } from '../bpmn/process-model.ts'
import { checkExpressions } from './check-expressions.ts'
import { checkPeople } from './check-people.ts'
import { checkServices } from './check-services.ts'
import { checkWays } from './check-ways.ts'
import type { CheckSurroundings, Checked } from './findings.ts'
import { Findings } from './findings.ts'

/** What these say leaves the ways of tokens as they are drawn. */
const HARMLESS: readonly ModelFault['code'][] = ['settings', 'no-service', 'unsupported-service']

/** What keeps a model from being deployed, and what else somebody should know before it is. */
export function checkModel(model: ProcessModel, surroundings: CheckSurroundings = {}): Checked {
  const { nodes } = model.definition
  const findings = new Findings(new Map([...nodes.map(({ id, name }) => [id, name] as const), [model.key, model.name], ...namesIn(model)]))
  for (const { code, element, about } of model.faults) findings.fault(code, element, about)
  for (const { code, element, about } of model.warnings) findings.warn(code, element, about)
  checkPeople(model, surroundings, findings)
  checkServices(model, surroundings, findings)
  checkExpressions(model, surroundings, findings)
  // Of a model from which something was left out, what can become of it is not what can become of the one that was meant.
  if (nodes.length > 0 && model.faults.every(({ code }) => HARMLESS.includes(code))) checkWays(model.definition, findings)
  return { faults: findings.faults, warnings: findings.warnings }
}

/** Of elements that are no nodes, the names that are known of them. */
const namesIn = ({ faults, warnings }: ProcessModel) =>
  [...faults, ...warnings].flatMap(({ element, name }) => (name === undefined ? [] : [[element, name] as const]))
