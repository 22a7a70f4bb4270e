/**
 * Who is asked when tasks begin. What can change (who holds a role, which organisation lies above) is looked up at this moment; the answer keeps the
 * rules as rows, so that whoever joins a role tomorrow can take the task, and whoever leaves it cannot.
 */
import { fail } from '../../kernel/errors.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import type { TaskAnswer, TaskQuestion } from '../people.ts'
import { withDeputies } from './absences.ts'
import type { Decision } from './decide.ts'
import { decideByRules, decideOtherwise } from './decide.ts'
import type { Found } from './look-up.ts'
import { lookUp } from './look-up.ts'
import { pickedFor, referenceTo, specsOf } from './specs.ts'

/**
 * Answers to the questions, in their order: one trip, a second one where nobody of some rules can be asked, and another one where somebody is away. It runs in a transaction that sees
 * all rows of the tenant.
 * @throws Failure `process-task.candidate` where whoever was picked is not among those who can be
 */
export async function whoIsAsked(tx: Transaction, questions: readonly TaskQuestion[]): Promise<readonly TaskAnswer[]> {
  const found = await lookUp(
    tx,
    questions.flatMap((question, at) => specsOf(question, at, ['rules', 'above'])),
    questions.flatMap((question, at) => {
      const name = pickedFor(question)
      return name === undefined ? [] : [{ ...referenceTo(name), question: at }]
    }),
  )
  const first = questions.map((question, at) => decide(question, of(found, at)))
  const open = questions.flatMap((question, at) =>
    first[at] === 'open' ? specsOf(question, at, ['people', 'managers', 'administrators']) : [],
  )
  const others = await lookUp(tx, open, [])
  const answers = questions.map((question, at) => {
    const decision = first[at]
    return decision === undefined || decision === 'open' ? decideOtherwise(question, of(others, at)) : decision
  })
  return [...found, ...others].some(({ isAway }) => isAway) ? withDeputies(tx, questions, answers) : answers
}

const of = (rows: readonly Found[], at: number) => rows.filter(({ question }) => question === at)

function decide(question: TaskQuestion, found: readonly Found[]): Decision {
  const { picked, settings, about } = question
  if (pickedFor(question) === undefined) return decideByRules(question, found)
  const chosen = found.find(({ picked: id }) => id !== null)?.picked ?? undefined
  const isBarred = chosen === about.starterId && settings.whenStarter !== 'ask'
  if (chosen !== undefined && !isBarred) return { asked: [{ kind: 'user', id: chosen }], assigneeId: chosen }
  // Who did it before may have gone since; whom somebody names now has to be able.
  if (picked) fail('process-task.candidate', { field: { name: 'candidate', label: 'error.process-task.candidate' } })
  return decideByRules(question, found)
}
