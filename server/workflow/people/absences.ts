/**
 * Who stands in for somebody who is away. Of a task that one person is given, it is settled when it is given; of a task that several can take, whenever
 * somebody asks (able.ts). Deputies who are away themselves are passed over along at most {@link MAX_CHAIN} of them; nobody is met twice.
 */
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Transaction } from '../../kernel/database/tenant.ts'
import type { TaskAnswer, TaskQuestion } from '../people.ts'
import { statement } from '../statement.ts'
import { isBarred } from './barred.ts'

export const MAX_CHAIN = 5

/** An absence that holds now, by the alias of its table. */
export const holdsNow = (alias: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${alias}.start_time`)} <= now() and (${sql.ref(`${alias}.end_time`)} is null or ${sql.ref(`${alias}.end_time`)} > now()))`

interface Absence {
  readonly user_id: string
  readonly deputy_id: string
  readonly way: 'instead' | 'also'
  readonly categories: readonly string[]
  /** Whether the deputy is there and enabled. */
  readonly is_able: boolean
}

/** Who takes a task in place of its assignee, or beside them, while they are away. */
export type Substitution =
  | { readonly is: 'here' }
  /** Whoever is away and the deputy can take it, the one or the other. */
  | { readonly is: 'shared'; readonly deputyId: string }
  | { readonly is: 'away'; readonly deputyId: string }

/** Of which people it is asked, and who may not be given the task: whoever started the process, or has decided before, where the node says so. */
export interface SubstitutionRules {
  readonly category: string | null | undefined
  isBarred(userId: string): boolean
}

/** Absences that hold now, of these people and of their deputies in turn, the latest of each first. */
export async function absencesOf(tx: Transaction, userIds: readonly string[]): Promise<readonly Absence[]> {
  if (userIds.length === 0) return []
  return tx.all(
    statement(sql<Absence>`with recursive away (user_id, path) as (
        select one.id, array[one.id] from unnest(${userIds}::uuid[]) as one (id)
        union all select absence.deputy_id, away.path || absence.deputy_id from away join process_absences absence on absence.user_id = away.user_id
          and ${holdsNow('absence')} where cardinality(away.path) <= ${MAX_CHAIN} and absence.deputy_id <> all(away.path))
      select absence.user_id, absence.deputy_id, absence.way, absence.categories,
        exists (select from users person where person.tenant_id = absence.tenant_id and person.id = absence.deputy_id and person.status = 1) as is_able
      from process_absences absence where absence.user_id in (select away.user_id from away) and ${holdsNow('absence')}
      order by absence.created_at desc, absence.id desc`),
  )
}

/** Who is to have a task that somebody is given: the last along the chain who is able and may have it. Pure. */
export function substitutionOf(absences: readonly Absence[], userId: string, { category, isBarred }: SubstitutionRules): Substitution {
  const fits = ({ categories }: Absence) => categories.length === 0 || (typeof category === 'string' && categories.includes(category))
  const met = new Set([userId])
  let found: Substitution = { is: 'here' }
  for (let at = userId; met.size <= MAX_CHAIN;) {
    const absence = absences.find((one) => one.user_id === at && fits(one))
    if (absence?.way === 'also' && at === userId)
      // Whom the node bars has it as the last resort: left to be claimed, it would be nobody's, and asked anew each minute.
      return isBarred(userId) ? found : { is: 'shared', deputyId: absence.deputy_id }
    // A deputy who is helped by somebody is there.
    if (absence?.way !== 'instead' || met.has(absence.deputy_id) || !absence.is_able) return found
    at = absence.deputy_id
    met.add(at)
    if (!isBarred(at)) found = { is: 'away', deputyId: at }
  }
  return found
}

/** Answers in which those who are away have given their tasks to whoever stands in for them. One statement. */
export async function withDeputies(
  tx: Transaction,
  questions: readonly TaskQuestion[],
  answers: readonly TaskAnswer[],
): Promise<readonly TaskAnswer[]> {
  const given = (answer: TaskAnswer) =>
    'skip' in answer ? [] : [...(answer.assigneeId === undefined ? [] : [answer.assigneeId]), ...(answer.members ?? [])]
  const absences = await absencesOf(tx, [...new Set(answers.flatMap(given))])
  if (absences.length === 0) return answers
  return answers.map((answer, at) => {
    const question = questions[at]
    return question === undefined || 'skip' in answer ? answer : replaced(question, answer, absences)
  })
}

type Asking = Exclude<TaskAnswer, { skip: unknown }>

function replaced(question: TaskQuestion, answer: Asking, absences: readonly Absence[]): TaskAnswer {
  const owners = new Map<string, string>()
  if (answer.members !== undefined) {
    const members = [...answer.members]
    for (const [place, member] of members.entries()) {
      const barred = substitutionRulesOf(question, (id) => members.includes(id))
      const substitution = substitutionOf(absences, member, barred)
      // Of a group each has a place of their own: to share one would be to have two.
      if (substitution.is !== 'away') continue
      members[place] = substitution.deputyId
      owners.set(substitution.deputyId, member)
    }
    return { ...answer, members, owners }
  }
  const { assigneeId, ...asked } = answer
  if (assigneeId === undefined) return answer
  const substitution = substitutionOf(absences, assigneeId, substitutionRulesOf(question))
  if (substitution.is === 'here') return answer
  if (substitution.is === 'shared') return { ...asked, asked: sharing(asked.asked, assigneeId) }
  return { ...answer, assigneeId: substitution.deputyId, owners: owners.set(substitution.deputyId, assigneeId) }
}

/** Whom the deputy stands in for has to be named, for the deputy to be asked. */
const sharing = (asked: Asking['asked'], userId: string): Asking['asked'] => (asked.length > 0 ? asked : [{ kind: 'user', id: userId }])

/** Rules about the starter, and about who has decided before, hold for deputies too. */
export const substitutionRulesOf = (
  question: Pick<TaskQuestion, 'settings' | 'about'>,
  isTaken: (userId: string) => boolean = () => false,
): SubstitutionRules => ({
  category: question.about.category,
  isBarred: (userId) => isBarred(question, userId) || isTaken(userId),
})
