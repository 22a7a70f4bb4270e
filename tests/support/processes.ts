/** Processes for tests: models in a few lines of BPMN, deployed as rows, and people who work on their instances. */
import { sql } from 'kysely'
import { servicesIn } from '../../model/workflow/listeners.ts'
import type { PersonRule } from '../../model/workflow/settings.ts'
import { SETTINGS_NAMESPACE } from '../../model/workflow/settings.ts'
import { newId } from '../../server/kernel/ids.ts'
import { build } from '../../server/kernel/database/sql.ts'
import type { Transaction } from '../../server/kernel/database/tenant.ts'
import type { DefinitionRules, DeployedRule } from '../../server/workflow/definition-rules.ts'
import type { Person } from '../../server/workflow/index.ts'
import { readBpmn } from '../../server/workflow/index.ts'
import type { BuiltTenant } from './builders.ts'
import type { TestServer } from './server.ts'

/** Whoever has a database: a test server, or a test that opened one by itself. */
type Holder = { readonly services: Pick<TestServer['services'], 'transactions'> }
type Named = Pick<BuiltTenant, 'id' | 'users' | 'roles' | 'organisations'>

/** An extension element with settings. */
export const settingsElement = (settings: unknown): string =>
  `<extensionElements><o:settings><![CDATA[${JSON.stringify(settings)}]]></o:settings></extensionElements>`
/** Extension elements stand first in an element of BPMN. */
export const task = (id: string, settings?: object): string =>
  `<userTask id="${id}" name="${id}">${settings ? settingsElement(settings) : ''}</userTask>`
export const service = (id: string, does: object): string =>
  `<serviceTask id="${id}" name="${id}">${settingsElement({ service: does })}</serviceTask>`
/** Flows along the names; with a condition, of the last one. */
export function way(path: string, condition?: string): string {
  const names = path.split('>').map((name) => name.trim())
  return names
    .slice(1)
    .map((to, at) => {
      const from = names[at] ?? ''
      const body =
        condition !== undefined && at === names.length - 2 ? `<conditionExpression><![CDATA[${condition}]]></conditionExpression>` : ''
      return `<sequenceFlow id="${from}-${to}" sourceRef="${from}" targetRef="${to}">${body}</sequenceFlow>`
    })
    .join('')
}

/** A whole model. @param inside Elements and flows; a start event `start` is added. @param before Messages, signals and errors */
export const bpmn = (key: string, inside: string, { before = '', settings }: { before?: string; settings?: object } = {}): string =>
  `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:o="${SETTINGS_NAMESPACE}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" targetNamespace="t">${before}
  <process id="${key}" name="Process ${key}" isExecutable="true">${settings ? settingsElement(settings) : ''}<startEvent id="start"/>${inside}</process></definitions>`

/** Stores a version of a model; gives its id. People are named as in the model: by usernames, and roles by their codes. */
export async function deployRows(server: Holder, tenant: Named, xml: string): Promise<string> {
  const read = await readBpmn(Buffer.from(xml))
  if ('refused' in read) throw new Error(`the model is refused: ${read.refused} ${read.detail}`)
  const { model } = read
  if (model.faults.length > 0) throw new Error(`the model has faults: ${JSON.stringify(model.faults)}`)
  const rules: DefinitionRules = {
    managers: model.process.managers.map((rule) => deployed(tenant, rule)),
    tasks: Object.fromEntries(
      [...model.tasks].map(([node, settings]) => [
        node,
        {
          people: settings.people.map((rule) => deployed(tenant, rule)),
          late: settings.late?.map(({ to }) => ({ to: (to ?? []).map((rule) => deployed(tenant, rule)) })),
        },
      ]),
    ),
    receivers: Object.fromEntries(
      [...servicesIn(model)].flatMap(({ key, service: of }) =>
        'to' in of ? [[key, of.to.map((rule) => deployed(tenant, rule))] as const] : [],
      ),
    ),
  }
  return inTenant(server, tenant, async (tx) => {
    const [deployment, id] = [newId(), newId()]
    const own = { tenant_id: tenant.id, name: model.name ?? model.key, key: model.key }
    await tx.run(
      build
        .insertInto('process_deployments')
        .values({ ...own, id: deployment, model_version: 1, category: null, model_id: null, deployed_by: null }),
    )
    const last = await tx.first(
      build
        .selectFrom('process_definitions')
        .select(sql<number>`coalesce(max(definition_version), 0)`.as('version'))
        .where('key', '=', model.key),
    )
    const version = (last?.version ?? 0) + 1
    await tx.run(
      build.insertInto('process_definitions').values({
        ...own,
        id,
        deployment_id: deployment,
        model_id: null,
        category: null,
        description: null,
        resource_name: `${model.key}.bpmn`,
        definition_version: version,
        xml,
        form_id: null,
        form_version: null,
        rules: JSON.stringify(rules),
      }),
    )
    for (const { id: node, kind, inside, trigger } of model.definition.nodes) {
      if (kind !== 'start' || inside !== undefined || !trigger) continue
      if (trigger.on !== 'message' && trigger.on !== 'signal' && trigger.on !== 'timer') continue
      const wait_name = trigger.on === 'timer' ? null : trigger.name
      await tx.run(
        build
          .insertInto('process_start_events')
          .values({ tenant_id: tenant.id, definition_id: id, node, wait_kind: trigger.on, wait_name }),
      )
    }
    return id
  })
}

function deployed(tenant: Named, rule: PersonRule): DeployedRule {
  if (rule.kind === 'user') return { kind: 'user', id: tenant.users[rule.username] ?? '', weight: rule.weight }
  if (rule.kind === 'role') return { kind: 'role', id: tenant.roles[rule.code] ?? '', weight: rule.weight }
  if (rule.kind === 'organisation') return { kind: 'organisation', id: tenant.organisations[rule.organisation] ?? '' }
  if (rule.kind === 'post' || rule.kind === 'group') throw new Error('posts and groups are deployed by the product')
  return rule
}

export const inTenant = <Result>(
  server: Holder,
  tenant: Pick<BuiltTenant, 'id'>,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> => server.services.transactions.inTenant({ tenantId: tenant.id }, work)

export const person = (tenant: BuiltTenant, username: string): Person => ({ tenantId: tenant.id, userId: tenant.users[username] ?? '' })

export interface OpenTask {
  readonly id: string
  readonly node: string
  readonly instance_id: string
  readonly assignee_id: string | null
  readonly task_state: string
}

/** Tasks of an instance and of what it has called that are open. */
export const openTasksOf = (server: TestServer, tenant: BuiltTenant, instance: string): Promise<OpenTask[]> =>
  inTenant(server, tenant, (tx) =>
    tx.all(
      build
        .selectFrom('process_tasks as t')
        .innerJoin('process_instances as i', 'i.id', 't.instance_id')
        .select(['t.id', 't.node', 't.instance_id', 't.assignee_id', 't.task_state'])
        .where('i.root_id', '=', instance)
        .where('t.task_state', 'in', ['open', 'waiting'])
        .orderBy('t.id'),
    ),
  )

/** How an instance is: its state, outcome, tokens, and open incidents. */
export const instanceRow = (server: TestServer, tenant: BuiltTenant, id: string) =>
  inTenant(server, tenant, (tx) =>
    tx.first(
      build
        .selectFrom('process_instances as i')
        .select(['i.instance_state', 'i.outcome', 'i.tokens', 'i.business_number', 'i.step_number', 'i.name', 'i.end_reason'])
        .select(
          sql<
            string[]
          >`array(select n.incident_kind from process_incidents n where n.instance_id = i.id and n.resolved_at is null order by n.id)`.as(
            'incidents',
          ),
        )
        .where('i.id', '=', id),
    ),
  )
