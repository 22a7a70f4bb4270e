/** The product as a measurement meets it: built, on an empty database with the demonstration tenants, in a process of its own. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { BrowserContext } from 'playwright-core'
import { signIn } from '../../tests/support/client.ts'
import { run, temporaryFolder } from '../../tests/support/process.ts'
import { DEMONSTRATION, PASSWORD, copyFurnished } from './furnished.ts'
import { table } from './table.ts'
import { conclude } from './smoke.ts'

/** A demonstration tenant. */
const TENANT = '10001'

export interface Product {
  readonly url: string
  /** For files of the measurement; deleted after it. */
  readonly folder: string
  /** Signs its administrator in beside the browser, so that what is measured is the first thing the browser loads. */
  signIn(context: BrowserContext): Promise<void>
}

export async function withProduct<Result>(work: (product: Product) => Promise<Result>): Promise<Result> {
  if (!existsSync(fileURLToPath(new URL('../../dist/web/index.html', import.meta.url))))
    throw new Error('The web is not built: run "npm run build" first.')
  const folder = temporaryFolder()
  try {
    copyFurnished(`${folder.path}/data`)
    const server = await run(
      { ...DEMONSTRATION, DATA_DIR: `${folder.path}/data`, TIME_ZONE: 'Asia/Shanghai' },
      { logFile: `${folder.path}/log` },
    )
    try {
      return await work({
        url: server.url,
        folder: folder.path,
        async signIn(context) {
          const { token } = await signIn(server.url, TENANT, 'admin', PASSWORD)
          await context.addCookies([{ name: 'token', value: token, url: server.url, sameSite: 'Strict' }])
        },
      })
    } finally {
      await server.stop()
    }
  } finally {
    folder.remove()
  }
}

/** What was wanted, what was found, and whether it holds. */
export interface Figure {
  readonly name: string
  readonly wanted: string
  readonly found: string
  readonly holds: boolean
}

/** Prints all of them; the process ends with 1 when one is missed, unless this is a smoke run. */
export function judge(figures: readonly Figure[]): void {
  process.stdout.write(
    `\n${table(
      ['figure', 'wanted', 'found', ''],
      figures.map(({ name, wanted, found, holds }) => [name, wanted, found, holds ? 'holds' : 'MISSED']),
    )}\n`,
  )
  conclude(figures.every(({ holds }) => holds))
}
