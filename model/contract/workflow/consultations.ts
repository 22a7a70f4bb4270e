/** Opinions: whoever has a task asks others about it and keeps it. Whoever is signed in may call; who may is decided by what they have to do with the task. */
import * as z from 'zod/mini'
import { id } from '../../fields.ts'
import { pageInput, pageOf } from '../../wire.ts'
import type { OutputOf } from '../contract.ts'
import { contract } from '../contract.ts'
import { changed, comment, maybeWhen, person, when } from './values.ts'

const TASK = '/activiti/task'
const usernames = z.array(z.string().check(z.trim(), z.minLength(1), z.maxLength(64))).check(z.minLength(1), z.maxLength(20))

/** Questions about one task, with those that were answered and taken back. */
export const MAX_CONSULTED = 100

/** Asks people for their opinions on a task that the caller has. Who is being asked already is passed over. `comment`: the question. */
export const consultTask = contract({
  method: 'POST',
  path: `${TASK}/consultTask`,
  input: z.object({ taskId: id, users: usernames, comment }),
  output: changed,
})

const consultation = z.strictObject({
  id: z.string(),
  processInstanceId: z.string(),
  processInstanceName: z.string(),
  taskId: z.string(),
  taskName: z.string(),
  /** Who asks. */
  asker: person,
  /** Who is asked. */
  userId: person,
  question: z.string(),
  answer: z.nullable(z.string()),
  askedTime: when,
  answeredTime: maybeWhen,
  withdrawnTime: maybeWhen,
  /** Whether the caller is asked and can answer now. */
  isToAnswer: z.boolean(),
  /** Whether the caller asks and can take the question back. */
  isWithdrawable: z.boolean(),
})
export type Consultation = z.output<typeof consultation>

/** Opinions that the caller is asked for now, the latest question first. */
export const queryMyConsultation = contract({
  method: 'GET',
  path: `${TASK}/queryMyConsultation`,
  input: z.object(pageInput({ size: 10, max: 200 })),
  output: pageOf(consultation),
})

/** What was asked and answered about an instance, the oldest question first, for whoever sees it. */
export const queryConsultation = contract({
  method: 'GET',
  path: `${TASK}/queryConsultation`,
  input: z.object({ processInstanceId: id }),
  output: z.strictObject({ list: z.array(consultation) }),
})
export type Consultations = OutputOf<typeof queryConsultation>

/** Gives the opinion that the caller is asked for. */
export const answerConsultation = contract({ method: 'POST', path: `${TASK}/answerConsultation`, input: z.object({ id, comment }) })
/** Asks no longer. */
export const withdrawConsultation = contract({ method: 'POST', path: `${TASK}/withdrawConsultation`, input: z.object({ id }) })
