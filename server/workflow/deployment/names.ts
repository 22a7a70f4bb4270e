/** People as a model names them, by usernames and codes, and whom the tenant knows by these names when the model is deployed. */
import { sql } from 'kysely'
import type { ProcessModel } from '../../../model/workflow/bpmn/process-model.ts'
import { servicesIn } from '../../../model/workflow/listeners.ts'
import type { PersonRule } from '../../../model/workflow/settings.ts'
import { build } from '../../kernel/database/sql.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import type { DeployedRule } from '../definition-rules.ts'

/** Kinds of what has a name that a model can say; each has ids by these names. */
type Kind = 'user' | 'role' | 'post' | 'organisation'
interface Name {
  readonly kind: Kind
  readonly name: string
}

export interface KnownNames {
  idOf(kind: Kind, name: string): string | undefined
}

/** All rules of a model. */
export function rulesIn(model: ProcessModel): PersonRule[] {
  const ofTasks = [...model.tasks.values()].flatMap((task) => [
    ...task.people,
    ...(task.nobodyPeople ?? []),
    ...(task.copies ?? []),
    ...(task.late ?? []).flatMap(({ to }) => to ?? []),
  ])
  const ofServices = [...servicesIn(model)].flatMap(({ service }) => ('to' in service ? service.to : []))
  return [...model.process.managers, ...ofTasks, ...ofServices]
}

/** Looks up all names that the rules say, in one statement. It runs where all rows of the tenant are seen. */
export async function knownNames(tx: Pick<Transaction, 'all'>, rules: readonly PersonRule[]): Promise<KnownNames> {
  const names = rules.flatMap(namesOf)
  const key = ({ kind, name }: Name) => `${kind} ${name.toLowerCase()}`
  if (names.length === 0) return { idOf: () => undefined }
  const wanted = sql<Name>`jsonb_to_recordset(${JSON.stringify(names)}::jsonb) as wanted (kind text, name text)`
  const found = await tx.all(
    build
      .selectFrom(
        sql<Name & { id: string }>`(
        select wanted.kind, wanted.name, person.id from ${wanted} join users person on lower(person.username) = lower(wanted.name) where wanted.kind = 'user'
        union all select wanted.kind, wanted.name, role.id from ${wanted} join roles role on lower(role.role_code) = lower(wanted.name) where wanted.kind = 'role'
        union all select wanted.kind, wanted.name, post.id from ${wanted} join posts post on lower(post.post_code) = lower(wanted.name) where wanted.kind = 'post'
        union all select wanted.kind, wanted.name, place.id from ${wanted} join organisations place on place.id::text = lower(wanted.name)
          or lower(place.org_name) = lower(wanted.name) where wanted.kind = 'organisation')`.as<'found'>(sql`found`),
      )
      .select(['found.kind', 'found.name', sql<string>`found.id::text`.as('id')]),
  )
  // A name that several organisations have says none of them; an id does.
  const byName = Map.groupBy(found, key)
  return {
    idOf(kind, name) {
      const ids = [...new Set((byName.get(key({ kind, name })) ?? []).map(({ id }) => id))]
      return ids.includes(name.toLowerCase()) ? name.toLowerCase() : ids.length === 1 ? ids[0] : undefined
    },
  }
}

function namesOf(rule: PersonRule): Name[] {
  switch (rule.kind) {
    case 'user':
      return [{ kind: 'user', name: rule.username }]
    case 'role':
      return [{ kind: 'role', name: rule.code }]
    case 'group':
      return (['role', 'post', 'organisation'] as const).map((kind) => ({ kind, name: rule.code }))
    case 'post':
      return [{ kind: 'post', name: rule.code }, ...(rule.organisation ? [{ kind: 'organisation' as const, name: rule.organisation }] : [])]
    case 'organisation':
      return [{ kind: 'organisation', name: rule.organisation }]
    default:
      return []
  }
}

/** The rule by ids; nothing where it names somebody or something that there is not. */
export function deployedRule(rule: PersonRule, names: KnownNames): DeployedRule | undefined {
  const found = byIds(rule, names)
  return found && 'weight' in rule && rule.weight !== undefined ? { ...found, weight: rule.weight } : found
}

function byIds(rule: PersonRule, names: KnownNames): DeployedRule | undefined {
  switch (rule.kind) {
    case 'user':
      return withId('user', names.idOf('user', rule.username))
    case 'role':
      return withId('role', names.idOf('role', rule.code))
    case 'organisation':
      return withId('organisation', names.idOf('organisation', rule.organisation))
    case 'group': {
      const kind = (['role', 'post', 'organisation'] as const).find((each) => names.idOf(each, rule.code) !== undefined)
      const id = kind && names.idOf(kind, rule.code)
      if (kind === undefined || id === undefined) return undefined
      return kind === 'post' ? { kind, id, where: 'anywhere' } : { kind, id }
    }
    case 'post':
      return deployedPost(rule, names)
    case 'variable':
      return { kind: 'variable', variable: rule.variable }
    case 'same-as':
      return { kind: 'same-as', node: rule.node }
    case 'expression':
      return { kind: 'expression', expression: rule.expression }
    default:
      return { kind: rule.kind }
  }
}

const withId = (kind: 'user' | 'role' | 'organisation', id: string | undefined): DeployedRule | undefined =>
  id === undefined ? undefined : { kind, id }

function deployedPost(
  { code, where, levels, organisation }: Extract<PersonRule, { kind: 'post' }>,
  names: KnownNames,
): DeployedRule | undefined {
  const id = names.idOf('post', code)
  const place = organisation === undefined ? undefined : names.idOf('organisation', organisation)
  // Without its organisation it would count everywhere.
  if (id === undefined || (where === 'organisation' && place === undefined)) return undefined
  return { kind: 'post', id, where, levels, organisation: where === 'organisation' ? place : undefined }
}
