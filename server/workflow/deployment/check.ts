/** What the check of a model has to know of the tenant: whom it names, the fields of its form, what else is deployed. */
import { sql } from 'kysely'
import type { Type } from '../../../model/expression/operators.ts'
import type { FormDefinition } from '../../../model/form/definition.ts'
import { FORM_DEFINITION } from '../../../model/form/definition.ts'
import { KINDS } from '../../../model/form/kinds.ts'
import type { ProcessModel } from '../../../model/workflow/bpmn/process-model.ts'
import { checkModel } from '../../../model/workflow/check/check-model.ts'
import { servicesIn } from '../../../model/workflow/listeners.ts'
import type { Service } from '../../../model/workflow/settings.ts'
import { secretsOf } from '../../../model/workflow/settings.ts'
import type { Checked } from '../../../model/workflow/check/findings.ts'
import type { Caller } from '../../kernel/authorization/caller.ts'
import { build } from '../../kernel/database/sql.ts'
import { tenantOf } from '../../kernel/database/tenant-id.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import type { SettingStore } from '../../kernel/runtime/settings.ts'
import { cronAfter } from '../cron.ts'
import { isOpenAddress } from '../http-call.ts'
import { knownSecrets } from '../outside-request.ts'
import { keysBarredFrom } from '../people/may-start.ts'
import { callCircles } from './call-circles.ts'
import type { KnownNames } from './names.ts'
import { deployedRule, knownNames, rulesIn } from './names.ts'

export interface CheckedModel {
  readonly checked: Checked
  readonly names: KnownNames
  readonly form: UsedForm | undefined
}

export interface UsedForm {
  readonly id: string
  readonly version: number
  readonly fields: ReadonlyMap<string, Type | undefined>
  readonly definition: FormDefinition
}

export interface CheckParts {
  readonly now: number
  readonly settings: Pick<SettingStore, 'within'>
  /** Whether whoever deploys it may have a process do this; anything where it is not given. */
  readonly mayDo?: ((service: Service) => boolean) | undefined
  /** Who deploys it, and may have a process call or start others as far as they may start these themselves; anybody where it is not given. */
  readonly deployer?: Pick<Caller, 'userId'> | undefined
}

const REASON = 'a model is checked against all of the tenant'

/** The model and what is wrong with it, checked against all that it may name in any organisation. */
export async function checkWith(tx: Transaction, model: ProcessModel, formId: string | null, parts: CheckParts): Promise<CheckedModel> {
  const whole = tx.beyondScope(REASON)
  const names = await knownNames(whole, rulesIn(model))
  const form = formId === null ? undefined : await usedForm(whole, formId)
  // What the tenant has opened by now; each call asks again.
  const hosts = (await parts.settings.within(tx, tenantOf(tx)))['process.httpHosts']
  const deployed = await whole.all(build.selectFrom('process_definitions').select('key').distinct())
  const barred = parts.deployer ? await keysBarredFrom(whole, parts.deployer, othersIn(model)) : new Set<string>()
  const checked = checkModel(model, {
    ...(form ? { fields: form.fields, hiddenFields: hiddenIn(form.definition, model) } : {}),
    knownProcesses: new Set([...deployed.map(({ key }) => key), model.key]),
    mayStart: (process) => !barred.has(process.toLowerCase()),
    isUnknown: (rule) => deployedRule(rule, names) === undefined,
    mayCall: (url) => isOpenAddress(url, hosts),
    mayDo: parts.mayDo,
    secretFor: secretCheck(
      await knownSecrets(
        whole,
        [...servicesIn(model)].flatMap(({ service }) => secretsOf(service)),
      ),
    ),
    circles: await callCircles(whole, model),
    clock: { now: parts.now, zone: await tx.timeZone(), cron: cronAfter },
  })
  return { checked, names, form }
}

/** Keys of other processes that the model calls or starts. */
const othersIn = (model: ProcessModel): string[] =>
  [...model.called.values(), ...[...servicesIn(model)].flatMap(({ service }) => (service.do === 'start' ? [service] : []))]
    .map(({ process }) => process.toLowerCase())
    .filter((key) => key !== model.key.toLowerCase())

/** Whether there is a secret, and whether it is for the host of an address that is known before it is called. */
const secretCheck =
  (known: ReadonlyMap<string, readonly string[]>) =>
  (name: string, url: string | undefined): 'known' | 'none' | 'host' => {
    const hosts = known.get(name.toLowerCase())
    if (hosts === undefined) return 'none'
    return url === undefined || isOpenAddress(url, hosts) ? 'known' : 'host'
  }

/** The newest published version of a form, by which instances are begun; nothing where none was published. */
async function usedForm(tx: Pick<Transaction, 'first'>, formId: string): Promise<UsedForm | undefined> {
  const newest = await tx.first(
    build
      .selectFrom('form_versions')
      .select(['form_version', sql<unknown>`definition`.as('definition')])
      .where('form_id', '=', formId)
      .orderBy('form_version', 'desc')
      .limit(1),
  )
  if (!newest) return undefined
  const definition = FORM_DEFINITION.parse(newest.definition)
  const { fields } = definition
  const types = fields.flatMap(({ id, name, kind }) => [id, name].map((each) => [each, KINDS[kind].type] as const))
  return { id: formId, version: newest.form_version, fields: new Map(types), definition }
}

/** Fields that roles do not see, or that a task hides, by their ids and names. */
function hiddenIn({ fields }: FormDefinition, { tasks }: ProcessModel): ReadonlySet<string> {
  const atTasks = [...tasks.values()].flatMap((task) => Object.entries(task.fields ?? {}).filter(([, right]) => right === 'hidden'))
  const ids = new Set(atTasks.map(([id]) => id))
  const hidden = fields.filter(({ id, seenBy = [] }) => seenBy.length > 0 || ids.has(id))
  return new Set(hidden.flatMap(({ id, name }) => [id, name]))
}
