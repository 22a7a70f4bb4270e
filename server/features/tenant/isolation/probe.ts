/**
 * Asks every question as each of the roles and says what was found out. On a sound server nothing: an id of the other tenant
 * is answered like one that nobody has, no answer shows a word or an id of it, and none of its rows changes.
 */
import type { FastifyInstance } from 'fastify'
import type { IsolationFinding, IsolationReport, RouteReport } from '../../../../model/contract/tenant/isolation.ts'
import type { Feature, Route } from '../../../kernel/http/http.ts'
import type { Services } from '../../../kernel/services.ts'
import type { Caller, ProbeAnswer } from './probe-client.ts'
import { callWith } from './calls.ts'
import type { Pair, Target } from './questions.ts'
import { bodyFor, malformedFor, pairsFor, pairsOf, targetsOf } from './questions.ts'
import type { World } from './world.ts'
import { buildWorld, changedTables, fingerprint, settledFingerprint } from './world.ts'

export interface ProbeRequest {
  /** Users of the asking tenant, by name. */
  readonly roles?: readonly string[]
  /** Only routes whose path begins so. */
  readonly below?: string
  /** Of these, only those whose path it takes. */
  readonly isAbout?: (path: string) => boolean
  /** Which of its questions to ask, by their place among all of them; where absent, each. */
  readonly isAsked?: (place: number) => boolean
  readonly onProgress?: (done: number, total: number) => void
  readonly signal?: AbortSignal
  /** Is awaited when the two tenants stand and nothing has been asked: where a test takes a defence out. */
  readonly whenBuilt?: () => Promise<unknown>
}

/** Those who may do most, and those who may do little. */
const ROLES = ['admin', 'viewer']

/** The report of asking every route, in every role, for what belongs to another tenant, with two tenants made for it. */
export async function probe(
  server: FastifyInstance,
  services: Services,
  features: readonly Feature[],
  wanted: ProbeRequest = {},
): Promise<IsolationReport> {
  const { roles = ROLES, below = '', isAbout = () => true, isAsked = () => true, onProgress, signal, whenBuilt } = wanted
  const started = performance.now()
  const world = await buildWorld(
    server,
    services,
    features.flatMap(({ routes }) => routes),
  )
  await whenBuilt?.()
  const targets = targetsOf(features).filter(({ route: { path } }) => path.startsWith(below) && isAbout(path))
  const pairs = pairsOf(world)
  const total = roles.length * targets.reduce((sum, target) => sum + costOf(pairs, target), 0)
  const reports = new Map<Route, RouteReport>()
  const findings: IsolationFinding[] = [...(await blindness(world))]
  const before = await settledFingerprint(services, world.other.id)
  const admin = world.own.callers['admin'] as Caller
  let done = 0
  let place = 0

  for (const role of roles) {
    const caller = world.own.callers[role] as Caller
    const bodies = new Map<Route, Record<string, unknown>>()
    for (const target of targets) {
      const { route, parameter } = target
      const report = reportOf(reports, route)
      if (!report.parameters.includes(parameter)) report.parameters.push(parameter)
      if (!bodies.has(route)) bodies.set(route, await bodyFor(route, admin, world.mine))
      const question = questionOf({ world, caller, target, body: bodies.get(route) as Record<string, unknown>, report })
      const asked = [
        ...pairsFor(pairs, target).map((pair) => () => question.compare(pair)),
        ...malformedFor(target).map((value) => () => question.ask(value)),
      ].filter(() => isAsked((place += 1)))
      for (const [at, next] of asked.entries()) {
        signal?.throwIfAborted()
        await next()
        // A role that may not make the call is refused before anybody reads what it sends (access.ts): a few questions show it.
        if (at >= FEW && question.isRefused()) break
      }
      onProgress?.((done += costOf(pairs, target)), total)
    }
  }
  const changed = changedTables(before, await fingerprint(services, world.other.id))
  if (changed.length > 0) findings.push({ code: 'changed', role: '', parameter: '', kind: changed.join(', ') })
  const routes = [...reports.values()]
  return {
    calls: routes.reduce((sum, { calls }) => sum + calls, 0),
    roles,
    kinds: [...world.rows.keys()].sort(),
    routes,
    findings,
    seconds: Math.round((performance.now() - started) / 1000),
  }
}

const FEW = 3
const ROUNDS = 8

/** Questions about one parameter. */
function costOf(pairs: readonly Pair[], target: Target): number {
  return pairsFor(pairs, target).length * 2 + malformedFor(target).length
}

/** All findings of a report: those of the whole, and those of each route. */
export function findingsOf({ routes, findings }: Pick<IsolationReport, 'routes' | 'findings'>): readonly IsolationFinding[] {
  return [...findings, ...routes.flatMap((route) => route.findings)]
}

/** The questions have to be right: its own people do see the other tenant's text. */
async function blindness({ other }: World): Promise<IsolationFinding[]> {
  const { text } = await (other.callers['admin'] as Caller).ask({ method: 'GET', path: '/api/admin/sysorg/querySysOrg?pageSize=100' })
  return text.includes(other.canary) ? [] : [{ code: 'blind', role: 'admin', parameter: '', kind: '' }]
}

function reportOf(reports: Map<Route, RouteReport>, route: Route): RouteReport {
  let report = reports.get(route)
  if (!report) reports.set(route, (report = { method: route.method, path: route.path, parameters: [], calls: 0, findings: [] }))
  return report
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** What no answer may show. */
export interface Secrets {
  readonly other: { readonly canary: string }
  readonly ids: ReadonlySet<string>
}

export interface Asking {
  readonly world: Secrets
  readonly caller: Caller
  readonly target: Target
  readonly body: Record<string, unknown>
  readonly report: RouteReport
}

/** Functions that ask about one parameter of one route by one role; what they find is added to the report. */
export function questionOf({ world, caller, target, body, report }: Asking) {
  const { parameter } = target
  let refused = true

  function found(code: IsolationFinding['code'], kind: string): void {
    const finding = { code, role: caller.role, parameter, kind }
    if (!report.findings.some((known) => JSON.stringify(known) === JSON.stringify(finding))) report.findings.push(finding)
  }

  async function ask(value: unknown): Promise<ProbeAnswer> {
    const answer = await caller.ask(await callWith(target, body, value))
    report.calls += 1
    refused &&= answer.http === 403
    if (shows(world, answer.text, value)) found('text', '')
    if (answer.http >= 500) found('fault', JSON.stringify(value).slice(0, 80))
    return answer
  }

  /**
   * One after the other: a call that succeeds must not change what its twin is told. Asked again while they differ: an answer
   * with the time in it comes twice the same within one second, and what tells the tenants apart never does.
   */
  async function compare({ kind, foreign, absent }: Pair): Promise<void> {
    const twins: ProbeAnswer[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const [theirs, nobodys] = [await ask(foreign), await ask(absent)]
      if (same(theirs, foreign, nobodys, absent)) return
      if (theirs.http !== nobodys.http || theirs.message !== nobodys.message) return found('differs', kind)
      twins.push(nobodys)
    }
    // Some answers never come twice, such as a new token. Of those only the outcome is compared.
    const isSteady = twins.some((one, at) => twins.some((two, other) => other > at && same(one, absent, two, absent)))
    if (isSteady) found('differs', kind)
  }

  return { ask, compare, isRefused: () => refused }
}

/** A word of the other tenant, or an id of it that was not in the question. */
function shows({ other, ids }: Secrets, text: string, sent: unknown): boolean {
  if (text.includes(other.canary)) return true
  const asked = JSON.stringify(sent ?? '').toLowerCase()
  return (text.match(UUID) ?? []).some((id) => ids.has(id) && !asked.includes(id))
}

function same(one: ProbeAnswer, sentOne: unknown, two: ProbeAnswer, sentTwo: unknown): boolean {
  return one.http === two.http && masked(one.text, sentOne) === masked(two.text, sentTwo)
}

/** Answers may repeat what was sent, an id in small letters; that alone is no difference. */
function masked(text: string, sent: unknown): string {
  return [sent]
    .flat(2)
    .filter((each) => typeof each === 'string')
    .flatMap((each) => each.split(','))
    .reduce((rest, each) => rest.replaceAll(each, '…').replaceAll(each.toLowerCase(), '…'), text)
}
