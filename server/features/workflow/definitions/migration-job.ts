/** Moving very many instances, and taking that back: a job with its progress, an instance a transaction. */
import * as z from 'zod/mini'
import { sql } from 'kysely'
import type { Migration } from '../../../../model/contract/workflow/definitions.ts'
import * as contract from '../../../../model/contract/workflow/definitions.ts'
import { id } from '../../../../model/fields.ts'
import { processDefinitions } from '../../../../model/index.ts'
import type { LabelKey } from '../../../../model/labels/index.ts'
import { build } from '../../../kernel/database/sql.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { languageOfRequest } from '../../../kernel/http/language.ts'
import type { Job, JobKinds } from '../../../kernel/runtime/job.ts'
import { chosen, namesOf } from './chosen.ts'
import { Tally } from './tally.ts'

const KIND = 'process-migration'
const UNDO = 'process-migration-undo'
/** Of one job. */
const MAX_INSTANCES = 100_000

const moveInput = z.object({
  from: id,
  to: id,
  mapping: z.record(z.string(), z.string()),
  processInstanceId: z.optional(z.array(id)),
  dry: z.boolean(),
  comment: z.string(),
})
const undoInput = z.object({ job: id, from: id, to: id, mapping: z.record(z.string(), z.string()), comment: z.string() })

/** What is done in the background. Whoever lost the right meanwhile moves nothing. */
export const migrationJobs: JobKinds = {
  async [KIND](job) {
    assertMay(job)
    const { mapping, dry: isDry, comment, ...input } = z.parse(moveInput, job.input)
    const { ids, nameOf } = await job.inTenant((tx) => chosen(tx, input, MAX_INSTANCES), 'read')
    const nodes = new Map(Object.entries(mapping))
    return walk(job, ids, nameOf, (instanceId) =>
      job.services.workflow.migrate(job.caller, { instanceId, to: input.to, mapping: nodes, isDry, comment, job: job.id }),
    )
  },
  async [UNDO](job) {
    assertMay(job)
    const { job: of, from, to, mapping, comment } = z.parse(undoInput, job.input)
    const [rows, nameOf] = await job.inTenant(
      (tx) =>
        Promise.all([
          tx.all(
            build
              .selectFrom('process_events as event')
              .innerJoin('process_instances as instance', (on) =>
                on.onRef('instance.tenant_id', '=', 'event.tenant_id').onRef('instance.id', '=', 'event.instance_id'),
              )
              .select(['instance.id', 'event.step_number'])
              .where('instance.definition_id', '=', to)
              .where('instance.instance_state', '<>', 'ended')
              .where('event.command', '=', 'migrate')
              .where(sql<boolean>`event.data ->> 'job' = ${of}`)
              .orderBy('instance.id'),
          ),
          namesOf(tx, to),
        ]),
      'read',
    )
    const steps = new Map(rows.map((row) => [row.id, row.step_number]))
    const back = new Map(Object.entries(mapping).map(([here, there]) => [there, here]))
    return walk(job, [...steps.keys()], nameOf, (instanceId) =>
      job.services.workflow.migrate(job.caller, { instanceId, to: from, mapping: back, comment, backFrom: steps.get(instanceId) }),
    )
  },
}

function assertMay({ caller }: Job): void {
  if (!caller.urls.has(contract.startProcessMigration.path)) fail('permission.denied')
}

async function walk(
  { t, signal, progress }: Job,
  ids: readonly string[],
  nameOf: (node: string) => string,
  move: (instanceId: string) => ReturnType<Parameters<Tally['count']>[1]>,
) {
  const tally = new Tally(t, nameOf)
  for (const [at, instanceId] of ids.entries()) {
    signal.throwIfAborted()
    await tally.count(instanceId, () => move(instanceId))
    progress(at + 1, ids.length)
  }
  return { done: ids.length, result: tally.result }
}

export const startProcessMigration = implement(contract.startProcessMigration, {
  access: 'granted',
  summary: 'Begin to move running instances to another version of their process, or to try it',
  of: processDefinitions,
  async handle({ input, caller, services, inTenant, request, t }) {
    return inTenant(async (tx) => {
      const { ids } = await chosen(tx, input, MAX_INSTANCES)
      const job = { kind: KIND, title: t('button.migrate'), input, total: ids.length }
      return { jobId: await services.jobs.enqueue(tx, caller, languageOfRequest(request), job) }
    })
  },
})

const mine = (jobId: string, userId: string, kinds: readonly string[]) =>
  build
    .selectFrom('jobs')
    .select(['status', 'done', 'total', 'error', 'kind', sql<unknown>`input`.as('input'), sql<Migration | null>`result`.as('result')])
    .where('id', '=', jobId)
    .where('user_id', '=', userId)
    .where('kind', 'in', kinds)

export const queryProcessMigration = implement(contract.queryProcessMigration, {
  access: 'granted',
  summary: 'How far a migration is, or what became of it',
  of: processDefinitions,
  async handle({ input: { jobId }, caller, inTenant, t }) {
    const job = (await inTenant((tx) => tx.first(mine(jobId, caller.userId, [KIND, UNDO])))) ?? fail('row.not-found')
    return {
      status: job.status,
      done: Number(job.done),
      total: job.total === null ? null : Number(job.total),
      result: job.status === 'done' ? job.result : null,
      message: job.error === null ? null : t(`error.${job.error}` as LabelKey),
    }
  },
})

export const undoProcessMigration = implement(contract.undoProcessMigration, {
  access: 'granted',
  summary: 'Begin to take a migration back, for instances that nothing has happened to since',
  of: processDefinitions,
  handle: ({ input: { jobId, comment }, caller, services, inTenant, request, t }) =>
    inTenant(async (tx) => {
      const job = (await tx.first(mine(jobId, caller.userId, [KIND]))) ?? fail('row.not-found')
      const { from, to, mapping, dry } = z.parse(moveInput, job.input)
      if (job.status !== 'done' || dry) fail('process.no-undo')
      // Two nodes that became one cannot be told apart.
      if (new Set(Object.values(mapping)).size < Object.keys(mapping).length) fail('process.no-undo')
      const undo = { kind: UNDO, title: t('process-list.migrate-undo'), input: { job: jobId, from, to, mapping, comment } }
      return { jobId: await services.jobs.enqueue(tx, caller, languageOfRequest(request), undo) }
    }),
})
