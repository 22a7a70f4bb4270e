/** Stores processes of the demonstration: drawn and deployed, with instances that people have begun and acted on, by the engine itself. */
import { sql } from 'kysely'
import type { TenantId } from '../../model/brands.ts'
import type { ProcessSeed } from '../../seeds/belongings.ts'
import { build } from '../kernel/database/sql.ts'
import type { Transaction } from '../kernel/database/tenant.ts'
import { newId } from '../kernel/ids.ts'
import type { Services } from '../kernel/services.ts'
import { deploy } from '../workflow/index.ts'

/** Stores the models at the top of the tenant and deploys each. @throws Error for a model that cannot be deployed, which is a mistake in the seed */
export async function storeProcesses(
  tx: Transaction,
  services: Pick<Services, 'scheduler' | 'clock' | 'settings'>,
  tenant_id: TenantId,
  processes: readonly ProcessSeed[],
  deployedBy: string,
): Promise<void> {
  const top = await tx.first(
    build.selectFrom('organisations').select('id').where('parent_id', 'is', null).orderBy('created_at').orderBy('id').limit(1),
  )
  if (!top) throw new Error('a tenant without organisations has no processes')
  const forms = new Map(
    (await tx.all(build.selectFrom('forms').select(['id', 'form_description']))).map((row) => [row.form_description, row.id]),
  )
  for (const { key, name, category, description, form, xml } of processes) {
    const modelId = newId()
    const formId = form === undefined ? null : forms.get(form)
    if (formId === undefined) throw new Error(`the seed names the form "${form}", which it does not have`)
    await tx.run(
      build.insertInto('process_models').values({
        tenant_id,
        id: modelId,
        key,
        name,
        category,
        description,
        org_id: top.id,
        form_id: formId,
        xml,
        saved_by: deployedBy,
        saved_at: sql<Date>`now()`,
        deployment_time: null,
      }),
    )
    const deployed = await deploy(tx, services, { modelId, xml, key, name, category, description, formId, deployedBy })
    if (!('definitionId' in deployed)) throw new Error(`the process ${key} of the seed cannot be deployed: ${JSON.stringify(deployed)}`)
  }
}

/** Begins the instances and does what people did to them, each by a step of its own. */
export async function runProcesses(
  { transactions, workflow }: Pick<Services, 'transactions' | 'workflow'>,
  tenantId: TenantId,
  processes: readonly ProcessSeed[],
): Promise<void> {
  const inTenant = <Result>(work: (tx: Transaction) => Promise<Result>) => transactions.inTenant({ tenantId }, work)
  const people = new Map(
    (await inTenant((tx) => tx.all(build.selectFrom('users').select(['username', 'id'])))).map((row) => [row.username, row.id]),
  )
  const personOf = (username: string) => {
    const userId = people.get(username)
    if (userId === undefined) throw new Error(`the seed names "${username}", which it does not have`)
    return { tenantId, userId }
  }
  for (const { key, instances } of processes)
    for (const { by, description, variables, acts } of instances) {
      const { id } = await workflow.start(personOf(by), { of: { key }, description, variables })
      for (const { by: actor, does, comment } of acts) {
        const person = personOf(actor)
        const task = await inTenant((tx) =>
          tx.first(
            build
              .selectFrom('process_tasks')
              .select('id')
              .where('instance_id', '=', id)
              .where('task_state', '=', 'open')
              .where('assignee_id', '=', person.userId)
              .limit(1),
          ),
        )
        if (!task) throw new Error(`nobody has asked ${actor} about ${key}`)
        await workflow.act(person, { taskId: task.id, act: { do: does }, comment })
      }
    }
}
