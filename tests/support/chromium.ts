/**
 * A real Chromium for the browser tests and measurements: found on this machine, or installed when there is none.
 * `CHROME_PATH` names another one.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import type { Browser, BrowserContext } from 'playwright-core'

/**
 * What stays off: what Playwright switches off for tests, and the lists of proposals below the address bar, for which every window starts
 * two renderers of its own, though there is no bar to see. The last such argument counts, so it names all of them.
 */
const FEATURES_OFF = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
]

/** Quiet: no first-run pages, no calls home, nothing that a measurement or a test would trip over. */
const ARGUMENTS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  `--disable-features=${FEATURES_OFF.join(',')}`,
]

/** The shell first: the same engine without the windows that nobody sees, whose process asks for less than half of the other's work. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/**
 * For pages that live for seconds: compiling their scripts better than they are worth, in threads of its own, was an eighth to a sixth of the browser's processor time
 * in these tests. Larger semi-spaces of the collector, and one process less to draw in, were another twentieth (docs/decisions/0125-what-runs-beside-what.md).
 * What measures the product starts it without, but for a smoke run.
 */
export const SHORT_LIVED = ['--js-flags=--no-maglev --no-opt --min-semi-space-size=16', '--in-process-gpu'] as const

/** Starts a browser. Close it in `afterAll`. @throws Error when there is no Chromium and none can be installed. */
export async function launchChromium(more: readonly string[] = []): Promise<Browser> {
  return chromium.launch(settings(more))
}

/** A browser that keeps what it is told in the folder, for programs that drive it from outside as well. Close it afterwards. */
export async function openProfile(folder: string, more: readonly string[]): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, settings(more))
}

function settings(more: readonly string[] = []): { executablePath: string; args: string[]; env: Record<string, string> } {
  return {
    executablePath: ensureChromium(),
    args: [...ARGUMENTS, ...(process.env['BENCH_SMOKE'] === '1' ? SHORT_LIVED : []), ...more],
    env: { ...(process.env as Record<string, string>), FONTCONFIG_FILE: fontSettings() },
  }
}

/** Path of a Chromium that exists. */
export function ensureChromium(): string {
  return findChromium() ?? install() ?? fail('it was installed and still cannot be found')
}

function findChromium(): string | undefined {
  const named = process.env['CHROME_PATH']
  if (named && !existsSync(named)) fail(`CHROME_PATH names ${named}, which does not exist`)
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin', '/usr/local/bin', '/opt/google/chrome']
  const places = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))
  const mac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
  return [...(named ? [named] : []), ...places, mac, chromium.executablePath()].find((path) => existsSync(path))
}

function install(): string | undefined {
  const isDebian = existsSync('/etc/debian_version') && userInfo().uid === 0
  const commands = isDebian
    ? [
        ['apt-get', 'update'],
        ['apt-get', 'install', '-y', '--no-install-recommends', 'chromium'],
      ]
    : [['npx', 'playwright-core', 'install', 'chromium']]
  process.stderr.write(`There is no Chromium here. Installing one: ${commands.map((words) => words.join(' ')).join(' && ')}\n`)
  try {
    for (const [command = '', ...words] of commands)
      execFileSync(command, words, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
  } catch (error) {
    fail((error as Error).message)
  }
  return findChromium()
}

function fail(reason: string): never {
  const line = '!'.repeat(80)
  throw new Error(
    `\n${line}\nNo Chromium for the browser tests: ${reason}.\nInstall Chromium or Chrome, or set CHROME_PATH to one.\n${line}`,
  )
}

/** The system's fonts and the Noto Sans SC of our packages, so that Chinese is drawn wherever the tests run. */
function fontSettings(): string {
  const weights = ['400Regular', '600SemiBold'].map((weight) =>
    fileURLToPath(new URL(`../../node_modules/@expo-google-fonts/noto-sans-sc/${weight}`, import.meta.url)),
  )
  const folder = join(tmpdir(), `outstation-fonts-${userInfo().uid}`)
  const file = join(folder, 'fonts.conf')
  const text = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
${weights.map((weight) => `  <dir>${weight}</dir>`).join('\n')}
  <cachedir>${join(folder, 'cache')}</cachedir>
</fontconfig>
`
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // Written only when it differs: several browsers may start at once.
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text)
  return file
}
