/**
 * Deploys a model: what it says becomes a new version of its process, with its people by ids, and what begins it is waited for from now on. Instances
 * that run stay with the version they were begun with.
 */
import { sql } from 'kysely'
import type { Checked } from '../../../model/workflow/check/findings.ts'
import { advisoryLock } from '../../kernel/database/advisory-lock.ts'
import { build } from '../../kernel/database/sql.ts'
import { tenantOf } from '../../kernel/database/tenant-id.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import { fail } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import type { Clock } from '../../kernel/runtime/clock.ts'
import type { Scheduler } from '../../kernel/runtime/scheduler.ts'
import type { RefusedBpmn } from '../read-bpmn.ts'
import { readBpmn } from '../read-bpmn.ts'
import type { CheckParts, UsedForm } from './check.ts'
import { checkWith } from './check.ts'
import { definitionRules } from './rules.ts'
import { waitForStarts } from './starts.ts'

export interface Deploying {
  /** Absent for a file that no model is behind. */
  readonly modelId?: string | undefined
  readonly xml: string
  readonly name: string
  readonly key: string
  readonly category: string | null
  readonly description?: string | null | undefined
  readonly formId?: string | null | undefined
  /** Who deploys it; nobody for an application. */
  readonly deployedBy: string | null
}

export interface DeployParts {
  readonly scheduler: Scheduler
  readonly clock: Pick<Clock, 'now'>
  readonly settings: CheckParts['settings']
  readonly mayDo?: CheckParts['mayDo']
  readonly deployer?: CheckParts['deployer']
}

export interface Deployed {
  readonly deploymentId: string
  readonly definitionId: string
  readonly definitionVersion: number
  readonly warnings: Checked['warnings']
}

/** `refused`: it is no model at all; `faults`: what keeps it from being deployed, and nothing was written. */
export type Deployment =
  Deployed | { readonly refused: RefusedBpmn } | { readonly faults: Checked['faults']; readonly warnings: Checked['warnings'] }

/** Deploys the model, or says what keeps it from being deployed. @throws Failure `process-model.has-model` for a file of a process that has a model */
export async function deploy(tx: Transaction, parts: DeployParts, deploying: Deploying): Promise<Deployment> {
  const read = await readBpmn(new TextEncoder().encode(deploying.xml))
  if ('refused' in read) return { refused: read }
  const { model, xml } = read
  const { checked, names, form } = await checkWith(tx, model, deploying.formId ?? null, {
    now: parts.clock.now(),
    settings: parts.settings,
    mayDo: parts.mayDo,
    deployer: parts.deployer,
  })
  if (checked.faults.length > 0) return checked
  // Two who deploy the same process do so one after the other.
  await advisoryLock(tx, `process ${deploying.key.toLowerCase()}`)
  const former = await newestOf(tx, deploying.key)
  // Without a model everybody sees the version and may start it, and whoever calls the process gets it: that is for whoever sees the model to decide.
  if (deploying.modelId === undefined && typeof former?.modelId === 'string')
    fail('process-model.has-model', { values: { key: deploying.key }, field: { name: 'xml', label: 'field.process-models.key' } })
  const ids = { deployment: newId(), definition: newId(), version: (former?.version ?? 0) + 1 }
  await store(tx, { ...deploying, xml }, { ...ids, form, rules: JSON.stringify(definitionRules(model, names)) })
  await waitForStarts(tx, parts, { definitionId: ids.definition, model, formerId: former?.id })
  return { deploymentId: ids.deployment, definitionId: ids.definition, definitionVersion: ids.version, warnings: checked.warnings }
}

async function newestOf(tx: Transaction, key: string): Promise<{ id: string; version: number; modelId: string | null } | undefined> {
  return tx.beyondScope('the next version of a process follows all there are').first(
    build
      .selectFrom('process_definitions')
      .select(['id', 'definition_version as version', 'model_id as modelId'])
      .where(sql<boolean>`lower(key) = lower(${key})`)
      .orderBy('definition_version', 'desc')
      .limit(1),
  )
}

interface Version {
  readonly deployment: string
  readonly definition: string
  readonly version: number
  readonly form: UsedForm | undefined
  readonly rules: string
}

async function store(tx: Transaction, deploying: Deploying, { deployment, definition, version, form, rules }: Version): Promise<void> {
  const { modelId = null, xml, name, key, category, description = null, deployedBy } = deploying
  const tenant_id = tenantOf(tx)
  await tx.run(
    build
      .insertInto('process_deployments')
      .values({ tenant_id, id: deployment, name, key, category, model_id: modelId, model_version: version, deployed_by: deployedBy }),
  )
  await tx.run(
    build.insertInto('process_definitions').values({
      tenant_id,
      id: definition,
      deployment_id: deployment,
      model_id: modelId,
      key,
      name,
      category,
      description,
      resource_name: `${key}.bpmn`,
      definition_version: version,
      xml,
      form_id: form?.id ?? null,
      form_version: form?.version ?? null,
      rules,
    }),
  )
  if (modelId === null) return
  await tx.run(
    build
      .updateTable('process_models')
      .set({ model_version: version, deployment_time: sql`now()` })
      .where('id', '=', modelId),
  )
}
