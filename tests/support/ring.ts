/**
 * Which tests a run has, and how much of what is generated or drawn by chance. `quick` is `npm test`, `ci` is `.ci/run`,
 * `thorough` is `npm run test:thorough`; each has what the one before it has. To move a file to another ring, put it into a
 * list here or take it out. A run that names its files without `RING` leaves none out, and asks little.
 */
import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { changedPaths, commitHash } from './git.ts'
import { SLOW, pace } from './pace.ts'
import { ONE_IN, changedBeside, leftToOthers } from './selection.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

export const RINGS = ['quick', 'ci', 'thorough'] as const
export type Ring = (typeof RINGS)[number]

/** Files that `npm test` leaves to `.ci/run`: long, or about what another file of `npm test` touches already. */
export const NOT_QUICK: readonly string[] = [
  // The self-test as an operator starts it, and that each of its questions is right: fewer of them are asked in isolation.test.ts.
  'server/features/tenant/isolation/isolation.test.ts',
  'tests/isolation-broken.test.ts',
  // Twenty thousand rows in three formats; what becomes of a job is asked in job-runner.test.ts.
  'tests/export-jobs.test.ts',
  // A bucket instead of a folder, and whole backups with their rehearsal.
  'tests/s3-files.test.ts',
  'server/features/admin/backups/backups.test.ts',
  'server/backups/tarball.test.ts',
  // An engine that is stopped and started again, and a million rows of it; collectors that wait for devices which do not answer.
  'server/kernel/database/embedded/engine.test.ts',
  'server/acquisition/modbus/poller.test.ts',
  'server/simulator/simulator.test.ts',
  // Thousands of rows and files at once; the same calls with few of them are asked beside it.
  'server/features/exchange/imports/large.test.ts',
  'server/features/exchange/imports/update.test.ts',
  'server/features/file/disk/archive.test.ts',
  'server/storage/direct-file.test.ts',
  // An office suite is started; what it would find in a sheet is worked out by hand in office-lengths.test.ts.
  'tests/office-readers.test.ts',
  // The largest body to each call, one after the other.
  'tests/hostile-bodies.test.ts',
  // Programs that are started again and again, and servers that are killed: what they lose in no case is asked of the parts that keep it, one by one.
  'tests/process/embedded/reset-password.test.ts',
  'tests/process/kill.test.ts',
  'tests/process/*-killed.test.ts',
  'tests/process/embedded/start.test.ts',
  // A copy of the tree is compiled twice for one new noun.
  'tests/process/embedded/new-noun.test.ts',
  // The product of another commit makes a whole demonstration.
  'tests/process/embedded/upgrade.test.ts',
  // Every page is looked at and weighed in `.ci/run`, a sample of them in axe-some.test.ts and weight.test.ts.
  'tests/browser/every-page-*.test.ts',
  'tests/browser/axe-states*.test.ts',
  'tests/browser/acting.test.ts',
  'tests/browser/chosen-files.test.ts',
  'tests/browser/content.test.ts',
  'tests/browser/disk-by-hand.test.ts',
  'tests/browser/entry.test.ts',
  'tests/browser/file-sharing.test.ts',
  'tests/browser/history-import.test.ts',
  'tests/browser/history.test.ts',
  'tests/browser/import.test.ts',
  'tests/browser/keyboard.test.ts',
  'tests/browser/language-theme.test.ts',
  'tests/browser/list-views.test.ts',
  'tests/browser/live.test.ts',
  'tests/browser/maintenance.test.ts',
  'tests/browser/my-notifications.test.ts',
  'tests/browser/oauth.test.ts',
  'tests/browser/process-files.test.ts',
  'tests/browser/playing.test.ts',
  'tests/browser/profile.test.ts',
  'tests/browser/report-data.test.ts',
  'tests/browser/report-paste.test.ts',
  'tests/browser/round-kept.test.ts',
  'tests/browser/session.test.ts',
  'tests/browser/shell-settings.test.ts',
  'tests/browser/shell-tags.test.ts',
  'tests/browser/small-screen.test.ts',
  'tests/browser/system-nouns.test.ts',
  'tests/browser/template.test.ts',
  'tests/browser/tenants.test.ts',
  'tests/browser/trends.test.ts',
  'tests/browser/notifications.test.ts',
  'tests/browser/users-form.test.ts',
  'tests/process/embedded/s3.test.ts',
  'tests/process/move.test.ts',
  'tests/process/outside-clients.test.ts',
  'tests/process/restore.test.ts',
]

/**
 * Of the tests over HTTP and of the process, those that `.ci/run` asks on PostgreSQL: what the engines might do differently, what several servers do, and what draws its cases, and draws more there.
 * It asks the embedded engine none of these besides, {@link ON_BOTH} and {@link KILLED} aside: that is the same PostgreSQL behind one connection, `npm test` and the night ask it all of them, and in `.ci/run` it meets
 * nearly all features in the browser tests.
 */
export const ON_POSTGRES: readonly string[] = [
  // Whom a field, a row or a call is given to.
  'tests/hidden-*.test.ts',
  'server/**/hidden-subjects.test.ts',
  'tests/grant-sequences.test.ts',
  'tests/role-matrix.test.ts',
  // Row security, and every statement that is made from an input.
  'tests/isolation.test.ts',
  'tests/row-scope.test.ts',
  'tests/row-scope-matrix.test.ts',
  'server/kernel/database/row-policies.test.ts',
  'tests/isolation-broken.test.ts',
  'server/features/tenant/isolation/isolation.test.ts',
  'tests/fuzz.test.ts',
  'tests/injection.test.ts',
  'tests/clock.test.ts',
  'tests/every-resource.test.ts',
  'tests/export-jobs.test.ts',
  'tests/catalogue.test.ts',
  'tests/upgrade.test.ts',
  'tests/s3-files.test.ts',
  'server/**/poller.test.ts',
  'server/**/alarms/engine.test.ts',
  // Leases, jobs, notifications of the database, partitions, chains, and what looks at its tables.
  'server/**/{domain-events,job-runner,listen,housekeeping,migrate,storage,chain-append,history,tenant}.test.ts',
  'server/**/mqtt/mqtt.test.ts',
  // Two servers on one database.
  'tests/sessions.test.ts',
  'server/**/{live,live-points,resumable,times}.test.ts',
  // Races of steps under the lock of a root, and keys that are used twice at once: one connection serves everybody on the embedded engine.
  'server/workflow/engine/engine.test.ts',
  'server/workflow/rest.test.ts',
  // What alarms and processes do to each other: locks, partial indexes, triggers.
  'server/acquisition/alarms/processes/processes.test.ts',
  'server/acquisition/alarms/processes/scope.test.ts',
  'server/process-services.test.ts',
  // Statements of their own over jsonb, bytes and arrays: messages that are kept and read again.
  'server/**/{messages,type-mappings,watched-points}.test.ts',
  // Quotas that two calls reach at once, what operators do to tenants, and what is archived and erased.
  'server/features/tenant/packages/*.test.ts',
  'server/features/tenant/tenants/{archive,import,processes,tenants}.test.ts',
  'tests/process/{kill,readings-killed,database,two-servers,uploads-killed}.test.ts',
  // Instances and timers of processes, of which a server is killed.
  'tests/process/{processes-killed,processes-two-servers}.test.ts',
  // Leases, and numbers that two servers take.
  'tests/process/schedules-killed.test.ts',
  // Schedules that are saved or removed while their report is stored.
  'server/features/report/schedules/held.test.ts',
  // From one engine to the other.
  'tests/process/move.test.ts',
  // Locks: one connection serves everybody on the embedded engine.
  'tests/published-at-once.test.ts',
  'server/features/maintenance/work-orders/at-once.test.ts',
]

/** Of these, what asks after the engine itself, which `.ci/run` asks of both. */
export const ON_BOTH: readonly string[] = ['server/**/{housekeeping,migrate,storage}.test.ts', 'tests/{catalogue,upgrade}.test.ts']

/** And what kills servers: `.ci/run` kills them on the engine that the commit draws for the file, where that has not changed itself. */
export const KILLED: readonly string[] = ['tests/process/{kill,readings-killed,uploads-killed,processes-killed,schedules-killed}.test.ts']

/** A change below one of these makes the generated tests ask more in `.ci/run`: everybody's rights and every query pass through them. */
export const GUARDED = [
  'server/kernel/',
  'server/identity/',
  'server/app.ts',
  'server/features/tenant/isolation/',
  'model/fields.ts',
  'model/resource.ts',
  'model/schemas.ts',
  'migrations/',
] as const

/** A change of one of these changes what pages show: `.ci/run` visits a quarter of them then, and an eighth otherwise; and always those that are changed themselves. */
export const SHOWN = ['web/', 'model/', 'tests/browser/', 'vite.config.ts', 'package-lock.json'] as const

/** Files that ask a sample of what `.ci/run` asks whole in another one. */
export const ONLY_QUICK: readonly string[] = ['tests/browser/axe-some.test.ts']

export interface Chosen {
  readonly ring: Ring
  /** Patterns of files that this run leaves out. */
  readonly without: readonly string[]
  /** Where not everything, the only ones of the tests over HTTP and of the process. */
  readonly only: readonly string[] | undefined
  /** Files about areas that have not changed, which this landing leaves to others (selection.ts). */
  readonly left: readonly string[]
}

/** The files among which `.ci/run` draws; those of pure functions cost next to nothing. */
export const SELECTED_AMONG = ['server/**/*.test.ts', 'tests/*.test.ts', 'tests/process/**/*.test.ts', 'tests/browser/*.test.ts'] as const

/** And those among which `npm test` does, with fewer of them: a browser, or a server that is started for each file, costs more than all else. */
const SELECTED_IN_QUICK = ['tests/process/**/*.test.ts', 'tests/browser/*.test.ts'] as const
const ONE_IN_QUICK = { standsOn: 6, nothing: 12 } as const
const ONE_IN_WHERE_SLOW = { standsOn: 2 * ONE_IN.standsOn, nothing: 2 * ONE_IN.nothing } as const

/** A whole number below 2^31 for the name, another for each seed. */
export function numberFor(seed: string, name: string): number {
  return createHash('sha256').update(`${seed} ${name}`).digest().readUInt32BE() >>> 1
}

/** What draws for this run: a number for a name, by `SEED`, which is the commit where it is not given. */
export function seedOfRun(env: Record<string, string | undefined> = process.env): (name: string) => number {
  env['SEED'] ??= String(Number.parseInt((commitHash() ?? '0').slice(0, 8), 16))
  return (name) => numberFor(env['SEED'] as string, name)
}

const WHAT_CHANGED = ['TOUCHED', 'TOUCHED_PAGES', 'TOUCHED_FEATURES'] as const

/**
 * What this run has. Settles, once for all its processes, what its tests read in `thorough.ts`: `RING`, `SEED`, `TOUCHED`, `TOUCHED_PAGES` and `TOUCHED_FEATURES`, as far as they are not set already.
 * `CHANGED` names the paths that have changed, between spaces, where it is not git that is asked (`whatChanged`).
 */
export function settleRing({
  env,
  whatChanged = changedPaths,
}: { env: Record<string, string | undefined>; whatChanged?: typeof changedPaths } = process): Chosen {
  const named = env['RING'] || undefined
  const ring = RINGS.find((name) => name === (named ?? 'quick'))
  if (ring === undefined) throw new Error(`RING=${named} is none of ${RINGS.join(', ')}`)
  const seedOf = seedOfRun(env)
  const isCi = named === 'ci'
  const isDrawn = isCi || named === 'quick'
  const changed =
    env['CHANGED']?.split(' ').filter((path) => path !== '') ??
    (isDrawn || WHAT_CHANGED.some((name) => env[name] === undefined) ? whatChanged() : [])
  if (WHAT_CHANGED.some((name) => env[name] === undefined)) {
    const beside = changed && changedBeside(changed)
    env['TOUCHED'] ??= touched(beside).join(' ')
    env['TOUCHED_PAGES'] ??= touched(beside, SHOWN).join(' ')
    env['TOUCHED_FEATURES'] ??= featuresOf(beside ?? []).join(' ')
  }
  const onServer = env['TEST_DATABASE_URL'] !== undefined
  return {
    ring,
    without: named === 'quick' ? NOT_QUICK : isCi ? [...(onServer ? [] : ONLY_QUICK), ...ofOtherEngine(onServer, changed, seedOf)] : [],
    only: isCi && onServer ? ON_POSTGRES : undefined,
    left: isCi
      ? leftToOthers(filesOf(SELECTED_AMONG), changed, seedOf, pace({ env }) < SLOW ? ONE_IN : ONE_IN_WHERE_SLOW)
      : named === 'quick'
        ? leftToOthers(filesOf(SELECTED_IN_QUICK), changed, seedOf, ONE_IN_QUICK)
        : [],
  }
}

/** The same for as long as a run lasts. */
const found = new Map<readonly string[], readonly string[]>()

function filesOf(patterns: readonly string[]): readonly string[] {
  const files = found.get(patterns) ?? globSync([...patterns], { cwd: root })
  found.set(patterns, files)
  return files
}

/** The files that `.ci/run` does not ask of this engine, since it asks them of the other one. @param changed Paths that have changed; undefined where nobody knows */
export function ofOtherEngine(onServer: boolean, changed: readonly string[] | undefined, seedOf: (name: string) => number): string[] {
  const drawn = filesOf(KILLED).filter((file) => changed && !changed.includes(file) && (seedOf(`engine of ${file}`) % 2 === 0) !== onServer)
  if (onServer) return drawn
  const also = [...filesOf(ON_BOTH), ...filesOf(KILLED)]
  return [...filesOf(ON_POSTGRES).filter((file) => !also.includes(file)), ...drawn]
}

/** The folders of pages, such as `acquisition/devices`, in which these files are. */
export function featuresOf(paths: readonly string[]): readonly string[] {
  return [...new Set(paths.flatMap((path) => /^web\/features\/([^/]+\/[^/]+)\//.exec(path)?.[1] ?? []))].sort()
}

/** The guarded paths that are touched by these; all of them where nobody knows what has changed. */
export function touched(paths: readonly string[] | undefined, guardedPaths: readonly string[] = GUARDED): readonly string[] {
  return guardedPaths.filter(
    (guarded) => paths === undefined || paths.some((path) => path === guarded || (guarded.endsWith('/') && path.startsWith(guarded))),
  )
}
