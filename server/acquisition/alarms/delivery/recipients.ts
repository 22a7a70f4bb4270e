/** Whom a rule tells by mail and SMS: the users it names, holders of its roles, those in its organisations or below, and those on duty. Each is told of devices they see, and of no others. */
import { sql } from 'kysely'
import type { ChannelKind } from '../../../../model/acquisition/alarm-channels.ts'
import type { TenantId } from '../../../../model/brands.ts'
import { points } from '../../../../model/index.ts'
import { callerOf } from '../../../kernel/authorization/caller.ts'
import type { GrantStore } from '../../../kernel/authorization/grants.ts'
import { identityOf } from '../../../kernel/authorization/user-identity.ts'
import type { RowScope } from '../../../kernel/database/row-scope.ts'
import { isNarrowed } from '../../../kernel/database/row-scope.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction, TransactionScopes } from '../../../kernel/database/tenant.ts'
import { statement } from '../../statement.ts'
import type { Shift, WallClock } from './shifts.ts'
import { isOn } from './shifts.ts'

/** Devices that are looked through for somebody who sees some of them. */
const MAX_DEVICES = 20_000

export interface Recipient {
  readonly address: string
  /** Whether they are told of an alarm of this device at this site. */
  maySee(deviceId: string | null, siteId: string | null): boolean
  /** Fields of points that they do not see. */
  readonly hidden: readonly string[]
}

interface Person {
  readonly id: string
  readonly email: string | null
  readonly prefix: string | null
  readonly mobile: string | null
  /** Named by the rule itself; those of the rota have their sites. */
  readonly named: boolean
}

interface Needed {
  readonly transactions: TransactionScopes
  readonly grants: GrantStore
}

/** The recipients to be notified now, each address once. Has transactions of its own: what a person sees is asked in their scope. */
export async function readRecipients(
  { transactions, grants }: Needed,
  tenantId: TenantId,
  { ruleId, kind, clock }: { readonly ruleId: string; readonly kind: ChannelKind; readonly clock: WallClock },
): Promise<Recipient[]> {
  const { people, onDuty } = await transactions.inTenant(
    { tenantId },
    async (tx) => {
      const shifts = (await readShifts(tx, ruleId)).filter((shift) => isOn(shift, clock))
      const ids = [...new Set(shifts.flatMap(({ users }) => users))]
      return { people: await readPeople(tx, ruleId, ids), onDuty: shifts }
    },
    'read',
  )
  const recipients = new Map<string, Recipient>()
  const known: KnownDevices = new Map()
  for (const person of people) {
    const address = addressOf(person, kind)
    if (address === undefined || recipients.has(address)) continue
    const seen = await seenBy({ transactions, grants }, tenantId, person.id, known)
    if (seen === undefined) continue
    const { devices, hidden } = seen
    const own = onDuty.filter(({ users }) => users.includes(person.id))
    const isOnDutyAt = (siteId: string | null) => own.some(({ sites }) => sites.length === 0 || (siteId !== null && sites.includes(siteId)))
    recipients.set(address, {
      address,
      maySee: (deviceId, siteId) =>
        (person.named || isOnDutyAt(siteId)) && (devices === 'all' || (deviceId !== null && devices.has(deviceId))),
      hidden,
    })
  }
  return [...recipients.values()]
}

function addressOf({ email, prefix, mobile }: Person, kind: ChannelKind): string | undefined {
  if (kind === 'mail') return email === null || email === '' ? undefined : email
  return mobile === null || mobile === '' ? undefined : `+${prefix ?? ''} ${mobile}`
}

/** By the scope of devices, those in it: people of equal roles see the same. */
type KnownDevices = Map<string, ReadonlySet<string>>

/** What the policy of devices asks of somebody's scope (`ownedBy` of the noun): places and, where they see what they added themselves, who they are. */
function deviceScopeOf({ sets, key }: RowScope): string {
  const set = sets?.['devices'] ?? sets?.['']
  if (set === undefined) return key
  const { own, oneself, organisations, projects, sites, naming, namingHere } = set
  return JSON.stringify([own ? oneself : '', ...[organisations, projects, sites, naming, namingHere].map((ids) => [...ids].toSorted())])
}

interface Seen {
  readonly devices: 'all' | ReadonlySet<string>
  readonly hidden: readonly string[]
}

/** Nothing for somebody who may not sign in any more. */
async function seenBy(
  { transactions, grants }: Needed,
  tenantId: TenantId,
  userId: string,
  known: KnownDevices,
): Promise<Seen | undefined> {
  const identity = await identityOf(transactions, grants, { tenantId, userId, sessionId: userId })
  if (!identity) return undefined
  const { rows, hiddenFields } = callerOf(identity, undefined)
  const hidden = Object.keys(points.fields).filter((field) => hiddenFields.has(`${points.menu}:${field}`))
  if (!isNarrowed(rows)) return { devices: 'all', hidden }
  const scope = deviceScopeOf(rows)
  let devices = known.get(scope)
  if (!devices) {
    const seen = await transactions.inTenant(
      { tenantId, userId, rows },
      (tx) => tx.all(build.selectFrom('devices').select('id').limit(MAX_DEVICES)),
      'read',
    )
    known.set(scope, (devices = new Set(seen.map(({ id }) => id))))
  }
  return { devices, hidden }
}

/** Shifts in use, where the rule tells those on duty. */
function readShifts(tx: Transaction, ruleId: string): Promise<Shift[]> {
  return tx.all(
    statement(sql<Shift>`
    select array(select u.user_id::text from duty_shift_users u where u.tenant_id = s.tenant_id and u.shift_id = s.id) as users,
      array(select l.site_id::text from duty_shift_sites l where l.tenant_id = s.tenant_id and l.shift_id = s.id) as sites,
      s.weekdays, s.begins_at as start, s.ends_at as "end", s.valid_from as "from", s.valid_until as until
    from duty_shifts s where s.shift_status = 1 and exists (select from delivery_rules r where r.tenant_id = s.tenant_id and r.id = ${ruleId} and r.on_duty = 1)`),
  )
}

function readPeople(tx: Transaction, ruleId: string, onDuty: readonly string[]): Promise<Person[]> {
  const isNamed = sql<boolean>`(
    exists (select from delivery_rule_users l where l.tenant_id = person.tenant_id and l.rule_id = ${ruleId} and l.user_id = person.id)
    or exists (select from delivery_rule_roles l join held_roles held on held.tenant_id = l.tenant_id and held.role_id = l.role_id
      where l.tenant_id = person.tenant_id and l.rule_id = ${ruleId} and held.user_id = person.id)
    or person.org_id in (
      with recursive below as (
        select l.org_id as id from delivery_rule_organisations l where l.rule_id = ${ruleId}
        union select place.id from organisations as place join below on place.parent_id = below.id
      ) select below.id from below))`
  return tx.all(
    build
      .selectFrom('users as person')
      .select(['person.id', 'person.email', 'person.prefix', 'person.mobile', isNamed.as('named')])
      .where('person.status', '=', 1)
      .where((where) => where.or([isNamed, sql<boolean>`person.id = any(${onDuty}::uuid[])`]))
      .orderBy('person.id'),
  )
}
