/** Whom the tasks of a model ask, as findings. */
import type { ProcessModel } from '../bpmn/process-model.ts'
import { servicesIn } from '../listeners.ts'
import type { PersonRule, TaskSettings } from '../settings.ts'
import type { CheckSurroundings, Findings } from './findings.ts'

/** Finds tasks that ask nobody, rules that name what there is not, and rights to fields that the form lacks. */
export function checkPeople(model: ProcessModel, surroundings: CheckSurroundings, findings: Findings): void {
  const rules = new Rules(model, surroundings, findings)
  rules.check('', model.process.managers)
  for (const [node, task] of model.tasks) {
    checkTask(node, task, rules, findings)
    for (const field of Object.keys(task.fields ?? {}))
      if (surroundings.fields && !surroundings.fields.has(field)) findings.warn('unknown-field', node, field)
  }
  for (const { element: node, service } of servicesIn(model)) {
    if (service.do !== 'notify' && service.do !== 'mail') continue
    if (service.to.length === 0) findings.fault('no-people', node)
    rules.check(node, service.to)
  }
}

function checkTask(node: string, task: TaskSettings, rules: Rules, findings: Findings): void {
  // Whoever starts the process may choose among all; who chooses later chooses among those who are named.
  if (task.people.length === 0 && task.pick !== 'starter') findings.fault('no-people', node)
  if (task.whenNobody === 'people' && !task.nobodyPeople?.length) findings.fault('no-people', node, 'nobodyPeople')
  if (task.signed) checkSigned(node, task, findings)
  if (task.group?.mode === 'ratio' && task.group.percent === undefined) findings.fault('no-percent', node)
  for (const late of task.late ?? []) {
    if (late.do === 'transfer' && !late.to?.length) findings.fault('no-people', node, 'late')
    rules.check(node, late.to ?? [])
  }
  for (const people of [task.people, task.nobodyPeople ?? [], task.copies ?? []]) rules.check(node, people)
}

/** What approves a task without anybody who could sign it; the engine asks somebody all the same (`asSigned`). */
function checkSigned(node: string, { whenNobody, whenStarter, whenSame }: TaskSettings, findings: Findings): void {
  if (whenNobody === 'pass') findings.fault('signed-nobody', node)
  if (whenStarter === 'skip') findings.fault('signed-starter', node)
  if (whenSame !== 'ask') findings.fault('signed-same', node)
}

class Rules {
  readonly #model: ProcessModel
  readonly #isUnknown: CheckSurroundings['isUnknown']
  readonly #findings: Findings
  /** Answers that were given: many tasks name the same people. */
  readonly #known = new Map<string, boolean>()

  constructor(model: ProcessModel, { isUnknown }: CheckSurroundings, findings: Findings) {
    this.#model = model
    this.#isUnknown = isUnknown
    this.#findings = findings
  }

  check(node: string, people: readonly PersonRule[]): void {
    for (const rule of people) {
      if (rule.kind === 'same-as' && (rule.node === node || !this.#model.tasks.has(rule.node)))
        this.#findings.fault('same-as', node, rule.node)
      if (rule.kind === 'post' && rule.where === 'organisation' && rule.organisation === undefined)
        this.#findings.fault('no-organisation', node, rule.code)
      if (this.#isMissing(rule)) this.#findings.fault('unknown-people', node, namedBy(rule))
    }
  }

  #isMissing(rule: PersonRule): boolean {
    if (!this.#isUnknown || namedBy(rule) === undefined) return false
    const key = JSON.stringify(rule)
    const known = this.#known.get(key) ?? this.#isUnknown(rule)
    this.#known.set(key, known)
    return known
  }
}

/** The name by which a rule knows somebody or something; nothing for rules that name nobody. */
function namedBy(rule: PersonRule): string | undefined {
  if (rule.kind === 'user') return rule.username
  if (rule.kind === 'role' || rule.kind === 'post' || rule.kind === 'group') return rule.code
  return rule.kind === 'organisation' ? rule.organisation : undefined
}
