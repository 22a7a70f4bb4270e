/** Whether one tenant can find out about another: the self-test of this very server. */
import * as z from 'zod/mini'
import { id } from '../../fields.ts'
import { contract } from '../contract.ts'

const PATH = '/admin/isolation'

/**
 * `text`: shows something of the other tenant. `differs`: tells foreign from absent. `fault`: the server failed. `changed`: rows of it have
 * changed. `blind`: the test itself saw nothing.
 */
const finding = z.strictObject({
  code: z.enum(['text', 'differs', 'fault', 'changed', 'blind']),
  role: z.string(),
  parameter: z.string(),
  kind: z.string(),
})
export type IsolationFinding = z.output<typeof finding>

const routeReport = z.strictObject({
  method: z.string(),
  path: z.string(),
  parameters: z.array(z.string()),
  calls: z.int(),
  findings: z.array(finding),
})
export type RouteReport = z.output<typeof routeReport>

const report = z.strictObject({
  calls: z.int(),
  roles: z.readonly(z.array(z.string())),
  /** Tables whose ids were asked with. */
  kinds: z.readonly(z.array(z.string())),
  routes: z.readonly(z.array(routeReport)),
  /** About no single route. */
  findings: z.readonly(z.array(finding)),
  seconds: z.number(),
})
export type IsolationReport = z.output<typeof report>

/** A run that is over: what it found, or that it came to no end. */
const run = z.strictObject({
  id: z.string(),
  verdict: z.enum(['passed', 'failed', 'aborted']),
  startedAt: z.string(),
  username: z.string(),
  report: z.nullable(report),
})
export type IsolationRun = z.output<typeof run>

export const startIsolationTest = contract({
  method: 'POST',
  path: `${PATH}/startIsolationTest`,
  input: z.strictObject({}),
  output: z.strictObject({ id: z.string() }),
})

/** The running test, and what the last ones found. */
export const queryIsolationTest = contract({
  method: 'GET',
  path: `${PATH}/queryIsolationTest`,
  output: z.strictObject({
    running: z.nullable(z.strictObject({ id: z.string(), done: z.int(), total: z.nullable(z.int()) })),
    list: z.array(run),
  }),
})

export const cancelIsolationTest = contract({ method: 'POST', path: `${PATH}/cancelIsolationTest`, input: z.strictObject({ id }) })
