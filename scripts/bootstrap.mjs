/**
 * What has to be there before anything of ours can run: the packages of the lock file and the pinned Node. Plain
 * JavaScript without imports of ours or others, since it runs on the machine's own Node, before the first install.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, statSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const at = (...parts) => join(root, ...parts)

/** Packages that report their use on install are told not to; nothing of ours reports anything. */
export const quiet = {
  IBM_TELEMETRY_DISABLED: 'true',
  SCARF_ANALYTICS: 'false',
  DO_NOT_TRACK: '1',
  ADBLOCK: '1',
  DISABLE_OPENCOLLECTIVE: '1',
}

export function print(text) {
  process.stdout.write(`${text}\n`)
}

/** Milliseconds as they are read. */
export function seconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`
}

/** Ends the process with one sentence. */
export function stop(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

/** Installs the exact packages of the lock file unless they are there already. */
export function install() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  const [lowestMajor, lowestMinor] = lowestNode().split('.').map(Number)
  if (major < lowestMajor || (major === lowestMajor && minor < lowestMinor))
    stop(`Node ${process.versions.node} is too old: Node ${lowestNode()} or newer is needed to begin with.`)
  const installed = at('node_modules', '.package-lock.json')
  const isCurrent = existsSync(installed) && statSync(installed).mtimeMs >= statSync(at('package-lock.json')).mtimeMs
  if (isCurrent && existsSync(at('node_modules', 'fastify')) && (existsSync(pinnedNode()) || isNewEnough())) return
  print('Installing packages (once; about half a minute)')
  const npm = process.env.npm_execpath
  const [command, args] = npm ? [process.execPath, [npm]] : ['npm', []]
  // The output is kept back unless something fails: warnings about the machine's own Node say nothing to the reader.
  const { status, stdout, stderr, error } = spawnSync(
    command,
    [...args, 'ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: root,
      env: { ...process.env, ...quiet, NODE_ENV: '' },
      encoding: 'utf8',
      shell: !npm && process.platform === 'win32',
    },
  )
  if (error) stop(`npm could not be run: ${error.message}`)
  if (status !== 0) stop(`npm ci failed:\n${stdout}${stderr}`)
}

/** The lowest Node that package.json allows to begin with, as `major.minor`. */
export function lowestNode() {
  return /\d+\.\d+/.exec(packageFile().engines.node)[0]
}

function packageFile() {
  return JSON.parse(readFileSync(at('package.json'), 'utf8'))
}

/** Node for this kind of machine is an optional dependency, whose hash stands in the lock file like any other's. */
function pinnedPackage() {
  return `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
}

function pinnedNode() {
  return at('node_modules', pinnedPackage(), 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
}

/** The Node this product is built for: the one in node_modules, or the running one when it is new enough. */
export function runtime() {
  if (existsSync(pinnedNode())) return pinnedNode()
  if (isNewEnough()) return process.execPath
  if (!(pinnedPackage() in packageFile().optionalDependencies))
    return stop(
      `Node ${wantedNode()} or newer is needed on this machine: no package of it is pinned for ${process.platform} on ${process.arch}.`,
    )
  return stop(`Node ${wantedNode()} is missing: run "npm ci --include=optional", or use Node ${wantedNode()} or newer yourself.`)
}

function wantedNode() {
  const [, version] = Object.entries(packageFile().optionalDependencies).find(([name]) => name.startsWith('node-'))
  return Number(version.split('.')[0])
}

function isNewEnough() {
  return Number(process.versions.node.split('.')[0]) >= wantedNode()
}

/** Runs one of our programs on the pinned Node; resolves with its exit code. Signals are passed on. */
export function run(args, options = {}, onStart = (_child) => undefined) {
  return new Promise((resolve) => {
    const child = spawn(runtime(), args, { cwd: root, stdio: 'inherit', ...options, env: { ...process.env, ...quiet, ...options.env } })
    onStart(child)
    // On Windows the console tells the child itself, and kill() would end it in the middle of its work.
    const pass = (signal) => {
      if (process.platform !== 'win32') child.kill(signal)
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, pass)
    child.on('close', (code, signal) => {
      for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(name, pass)
      resolve(code ?? (signal ? 1 : 0))
    })
  })
}

/** The same without a terminal; resolves with its exit code and all it wrote. */
export async function quietly(args) {
  let output = ''
  const code = await run(args, { stdio: ['ignore', 'pipe', 'pipe'] }, (child) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        output += text
      })
  })
  return { code, output: output.trimEnd() }
}

/** Builds the web when one of its sources is newer than the last build. */
export async function buildWeb() {
  const stamp = at('dist', 'web.stamp')
  const sources = ['web', 'model', 'vite.config.ts', 'package-lock.json'].map((name) => newest(at(name)))
  if (existsSync(stamp) && statSync(stamp).mtimeMs > Math.max(...sources)) return
  print('Building the web (after each change of its sources; about 20 seconds)')
  const code = await run([at('node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn'], { env: { NODE_ENV: 'production' } })
  if (code !== 0) stop('The web could not be built; see above.')
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, new Date().toISOString())
}

function newest(path) {
  const entry = statSync(path)
  return entry.isDirectory() ? Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name)))) : entry.mtimeMs
}
