/**
 * Which files of tests, and which smoke runs of measurements, `.ci/run` leaves to other landings (regression test selection, docs/decisions/0151-regression-test-selection.md). A file that is about one area
 * of the product is run when something below that area has changed, and drawn by the commit otherwise; one that is about everything is always run.
 */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readFaults } from './fault-files.ts'
import { foldersOf } from './page-addresses.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** What every area stands on; of a folder with a star at its end what lies there itself. A change below one of these makes `.ci/run` draw more of the files whose area has not changed. */
export const FOUNDATION = [
  'server/kernel/',
  'server/identity/',
  'server/app.ts',
  'server/services.ts',
  'migrations/',
  // What a field and a noun is, wire formats, zones. What lies deeper is of an area.
  'model/*',
  'package-lock.json',
] as const

/** And what every page stands on besides, which is nothing to tests that open none. */
export const FOUNDATION_OF_PAGES = ['web/app/', 'web/kernel/', 'web/shared/', 'web/ui/', 'web/widgets/', 'vite.config.ts'] as const

/**
 * One in so many of the files where nothing has changed that they are about themselves: a third where something that they stand on has (a subsystem, another part of their
 * area or what the model says of it, the foundation), a sixth otherwise. Landings come several times a day; a night asks all.
 */
export const ONE_IN = { standsOn: 3, nothing: 6 } as const

/** What a file of tests is about: paths from the root, folders with a slash at their end. */
export interface About {
  /** A change below one of these runs the file. */
  readonly itself: readonly string[]
  /** A change below one of these makes it twice as likely to be drawn. */
  readonly standsOn: readonly string[]
}

/** Areas of pages whose routes are of an area with another name. */
const SERVED_BY: Readonly<Record<string, string>> = { office: 'workflow', reports: 'report', 'report-designer': 'report' }

/** What files that stand beside no code are about, as far as it is one area, and in {@link STANDS_ON} what they stand on; the others are about everything. */
const ABOUT: Readonly<Record<string, readonly string[]>> = {
  'tests/process/alarm-processes-killed.test.ts': ['server/acquisition/', 'server/workflow/', 'server/process-services.ts'],
  'tests/process/delivery-killed.test.ts': ['server/messaging/', 'server/acquisition/alarms/'],
  'tests/process/exactly-once-killed.test.ts': ['server/acquisition/', 'server/features/acquisition/'],
  'tests/process/move.test.ts': ['server/backups/', 'server/storage/', 'scripts/move.ts', 'scripts/moved.ts', 'scripts/moved-files.ts'],
  'tests/process/outside-clients.test.ts': ['server/acquisition/', 'server/features/acquisition/', 'server/simulator/'],
  'tests/process/processes-killed.test.ts': ['server/workflow/', 'server/features/workflow/'],
  'tests/process/processes-two-servers.test.ts': ['server/workflow/', 'server/features/workflow/'],
  'tests/process/restore.test.ts': ['server/backups/', 'server/features/admin/backups/', 'scripts/restore.ts', 'scripts/backup-key.ts'],
  'tests/process/schedules-killed.test.ts': ['server/features/report/', 'server/kernel/runtime/', 'server/storage/'],
  'tests/process/uploads-killed.test.ts': ['server/storage/', 'server/features/file/', 'server/kernel/http/'],
  'tests/process/embedded/new-noun.test.ts': ['scripts/new-noun/', 'scripts/new-noun.ts', 'scripts/migration.ts', 'model/plain.ts'],
  // What a start is made of; what runs once it has started, everything else asks.
  'tests/process/embedded/start.test.ts': [
    ...['server/start.ts', 'server/main.ts', 'server/serve.ts', 'server/serving.ts', 'server/listen.ts', 'server/config.ts'],
    ...['server/kernel/start-error.ts', 'server/kernel/database/database.ts', 'server/kernel/database/embedded/', 'server/seed/seed.ts'],
    ...['scripts/start.mjs', 'scripts/bootstrap.mjs', 'tests/support/process.ts'],
  ],
  'tests/process/embedded/reset-password.test.ts': ['scripts/reset-password.ts', 'server/identity/'],
  'tests/process/embedded/s3.test.ts': ['server/storage/', 'server/features/file/'],
  'tests/export-jobs.test.ts': ['server/exchange/', 'server/documents/', 'server/kernel/runtime/'],
  'tests/oauth-library.test.ts': ['server/features/oauth/', 'server/identity/'],
  'tests/office-readers.test.ts': ['server/documents/', 'server/reports/', 'server/features/report/', 'model/reports/'],
  'tests/openid-connect.test.ts': ['server/features/oauth/', 'server/identity/'],
  'tests/outside-readers.test.ts': ['server/documents/', 'server/exchange/', 'server/reports/'],
  'tests/s3-files.test.ts': ['server/storage/', 'server/features/file/'],
}

const STANDS_ON: Readonly<Record<string, readonly string[]>> = {
  'tests/process/embedded/new-noun.test.ts': ['scripts/', 'web/kernel/resource/'],
  'tests/process/embedded/start.test.ts': ['scripts/', 'server/seed/', 'seeds/'],
  'tests/process/embedded/reset-password.test.ts': ['scripts/'],
  'tests/process/move.test.ts': ['scripts/'],
  'tests/process/restore.test.ts': ['scripts/'],
}

const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** A folder of the server with the subsystems that its files ask, each of which has one door, and the folders of the model that they read. What people may do (identity) is part of the foundation. */
const withSubsystems = new Map<string, readonly string[]>()
function ofFolder(folder: string): readonly string[] {
  let found = withSubsystems.get(folder)
  if (!found) {
    const texts = globSync(`${folder}**/*.ts`, { cwd: root }).map(read)
    const names = texts.flatMap((text) => [...text.matchAll(/from '(?:\.\.\/)+([a-z]+)\/index\.ts'/g)].map(([, name]) => `server/${name}/`))
    const ofModel = texts.flatMap((text) =>
      [...text.matchAll(/from '(?:\.\.\/)+(model\/(?:contract\/)?[a-z-]+\/)/g)].map(([, path = '']) => path),
    )
    // Nouns are named by way of model/index.ts.
    const [area] = /(?<=features\/)[a-z]+/.exec(folder) ?? []
    const own = area ? [`model/${area}/`, `model/contract/${area}/`] : []
    // What a text says breaks nothing but what looks for it.
    found = [...new Set([folder, ...names, ...ofModel, ...own])].filter(
      (path) => path !== 'server/identity/' && path !== 'model/labels/' && existsSync(join(root, path)),
    )
    withSubsystems.set(folder, found)
  }
  return found
}

/** Helpers that every page is looked at with. */
const FOR_ALL = ['tests/browser/support.ts', 'tests/browser/axe.ts']

/** The text of a file of the browser tests with those of the helpers beside it that it imports. */
function withHelpers(path: string, seen = new Set<string>()): string {
  if (seen.has(path)) return ''
  seen.add(path)
  const text = read(path)
  const helpers = [...text.matchAll(/from '(\.\/[^']+)'/g)].map(([, name = '']) => normalize(join(dirname(path), name)))
  return [text, ...helpers.filter((helper) => !FOR_ALL.includes(helper)).map((helper) => withHelpers(helper, seen))].join('\n')
}

/** Where the server answers the pages of a folder, such as `acquisition/devices`: the folder of that name, or the whole area where it has none. */
function servedIn(folder: string): readonly string[] {
  const [area = '', name = ''] = folder.split('/')
  const served = `server/features/${SERVED_BY[area] ?? area}/`
  return existsSync(join(root, served, name)) ? [`${served}${name}/`, `${served}shared/`] : [served]
}

function ofBrowser(path: string): About | undefined {
  const folders = foldersOf([...withHelpers(path).matchAll(/[`'"](\/[a-z]+(?:\/[a-z]+)?)(?![a-z])/g)].map(([, address = '']) => address))
  if (folders.length === 0) return undefined
  const areas = [...new Set(folders.map((folder) => folder.split('/')[0] as string))]
  return {
    itself: folders.flatMap((folder) => [`web/features/${folder}/`, ...servedIn(folder)]),
    standsOn: [
      ...areas.map((area) => `web/features/${area}/`),
      ...areas.flatMap((area) => ofFolder(`server/features/${SERVED_BY[area] ?? area}/`)),
    ],
  }
}

/** The files of the measurements that this one names: those that it imports, but for types, which a compiler looks after, and the programs that it starts. */
function runBy(path: string): string[] {
  const names = [...read(path).matchAll(/^(?!(?:im|ex)port type\b).*?'([\w./-]+\.ts)'/gm)].map(([, name = '']) => name)
  return names.flatMap((name) => [join(dirname(path), name), join('bench', name)]).filter((file) => existsSync(join(root, file)))
}

/** A measurement with the helpers that it is made of. */
function madeOf(path: string): ReadonlySet<string> {
  const found = new Set<string>()
  const add = (file: string): void => {
    if (found.has(file) || !file.startsWith('bench/')) return
    found.add(file)
    runBy(file).forEach(add)
  }
  add(path)
  return found
}

/** What breaks in a helper of more measurements than these breaks them all, and a third of them sees it but for once in forty times. */
const MAX_USERS = 8

let usersOf: ReadonlyMap<string, number> | undefined

/** How many measurements of package.json are made of each file. */
function countUsers(): ReadonlyMap<string, number> {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const files = Object.values(scripts).flatMap((script) => /^node (bench\/(?!smoke)[\w-]+\.ts)/.exec(script)?.[1] ?? [])
  const counts = new Map<string, number>()
  for (const file of files.flatMap((measurement) => [...madeOf(measurement)])) counts.set(file, (counts.get(file) ?? 0) + 1)
  return counts
}

/**
 * A measurement with the helpers that it shares with few; it stands on those of many, on the product that it measures, and on helpers of the tests, which every test beside it
 * tries.
 */
function ofBenchmark(path: string): About {
  const users = (usersOf ??= countUsers())
  const isOfMany = (file: string) => (users.get(file) ?? 0) > MAX_USERS
  const files = [...madeOf(path)]
  return {
    itself: files.filter((file) => !isOfMany(file)),
    standsOn: [...files.filter(isOfMany), 'server/', 'web/', 'model/', 'migrations/', 'tests/support/', 'package-lock.json'],
  }
}

/** Browser tests of what frames every page, though they visit some of them. */
const OF_THE_FRAME =
  /^tests\/browser\/(axe|weight|every-page|session|shell|sign-in|keyboard|small-screen|language-theme|late-parts|clicks|list-layout|users-list)/

const known = new Map<string, About | undefined>()

/**
 * What a file of tests is about; undefined where it is about everything, or where nobody knows. A test on the server is about the folder in which it stands, and the shared folder of its
 * area: features import no other feature (dependency-cruiser.config.mjs), and a subsystem has one door.
 * @param path From the root, as `server/features/file/disk/disk.test.ts`
 */
export function aboutOf(path: string): About | undefined {
  if (!known.has(path)) known.set(path, readAbout(path))
  return known.get(path)
}

function readAbout(path: string): About | undefined {
  const [folder, area = ''] = /^server\/((?:features\/)?[a-z]+\/)/.exec(path) ?? []
  if (folder) {
    if (isBelow(folder, FOUNDATION) || folder === 'server/seed/') return undefined
    return { itself: [`${dirname(path)}/`, `server/${area}shared/`], standsOn: ofFolder(folder) }
  }
  if (path.startsWith('bench/')) return ofBenchmark(path)
  if (path.startsWith('tests/browser/')) return OF_THE_FRAME.test(path) ? undefined : ofBrowser(path)
  return ABOUT[path] && { itself: ABOUT[path], standsOn: STANDS_ON[path] ?? [] }
}

let faults: ReturnType<typeof readFaults> | undefined

/** Of paths that have changed those that other tests may notice: what a test asks is no part of what the product does. */
export const changedBeside = (changed: readonly string[]): string[] => changed.filter((path) => !/\.test\.tsx?$/.test(path))

const isBelow = (path: string, folders: readonly string[]) =>
  folders.some(
    (folder) =>
      path === folder || (folder.endsWith('/') && path.startsWith(folder)) || (folder.endsWith('*') && `${dirname(path)}/*` === folder),
  )

/**
 * The files of these that a landing with these changes leaves to others.
 * @param changed Paths that have changed; everything where nobody knows
 * @param seedOf A whole number for a name, another for each commit
 * @param rates One in how many is drawn
 */
export function leftToOthers(
  files: readonly string[],
  changed: readonly string[] | undefined,
  seedOf: (name: string) => number,
  rates: { readonly standsOn: number; readonly nothing: number } = ONE_IN,
): string[] {
  if (changed === undefined) return []
  // Whoever seeded a fault in a file has said which tests look after it, wherever they stand.
  const looking = new Set(
    (faults ??= readFaults()).flatMap(({ edits, tests }) => (edits.some(({ file }) => changed.includes(file)) ? tests : [])),
  )
  const beside = changedBeside(changed)
  const onFoundation = beside.some((path) => isBelow(path, FOUNDATION))
  const onThatOfPages = beside.some((path) => isBelow(path, FOUNDATION_OF_PAGES))
  return files.filter((file) => {
    const about = aboutOf(file)
    const isAmong = (paths: readonly string[]) => beside.some((path) => isBelow(path, paths))
    if (about === undefined || looking.has(file) || changed.includes(file) || isAmong(about.itself)) return false
    const isOnChanged = onFoundation || (onThatOfPages && file.startsWith('tests/browser/')) || isAmong(about.standsOn)
    const oneIn = isOnChanged ? rates.standsOn : rates.nothing
    return seedOf(`selection of ${file}`) % oneIn !== 0
  })
}
