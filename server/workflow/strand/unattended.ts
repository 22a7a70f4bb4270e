/**
 * Instances that only their managers could lead on (something has stopped them, or they are suspended) in tenants where nobody may do that: the package lacks
 * the calls, or no role that somebody holds grants them. Whoever runs the platform is told, since the tenant cannot know (docs/decisions/0192-processes-that-nobody-attends-to.md).
 */
import { sql } from 'kysely'
import { activateProcessInstance, queryIncident, resolveIncident } from '../../../model/contract/workflow/instances.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import { statement } from '../statement.ts'

/** Of one tenant. */
export interface Unattended {
  /** The id of the tenant. */
  readonly id: string
  readonly tenant: string
  readonly count: number
}

/** Whether somebody of the tenant may make the call: an enabled user with a role that grants it, as far as the package of the tenant has it. */
const isHeld = (
  path: string,
) => sql`exists (select from urls call join role_urls granted on granted.url_id = call.id and granted.tenant_id = owner.id
    join (select tenant_id, user_id, role_id from user_roles union all select tenant_id, user_id, role_id from user_post_roles) held
      on held.tenant_id = granted.tenant_id and held.role_id = granted.role_id
    join users person on person.tenant_id = held.tenant_id and person.id = held.user_id and person.status = 1
  where call.url = ${path} and (owner.package_id is null or exists (select from package_urls packed
    where packed.package_id = owner.package_id and packed.url_id = call.id)))`

/** Returns how many there are of each tenant that is in use, the most first; of tenants that have none, nothing. @param tx It sees all tenants */
export async function unattended(tx: Pick<Transaction, 'all'>): Promise<readonly Unattended[]> {
  return tx.all(
    statement(sql<Unattended>`with stopped as (
        select incident.tenant_id, incident.instance_id, false as rests from process_incidents incident
          join process_instances instance on instance.tenant_id = incident.tenant_id and instance.id = incident.instance_id and instance.instance_state = 'running'
          where incident.resolved_at is null
        union select instance.tenant_id, instance.id, true from process_instances instance where instance.instance_state = 'suspended')
      select owner.id, owner.tenant_name as tenant, count(*)::integer as count from stopped
      join (select owner.*, not (${isHeld(queryIncident.path)} and ${isHeld(resolveIncident.path)}) as sees_none, not ${isHeld(activateProcessInstance.path)} as wakes_none
          from tenants owner where owner.id in (select stopped.tenant_id from stopped) and not owner.throwaway
            and owner.status = 1 and owner.marked_at is null and coalesce(owner.expires_at > now(), true)) owner
        on owner.id = stopped.tenant_id and case when stopped.rests then owner.wakes_none else owner.sees_none end
      group by owner.id, owner.tenant_name order by count desc, owner.id`),
  )
}
