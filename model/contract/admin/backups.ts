/** What backups have beside the operations of every noun, and how the server is that takes them. */
import * as z from 'zod/mini'
import { backups } from '../../admin/backups.ts'
import { id } from '../../fields.ts'
import { quotas } from '../../tenant/tenants.ts'
import type { OutputOf } from '../contract.ts'
import { contract } from '../contract.ts'
import { rowIds } from '../resources.ts'

const PATH = '/admin/logsystem'

/** Begins a backup; its rehearsed restore follows. */
export const backUpDataBase = contract({
  method: 'POST',
  path: `${PATH}/backUpDataBase`,
  input: z.strictObject({}),
  output: z.strictObject({ id: z.string() }),
})

/** Answers with the file of a backup. */
export const downloadDataBaseFile = contract({ method: 'GET', path: `${PATH}/downloadDataBaseFile`, input: z.object({ id }) })

/** Sets or clears the mark; marked ones are never removed by the schedule. */
export const updateLogSystemByMark = contract({
  method: 'PUT',
  path: `${PATH}/updateLogSystemByMark`,
  input: z.extend(rowIds, { mark: z._default(backups.fields.marked.check, 1) }),
  output: z.strictObject({ marked: z.int() }),
})

const share = z.strictObject({ totalMb: z.int(), freeMb: z.int() })

export const querySystemInfo = contract({
  method: 'GET',
  path: `${PATH}/querySystemInfo`,
  output: z.strictObject({
    version: z.string(),
    node: z.string(),
    platform: z.string(),
    uptimeSeconds: z.int(),
    /** Whether backups are encrypted from now on. */
    encryptsBackups: z.boolean(),
    cores: z.int(),
    load: z.array(z.number()),
    memory: z.extend(share, { processMb: z.int(), heapMb: z.int() }),
    disk: share,
    database: z.strictObject({
      engine: z.enum(['embedded', 'postgresql']),
      version: z.string(),
      sizeMb: z.int(),
      connections: z.int(),
      migrations: z.int(),
      lastMigration: z.string(),
      /** Pieces of scheduled work that failed too often. */
      deadWork: z.int(),
      /** Instances of processes that nothing leads on, by the look that is taken each minute: there must be none. */
      strandedProcesses: z.int(),
      /** Those that are suspended, or that something has stopped, in tenants where nobody may lead them on. */
      unattendedProcesses: z.int(),
    }),
  }),
})

/** What the operator looks at every morning; moments are in milliseconds since 1970. */
export const queryPlatformState = contract({
  method: 'GET',
  path: `${PATH}/queryPlatformState`,
  output: z.strictObject({
    /** `now` and `soon` bound those that expire, as the filters of the list of tenants write them. */
    tenants: z.strictObject({ all: z.int(), expiring: z.int(), suspended: z.int(), now: z.string(), soon: z.string() }),
    /** Those that are used up to nine tenths, the fullest first. */
    quotas: z.array(z.strictObject({ id: z.string(), tenant: z.string(), quota: z.literal(quotas), used: z.int(), most: z.int() })),
    /** Failures of the last week, of a backup or its rehearsal; when the last one passed. */
    backups: z.strictObject({ failed: z.int(), passedAt: z.nullable(z.number()) }),
    /** Values wait in the memory of the server that answers. */
    waiting: z.strictObject({
      jobs: z.int(),
      messages: z.int(),
      failedMessages: z.int(),
      values: z.int(),
      deadWork: z.int(),
      strandedProcesses: z.int(),
    }),
    /** Of which tenants processes are suspended, or were stopped by something, that nobody there may lead on, the most first. */
    unattended: z.array(z.strictObject({ id: z.string(), tenant: z.string(), count: z.int() })),
    disk: share,
  }),
})

export type PlatformState = OutputOf<typeof queryPlatformState>
export type SystemInfo = OutputOf<typeof querySystemInfo>
