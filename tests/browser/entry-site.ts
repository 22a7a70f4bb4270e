/** A server of its own process for tests that have to look into the database, such as for what an image shows. */
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { buildApp } from '../../server/app.ts'
import { features } from '../../server/modules.ts'
import { readConfig } from '../../server/config.ts'
import type { Database } from '../../server/kernel/database/database.ts'
import { openDatabase } from '../../server/kernel/database/database.ts'
import { migrate } from '../../server/kernel/database/migrate.ts'
import { openServices } from '../../server/services.ts'
import { seed } from '../../server/seed/seed.ts'
import { launchChromium } from '../support/chromium.ts'
import { PASSWORD } from './support.ts'

export interface EntrySite {
  readonly url: string
  readonly database: Database
  page(options?: BrowserContextOptions): Promise<Page>
}

export function openEntrySite(): EntrySite {
  let url = ''
  let database: Database
  let browser: Browser
  let stop = async (): Promise<void> => undefined
  beforeAll(async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'outstation-entry-'))
    const launching = launchChromium()
    database = await openDatabase({ databaseUrl: undefined, dataDir, timeZone: 'Asia/Shanghai', inMemory: true })
    await migrate(database)
    const config = readConfig({
      LOG_LEVEL: 'silent',
      RATE_LIMIT: '1000000',
      TIME_ZONE: 'Asia/Shanghai',
      DATA_DIR: dataDir,
      DEMO: 'on',
      DEMO_PASSWORD: PASSWORD,
    })
    const services = await openServices(config, database)
    const app = await buildApp(services, { web: fileURLToPath(new URL('../../dist/web', import.meta.url)) })
    await app.listen({ port: 0, host: '127.0.0.1' })
    url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
    config.publicUrl = url
    await seed(services, features)
    browser = await launching
    stop = async () => {
      await browser.close()
      await app.close()
      await services.invalidations.close()
      await database.close()
      rmSync(dataDir, { recursive: true, force: true })
    }
  })
  afterAll(() => stop())
  return {
    get url() {
      return url
    },
    get database() {
      return database
    },
    async page(options = {}) {
      const context = await browser.newContext({
        baseURL: url,
        locale: 'en-US',
        reducedMotion: 'reduce',
        colorScheme: 'light',
        viewport: { width: 1440, height: 900 },
        ...options,
      })
      context.setDefaultTimeout(15_000)
      return context.newPage()
    },
  }
}
