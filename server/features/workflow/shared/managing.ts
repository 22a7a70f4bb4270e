import { terminateProcessInstance } from '../../../../model/contract/workflow/instances.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Call } from '../../../kernel/http/http.ts'

type Asking = Pick<Call<unknown>, 'caller' | 'inTenant'>

/** Whether somebody may do to an instance whatever those do who manage instances: they are granted its end, and see it in their rows. */
export async function managesInstance({ caller, inTenant }: Asking, instanceId: string): Promise<boolean> {
  if (!caller.urls.has(terminateProcessInstance.path)) return false
  return (await inTenant((tx) => tx.first(build.selectFrom('process_instances').select('id').where('id', '=', instanceId)))) !== undefined
}

/** The same of the instance of a task. */
export async function managesTask({ caller, inTenant }: Asking, taskId: string): Promise<boolean> {
  if (!caller.urls.has(terminateProcessInstance.path)) return false
  return (await inTenant((tx) => tx.first(build.selectFrom('process_tasks').select('id').where('id', '=', taskId)))) !== undefined
}
